import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { progress } from '../../runtime/cli/frame/progress.ts';
import { files } from '../../runtime/workspace/paths.ts';
import { Sandbox } from '../install/temporary.ts';
import { answerNode, start } from './goals.ts';

function terminal(isTTY = true): Readonly<{ stream: NodeJS.WriteStream; text: () => string }> {
  const stream = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream;
  return { stream, text: () => String(stream.read() ?? '') };
}

describe('what is shown of a long command', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is nothing in the first two seconds, then one line that is written over and goes away', () => {
    const { stream, text } = terminal();
    const shown = progress(stream);
    shown.update('E-000001 read');
    vi.advanceTimersByTime(1999);
    shown.update('E-000002 read');
    expect(text()).toBe('');
    vi.advanceTimersByTime(1);
    shown.update('E-000003 read');
    shown.update('E-000004 read');
    expect(text()).toBe(`\r${'2 s: E-000003 read'.padEnd(72)}`);
    vi.advanceTimersByTime(1000);
    shown.update('E-000005 read');
    expect(text()).toBe(`\r${'3 s: E-000005 read'.padEnd(72)}`);
    shown.end();
    expect(text()).toBe(`\r${' '.repeat(72)}\r`);
  });

  test('is one line of plain text, whatever is reported', () => {
    const { stream, text } = terminal();
    const shown = progress(stream);
    vi.advanceTimersByTime(2000);
    shown.update(`\u001b[31m修复\nbranch ${'x'.repeat(200)}`);
    const line = text();
    expect(line.slice(1)).not.toMatch(/\p{Cc}/u);
    expect(line).toContain('修复');
  });

  test('looks at the clock now and then where much is reported', () => {
    const { stream, text } = terminal();
    const clock = vi.spyOn(Date, 'now');
    const shown = progress(stream);
    for (let i = 0; i < 100_000; i += 1) shown.update(`${i}`);
    expect(clock.mock.calls.length).toBeLessThan(1000);
    expect(text()).toBe('');
  });

  test('is nothing where no person looks', () => {
    const { stream, text } = terminal(false);
    const shown = progress(stream);
    vi.advanceTimersByTime(10_000);
    shown.update('E-000001 read');
    shown.end();
    expect(text()).toBe('');
  });
});

describe('a command that reads the whole log says how far it is', () => {
  const env = { NODE_OPTIONS: `--require "${join(import.meta.dirname, 'slow-terminal.cjs')}"` };

  async function withHistory(): Promise<Sandbox> {
    const sandbox = await Sandbox.installed();
    start(sandbox.ws, 'the decoder crashes');
    for (const answer of ['one', 'two', 'three', 'four']) {
      answerNode(sandbox.ws, answer);
    }
    return sandbox;
  }

  test.each([
    ['fsck'],
    ['rebuild'],
    ['replay'],
    ['why E-000003'],
    ['log'],
    ['evidence'],
    ['archive'],
  ])('wukong %s', async (typed) => {
    using sandbox = await withHistory();
    const ended = await sandbox.wukong(typed.split(' '), { env });
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringMatching(/\d s: .* read/) });
  });

  test.each([
    ['is not there', null],
    ['is of another version', '{"schema_version":1}'],
  ])('wukong status, where state.json %s', async (_, text) => {
    using sandbox = await withHistory();
    const cache = files.state(sandbox.ws);
    if (text === null) rmSync(cache);
    else writeFileSync(cache, text);
    const ended = await sandbox.wukong(['status'], { env });
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringMatching(/\d s: .* read/) });
  });

  test.each([
    ['repair --set-aside', 3],
    ['repair --set-aside --yes', 0],
  ])('wukong %s', async (typed, code) => {
    using sandbox = await withHistory();
    const log = files.log(sandbox.ws);
    writeFileSync(log, readFileSync(log, 'utf8').replace('"three"', '"seven"'));
    const ended = await sandbox.wukong(typed.split(' '), { env });
    expect(ended).toMatchObject({ code, stderr: expect.stringMatching(/\d s: .* read/) });
  });
});
