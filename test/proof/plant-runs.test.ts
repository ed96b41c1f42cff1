// Real runners over every shape: each planted word is seen where the cases are fine, and none where they fail
// before their end. One run a language, with both files in it.

import { execFileSync, spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadGrammars } from '../../runtime/proof/plant/grammar.ts';
import { plant as plantBy, plantError } from '../../runtime/proof/plant.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { PROJECT } from '../rig/repository.ts';
import { GO, JAVASCRIPT, PYTHON, type Rewritten, RUST, type Shape } from './shapes.ts';
import { wordsOf } from './words.ts';

const grammars = await loadGrammars();
type Given = Parameters<typeof plantBy>;
const plant = (path: string, text: string, cases: Given[2], word: Given[3]) =>
  plantBy(path, text, cases, word, grammars);

const FINE = wordsOf('Fine');
const UNFINE = wordsOf('Unfine');

type Texts = Readonly<{ fine: string; unfine: string; count: number }>;

/** The same cases twice: as they pass, and as each fails before its end. */
function texts(
  path: string,
  head: string,
  shapes: readonly Shape[],
  rewritten: readonly Rewritten[] = [],
): Texts {
  const cases = [...shapes, ...rewritten].filter(([, text]) => text.includes('FINE'));
  const text = head + cases.map(([, one]) => one.replace(/[ \t]*«\w*»\n/, '')).join('');
  const names = cases.map(([name]) => ({ file: path, name, nth: 1 }));
  const fine = plant(path, text, names, FINE);
  // `False`, `false`: as the language has it.
  const untrue = text.replace(
    /^(.*\bFINE\b.*= )([tT])rue/m,
    (_, line, first) => `${line}${first === 'T' ? 'F' : 'f'}alse`,
  );
  const unfine = plant(path, untrue, names, UNFINE);
  expect([...fine.without, ...unfine.without]).toEqual([]);
  expect(untrue).not.toBe(text);
  return { fine: fine.text, unfine: unfine.text, count: names.length };
}

function expectWords(output: string, { count }: Texts): void {
  const words = (of: typeof FINE) => [...Array(count).keys()].map((nth) => of(nth));
  expect(words(FINE).filter((word) => !output.includes(word))).toEqual([]);
  expect(words(UNFINE).filter((word) => output.includes(word))).toEqual([]);
}

function run(cwd: string, command: readonly string[]): string {
  const [program = '', ...args] = command;
  const { stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 32 * 1024 * 1024,
    env: { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined, FORCE_COLOR: '0' },
  });
  return `${stdout}\n${stderr}`;
}

