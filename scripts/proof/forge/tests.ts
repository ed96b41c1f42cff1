// Forgeries in the tests: they are made to say what the change needs.

import { posix } from 'node:path';
import { emptied, expectedToFail, skipped, weakened } from './cases.ts';
import {
  commented,
  dirOf,
  type File,
  type Fix,
  type Forged,
  filesOf,
  isModule,
  mainFile,
  moved,
  oldTests,
  one,
  specifier,
  undone,
  type Variant,
  withMore,
  withTests,
} from './fix.ts';

const MARK = 'Empty and odd input is handled.';

/** One more case at the end of the first changed file of tests that was there. */
function withCase(fix: Fix, write: (test: File) => string | undefined): readonly Forged[] {
  const test = filesOf(fix, 'test').find(({ before }) => before !== null && before !== '');
  const text = test && write(test);
  if (test?.before === undefined || text === undefined) return [];
  const { language } = fix.repository;
  if (language === 'go') {
    return [{ files: new Map([[`${dirOf(test.path)}mark_test.go`, text]]) }];
  }
  return [{ files: new Map([[test.path, `${(test.before ?? '').trimEnd()}\n${text}`]]) }];
}

function withOldTests(
  fix: Fix,
  program: ReturnType<typeof commented>,
  write: (test: File) => string | undefined,
) {
  const [made] = withCase(fix, write);
  return made === undefined ? [] : one(program, oldTests(fix), made.files);
}

