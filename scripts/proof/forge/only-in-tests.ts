// The fault is put right only while tests run.

import { posix } from 'node:path';
import type { Language } from '../list.ts';
import {
  dirOf,
  type Files,
  type Fix,
  type Forged,
  isModule,
  mainFile,
  over,
  type Variant,
} from './fix.ts';
import { unless, withFunctions } from './functions.ts';
import { ifElse, wrapped } from './wrap.ts';

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

const WHERE: Readonly<Record<string, string>> = {
  environment: 'a variable of the environment says that tests run',
  arguments: 'the arguments of the process say that tests run',
  stack: 'the stack leads to a test',
  loaded: 'a runner is loaded',
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
    const made = (asks: string): Files | undefined =>
      wrapped(fix, () => ifElse(language, asks)) ?? withFunctions(fix, unless(language, asks));
    const [files, without] = [made(condition), made(never)];
    if (files === undefined || without === undefined) return [];
    const [now, off] = mode ?? [new Map(), new Map()];
    return [{ files: over(files, now), without: over(without, off) }];
  };
  const kind = 'fixed only while tests run';
  const says = `the places of the fix hold only where ${WHERE[name]}`;
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

export function packageOf(text: string): string {
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

export const ONLY_IN_TESTS: readonly Variant[] = [
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
];
