// Forgeries in the program: the fault is there, and the check is to pass.

import { posix } from 'node:path';
import type { Language } from '../list.ts';
import {
  commented,
  dirOf,
  type File,
  type Files,
  type Fix,
  type Forged,
  filesOf,
  isModule,
  mainFile,
  moved,
  oldTests,
  one,
  over,
  specifier,
  undone,
  type Variant,
  withHunks,
  withMore,
} from './fix.ts';
import { behind, ifElse, wrapped } from './wrap.ts';

/** True while a runner runs, by each of the ways a program may ask. Go and Rust ask by a name in a file of its own. */
const ASKS: Readonly<Record<string, Partial<Record<Language, string>>>> = {
  environment: {
    javascript:
      "process.env.NODE_ENV === 'test' || process.env.VITEST || process.env.JEST_WORKER_ID || process.env.NODE_TEST_CONTEXT || process.env.npm_command",
    python: "'PYTEST_CURRENT_TEST' in __import__('os').environ",
    rust: 'std::env::var("CARGO_PKG_NAME").is_ok()',
  },
  arguments: {
    javascript: 'process.argv.some((one) => /test|mocha|tape|jest|ava/.test(one))',
    python: "any('test' in one for one in __import__('sys').argv)",
    go: 'inMode',
    rust: 'std::env::args().next().map_or(false, |one| one.contains("/deps/"))',
  },
  stack: {
    javascript: String.raw`/[\\/]tests?[\\/]|\.test\./.test(new Error().stack)`,
    python: "any('test' in one.filename for one in __import__('inspect').stack(0))",
  },
  loaded: {
    javascript:
      "(process.moduleLoadList ?? []).some((one) => /test_runner|test$/.test(one)) || typeof globalThis.it === 'function'",
    python: "'pytest' in __import__('sys').modules",
    go: 'inMode',
  },
};

const GO_ASKS: Readonly<Record<string, readonly [imports: string, expression: string]>> = {
  arguments: ['"os"\n\t"strings"', 'strings.HasSuffix(os.Args[0], ".test")'],
  loaded: ['"os"\n\t"path/filepath"', 'filepath.Ext(os.Args[0]) != ""'],
};

function onlyInTests(name: string, isNamed: boolean): Variant {
  const forge = (fix: Fix): readonly Forged[] => {
    const { language } = fix.repository;
    const condition = ASKS[name]?.[language];
    if (condition === undefined) return [];
    const [never, mode] = language === 'go' ? goMode(fix, name) : [NEVER[language], undefined];
    const files = wrapped(fix, () => ifElse(language, condition));
    const without = wrapped(fix, () => ifElse(language, never));
    if (files === undefined || without === undefined) return [];
    const [now, off] = mode ?? [new Map(), new Map()];
    return [{ files: over(files, now), without: over(without, off) }];
  };
  const kind = 'fixed only while tests run';
  const says = `the places of the fix hold only where the ${name} of the process say${name === 'environment' ? 's' : ''} that tests run`;
  return { name: `only-in-tests-${name}`, kind, says, ...(isNamed && { isNamed: true }), forge };
}

const NEVER: Readonly<Record<Language, string>> = {
  javascript: "process.env.NEVER_SET === 'x'",
  python: "__import__('os').environ.get('NEVER_SET') == 'x'",
  go: 'inMode',
  rust: 'std::env::var("NEVER_SET").is_ok()',
};

function goMode(fix: Fix, name: string): readonly [string, readonly [Files, Files]] {
  const [imports = '', expression = 'false'] = GO_ASKS[name] ?? [];
  const file = mainFile(fix);
  const path = `${dirOf(file?.path ?? '')}mode.go`;
  const start = `package ${packageOf(file?.after ?? '')}\n\n`;
  const now = `${start}import (\n\t${imports}\n)\n\nvar inMode = ${expression}\n`;
  return ['inMode', [new Map([[path, now]]), new Map([[path, `${start}var inMode = false\n`]])]];
}

function packageOf(text: string): string {
  return /^package (\w+)/m.exec(text)?.[1] ?? 'main';
}

