import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { describe, expect, test } from 'vitest';
import { readTranscript } from '../../runtime/evidence/transcript/read-transcript.ts';
import type { Transcript } from '../../runtime/model/evidence.ts';
import { temporaryFolder } from './temporary.ts';

const RECORDED = join(import.meta.dirname, 'fixtures', 'agent-transcript.jsonl');

type Block = Record<string, unknown>;
const assistant = (id: string, ...content: Block[]) => ({
  type: 'assistant',
  cwd: '/repo',
  timestamp: '2026-11-21T20:00:00.000Z',
  message: { id, model: 'm-1', content, usage: { input_tokens: 10, output_tokens: 1 } },
});
const call = (id: string, name: string, input: Block) => ({ type: 'tool_use', id, name, input });
const result = (id: string, content: unknown, isError = false, extra: Block = {}) => ({
  type: 'user',
  ...extra,
  message: { content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }] },
});

async function read(...lines: (object | string)[]): Promise<Transcript> {
  const path = join(temporaryFolder('wukong-transcript-'), 'agent 一.jsonl');
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  await writeFile(path, `${text.join('\n')}\n`);
  const transcript = await readTranscript(path);
  if (!transcript.ok) throw new Error(JSON.stringify(transcript.error));
  return transcript.value;
}

describe('a transcript', () => {
  test('recorded from the real client gives its commands, usage and last words', async () => {
    const transcript = await readTranscript(RECORDED);
    expect(transcript).toEqual({
      ok: true,
      value: {
        observations: [
          {
            seq: 0,
            toolUseId: 'toolu_0015m7a6875e',
            tool: 'Bash',
            command: 'echo from-eye',
            cwd: '/home/dev/repo',
            isError: false,
            outputSha256: createHash('sha256').update('from-eye').digest('hex'),
            outputBytes: 8,
            excerpt: 'from-eye',
            at: '2026-11-21T20:23:22.343Z',
            endedAt: '2026-11-21T20:23:25.345Z',
            finished: true,
          },
        ],
        usage: {
          inputTokens: 303,
          outputTokens: 30,
          cacheReadTokens: 0,
          cacheCreationTokens: 0,
          requests: 3,
        },
        models: ['claude-opus-5-5'],
        skippedLines: 0,
        lastText: 'EYE-FINAL-2',
        prompt: 'do it',
      },
    });
  });

  test('that is not there is a failure, not a crash', async () => {
    const missing = await readTranscript(join(tmpdir(), 'wukong-no-such-transcript.jsonl'));
    expect(missing).toMatchObject({ ok: false, error: { kind: 'transcript-unreadable' } });
  });

  test('counts one request once, however many lines it has', async () => {
    const { usage, lastText } = await read(
      assistant('m1', { type: 'text', text: 'one' }),
      assistant('m1', { type: 'text', text: 'two' }),
      assistant('m1', { type: 'text', text: 'two' }),
    );
    expect(usage).toMatchObject({ inputTokens: 10, requests: 1 });
    expect(lastText).toBe('one\ntwo');
  });

  test('shows a call once although a resumed session repeats its line', async () => {
    const bash = assistant('m1', call('t1', 'Bash', { command: 'npm test' }));
    const { observations } = await read(bash, result('t1', 'ok'), bash, result('t1', 'other'));
    expect(observations).toMatchObject([{ seq: 0, isError: false, excerpt: 'ok' }]);
  });

  test('lets no second result make a failure good, and takes one that says it failed', async () => {
    const bash = (id: string) => assistant('m1', call(id, 'Bash', { command: 'npm test' }));
    const { observations } = await read(
      bash('t1'),
      result('t1', 'Exit code 1', true),
      result('t1', 'ok'),
      bash('t2'),
      result('t2', 'ok'),
      result('t2', 'Exit code 1', true),
    );
    expect(observations.map((seen) => seen.isError)).toEqual([true, true]);
  });

  test('says of an id that two calls share that neither was seen to end', async () => {
    const { observations } = await read(
      assistant('m1', call('t1', 'Bash', { command: 'npm test' })),
      assistant('m2', call('t1', 'Bash', { command: 'true' })),
      result('t1', ''),
    );
    expect(observations).toMatchObject([{ command: 'npm test', finished: false }]);
  });

  test('passes over what it does not know, and counts what it cannot read', async () => {
    const transcript = await read(
      { type: 'queue-operation', x: 1 },
      '{"type":"assistant","mess',
      '[1]',
      '',
      { type: 'assistant', message: 'odd' },
      { type: 'user', message: { content: 'hello' } },
      assistant('m1', call('t1', 'Bash', { command: 'npm test' })),
    );
    expect(transcript.skippedLines).toBe(2);
    expect(transcript.observations).toMatchObject([{ command: 'npm test', finished: false }]);
  });

  test.each([
    ['a rule of the person', 'permission-rule', 'config', true],
    ['nobody who was asked', 'user-rejected', 'config', true],
    ['the mode', 'automode-blocked', 'config', true],
    ['a hook, which says so itself', 'permission-rule', 'hook', false],
    ['Esc', 'interrupted', 'user', false],
  ])('tells what the client did not allow: by %s', async (_, toolDenialKind, source, isDenied) => {
    const said = 'This command requires approval';
    const { observations } = await read(
      assistant('m1', call('t1', 'Bash', { command: 'npm test' })),
      result('t1', said, true, { toolDenialKind, permissionDecision: { source } }),
    );
    expect(observations[0]?.denied).toBe(isDenied ? said : undefined);
  });

  test('keeps what the agent was given, which stands first', async () => {
    const { prompt } = await read(
      { type: 'user', message: { role: 'user', content: 'RunId: r-1' } },
      assistant('m1', { type: 'text', text: 'one' }),
      { type: 'user', message: { role: 'user', content: 'and more' } },
    );
    expect(prompt).toBe('RunId: r-1');
  });

  test('tells failures with their exit code, and edits with their file', async () => {
    const { observations } = await read(
      assistant('m1', call('t1', 'Bash', { command: 'exit 3' })),
      result('t1', [{ type: 'text', text: 'Exit code 3\nboom' }], true),
      assistant('m2', call('t2', 'Write', { file_path: '/repo/src/解码.js' })),
      result('t2', 'ok'),
      assistant('m3', call('t3', 'NotebookEdit', { notebook_path: '/repo/a.ipynb' })),
    );
    expect(observations).toMatchObject([
      { isError: true, exitCode: 3, excerpt: 'Exit code 3\nboom' },
      { tool: 'Write', filePath: '/repo/src/解码.js', finished: true },
      { tool: 'NotebookEdit', filePath: '/repo/a.ipynb', finished: false },
    ]);
  });

  test.each([
    ['asked for by the agent', { run_in_background: true }, {}, 'started'],
    ['said by the client', {}, {}, 'Command running in background with ID: b1'],
    ['noted by the client', {}, { toolUseResult: { backgroundTaskId: 'b1' } }, ''],
  ])(
    'does not take a command in the background (%s) for finished',
    async (_name, input, extra, output) => {
      const { observations } = await read(
        assistant('m1', call('t1', 'Bash', { command: 'npm test', ...input })),
        result('t1', output, false, extra),
      );
      expect(observations).toMatchObject([{ finished: false }]);
    },
  );

  test('of 100 MB is read with bounded memory', async () => {
    const path = join(temporaryFolder('wukong-transcript-'), 'big.jsonl');
    const out = createWriteStream(path);
    const output = 'x'.repeat(1024 * 1024);
    for (let index = 0; index < 100; index += 1) {
      const id = `t${index}`;
      const lines = [
        assistant(`m${index}`, call(id, 'Bash', { command: 'npm test' })),
        result(id, output),
      ];
      if (!out.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))) {
        await once(out, 'drain');
      }
    }
    out.write('y'.repeat(40 * 1024 * 1024));
    out.end();
    await finished(out);

    const before = process.memoryUsage().heapUsed;
    const transcript = await readTranscript(path);
    const grown = process.memoryUsage().heapUsed - before;
    expect(transcript).toMatchObject({
      ok: true,
      value: { skippedLines: 1, usage: { requests: 100 } },
    });
    expect(grown).toBeLessThan(40 * 1024 * 1024);
  }, 30_000);
});