function isThere(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('an error of types that was planted', () => {
  const files = {
    'a.ts': 'export const a: number = 1',
    'script.ts': 'function over(): void',
    'view.tsx': 'export type A = 1;\n// the end\n',
    'declared.d.ts': 'declare const declared: number;\n',
    'typed.js': 'export const a = 1;\n',
  };
  const words = wordsOf('Typed');
  const planted = Object.entries(files).map(
    ([path, text], nth) => [path, plantError(path, text, words(nth)).text] as const,
  );

  test('is told by tsc with its word, in each kind of file, and stands in none of them', () => {
    const folder = temporaryFolder('plant-types-');
    for (const [path, text] of planted) writeFileSync(join(folder, path), text);
    const tsc = join(PROJECT, 'node_modules', 'typescript', 'bin', 'tsc');
    const options = ['--noEmit', '--strict', '--allowJs', '--checkJs', '--jsx', 'preserve'];
    const asked = [...options, '--lib', 'es5', '--types', ''];
    const output = run(folder, [process.execPath, tsc, ...asked, ...Object.keys(files)]);
    const all = planted.map((_, nth) => words(nth));
    expect(all.filter((word) => !output.includes(word))).toEqual([]);
    expect(all.filter((word) => planted.some(([, text]) => text.includes(word)))).toEqual([]);
  });

  test('is nothing to who runs the file', () => {
    const folder = temporaryFolder('plant-types-');
    const text = "export const a = 1;\nconsole.log('ran')";
    const typed = plantError('a.mjs', text, words(0)).text;
    writeFileSync(join(folder, 'a.mjs'), typed);
    expect(run(folder, [process.execPath, 'a.mjs'])).toBe('ran\n\n');
    const python = plantError('a.py', "print('ran')\n", words(0)).text;
    writeFileSync(join(folder, 'a.py'), python);
    if (isThere('python3', '--version')) expect(run(folder, ['python3', 'a.py'])).toBe('ran\n\n');
  });
});

describe('a case with a line at its end fails with its word, and one that fails before never says it', () => {
  test('node --test', () => {
    const folder = temporaryFolder('plant-node-');
    const rewritten = [...JAVASCRIPT.rewritten, ...JAVASCRIPT.callbacks];
    const both = texts('a.test.mjs', JAVASCRIPT.head, JAVASCRIPT.shapes, rewritten);
    writeFileSync(join(folder, 'fine.test.mjs'), both.fine);
    writeFileSync(join(folder, 'unfine.test.mjs'), both.unfine);
    expectWords(run(folder, [process.execPath, '--test']), both);
  });

  test('vitest, which prints the lines around one that failed', () => {
    const folder = temporaryFolder('plant-vitest-');
    const head = JAVASCRIPT.head.replace("'node:test'", "'vitest'");
    const ofNode = /^(?:has parts|skips at times)/;
    const both = texts(
      'a.test.ts',
      head,
      JAVASCRIPT.shapes.filter(([name]) => !ofNode.test(name)),
      JAVASCRIPT.rewritten,
    );
    writeFileSync(join(folder, 'fine.test.mjs'), both.fine);
    writeFileSync(join(folder, 'unfine.test.mjs'), both.unfine);
    symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    const output = run(folder, [
      process.execPath,
      join(PROJECT, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--root=.',
      '--pool=threads',
      '--maxWorkers=1',
    ]);
    expectWords(output, both);
  });

  test.skipIf(!isThere('python3', '-m', 'pytest', '--version'))('pytest', () => {
    const folder = temporaryFolder('plant-pytest-');
    const both = texts('test_a.py', PYTHON.head, PYTHON.shapes, PYTHON.rewritten);
    writeFileSync(join(folder, 'test_fine.py'), both.fine);
    writeFileSync(join(folder, 'test_unfine.py'), both.unfine);
    expectWords(run(folder, ['python3', '-m', 'pytest', '-p', 'no:cacheprovider']), both);
  });

  test.skipIf(!isThere('go', 'version'))('go test', () => {
    const folder = temporaryFolder('plant-go-');
    const both = texts('a_test.go', GO.head, GO.shapes, GO.rewritten);
    writeFileSync(join(folder, 'go.mod'), 'module shapes\n\ngo 1.19\n');
    writeFileSync(join(folder, 'fine_test.go'), both.fine);
    // The same names in one package would not do.
    const other = both.unfine.replaceAll(
      /\b(Test[A-Z]\w*|check|caught|FINE)\b(?=[( =,)])/g,
      '$1Other',
    );
    writeFileSync(join(folder, 'unfine_test.go'), other.replaceAll('FINE //', 'FINEOther //'));
    expectWords(run(folder, ['go', 'test', './...']), both);
  });

  test.skipIf(!isThere('rustc', '--version'))('tests of Rust, with all warnings denied', () => {
    const folder = temporaryFolder('plant-rust-');
    const both = texts('tests/a.rs', RUST.head, RUST.shapes, RUST.rewritten);
    writeFileSync(join(folder, 'fine.rs'), both.fine);
    writeFileSync(join(folder, 'unfine.rs'), both.unfine);
    const output = ['fine', 'unfine'].map((name) => {
      const built = run(folder, [
        'rustc',
        '--edition=2021',
        '--test',
        '-Copt-level=0',
        `${name}.rs`,
      ]);
      return built + run(folder, [join(folder, name)]);
    });
    expectWords(output.join('\n'), both);
    expect(output.join('\n')).toContain('0 passed');
  });
});

test('compilers have nothing to say about TypeScript with lines in it', () => {
  const folder = temporaryFolder('plant-tsc-');
  const text = `declare function it(name: string, body: () => void | Promise<unknown>): void;
declare function later(): Promise<number>;
declare function told(name: string, body: (done: Done) => void): void;
interface Done {
  (error?: Error): void;
  fail(error: unknown): void;
}
declare function check(fine: unknown): asserts fine;
it('a', () => {
  check(1);
});
it('b', () => later());
it('c', (): Promise<number> => later());
it('d', (): void => check(1));
it('e', (): Promise<number> => {
  return later();
});
it('f', async (): Promise<void> => {
  await later();
  return;
});
told('h', (done) => {
  done.fail(1);
  done();
});
it('g', function <T>(): void {
  const one: T | undefined = undefined;
  check(<T>(two: T) => two ?? one);
});
`;
  const planted = plant(
    'a.test.ts',
    text,
    [...'abcdefgh'].map((name) => ({ file: null, name, nth: 1 })),
    FINE,
  );
  expect(planted.without).toEqual([]);
  writeFileSync(join(folder, 'a.ts'), planted.text);
  writeFileSync(join(folder, 'b.ts'), plant('b.ts', text, 'top', FINE).text);
  const strict = [
    '--strict',
    '--noUnusedLocals',
    '--noImplicitReturns',
    '--allowUnreachableCode',
    'false',
  ];
  const tsc = join(PROJECT, 'node_modules', 'typescript', 'bin', 'tsc');
  const modules = ['--target', 'es2022', '--module', 'nodenext', '--moduleDetection', 'force'];
  const files = ['a.ts', 'b.ts'];
  const output = run(folder, [
    process.execPath,
    tsc,
    '--noEmit',
    '--types',
    '',
    ...strict,
    ...modules,
    ...files,
  ]);
  expect(output.trim()).toBe('');
});
