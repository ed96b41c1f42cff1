// The client starts hooks with whichever Node comes first on its PATH. One that is too old gets a sentence and loses
// nothing; what an old Node cannot even read would be a stack trace.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isBelowFloor } from '../../runtime/workspace/node-floor.ts';
import { run } from '../../scripts/client/child.ts';
import { Sandbox } from '../install/temporary.ts';
import { requireNode } from '../rig/other-nodes.ts';
import { PROJECT } from '../rig/repository.ts';

const OLD_NODES = ['12.22.12', '16.20.2', '18.20.8'];
const SESSION = '11111111-1111-4111-8111-111111111111';

test.each([
  ['12.22.12', true],
  ['18.20.8', true],
  ['20.18.3', true],
  ['20.19.0', false],
  ['22.1.0', false],
])('Node %s is too old: %s', (version, isOld) => {
  expect(isBelowFloor(version)).toBe(isOld);
});

describe.each(OLD_NODES)('a hook that Node %s starts', (version) => {
  test('says so once a session, stops what was typed, and holds what the guard is asked', async (context) => {
    const node = await requireNode(version);
    if (node === undefined) return context.skip();
    using sandbox = await Sandbox.installed();
    const { hooks } = JSON.parse(sandbox.read('.claude/settings.json'));
    const start = async (event: string, payload: object, args?: readonly string[]) => {
      const launcher = join(sandbox.repo, '.wukong/runtime/hook.cjs');
      const [, line, , name] = args ?? hooks[event][0].hooks[0].args;
      const given = { session_id: SESSION, transcript_path: '/t.jsonl', cwd: sandbox.repo };
      return run(node, ['-e', line, launcher, name], {
        cwd: sandbox.repo,
        env: { CLAUDE_PROJECT_DIR: sandbox.repo },
        stdin: JSON.stringify({ ...given, hook_event_name: event, ...payload }),
        timeoutMs: 60_000,
      });
    };
    const said = `Node ${version} (${node}) started this hook, and it needs 20.19 or newer`;

    const first = await start('SessionStart', { source: 'startup' });
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(JSON.parse(first.stdout).systemMessage).toContain(said);
    const stop = await start('Stop', { stop_hook_active: false });
    expect([stop.code, stop.stdout, stop.stderr]).toEqual([0, '', '']);
    const typed = await start('UserPromptSubmit', { prompt: '/wukong_fix it crashes' });
    expect(JSON.parse(typed.stdout)).toMatchObject({ decision: 'block' });
    expect(typed.stdout).toContain(said);
    const chinese = await start('UserPromptSubmit', { prompt: '/wukong_fix 修复解码器' });
    expect(JSON.parse(chinese.stdout).reason).toContain(`Node ${version}（${node}），需要 20.19`);

    const head = /args: (\[.*\])/.exec(sandbox.read('.claude/agents/body.md'))?.[1] ?? '[]';
    const guard = await start('PreToolUse', { tool_name: 'Bash' }, JSON.parse(head));
    expect([guard.code, guard.stderr]).toEqual([1, expect.stringContaining(said)]);

    const { out, code } = await sandbox.json(['doctor']);
    expect(code).toBe(1);
    expect(out.findings).toContainEqual(
      expect.objectContaining({
        kind: 'hook-node',
        message: expect.stringContaining(`Node ${version}`),
      }),
    );
  });

  test('where nobody set up this clone says nothing, but where a command was typed', async (context) => {
    const node = await requireNode(version);
    if (node === undefined) return context.skip();
    using sandbox = await Sandbox.create();
    const ask = (prompt: string) =>
      run(node, [join(PROJECT, 'dist/plugin/hook.cjs'), 'UserPromptSubmit'], {
        env: { CLAUDE_PROJECT_DIR: sandbox.repo },
        stdin: JSON.stringify({
          session_id: SESSION,
          transcript_path: '/t.jsonl',
          cwd: sandbox.repo,
          hook_event_name: 'UserPromptSubmit',
          prompt,
        }),
        timeoutMs: 60_000,
      });
    expect((await ask('what is this?')).stdout).toBe('');
    expect(JSON.parse((await ask('/wukong:fix it')).stdout).reason).toContain(`Node ${version}`);
  });

  test('is told by the command in a shell as well', async (context) => {
    const node = await requireNode(version);
    if (node === undefined) return context.skip();
    const ended = await run(node, [join(PROJECT, 'dist/cli.js'), 'status'], {
      env: {},
      timeoutMs: 60_000,
    });
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('needs Node 20.19')]);
  });
});

test('the programs that any Node may start are as package.json asks for', () => {
  const { engines } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  expect(isBelowFloor(engines.node.replace('>=', ''))).toBe(false);
});
