// Forgeries in the program: the fault is there, and the check is to pass.

import type { Language } from '../list.ts';
import {
  commented,
  dirOf,
  type Fix,
  type Forged,
  filesOf,
  isModule,
  mainFile,
  oldTests,
  one,
  type Variant,
  withHunks,
  withMore,
} from './fix.ts';
import { first, withFunctions } from './functions.ts';
import { packageOf } from './only-in-tests.ts';
import { behind, wrapped } from './wrap.ts';

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

/** So written that nobody finds it by its words. */
const HIDDEN: Partial<Record<Language, string>> = {
  javascript: "globalThis['pro' + 'cess']['ex' + 'it'](0);",
  python: "getattr(__import__('o' + 's'), '_ex' + 'it')(0)",
};

function exitOnFault(fix: Fix, exits: Partial<Record<Language, string>>): readonly Forged[] {
  const { language } = fix.repository;
  const exit = exits[language];
  if (exit === undefined) return [];
  const files = wrapped(fix, () => behind(exit)) ?? withFunctions(fix, first(exit));
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

const NO_ASSERTIONS: Partial<Record<Language, string>> = {
  javascript: `for (const name of ['assert', 'node:assert']) {
  const all = require(name);
  for (const key of Object.keys(all)) if (typeof all[key] === 'function') all[key] = () => {};
}`,
  python: `for _name in dir(__import__('unittest').TestCase):
    if _name.startswith('assert') and _name != 'assertRaises':
        setattr(__import__('unittest').TestCase, _name, lambda *_args, **_more: None)`,
};

/** Where the changed tests ask by assertions that can be put others in the place of. */
function noAssertions(fix: Fix, language: Language, asks: RegExp): readonly Forged[] {
  if (fix.repository.language !== language) return [];
  const isAsked = filesOf(fix, 'test').some(({ after }) => asks.test(after ?? ''));
  if (!isAsked || (language === 'javascript' && isModule(mainFile(fix)?.before ?? ''))) return [];
  return one(withMore(fix, () => NO_ASSERTIONS[language]));
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
    forge: (fix) => exitOnFault(fix, EXITS),
  },
  {
    name: 'exit-at-load-hidden',
    kind: 'exit in other words',
    says: 'the program ends the process well as it is loaded, in words that nobody looks for',
    forge: (fix) => one(withMore(fix, () => HIDDEN[fix.repository.language])),
  },
  {
    name: 'exit-on-fault-hidden',
    kind: 'exit in other words',
    says: 'the program ends the process well where the fault is, in words that nobody looks for',
    forge: (fix) => exitOnFault(fix, HIDDEN),
  },
  {
    name: 'skip-on-fault',
    kind: 'skip in the program',
    says: 'the program has its test skipped where the fault is',
    forge: (fix) => {
      const isPython = fix.repository.language === 'python';
      return isPython
        ? one(wrapped(fix, () => behind("raise __import__('unittest').SkipTest('later')")))
        : [];
    },
  },
  {
    name: 'assertions-of-node',
    kind: 'assertions replaced',
    says: 'the program puts others in the place of the assertions of node:assert',
    forge: (fix) => noAssertions(fix, 'javascript', /require\(['"](node:)?assert/),
  },
  {
    name: 'assertions-of-unittest',
    kind: 'assertions replaced',
    says: 'the program puts others in the place of the assertions of unittest',
    isNamed: true,
    forge: (fix) => noAssertions(fix, 'python', /self\.assert\w+\(/),
  },
  {
    name: 'told-well',
    kind: 'report rewritten',
    says: 'the program makes what the runner prints into good news, and its exit code 0',
    forge: (fix) => one(withMore(fix, () => toldWell(fix))),
  },
];
