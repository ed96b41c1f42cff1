// Which files are the program, by what its manifests say: entry points, source folders, packages with their
// data. A positive list: everything else judges the program, whatever it is called. Pure.

import { posix } from 'node:path';
import type { ProductGlob } from '../../model/gate-schema.ts';
import { importedByTests, ledTo, namedBy, parseManifest, toolPackages } from './led-modules.ts';
import { decidesRuns, isSealed, isTestMaterial } from './sealed-files.ts';

export type Product = Readonly<{
  /** Files, and folders that end in `/`, below the top of the repository. */
  paths: readonly string[];
  /** No manifest says it: by customs of names alone. */
  isGuess: boolean;
  /** The manifests that say it. */
  by: readonly string[];
  /** Of a person, in the place of all that. */
  globs?: readonly ProductGlob[];
}>;

/** Where a person says it, nothing else does. */
export function productOfPerson(globs: readonly ProductGlob[]): Product {
  return { paths: [], isGuess: false, by: [], globs };
}

/** What else is sealed by its name, and installed packages are none wherever they lie; so are tests, unless named. */
export function isProduct(
  { paths, globs }: Pick<Product, 'paths' | 'globs'>,
  path: string,
): boolean {
  if (globs) return isMatched(globs, path) && !decidesRuns(path);
  const isListed =
    paths.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one)) &&
    !path.split('/').includes('node_modules');
  return isListed && !isSealed(path);
}

/** What a glob names letter by letter is no test, whatever it is called; what its signs find may be one. */
function isMatched(globs: readonly ProductGlob[], path: string): boolean {
  const found = globs.filter(({ re }) => new RegExp(re).test(path)).map(({ glob }) => glob);
  if (found.some((glob) => glob.startsWith('!'))) return false;
  return found.some((glob) => !isTestMaterial(path.slice(namedIn(glob).length)));
}

/** The whole of it, or the folders before its first sign. */
function namedIn(glob: string): string {
  const plain = glob.replace(/^(?:\.\/)+/, '');
  const sign = plain.search(/[*?[\](){}!+@|\\]/);
  return sign < 0 ? plain : plain.slice(0, plain.lastIndexOf('/', sign) + 1);
}

/** Prose that no program reads. */
const PROSE = /\.(?:md|markdown|rst|adoc)$|(?:^|\/)(?:LICENSE|NOTICE|AUTHORS|CODEOWNERS)$/i;

export function isProse(path: string): boolean {
  return PROSE.test(path);
}

const MANIFEST =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|go\.mod|Cargo\.toml|[^/]+\.(?:cs|fs)proj|pom\.xml|build\.gradle(?:\.kts)?|CMakeLists\.txt|meson\.build|(?:GNUm|M|m)akefile|composer\.json|mix\.exs|Package\.swift|pubspec\.yaml|[^/]+\.gemspec)$/;

const BESIDE_MANIFEST = /\.[cm]?[jt]sx?$/;
const OF_PYTHON = /^(?:pyproject\.toml|setup\.(?:py|cfg))$/;
/** What it needs, and no word of what it is: beside other packages that have manifests. */
const ONLY_NEEDS =
  /^(?!(?:.*\/)?(?:tools?|scripts?|ci|docs?|dev)\/)(?:.*\/)?(?:requirements\.txt|Pipfile|Gemfile)$/;

/** Files whose text `productOf` reads: manifests, and modules beside one of a package. */
export function readForProduct(paths: readonly string[]): ReadonlySet<string> {
  const manifests = paths.filter(isManifestOfProduct);
  const modulesBeside = (manifest: RegExp, modules: RegExp): readonly string[] => {
    const found = manifests.filter((path) => manifest.test(posix.basename(path)));
    const folders = new Set(found.map(posix.dirname));
    return paths.filter((path) => modules.test(path) && folders.has(posix.dirname(path)));
  };
  return new Set([
    ...manifests,
    ...modulesBeside(/^package\.json$/, BESIDE_MANIFEST),
    ...modulesBeside(/^(?:pyproject\.toml|setup\.(?:py|cfg)|requirements\.txt|Pipfile)$/, /\.py$/),
  ]);
}

function isManifestOfProduct(path: string): boolean {
  return (
    (MANIFEST.test(path) || ONLY_NEEDS.test(path)) && !path.split('/').includes('node_modules')
  );
}

