// Why a gate passes where it is and not in a copy, by what tools really print.

import { describe, expect, test } from 'vitest';
import { missingTool } from '../../runtime/evidence/commands/missing-tool.ts';
import { type TrialSeen, trialCause } from '../../runtime/evidence/gates/trial-cause.ts';
import type { Trial } from '../../runtime/model/gate-schema.ts';
import { trialText, wayOutText } from '../../runtime/words/evidence-copies.ts';

const SEEN: TrialSeen = {
  command: ['npm', 'test'],
  here: 'pass',
  copy: 'fail',
  output: '',
  linked: ['node_modules'],
  missing: ['build', 'coverage', '.env'],
};

const cause = (more: Partial<TrialSeen>) => trialCause({ ...SEEN, ...more });

describe('a gate that lacks something in a copy is told what', () => {
  test.each([
    ['its command names it', { command: ['meson', 'test', '-C', 'build'] }, 'build'],
    ['its command starts it', { command: ['./build/run-tests'] }, 'build'],
    [
      'Node looks for it',
      {
        output:
          "Error: Cannot find module '/tmp/wukong-copy-1-1-a/tree/dist/index.js'\n    at Module._resolveFilename",
        missing: ['dist'],
      },
      'dist',
    ],
    [
      'Node opens it',
      {
        output: "Error: ENOENT: no such file or directory, open '/tmp/x/tree/.env'\n  errno: -2",
      },
      '.env',
    ],
    [
      'ninja looks for it',
      { output: "ninja: error: loading 'build/build.ninja': No such file or directory" },
      'build',
    ],
    [
      'Python imports it',
      {
        output: "ModuleNotFoundError: No module named 'pkg._version'",
        missing: ['pkg/_version.py'],
      },
      'pkg/_version.py',
    ],
    [
      'one of two folders of that name is meant',
      {
        output: "Error: Cannot find module '/tmp/x/tree/packages/a/dist/index.js'",
        missing: ['dist', 'packages/a/dist'],
      },
      'packages/a/dist',
    ],
  ])('where %s', (_, more, path) => {
    expect(cause(more)).toEqual({ kind: 'not-in-copy', path });
  });

  test('and nothing is made up from a word that only looks like it', () => {
    expect(cause({ output: 'not ok 3 - rebuild finds nothing: file not found' })).toBeNull();
    expect(cause({ output: 'the build is red' })).toBeNull();
  });
});

describe('what npm says of linked packages', () => {
  test.each([
    [
      'posttest',
      "\n> minimist@1.2.8 posttest\n> npx npm@'>=10.2' audit --production\n\nnpm error code ENOLOCK",
    ],
    ['pretest', '\n> a@1.0.0 pretest\n> npm ls --production\n'],
    [
      'its own error',
      'npm error code ELSPROBLEMS\nnpm error missing: tape@^5, required by a@1.0.0',
    ],
    ['a script', 'check-deps: node_modules is a symbolic link'],
  ])('in %s is known by the link', (_, output) => {
    expect(cause({ output })).toEqual({ kind: 'linked', path: 'node_modules' });
  });

  test('is no reason where nothing is linked', () => {
    expect(cause({ output: '> npm ls --production\n', linked: [] })).toBeNull();
  });
});

test.each([
  'timeout: failed to run command ‘tool’: No such file or directory',
  "nohup: failed to run command 'tool': No such file or directory",
  "/usr/bin/nice: 'tool': No such file or directory",
  'xargs: tool: No such file or directory',
  'env: ‘tool’: No such file or directory',
  "timeout: can't execute 'tool': No such file or directory",
  'setsid: failed to execute tool: No such file or directory',
  'time: cannot run tool: No such file or directory',
  'sudo: tool: command not found',
])('a program that a launcher does not find is named: %s', (output) => {
  expect(missingTool(`begins\n${output}\n`)).toBe('tool');
});

test('what a launcher does not open otherwise is no program', () => {
  expect(missingTool("xargs: Cannot open input file 'list': No such file or directory")).toBe(
    undefined,
  );
});

describe('what no gate has', () => {
  test.each([
    ['network', 'Error: getaddrinfo ENOTFOUND packages.example.org'],
    ['network', 'curl: (6) Could not resolve host: example.org'],
    ['network', 'dial tcp: lookup db on 127.0.0.53:53: no such host'],
    ['network', 'ConnectionRefusedError: [Errno 111] Connection refused'],
    ['terminal', 'the input device is not a TTY'],
    ['terminal', 'TypeError: process.stdin.setRawMode is not a function'],
    ['terminal', 'stty: standard input: Inappropriate ioctl for device'],
    ['stdin', 'EOFError: EOF when reading a line'],
  ])('%s is known by the words of the tool, wherever it fails', (kind, output) => {
    expect(cause({ output })).toEqual({ kind });
    expect(cause({ output, here: 'fail' })).toEqual({ kind });
  });

  test('a gate that fails in both for a fault has no reason but that', () => {
    const output = "Error: Cannot find module './build/x.js'\nnot ok 1";
    expect(cause({ output, here: 'fail' })).toBeNull();
    expect(cause({ output: 'ENOTFOUND', copy: 'pass' })).toBeNull();
  });
});

describe('in words', () => {
  const tried = (outcome: Trial['copy']['outcome'], log: string): Trial['copy'] => ({
    outcome,
    why: outcome === 'pass' ? 'exit code 0' : 'exit code 1, expected 0',
    exit_code: outcome === 'pass' ? 0 : 1,
    seconds: 3,
    log,
  });
  const trial = (here: Trial['here'], copy: Trial['copy'], why: Trial['cause'] = null) => {
    const all = { here, copy, cause: why };
    return [trialText(all), wayOutText(all)];
  };

  test('each outcome says what it is and what to do', () => {
    expect(trial(tried('pass', 'a'), tried('pass', 'b'))).toEqual([
      'passes here and in a clean copy (3 s and 3 s)',
      '',
    ]);
    expect(trial(tried('pass', 'a'), tried('fail', 'b'))).toEqual([
      'passes here, and fails (exit code 1, expected 0) in a clean copy of the same files',
      'Why was not found: only what git has, or would add, is in a copy, and installed dependencies. Its output is in .wukong/b.',
    ]);
    const build = { kind: 'not-in-copy', path: 'build' } as const;
    expect(trial(tried('pass', 'a'), tried('fail', 'b'), build)[1]).toBe(
      'build is not in a clean copy, because git ignores it. Let the check make it, in one line that makes it and then tests (of a gate: with `shell: true`).',
    );
    expect(trial(tried('fail', 'a'), tried('pass', 'b'))[1]).toContain(
      'Its output is in .wukong/a.',
    );
    expect(trial(tried('fail', 'a'), tried('fail', 'b'))[1]).toBe('');
    expect(trial(null, tried('pass', 'b'))[0]).toContain('an agent began to write');
  });
});
