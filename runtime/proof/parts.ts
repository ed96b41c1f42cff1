// Files that are program and judge at once, and their text with one of the two parts as it was: manifests
// by key or section, Rust by the items that only tests have. Pure. All else of such a text stays as it is.

import { withRegionsOf } from '../evidence/seal/lay-regions.ts';
import { rustTestItems, splitAt } from '../evidence/seal/test-regions.ts';
import { type Member, membersOf, withMembers } from '../files/json-members.ts';
import { sectionsOf, withSections } from './sections.ts';

export type Part = 'program' | 'judge';

export type Split = Readonly<{
  /** The text of now with this part as it was before. */
  back: Readonly<Record<Part, string>>;
  /** What differs of each part, by the name of a key or a section; empty: nothing. */
  differs: Readonly<Record<Part, readonly string[]>>;
}>;

/** Whether a file of this name has parts at all. */
export function mayHaveParts(path: string): boolean {
  return partsOf(path) !== undefined;
}

/**
 * `before`: empty for a file that is new. Undefined: nobody can say where the parts are, or whether the one
 * can be put into the other.
 */
export function splitFile(path: string, before: string, now: string): Split | undefined {
  // What is not UTF-8 would be another text once it is written again.
  if (`${before}${now}`.includes('\uFFFD')) return undefined;
  return partsOf(path)?.(path, before, now);
}

type Splitter = (path: string, before: string, now: string) => Split | undefined;

function partsOf(path: string): Splitter | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const ofManifest = MANIFESTS.get(name);
  if (ofManifest) return byKey(ofManifest);
  if (name === 'Cargo.toml') return bySection((header) => OF_CARGO.test(header));
  if (name === 'pyproject.toml') return bySection((header) => OF_PYPROJECT.test(header));
  if (name === 'setup.cfg') return bySection((header) => OF_SETUP_CFG.test(header));
  return path.endsWith('.rs') ? byItems : undefined;
}

/** Of package.json what is shipped: how it is entered, what it needs, what users get. */
const OF_PACKAGE: ReadonlySet<string> = new Set(
  (
    'name type main module browser exports imports bin types typings typesVersions files directories man ' +
    'sideEffects engines os cpu libc config dependencies peerDependencies peerDependenciesMeta ' +
    'optionalDependencies bundleDependencies bundledDependencies overrides resolutions contributes ' +
    'activationEvents'
  ).split(' '),
);
const OF_COMPOSER: ReadonlySet<string> = new Set(
  'name type require autoload bin extra conflict replace provide include-path target-dir'.split(
    ' ',
  ),
);
const OF_DENO: ReadonlySet<string> = new Set('name exports imports scopes importMap'.split(' '));
const MANIFESTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['package.json', OF_PACKAGE],
  ['composer.json', OF_COMPOSER],
  ['deno.json', OF_DENO],
]);
/** Said for people and registries. */
const ABOUT: ReadonlySet<string> = new Set(
  (
    'version description keywords author authors contributors maintainers license homepage repository bugs ' +
    'funding support'
  ).split(' '),
);

const OF_CARGO =
  /^(?:package|lib|bin|features|patch|replace|badges|workspace)(?:\.|$)|^(?:target\..+\.)?(?:build-)?dependencies(?:\.|$)/;
const OF_PYPROJECT =
  /^(?:project|build-system)(?:\.|$)|^tool\.(?:poetry(?!\.(?:dev-dependencies|group))|setuptools|flit|hatch\.(?:build|version|metadata)|pdm(?!\.dev)|maturin|scikit-build)(?:[.-]|$)/;
const OF_SETUP_CFG = /^(?:metadata|options)(?:\.|$)/;

/** The same of a section, where it stands on one line. */
const ABOUT_SECTION =
  /^(?:version|description|license|readme|homepage|repository|documentation|authors|keywords|categories)\s*=\s*(?:"[^"\n]*"|\[[^[\]\n]*\]|[\w.]+)[ \t\r]*$/gm;

function bySection(isProgram: (header: string) => boolean): Splitter {
  return (_path, before, now) => {
    const [old, own] = [sectionsOf(before), sectionsOf(now)];
    if (!old || !own) return undefined;
    const partOf = ({ header }: Readonly<{ header: string }>): Part =>
      isProgram(header) ? 'program' : 'judge';
    const texts = (sections: typeof own, part: Part): ReadonlyMap<string, string> =>
      new Map(
        sections
          .filter((one) => partOf(one) === part)
          .map((one) => [one.key, one.text.replace(ABOUT_SECTION, '').trim()]),
      );
    const differing = (part: Part) => differingKeys(texts(old, part), texts(own, part));
    const back = (part: Part) => withSections(own, old, (one) => partOf(one) === part);
    return {
      differs: { program: differing('program'), judge: differing('judge') },
      back: { program: back('program'), judge: back('judge') },
    };
  };
}

function differingKeys(
  old: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set([...old.keys(), ...now.keys()])].filter(
    (key) => old.get(key) !== now.get(key),
  );
}

function byItems(path: string, before: string, now: string): Split | undefined {
  const [old, own] = [rustTestItems(path, before), rustTestItems(path, now)];
  if (!old || !own) return undefined;
  const [was, is] = [splitAt(before, old), splitAt(now, own)];
  // A new file without its program is one without what it tests: it goes as a whole.
  const program =
    before === ''
      ? own.length > 0
        ? is.tests
        : ''
      : withRegionsOf(path, before, now, rustTestItems);
  const judge = withRegionsOf(path, now, before, rustTestItems);
  if (program === undefined || judge === undefined) return undefined;
  const named = (one: string, two: string, name: string) => (one === two ? [] : [name]);
  return {
    back: { program, judge },
    differs: {
      program: named(saying(was.program), saying(is.program), 'the program'),
      judge: named(saying(was.tests), saying(is.tests), '#[cfg(test)]'),
    },
  };
}

/** Without the blank lines that come and go with the items beside them. */
function saying(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n');
}

function byKey(isOfProgram: ReadonlySet<string>): Splitter {
  return (_path, before, now) => splitMembers(isOfProgram, before, now);
}

function splitMembers(
  isOfProgram: ReadonlySet<string>,
  before: string,
  now: string,
): Split | undefined {
  const [old, own] = [membersOf(before === '' ? '{}' : before), membersOf(now)];
  if (!old || !own) return undefined;
  const part = (key: string): Part | 'about' => {
    if (ABOUT.has(key)) return 'about';
    return isOfProgram.has(key) ? 'program' : 'judge';
  };
  const texts = (members: readonly Member[], wanted: Part): ReadonlyMap<string, string> =>
    new Map(
      members
        .filter(({ key }) => part(key) === wanted)
        .map(({ key, value }) => [key, JSON.stringify(value)]),
    );
  const differing = (wanted: Part) => differingKeys(texts(old, wanted), texts(own, wanted));
  const back = (wanted: Part) => withMembers(now, { own, old, keys: differing(wanted) });
  return {
    differs: { program: differing('program'), judge: differing('judge') },
    back: { program: back('program'), judge: back('judge') },
  };
}