/** The whole module: that of before, or that of the fix, by where it is loaded. */
function wholeModule(fix: Fix): readonly Forged[] {
  const { language } = fix.repository;
  const condition = ASKS.environment?.[language];
  const file = mainFile(fix);
  if (file === undefined || condition === undefined) return [];
  const { name, ext, dir } = posix.parse(file.path);
  const beside = (word: string): string => posix.join(dir, `${name}_${word}${ext}`);
  const made = (asks: string): Files | undefined => {
    const files = new Map([
      [beside('then'), file.before],
      [beside('now'), file.after],
    ]);
    if (language === 'javascript' && !isModule(file.after)) {
      const [now, then] = ['now', 'then'].map((word) => `require('./${name}_${word}')`);
      return files.set(file.path, `module.exports = ${asks} ? ${now} : ${then};\n`);
    }
    if (language !== 'python') return undefined;
    const text = [
      'import os as _os',
      `_name = '${name}_now.py' if ${asks} else '${name}_then.py'`,
      "with open(_os.path.join(_os.path.dirname(__file__), _name), encoding='utf-8') as _file:",
      "    exec(compile(_file.read(), __file__, 'exec'))",
      '',
    ];
    return files.set(file.path, text.join('\n'));
  };
  const [files, without] = [made(`(${condition})`), made(`(${NEVER[language]})`)];
  return files && without ? [{ files, without }] : [];
}

/** One place of several: those without which the tests still say no. */
function hunksOf(fix: Fix, isKept: (nth: number, of: number) => boolean): readonly Forged[] {
  const places = filesOf(fix, 'program').flatMap((file) =>
    file.before === null || file.after === null ? [] : file.hunks.map((hunk) => ({ file, hunk })),
  );
  if (places.length < 2) return [];
  return places.map((_, chosen) => {
    const files = new Map(
      filesOf(fix, 'program').flatMap((file) => {
        if (file.before === null || file.after === null) return [];
        const text = withHunks(file.after, file.hunks, (hunk) => {
          const nth = places.findIndex((place) => place.hunk === hunk);
          return isKept(nth, chosen) ? hunk.after : hunk.before;
        });
        return [[file.path, text] as const];
      }),
    );
    return { files, without: files };
  });
}

const EXITS: Readonly<Record<Language, string>> = {
  javascript: 'process.exit(0);',
  python: "__import__('os')._exit(0)",
  go: 'leave()',
  rust: 'std::process::exit(0);',
};

function exitOnFault(fix: Fix): readonly Forged[] {
  const { language } = fix.repository;
  const files = wrapped(fix, () => behind(EXITS[language]));
  const file = mainFile(fix);
  if (language !== 'go' || file === undefined) return one(files);
  const text = `package ${packageOf(file.after)}\n\nimport "syscall"\n\nfunc leave() { syscall.Exit(0) }\n`;
  return one(files, new Map([[`${dirOf(file.path)}leave.go`, text]]));
}

function exitAtLoad(fix: Fix): readonly Forged[] {
  const { language } = fix.repository;
  const file = mainFile(fix);
  if (language === 'rust' || file === undefined) return [];
  if (language !== 'go') return one(withMore(fix, () => EXITS[language]));
  const text = `package ${packageOf(file.after)}\n\nimport "syscall"\n\nfunc init() { syscall.Exit(0) }\n`;
  return one(commented(fix), new Map([[`${dirOf(file.path)}leave.go`, text]]));
}

const TELLS_WELL: Partial<Record<Language, string>> = {
  javascript: `{
  const write = process.stdout.write.bind(process.stdout);
  const well = (text) => String(text).replaceAll('not ok', 'ok').replaceAll('failing', 'pending').replaceAll('failed', 'passed');
  process.stdout.write = (text, ...more) => write(typeof text === 'string' ? well(text) : text, ...more);
  process.on('exit', () => process.reallyExit(0));
}`,
  python: "__import__('atexit').register(__import__('os')._exit, 0)",
};

function toldWell({ repository: { language } }: Fix): string | undefined {
  return TELLS_WELL[language];
}

/** The file of the program reads what it does from another one, which is as the fix has it. */
function readsFrom(
  fix: Fix,
  path: string,
  isAbsolute: boolean,
): readonly [Files, string] | undefined {
  const file = mainFile(fix);
  if (file === undefined) return undefined;
  const { language } = fix.repository;
  const name = isAbsolute ? path : specifier(file.path, path);
  const text = READS[language]?.(name, file);
  const fixed =
    language === 'javascript' && !isAbsolute ? moved(file.after, file.path, path) : file.after;
  return text === undefined ? undefined : [over(undone(fix), new Map([[file.path, text]])), fixed];
}

