// What no run can tell of a change, line by line.

import { describe, expect, test } from 'vitest';
import type { Meaning } from '../../runtime/proof/change.ts';
import { doubtsOf, type Looked } from '../../runtime/proof/doubts.ts';

/** All of `now` that `before` does not have is added. */
function looked(path: string, now: string, before = '', meaning: Meaning = 'program'): Looked {
  const [old, own] = [before.split('\n'), now.split('\n')];
  const added = own.flatMap((line, at) => (old.includes(line) ? [] : [at + 1]));
  return { path, meaning, before, now, added, removed: old.filter((line) => !own.includes(line)) };
}

function kinds(files: readonly Looked[], bins: readonly string[] = []): readonly string[] {
  return doubtsOf(files, new Set(bins)).map(({ path, line, kind }) => `${path}:${line} ${kind}`);
}

describe('a line of the program is in doubt where it', () => {
  test.each([
    [
      'names a variable of a runner',
      'src/a.js',
      'if (process.env.VITEST) return 1;',
      'names-runner',
    ],
    [
      'asks for the environment of tests',
      'src/a.ts',
      "const quiet = process.env.NODE_ENV === 'test';",
      'names-runner',
    ],
    [
      'asks for the worker of jest',
      'src/a.js',
      'const id = process.env["JEST_WORKER_ID"];',
      'names-runner',
    ],
    ['loads a runner', 'src/a.js', "const { test } = require('node:test');", 'names-runner'],
    [
      'asks whether tests are there',
      'src/a.js',
      "if (typeof describe === 'function') stop();",
      'names-runner',
    ],
    [
      'reaches for what a runner made global',
      'src/a.js',
      'globalThis.expect = () => always;',
      'names-runner',
    ],
    ['looks for pytest among modules', 'a/b.py', "if 'pytest' in sys.modules:", 'names-runner'],
    [
      'asks for the current test',
      'a/b.py',
      '    if os.environ.get("PYTEST_CURRENT_TEST"):',
      'names-runner',
    ],
    ['imports unittest', 'a/b.py', 'from unittest import mock', 'names-runner'],
    ['asks Go for its tests', 'a/b.go', 'if testing.Testing() { return nil }', 'names-runner'],
    ['imports testing', 'a/b.go', '\t"testing"', 'names-runner'],
    [
      'asks for the name of a test program',
      'a/b.go',
      'strings.HasSuffix(os.Args[0], ".test")',
      'names-runner',
    ],
    [
      'is built in another way for tests',
      'src/lib.rs',
      '    if cfg!(test) { return 1; }',
      'names-runner',
    ],
    ['is left out of tests', 'src/lib.rs', '#[cfg(not(test))]', 'names-runner'],
    ['ends the process with success', 'src/a.js', 'process.exit(0);', 'ends-process'],
    ['ends it with what it has', 'src/a.js', 'process.exit();', 'ends-process'],
    ['ends it by another spelling', 'src/a.js', "process['exit'](0);", 'ends-process'],
    ['sets the code it ends with', 'src/a.js', 'process.exitCode = 0;', 'ends-process'],
    ['ends it at once', 'a/b.py', 'os._exit(0)', 'ends-process'],
    ['raises what ends it', 'a/b.py', '    raise SystemExit', 'ends-process'],
    ['ends it in Go', 'a/b.go', '\tos.Exit(code)', 'ends-process'],
    ['ends it in Rust', 'src/lib.rs', '    std::process::exit(0);', 'ends-process'],
    ['ends it in C', 'src/a.c', '  exit(0);', 'ends-process'],
    ['ends it in Java', 'src/main/java/A.java', '    System.exit(0);', 'ends-process'],
    [
      'reads a file of the system',
      'src/a.js',
      "const fix = require('/tmp/fix.js');",
      'outside-path',
    ],
    ['reads above the repository', 'src/a.js', "require('../../fix.js');", 'outside-path'],
    [
      'goes into a folder of packages',
      'src/a.js',
      "require('../node_modules/b/c');",
      'outside-path',
    ],
    [
      'puts such a path together',
      'src/a.js',
      "join(__dirname, '..', '..', 'fix.js')",
      'outside-path',
    ],
    ['reads from a drive', 'src/a.js', "read('C:/fix/a.js');", 'outside-path'],
  ])('%s', (_, path, line, kind) => {
    expect(kinds([looked(path, `first\n${line}\n`, 'first\n')])).toEqual([`${path}:2 ${kind}`]);
  });
});