/** `texts`: of each manifest, by its path. */
export function productOf(paths: readonly string[], texts: ReadonlyMap<string, string>): Product {
  const tree: Tree = { files: new Set(paths), folders: foldersOf(paths) };
  const manifests = paths.filter(isManifestOfProduct);
  const tools = toolPackages(
    new Map(
      manifests
        .filter((path) => posix.basename(path) === 'package.json')
        .map((path) => [path, texts.get(path) ?? '']),
    ),
  );
  const own = packageFolders(manifests, texts);
  const found = manifests.flatMap((path) => {
    const name = posix.basename(path);
    const folder = path.slice(0, path.length - name.length);
    const rule = RULES.find(([pattern]) => pattern.test(name))?.[1];
    if (rule === undefined || (name === 'package.json' && tools.has(folder))) return [];
    const named = rule({ tree, folder, text: texts.get(path) ?? '', texts });
    // `server/` beside `client/`: what the program is there, its own manifest says.
    const isOther = (one: string): boolean => one !== folder && own.has(one);
    return named
      .filter((one) => isThere(tree, one) && !isOther(one))
      .map((one) => ({ one, by: path }));
  });
  const isGuess = !found.some(({ by }) => !ONLY_NEEDS.test(by));
  const all = isGuess
    ? guessed(tree).filter((path) => isThere(tree, path) && !isSealed(path))
    : // A test that lies beside its sources is none of them, wherever a manifest lists the two alike.
      found.map(({ one }) => one).filter((one) => one.endsWith('/') || !isSealed(one));
  const by = isGuess ? [] : [...new Set(found.map((one) => one.by))];
  return { paths: outermost([...new Set(all)]).sort(), isGuess, by };
}

/** Folders that are packages with scripts of their own; one that says no more than `type` is none. */
function packageFolders(
  manifests: readonly string[],
  texts: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const own = manifests.filter(
    (path) =>
      posix.basename(path) === 'package.json' &&
      'scripts' in (parseManifest(texts.get(path) ?? '') ?? {}),
  );
  return new Set(own.map((path) => path.slice(0, -'package.json'.length)));
}

/** Without what lies in a folder that is listed, too. */
function outermost(paths: readonly string[]): string[] {
  const listed = paths.filter((path) => path.endsWith('/'));
  return paths.filter((path) => !listed.some((other) => other !== path && path.startsWith(other)));
}

type Tree = Readonly<{ files: ReadonlySet<string>; folders: ReadonlySet<string> }>;
/** `folder`: where the manifest stands, empty or ending in `/`. */
type Package = Readonly<{
  tree: Tree;
  folder: string;
  text: string;
  texts: ReadonlyMap<string, string>;
}>;
type Rule = (about: Package) => readonly string[];

const SOURCE_FOLDERS = 'src lib source sources app'.split(' ');
const C_SOURCE = /\.(?:c|cc|cpp|cxx|m|mm|h|hh|hpp|hxx)$/;

const RULES: ReadonlyArray<readonly [RegExp, Rule]> = [
  [/^package\.json$/, node],
  [OF_PYTHON, python],
  [
    /^go\.mod$/,
    ({ tree, folder }) => [
      ...inFolder(tree, folder, /\.go$/),
      // What a package embeds lies beside its sources.
      ...inFolder(tree, folder, /(?<!_test)\.go$/)
        .map((path) => path.slice(0, path.lastIndexOf('/') + 1))
        .filter((path) => path !== folder),
      ...folders(folder, ['internal', 'pkg', 'cmd']),
    ],
  ],
  [
    /^Cargo\.toml$/,
    ({ folder, text }) => [
      ...folders(folder, ['src']),
      ...pathsNamed(folder, text, /^\s*path\s*=\s*"([^"]+\.rs)"/gm),
    ],
  ],
  [/proj$/, ({ folder }) => [folder]],
  [
    /^(?:pom\.xml|build\.gradle)/,
    ({ folder }) => folders(folder, ['src/main', 'src/commonMain', 'src/jvmMain']),
  ],
  [/^(?:CMakeLists\.txt|meson\.build|.*akefile)$/, compiled],
  [
    /^composer\.json$/,
    ({ folder, text }) => [
      ...folders(folder, ['src', 'app']),
      ...pathsNamed(folder, text, /"([^"]+\/)"/g),
    ],
  ],
  [
    /^(?:mix\.exs|pubspec\.yaml|.*\.gemspec)$/,
    ({ folder }) => folders(folder, ['lib', 'bin', 'app', 'exe', 'ext']),
  ],
  [/^Package\.swift$/, ({ folder }) => folders(folder, ['Sources'])],
  [/^(?:requirements\.txt|Pipfile)$/, application],
  [
    /^Gemfile$/,
    ({ tree, folder }) => [
      ...folders(folder, ['lib', 'app', 'bin']),
      ...beside(tree, folder, /\.rb$/),
    ],
  ],
];

