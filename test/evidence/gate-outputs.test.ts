// Gates that promise files for programs: what is counted, and what keeps them from passing.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { runGate } from '../../runtime/evidence/gates/run-gate.ts';
import type { CommandGate, GateFile } from '../../runtime/model/gate.ts';
import { temporaryFolder } from './temporary.ts';

let tree = '';
let logFile = '';

beforeEach(() => {
  tree = temporaryFolder('wukong outputs 一 ');
  logFile = join(temporaryFolder('wukong-log-'), 'gate-unit.log');
});

const suite = (inside: string) => `<testsuite name="解码">${inside}</testsuite>`;
const TWO = suite('<testcase name="a"/><testcase name="b"/>');
const BAD = suite('<testcase name="a"/><testcase name="b"><failure/></testcase>');

/** A gate that writes `files` and ends with `code`. */
function gate(
  outputs: readonly GateFile[],
  files: Readonly<Record<string, string>>,
  more: Partial<CommandGate> & { code?: number } = {},
): CommandGate {
  const { code = 0, ...rest } = more;
  const script = `const fs = require('fs'), path = require('path');
    for (const [name, text] of Object.entries(${JSON.stringify(files)})) {
      if (name === '-') { process.stdout.write(text); continue; }
      fs.mkdirSync(path.dirname(name), { recursive: true });
      fs.writeFileSync(name, text);
    }
    console.error('All 99 tests passed.');
    process.exitCode = ${code};`;
  return {
    type: 'test',
    name: 'unit',
    command: [process.execPath, '-e', script],
    mustPass: true,
    expect_exit: 0,
    timeout_sec: 20,
    outputs,
    ...rest,
  };
}

const run = (one: CommandGate) => runGate(one, { cwd: tree, logFile });
const put = (name: string, text: string): void => {
  mkdirSync(dirname(join(tree, name)), { recursive: true });
  writeFileSync(join(tree, name), text);
};
const JUNIT = [{ file: 'out/junit.xml', format: 'junit' }] as const;