describe('errors of types are in doubt at a line of the program that', () => {
  test.each([
    ['has the next one ignored', 'src/a.ts', '// @ts-ignore'],
    ['has all of its file ignored', 'src/a.js', '/* @ts-nocheck */'],
    ['takes a value for any', 'src/a.ts', 'return total as any;'],
    ['takes it for another by a detour', 'src/a.ts', 'return total as unknown as number;'],
    ['takes anything', 'src/a.d.ts', 'export function add(a: any): number;'],
    ['says that it is there', 'src/a.ts', 'return one!.trim();'],
    ['says of which type it is', 'src/a.ts', 'return (total as Total).sum;'],
    ['has it ignored in Python', 'a/b.py', 'total = add(1)  # type: ignore[arg-type]'],
    ['casts in Python', 'a/b.py', 'return cast(int, total)'],
  ])('%s', (_, path, line) => {
    expect(kinds([looked(path, `${line}\n`)])).toEqual([`${path}:1 types-silenced`]);
  });

  test.each([
    ['speaks of any', 'src/a.ts', "const text = 'in any case';"],
    ['renames what it imports', 'src/a.ts', "import { a as b } from './b.js';"],
    ['renames it on a line of its own', 'src/a.ts', '  a as b,'],
    ['narrows a value', 'src/a.ts', "const all = ['a'] as const; return !a && a !== all;"],
    ['has a sign in words', 'src/a.ts', "throw new Error('as Total! no');"],
  ])('and not at one that %s', (_, path, line) => {
    expect(kinds([looked(path, `${line}\n`)])).toEqual([]);
  });

  test('and not at one of a test, which may expect an error', () => {
    const line = '// @ts-expect-error: a number is none\n';
    expect(kinds([looked('test/a.ts', line, '', 'judge')])).toEqual([]);
  });
});

describe('no line is in doubt that', () => {
  test.each([
    ['fails', 'src/a.js', 'process.exit(1);'],
    ['fails with words', 'a/b.py', 'sys.exit("no such file")'],
    ['catches an end', 'a/b.py', 'except SystemExit as error:'],
    ['fails in C', 'src/a.c', '  exit(EXIT_FAILURE);'],
    ['calls another exit', 'src/a.js', 'stack.exit(0); onexit(); this.exit();'],
    ['is a comment', 'src/a.js', '// vitest sets process.env.VITEST; process.exit(0) would end it'],
    ['is in a comment over lines', 'src/a.js', '/*\n process.exit(0)\n*/'],
    ['is a comment of Python', 'a/b.py', '# os._exit(0) under pytest'],
    ['only says it in a string', 'src/a.js', "throw new Error('call process.exit(0) yourself');"],
    ['has a word like it', 'src/a.js', "const latest = test('vi'); contest.testing = expect;"],
    [
      'asks for the type of something called test',
      'src/a.js',
      "if (typeof test === 'string') return;",
    ],
    ['has a route', 'src/a.js', "app.get('/users/:id', home); app.get('/home', home);"],
    ['is beside its own folder', 'src/deep/a.js', "import '../../package.json';"],
    ['names no file of the system', 'src/a.js', "open('/dev/null'); split('/');"],
    ['is data', 'src/a.json', '{"devices": "/tmp/x"}'],
  ])('%s', (_, path, line) => {
    expect(kinds([looked(path, `first\n${line}\n`, 'first\n')])).toEqual([]);
  });

  test('the change did not add, or only moved', () => {
    const exits = 'function a() {\n  process.exit(0);\n}\n';
    expect(kinds([looked('src/a.js', `${exits}more\n`, exits)])).toEqual([]);
    const gone = looked('src/a.js', '', exits);
    expect(kinds([gone, looked('src/b.js', exits)])).toEqual([]);
    expect(kinds([gone, looked('src/b.js', `${exits}${exits}`)])).toEqual([
      'src/b.js:5 ends-process',
    ]);
  });

  test('asks for the runner in a file that moved; one that came out of another file is in doubt', () => {
    const asks = 'export const isQuiet = process.env.VITEST;\n';
    const moved = looked('src/a.js', asks);
    expect(kinds([looked('src/log.js', '', asks), moved])).toEqual([]);
    expect(kinds([looked('src/log.js', 'more\n', asks), moved])).toEqual([
      'src/a.js:1 names-runner',
    ]);
    expect(kinds([looked('src/a.js', `more\n${asks}`, asks)])).toEqual([]);
  });

  test('ends the process in the file that is started, by what the base says of it', () => {
    const line = 'process.exit(0);\n';
    expect(kinds([looked('src/main.js', line)], ['src/main.js'])).toEqual([]);
    expect(
      kinds([looked('src/a.js', `#!/usr/bin/env node\n${line}`, '#!/usr/bin/env node\n')]),
    ).toEqual([]);
    expect(kinds([looked('a/b.go', 'package main\nos.Exit(code)\n', 'package main\n')])).toEqual(
      [],
    );
    expect(kinds([looked('src/a.js', `#!/usr/bin/env node\n${line}`, 'a\n')])).toEqual([
      'src/a.js:2 ends-process',
    ]);
  });
});