/** What it exports and lists, the folders these lie in, and where sources usually are. */
function node({ tree, folder, text, texts }: Package): readonly string[] {
  const manifest = parseManifest(text) ?? {};
  const named = namedBy(manifest).map((path) => posix.join(folder, path));
  const inFolders = named.flatMap((path) => {
    const below = path.slice(folder.length);
    return below.includes('/') ? [`${folder}${below.split('/')[0]}/`] : [];
  });
  const usual = folders(folder, [
    ...SOURCE_FOLDERS,
    'bin',
    'cli',
    'server',
    'client',
    'pages',
    'components',
  ]);
  const sources = [...named, ...inFolders, ...usual].filter((path) => isThere(tree, path));
  // The program lies beside its manifest: those that are there, and no new ones.
  const isFlat = !sources.some((path) => path.endsWith('/'));
  if (!isFlat) return sources;
  const modules = beside(tree, folder, BESIDE_MANIFEST);
  const isTest = (path: string): boolean => isSealed(path);
  const led = ledTo({ manifest, named, modules }, isTest, tree.files, texts);
  return [...sources, ...modules, ...led.program].filter((path) => !led.tests.has(path));
}

/** Of Python, with nothing but a list of what it needs: packages, usual folders and modules beside it. */
function application({ tree, folder, texts }: Package): readonly string[] {
  const hasManifest = beside(tree, folder, /./).some((path) =>
    OF_PYTHON.test(posix.basename(path)),
  );
  if (hasManifest) return [];
  return [
    ...python({ tree, folder, text: '', texts }),
    ...folders(folder, SOURCE_FOLDERS),
    ...modulesOfPython({ tree, folder, text: '', texts }, ''),
  ];
}

/** Packages are folders with `__init__.py`, or are called like the project; modules lie beside the manifest. */
function python({ tree, folder, text, texts }: Package): readonly string[] {
  const name = /^\s*name\s*=\s*["']?([\w.-]+)/m
    .exec(text)?.[1]
    ?.replace(/[-.]/g, '_')
    .toLowerCase();
  const packages = [...tree.folders].filter((path) => {
    const below = path.slice(folder.length).replace(/^src\//, '');
    if (!path.startsWith(folder) || below.split('/').length !== 2) return false;
    const init = `${path}__init__.py`;
    return (tree.files.has(init) && !isSealed(init)) || below.toLowerCase() === `${name}/`;
  });
  const all = [...packages, ...folders(folder, ['src'])].filter((path) => isThere(tree, path));
  return all.length > 0 ? all : modulesOfPython({ tree, folder, text, texts }, name ?? '');
}

function modulesOfPython({ tree, folder, text, texts }: Package, name: string): readonly string[] {
  const modules = beside(tree, folder, /\.py$/);
  const isTest = (path: string): boolean => isSealed(path);
  const tests = importedByTests({ name, text, modules }, isTest, texts);
  return modules.filter((path) => !tests.has(path));
}

/** Sources that a build file names, what lies beside them, and the usual folders. */
function compiled({ tree, folder, text }: Package): readonly string[] {
  const named = [...text.matchAll(/[\w./+-]+\.(?:c|cc|cpp|cxx|m|mm)\b/g)].map(([path]) =>
    posix.join(folder, path),
  );
  const usual = folders(folder, ['src', 'include', 'source', 'lib']);
  return [...named, ...usual, ...beside(tree, folder, C_SOURCE)];
}

function guessed(tree: Tree): readonly string[] {
  return [
    ...folders('', SOURCE_FOLDERS),
    ...beside(
      tree,
      '',
      /\.(?:[cm]?[jt]sx?|py|rb|go|rs|php|pl|lua|c|cc|cpp|h|hpp|java|kt|swift|sh)$/,
    ),
  ];
}

/** Files of a folder itself, as they are there now. */
function beside({ files }: Tree, folder: string, pattern: RegExp): string[] {
  return [...files].filter(
    (path) =>
      path.startsWith(folder) && !path.slice(folder.length).includes('/') && pattern.test(path),
  );
}

/** Folders below one that hold such files. */
function inFolder({ files }: Tree, folder: string, pattern: RegExp): string[] {
  return [...files].filter((path) => path.startsWith(folder) && pattern.test(path));
}

function folders(folder: string, names: readonly string[]): string[] {
  return names.map((name) => `${folder}${name}/`);
}

function pathsNamed(folder: string, text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, path = '']) => posix.join(folder, path));
}

function isThere({ files, folders: known }: Tree, path: string): boolean {
  return path.endsWith('/') ? known.has(path) : files.has(path);
}

function foldersOf(paths: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of paths) {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
      found.add(path.slice(0, at + 1));
    }
  }
  return found;
}