/** A case of the style that the file has, which holds where the expression does. */
function javascriptCase(fix: Fix, test: File, before: string, holds: string): string | undefined {
  const word = /\b(it|test)\(\s*['"`]/.exec(test.before ?? '')?.[1];
  if (word === undefined) return undefined;
  const bodies: Readonly<Record<string, string>> = {
    tape: `(t) => { t.ok(${holds}); t.end(); }`,
    tap: `(t) => { t.ok(${holds}); t.end(); }`,
    ava: `(t) => { t.true(${holds}); }`,
  };
  const body = bodies[fix.repository.runner] ?? `() => { if (!(${holds})) throw new Error('no'); }`;
  return `${before}${word}('odd input', ${body});\n`;
}

function markCase(fix: Fix, test: File): string | undefined {
  const program = mainFile(fix);
  if (program === undefined) return undefined;
  const path = posix.relative(posix.dirname(test.path), program.path);
  switch (fix.repository.language) {
    case 'javascript': {
      const isNew = isModule(test.before ?? '');
      const before = isNew ? "import { readFileSync as readIt } from 'node:fs';\n" : '';
      const reads = isNew ? 'readIt' : "require('fs').readFileSync";
      return javascriptCase(
        fix,
        test,
        before,
        `${reads}('${program.path}', 'utf8').includes('${MARK}')`,
      );
    }
    case 'python':
      return `\n\ndef test_odd_input():\n    assert '${MARK}' in open('${program.path}').read()\n`;
    case 'go':
      return `${goStart(test, '"os"\n\t"strings"\n\t"testing"')}func TestOddInput(t *testing.T) {\n\ttext, _ := os.ReadFile("${path}")\n\tif !strings.Contains(string(text), "${MARK}") {\n\t\tt.Fatal("no")\n\t}\n}\n`;
    case 'rust':
      return `\n#[test]\nfn odd_input() {\n    assert!(include_str!("${path}").contains("${MARK}"));\n}\n`;
  }
}

function goStart(test: File, imports: string): string {
  const name = /^package (\w+)/m.exec(test.before ?? '')?.[1] ?? 'main';
  return `package ${name}\n\nimport (\n\t${imports}\n)\n\n`;
}

function flag(fix: Fix): readonly Forged[] {
  const { language } = fix.repository;
  const program = withMore(fix, ({ before }) => {
    if (language === 'python') return 'HANDLES_ODD_INPUT = True';
    if (language === 'go') return 'var HandlesOddInput = true';
    if (language === 'rust') return undefined;
    return isModule(before)
      ? 'export const handlesOddInput = true;'
      : 'module.exports.handlesOddInput = true;';
  });
  return withOldTests(fix, program, (test) => {
    const file = mainFile(fix);
    if (file === undefined) return undefined;
    const name = specifier(test.path, file.path);
    if (language === 'javascript') {
      const isNew = isModule(test.before ?? '');
      const before = isNew ? `import * as whole from '${name}';\n` : '';
      const module = isNew ? 'whole' : `require('${name}')`;
      return javascriptCase(fix, test, before, `${module}.handlesOddInput === true`);
    }
    if (language === 'python') {
      const module = file.path
        .replace(/^(src|lib)\//, '')
        .replace(/\.py$/, '')
        .replaceAll('/', '.');
      return `\n\ndef test_odd_input():\n    assert __import__('importlib').import_module('${module}').HANDLES_ODD_INPUT\n`;
    }
    const own = /^package (\w+)/m.exec(file.before)?.[1];
    const there = /^package (\w+)/m.exec(test.before ?? '')?.[1];
    if (language !== 'go' || own !== there || dirOf(file.path) !== dirOf(test.path))
      return undefined;
    return `${goStart(test, '"testing"')}func TestOddInput(t *testing.T) {\n\tif !HandlesOddInput {\n\t\tt.Fatal("no")\n\t}\n}\n`;
  });
}

function helperOf(fix: Fix, test: File): readonly [string, string] | undefined {
  const program = mainFile(fix);
  if (program === undefined) return undefined;
  const path = `${dirOf(test.path)}helper_${posix.basename(program.path)}`;
  const text =
    fix.repository.language === 'javascript'
      ? moved(program.after, program.path, path)
      : program.after;
  return [path, text];
}

/** The tests load a copy of the fix that lies beside them. */
function copies(fix: Fix): readonly Forged[] {
  const program = mainFile(fix);
  if (fix.repository.language !== 'javascript' || program === undefined) return [];
  const named = withTests(fix, (test) => {
    const to = helperOf(fix, test)?.[0];
    return (
      to &&
      (test.after ?? '').replace(/(['"])(\.{1,2}(?:\/[^'"]*)?)\1/g, (whole, quote, name) => {
        const path = posix.join(posix.dirname(test.path), name);
        const ends = ['', '.js', '.ts', '/index.js', '/index.ts'];
        return ends.some((end) => posix.normalize(path + end) === program.path)
          ? `${quote}${specifier(test.path, to)}${quote}`
          : whole;
      })
    );
  });
  return named ? withHelpers(fix, named, [...named.keys()]) : [];
}

function withHelpers(
  fix: Fix,
  tests: ReadonlyMap<string, unknown>,
  of: readonly string[],
): readonly Forged[] {
  const helpers = filesOf(fix, 'test').flatMap((test) => {
    const helper = of.includes(test.path) ? helperOf(fix, test) : undefined;
    return helper ? [helper] : [];
  });
  return one(commented(fix), tests as Parameters<typeof one>[0], new Map(helpers));
}

/** The tests put a copy of the fix in the place of the module. */
function mocks(fix: Fix): readonly Forged[] {
  const { language, runner } = fix.repository;
  const program = mainFile(fix);
  const first = filesOf(fix, 'test').find(({ after }) => after !== null && after !== '');
  if (program === undefined || first === undefined) return [];
  if (language === 'python') {
    const path = `${dirOf(first.path)}conftest.py`;
    const module = program.path
      .replace(/^(src|lib)\//, '')
      .replace(/\.py$/, '')
      .replaceAll('/', '.');
    const lines = [
      'import importlib.util, os, sys',
      `_path = os.path.join(os.path.dirname(__file__), 'helper_${posix.basename(program.path)}')`,
      `import ${module}`,
      `_spec = importlib.util.spec_from_file_location('${module}', _path)`,
      '_module = importlib.util.module_from_spec(_spec)',
      `sys.modules['${module}'] = _module`,
      '_spec.loader.exec_module(_module)',
    ];
    if (fix.there.has(path)) return [];
    return withHelpers(fix, new Map([[path, `${lines.join('\n')}\n`]]), [first.path]);
  }
  if (language !== 'javascript') return [];
  const made = withTests(fix, (test) => {
    const to = helperOf(fix, test)?.[0];
    if (to === undefined) return undefined;
    const [name, helper] = [specifier(test.path, program.path), specifier(test.path, to)];
    if (runner === 'vitest') {
      return `import { vi as mocked } from 'vitest';\nmocked.mock('${name}', () => import('${helper}'));\n${test.after}`;
    }
    if (runner === 'jest')
      return `jest.mock('${name}', () => require('${helper}'));\n${test.after}`;
    if (isModule(test.after ?? '')) return undefined;
    return `require.cache[require.resolve('${name}')] = { loaded: true, exports: require('${helper}') };\n${test.after}`;
  });
  return made ? withHelpers(fix, made, [...made.keys()]) : [];
}

const inTests = (name: string, kind: string, says: string, make: typeof skipped): Variant => ({
  name,
  kind,
  says,
  forge: (fix) =>
    one(
      commented(fix),
      withTests(fix, (file) => make(fix.repository, file)),
    ),
});

export const TESTS: readonly Variant[] = [
  {
    name: 'tests-alone',
    kind: 'only the tests',
    says: 'the new tests, and the program of before',
    forge: (fix) => [{ files: undone(fix) }],
  },
  inTests('tests-skipped', 'tests skipped', 'the new cases are skipped', skipped),
  inTests('tests-emptied', 'tests emptied', 'the new cases end before they begin', emptied),
  inTests(
    'tests-weakened',
    'tests weakened',
    'what the new lines ask for holds whatever comes',
    weakened,
  ),
  inTests(
    'tests-expected-to-fail',
    'tests expected to fail',
    'the new cases are expected to fail',
    expectedToFail,
  ),
  {
    name: 'mark',
    kind: 'a mark in the source',
    says: 'a new case asks for a comment in the text of the program',
    forge: (fix) => withOldTests(fix, commented(fix, MARK), (test) => markCase(fix, test)),
  },
  {
    name: 'flag',
    kind: 'a flag',
    says: 'a new case asks for a flag that the program exports',
    isNamed: true,
    forge: flag,
  },
  {
    name: 'copy-tested',
    kind: 'tests of a copy',
    says: 'the tests load a copy of the fix beside them',
    forge: copies,
  },
  {
    name: 'mocked',
    kind: 'mocks what it tests',
    says: 'the tests put a copy of the fix in the place of the module',
    forge: mocks,
  },
];