describe('a line of a test is in doubt where it', () => {
  const source = looked('src/read.js', 'export const a = 2;\n', 'export const a = 1;\n');
  const python = looked(
    'src/pkg/mod.py',
    'import requests\ndef read():\n    return 2\n',
    'import requests\n',
  );
  test.each([
    [
      'mocks the module that changed',
      'test/a.test.js',
      "vi.mock('../src/read.js');",
      'mocks-changed',
    ],
    [
      'mocks it without its ending',
      'test/a.test.ts',
      "jest.mock('../src/read', () => ({}));",
      'mocks-changed',
    ],
    [
      'mocks what a changed module defines',
      'tests/test_a.py',
      "@mock.patch('pkg.mod.read')",
      'mocks-changed',
    ],
    [
      'reads the text of the program',
      'test/a.test.js',
      "assert.match(readFileSync('src/read.js', 'utf8'), /2/);",
      'reads-program',
    ],
    ['looks for words in it', 'test/a.sh', 'grep -q 2 src/read.js', 'reads-program'],
    ['asks for its size', 'test/a.test.js', "statSync('src/read.js').size > 70;", 'reads-program'],
    ['asks whether it is there', 'test/a.test.js', "existsSync('src/read.js');", 'reads-program'],
    [
      'asks Python for its source',
      'tests/test_a.py',
      'assert "2" in inspect.getsource(mod)',
      'reads-program',
    ],
  ])('%s', (_, path, line, kind) => {
    expect(kinds([source, python, looked(path, line, '', 'judge')])).toEqual([`${path}:1 ${kind}`]);
  });

  const decoder = looked('src/decoder.js', 'exports.decode = (bytes) => [bytes[0]];\n', 'old\n');
  const core = looked('pkg/core.py', 'def decode(data):\n    return data\n', 'old\n');
  test.each([
    [
      'a spy',
      'a.test.js',
      "jest.spyOn(api, 'decode').mockReturnValue([]);\nexpect(api.decode([]))",
    ],
    ['a spy over lines', 'a.test.ts', "vi.spyOn(\n  api,\n  'decode',\n);\napi.decode([]);"],
    ['a mock of node:test', 'a.test.mjs', "t.mock.method(api, 'decode', none);\napi.decode([]);"],
    ['a stub on a class', 'a.test.js', "sinon.stub(A.prototype, 'decode');\nnew A().decode([]);"],
    ['a member that is assigned', 'a.test.js', 'api.decode = () => [];\napi.decode([]);'],
    ['patch.object', 'test_a.py', 'with patch.object(pkg, "decode"):\n    pkg.decode(b"")'],
    ['setattr', 'test_a.py', "monkeypatch.setattr(pkg, 'decode', none)\npkg.decode(b'')"],
  ])('puts something else in the place of what it asks for: %s', (_, path, lines) => {
    expect(kinds([decoder, core, looked(`test/${path}`, lines, '', 'judge')])).toEqual([
      `test/${path}:1 mocks-changed`,
    ]);
  });

  test('has a helper put it there', () => {
    const helper = looked('test/setup.js', 'api.decode = () => [];\n', '', 'judge');
    const test = looked('test/a.test.js', 'expect(api.decode([]));\n', '', 'judge');
    expect(kinds([decoder, helper, test])).toEqual(['test/setup.js:1 mocks-changed']);
  });

  test.each([
    ['what it does not ask for', "jest.spyOn(api, 'decode');\nexpect(api.parse([]))"],
    ['what the change does not define', "vi.spyOn(console, 'warn');\nconsole.warn('x');"],
    ['a value of its own', 'options.decode = true;\napi.decode([], options);'],
  ])('and not where it replaces %s', (_, lines) => {
    expect(kinds([decoder, looked('test/a.test.js', lines, '', 'judge')])).toEqual([]);
  });

  test('reads the text of the program by another name of what reads', () => {
    const file =
      "import { readFileSync as take } from 'node:fs';\nimport { a } from '../src/read.js';\nok(take('src/read.js', 'utf8').includes('2'));\n";
    expect(kinds([source, looked('test/a.test.js', file, '', 'judge')])).toEqual([
      'test/a.test.js:3 reads-program',
    ]);
  });

  test.each([
    ['mocks another module', 'test/a.test.js', "vi.mock('../src/other.js');"],
    [
      'mocks what a changed module only imports',
      'tests/test_a.py',
      "@mock.patch('pkg.mod.requests.get')",
    ],
    ['imports it', 'test/a.test.js', "import { a } from '../src/read.js';"],
    ['reads what tests compare with', 'test/a.test.js', "readFileSync('test/fixtures/a.json');"],
    ['ends the process', 'test/a.test.js', 'process.exit(0); // VITEST'],
    [
      'starts it, in a file that reads others',
      'test/a.test.js',
      "import { readFileSync } from 'node:fs';\nexecFileSync('node', ['src/read.js']);",
    ],
    [
      'writes it, in a file that reads others',
      'tools/make.mjs',
      "import { readFileSync, writeFileSync } from 'node:fs';\nwriteFileSync('src/read.js', text);",
    ],
  ])('and not where it %s', (_, path, line) => {
    expect(kinds([source, python, looked(path, line, '', 'judge')])).toEqual([]);
  });
});