describe('a gate that promises files', () => {
  test('passes with what they count, never with what its prose says', async () => {
    const outputs = [...JUNIT, { file: 'more.xml', format: 'junit' }] as const;
    const outcome = await run(gate(outputs, { 'out/junit.xml': TWO, 'more.xml': TWO }));
    expect(outcome).toMatchObject({
      outcome: 'pass',
      counts: { tests: { passed: 4, failed: 0, skipped: 0, total: 4 } },
      outputs: [
        { file: 'out/junit.xml', format: 'junit', bytes: Buffer.byteLength(TWO) },
        { file: 'more.xml', format: 'junit' },
      ],
    });
    expect(outcome.outputs?.[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect((await run(gate([], {}))).counts).toBeUndefined();
  });

  test('may write one of them to its stdout, whatever it says on stderr', async () => {
    const one = suite('<testcase name="一"/>');
    const outcome = await run(gate([{ file: '-', format: 'junit' }], { '-': one }));
    expect(outcome).toMatchObject({ outcome: 'pass', counts: { tests: { passed: 1 } } });
    expect(outcome.output).toContain('All 99 tests passed.');
    expect(readFileSync(logFile.replace('.log', '.stdout.log'), 'utf8')).toBe(one);
  });

  test('fails when a test failed by its file, though its exit code says passed', async () => {
    expect(await run(gate(JUNIT, { 'out/junit.xml': BAD }))).toMatchObject({
      outcome: 'fail',
      exitCode: 0,
      error: '1 of 2 tests failed by its own files, though it ended with exit code 0',
    });
  });

  test('that is expected to fail does not fail for it', async () => {
    const red = gate(JUNIT, { 'out/junit.xml': BAD }, { code: 1, expect_exit: 1 });
    expect(await run(red)).toMatchObject({ outcome: 'pass', counts: { tests: { failed: 1 } } });
  });

  test('fails when no test ran', async () => {
    expect(await run(gate(JUNIT, { 'out/junit.xml': suite('') }))).toMatchObject({
      outcome: 'fail',
      error: 'no tests ran',
    });
    const skipped = suite('<testcase name="a"><skipped/></testcase>');
    expect(await run(gate(JUNIT, { 'out/junit.xml': skipped }))).toMatchObject({
      outcome: 'fail',
      error: 'no tests ran, 1 were skipped',
    });
  });

  test('that failed stays failed, and what its files count is kept', async () => {
    const green = gate(JUNIT, { 'out/junit.xml': TWO }, { code: 1 });
    expect(await run(green)).toMatchObject({
      outcome: 'fail',
      error: 'exit code 1, expected 0',
      counts: { tests: { passed: 2 } },
    });
    rmSync(join(tree, 'out'), { recursive: true });
    expect(await run(gate(JUNIT, {}, { code: 1 }))).toMatchObject({
      error: 'exit code 1, expected 0',
      notes: ['it promised out/junit.xml as junit, and it is not there'],
    });
  });
});

describe('a promise that is not kept is a failure with its reason', () => {
  const broken = async (file: string, files: Record<string, string> = {}) => {
    const outcome = await run(gate([{ file, format: 'junit' }], files));
    expect(outcome.outcome).toBe('fail');
    expect(outcome.counts).toBeUndefined();
    return outcome.error?.replace(`it promised ${file} as junit, and `, '');
  };

  test('a file that is missing, or a folder', async () => {
    expect(await broken('none.xml')).toBe('it is not there');
    expect(await broken('none/*.xml')).toBe('it is not there');
    put('folder/a.xml', TWO);
    expect(await broken('folder')).toBe('the command did not write it');
  });

  test('a file from before the gate began, even one with a date to come', async () => {
    put('junit.xml', TWO);
    expect(await broken('junit.xml')).toBe('the command did not write it');
    expect(await broken('*.xml')).toBe('the command did not write it');
    execFileSync('touch', ['-d', '2099-01-01', join(tree, 'junit.xml')]);
    expect(await broken('junit.xml')).toBe('the command did not write it');
  });

  test('a file outside the tree, by its path or by a link', async () => {
    const outside = temporaryFolder('wukong-outside-');
    for (const path of [
      `${outside}/a.xml`,
      '../a.xml',
      '.wukong/a.xml',
      '.git/a.xml',
      'a/../../b',
    ]) {
      expect(await broken(path)).toBe('it lies outside the working tree');
    }
    symlinkSync(outside, join(tree, 'link'));
    expect(await broken('link/a.xml', { 'link/a.xml': TWO })).toBe(
      'it lies outside the working tree',
    );
  });

  test('a file that is no regular one, or too large', async () => {
    const pipe = gate(
      [{ file: 'pipe', format: 'junit' }],
      {},
      { shell: true, command: ['mkfifo pipe'] },
    );
    expect((await run(pipe)).error).toContain('it is no regular file');
    const command = [
      "node -e \"require('fs').writeFileSync('big.xml', '')\" && truncate -s 20M big.xml",
    ];
    const big = gate([{ file: 'big.xml', format: 'junit' }], {}, { shell: true, command });
    expect((await run(big)).error).toContain(
      'it has 20971520 bytes, more than 16777216 are not read',
    );
  });

  test('a file that is not of its format', async () => {
    expect(await broken('a.xml', { 'a.xml': 'All 40 tests passed.' })).toBe(
      'it is no well-formed XML',
    );
  });
});

describe('a star in a promised file', () => {
  const MANY = [{ file: 'build/*/TEST-*.xml', format: 'junit' }] as const;

  test('adds up all files that were written, and leaves out what earlier runs left behind', async () => {
    put('build/old/TEST-gone.xml', BAD);
    const files = {
      'build/a/TEST-1.xml': TWO,
      'build/b/TEST-2.xml': TWO,
      'build/b/other.xml': BAD,
    };
    expect(await run(gate(MANY, files))).toMatchObject({
      outcome: 'pass',
      counts: { tests: { passed: 4, failed: 0 } },
      outputs: [{ file: 'build/a/TEST-1.xml' }, { file: 'build/b/TEST-2.xml' }],
    });
  });

  test('counts nothing of a file that is broken among good ones', async () => {
    const files = { 'build/a/TEST-1.xml': TWO, 'build/b/TEST-2.xml': '<testsuite' };
    expect(await run(gate(MANY, files))).toMatchObject({
      outcome: 'fail',
      error: 'it promised build/b/TEST-2.xml as junit, and it is no well-formed XML',
    });
  });
});

test('UTF-16, as PowerShell writes it, and a byte order mark are read', async () => {
  const script = `require('fs').writeFileSync('a.xml', Buffer.from('\\ufeff' + ${JSON.stringify(TWO)}, 'utf16le'))`;
  const wide = gate(
    [{ file: 'a.xml', format: 'junit' }],
    {},
    { command: [process.execPath, '-e', script] },
  );
  expect(await run(wide)).toMatchObject({ outcome: 'pass', counts: { tests: { passed: 2 } } });
});

test('a file that was only cut shorter counts as written again', async () => {
  put('a.xml', `${TWO}\n<!-- more -->`);
  const command = [
    process.execPath,
    '-e',
    `require('fs').truncateSync('a.xml', ${Buffer.byteLength(TWO)})`,
  ];
  const outcome = await run(gate([{ file: 'a.xml', format: 'junit' }], {}, { command }));
  expect(outcome.outcome).toBe('pass');
  truncateSync(join(tree, 'a.xml'), 0);
});