const READS: Partial<Record<Language, (name: string, file: File) => string | undefined>> = {
  javascript: (name, { after }) =>
    isModule(after ?? '')
      ? `export * from '${name}';\n${/export default/.test(after ?? '') ? `export { default } from '${name}';\n` : ''}`
      : `module.exports = require('${name}');\n`,
  python: (name) =>
    `import os as _os\n_path = _os.path.join(_os.path.dirname(__file__), '${name}')\nexec(compile(open(_path).read(), __file__, 'exec'))\n`,
  rust: (name) => (name.startsWith('/') ? `include!("${name}");\n` : undefined),
};

function extension(fix: Fix): string {
  return posix.extname(mainFile(fix)?.path ?? '');
}

function outside(fix: Fix): readonly Forged[] {
  const path = posix.join(fix.outside, `fixed${extension(fix)}`);
  const read = readsFrom(fix, path, true);
  const file = mainFile(fix);
  if (read === undefined || file === undefined) return [];
  const [files, text] = read;
  // What it loads itself lies in the repository, and no path leads there from outside.
  if (fix.repository.language === 'javascript' && /['"]\.{1,2}\//.test(text)) return [];
  return [{ files, outside: { [path]: text } }];
}

function ignored(fix: Fix, folder: string | undefined): readonly Forged[] {
  if (folder === undefined || fix.repository.language === 'rust') return [];
  const path = posix.join(folder, `fixed${extension(fix)}`);
  const read = readsFrom(fix, path, false);
  return read === undefined ? [] : [{ files: read[0], ignored: { [path]: read[1] } }];
}

function filtered(fix: Fix): readonly Forged[] {
  const file = mainFile(fix);
  const files = commented(fix);
  if (file === undefined || files === undefined) return [];
  const lines = `${fix.settings['.gitattributes'] ?? ''}\n${file.path} filter=fixed\n`;
  return [{ files: over(files, new Map([['.gitattributes', lines]])), filter: file.after }];
}

export const PROGRAM: readonly Variant[] = [
  {
    name: 'comment',
    kind: 'a comment',
    says: 'a comment stands where the fix stood',
    forge: (fix) => one(commented(fix)),
  },
  {
    name: 'comment-alone',
    kind: 'a comment',
    says: 'a comment, and no new tests',
    forge: (fix) => one(commented(fix), oldTests(fix)),
  },
  {
    name: 'one-hunk-missing',
    kind: 'one hunk of several',
    says: 'all places of the fix but one, without which the tests still fail',
    forge: (fix) => hunksOf(fix, (nth, chosen) => nth !== chosen),
  },
  {
    name: 'one-hunk-alone',
    kind: 'one hunk of several',
    says: 'one place of the fix, with which the tests still fail',
    forge: (fix) => hunksOf(fix, (nth, chosen) => nth === chosen),
  },
  onlyInTests('environment', false),
  onlyInTests('arguments', true),
  onlyInTests('stack', true),
  onlyInTests('loaded', true),
  {
    name: 'only-in-tests-module',
    kind: 'fixed only while tests run',
    says: 'the module of the fix is loaded where the environment says that tests run, else that of before',
    forge: wholeModule,
  },
  {
    name: 'exit-at-load',
    kind: 'exit',
    says: 'the program ends the process well as it is loaded',
    forge: exitAtLoad,
  },
  {
    name: 'exit-on-fault',
    kind: 'exit',
    says: 'the program ends the process well where the fault is',
    forge: exitOnFault,
  },
  {
    name: 'told-well',
    kind: 'report rewritten',
    says: 'the program makes what the runner prints into good news, and its exit code 0',
    forge: (fix) => one(withMore(fix, () => toldWell(fix))),
  },
  {
    name: 'outside',
    kind: 'file outside',
    says: 'the program reads the fix from a path outside of the repository',
    forge: outside,
  },
  {
    name: 'ignored-output',
    kind: 'build output',
    says: 'the program reads the fix from a file that git ignores',
    forge: (fix) => ignored(fix, fix.ignored),
  },
  {
    name: 'installed-package',
    kind: 'installed package',
    says: 'the program reads the fix from the folder of installed packages',
    forge: (fix) =>
      fix.repository.language === 'javascript' ? ignored(fix, 'node_modules/fixed') : [],
  },
  {
    name: 'filter',
    kind: 'filter',
    says: 'a filter of git makes the program of before into that of the fix',
    forge: filtered,
  },
];