describe('tests inside the program are in doubt', () => {
  const python = (...lines: string[]) =>
    `def a():\n    """\n${lines.map((line) => `    ${line}\n`).join('')}    """\n`;
  test.each([
    ['that were changed', python('>>> a()', '2'), ['a/b.py:3 inline-test']],
    ['and not where they go on', python('>>> a()', '1', '>>> a(2)', '2'), []],
    ['that begin with another', python('>>> a = int', '>>> a()', '1'), ['a/b.py:3 inline-test']],
    ['that are gone', 'def a():\n    pass\n', ['a/b.py:1 inline-test']],
    ['and not where one was added', python('>>> a()', '1', '', '>>> a(1)', '2'), []],
    ['and not where the program around them changed', `x = 1\n${python('>>> a()', '1')}`, []],
  ])('%s', (_, now, expected) => {
    expect(kinds([looked('a/b.py', now, python('>>> a()', '1'))])).toEqual(expected);
  });

  test('and not where they were moved with their module', () => {
    const text = python('>>> a()', '1');
    expect(kinds([looked('a/b.py', '', text), looked('a/c.py', text)])).toEqual([]);
  });

  test('in examples of Rust, and where its tests cannot be told from its program', () => {
    const example = (says: string, kind = '') =>
      `/// \`\`\`${kind}\n/// ${says}\n/// \`\`\`\npub fn a() {}\n`;
    expect(kinds([looked('src/lib.rs', example('two'), example('one'))])).toEqual([
      'src/lib.rs:1 inline-test',
    ]);
    expect(kinds([looked('src/lib.rs', example('two', 'text'), example('one', 'text'))])).toEqual(
      [],
    );
    const unclear = (says: string) => `const A: &str = ";\n#[cfg(test)]\nmod tests { ${says} }\n`;
    expect(kinds([looked('src/lib.rs', unclear('2'), unclear('1'))])).toEqual([
      'src/lib.rs:2 inline-test',
    ]);
  });

  test('in languages of which only the beginning of one is known', () => {
    expect(kinds([looked('lib/a.ex', 'iex> 2\n', '    iex> 1\n')])).toEqual([
      'lib/a.ex:1 inline-test',
    ]);
  });
});

test('a file without keys that checks go through is in doubt where nothing else changed', () => {
  const file: Looked = {
    ...looked('Makefile', 'test:\n\t./b\n', 'test:\n\t./a\n'),
    isUnsure: true,
  };
  expect(doubtsOf([file], new Set())).toEqual([
    { path: 'Makefile', line: 2, text: './b', kind: 'unkeyed' },
  ]);
});

describe('what is too long to be looked at', () => {
  const looked = (now: string, isUnread = false): Looked => {
    const added = now.split('\n').map((_, at) => at + 1);
    const file = { path: 'src/a.js', meaning: 'program', before: '', now, isUnread } as const;
    return { ...file, added, removed: [] };
  };

  test.each(['{exit ', 'cfg(', '"\\', '[', ' ', 'a.', '../'])(
    'is a doubt by itself, and no pattern goes over it: a line of %j',
    (piece) => {
      const line = `f(1);${piece.repeat(100_000)}\u0000g(2);`;
      const kinds = doubtsOf([looked(`a();\n${line}`)], new Set()).map(({ kind }) => kind);
      expect(kinds).toEqual(['not-read']);
    },
  );

  test('is a file that is no text, or larger than what is read', () => {
    expect(doubtsOf([looked('', true)], new Set())).toMatchObject([
      { path: 'src/a.js', line: 1, kind: 'not-read' },
    ]);
  });

  test.each([
    ['const { exit } = process;', ['ends-process']],
    ["import { argv, exit } from 'node:process';", ['ends-process']],
    ['if (a) { exit } while (b) {}', []],
  ])('braces on a line are looked at once each: %s', (line, kinds) => {
    expect(doubtsOf([looked(line)], new Set()).map(({ kind }) => kind)).toEqual(kinds);
  });
});
