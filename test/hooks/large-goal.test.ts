import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { largeTemplate } from '../crash/steps.ts';
import { Rig } from '../rig/rig.ts';

async function withLargePlan(): Promise<Rig> {
  const rig = await Rig.create();
  const folder = join(rig.repo, '.wukong', 'templates');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'fix.yaml'), largeTemplate());
  return rig;
}

const agent = (id: string) => ({
  tool_name: 'Agent',
  tool_use_id: id,
  tool_input: { description: 'd', prompt: 'go', subagent_type: 'ear' },
});

test('a plan above 64 KB is started, offered in part, dispatched, guarded, compacted and stopped', async () => {
  await using rig = await withLargePlan();
  const started = await rig.hook('UserPromptSubmit', { prompt: '/wukong_fix it crashes' });
  expect(started.stdout).toContain('36 nodes');
  expect(started.stdout).toContain('and 15 more, offered when these are out');
  expect(readdirSync(join(rig.repo, '.wukong', 'graphs'))).toHaveLength(1);
  const bound = await rig.hook('PreToolUse', agent('toolu_1'));
  expect(bound.stdout).toContain('updatedInput');
  const tool_response = { isAsync: true, status: 'async_launched', agentId: 'a1' };
  await rig.hook('PostToolUse', { ...agent('toolu_1'), tool_response });
  const guarded = await rig.hook('guard', { agent_id: 'a1', tool_name: 'Read', tool_input: {} });
  expect(guarded.stdout).toBe('');
  const compacted = await rig.hook('PreCompact', { trigger: 'auto' });
  expect(compacted.code).toBe(0);
  const checkpoint = join(rig.repo, '.wukong', 'context_packs', 'G-0001', 'checkpoint.json');
  const { nodes } = JSON.parse(readFileSync(checkpoint, 'utf8'));
  expect(Object.keys(nodes)).toHaveLength(36);
  expect(Object.values(nodes).filter((status) => status === 'ready')).toHaveLength(17);
  const tasks = [{ id: 'a1', type: 'subagent', status: 'running' }];
  expect((await rig.hook('Stop', { background_tasks: tasks })).stdout).toBe('');
  expect((await rig.hook('Stop', { background_tasks: [] })).stdout).toBe('');
  expect((await rig.hook('Stop', { background_tasks: [] })).stdout).toContain('ready now');
});

test('a session whose goal lost its plan says so, its agents are held, and another goal can be started', async () => {
  await using rig = await withLargePlan();
  await rig.hook('UserPromptSubmit', { prompt: '/wukong_fix it crashes' });
  const wukong = join(rig.repo, '.wukong');
  rmSync(join(wukong, 'graphs'), { recursive: true });
  rmSync(join(wukong, 'state.json'));
  const before = readFileSync(join(wukong, 'events.jsonl'), 'utf8');
  expect((await rig.hook('Stop', {})).stdout).toContain('is missing or was altered');
  expect((await rig.hook('PreToolUse', agent('toolu_1'))).stdout).toContain('"deny"');
  const edit = { agent_id: 'a1', tool_name: 'Read', tool_input: {} };
  expect((await rig.hook('guard', edit)).stdout).toContain('its agents are held');
  expect(readFileSync(join(wukong, 'events.jsonl'), 'utf8')).toBe(before);
  rmSync(join(wukong, 'templates', 'fix.yaml'));
  const other = await rig.hook('UserPromptSubmit', { prompt: '/wukong_fix something else' });
  expect(other.stdout).toContain('G-0002');
});
