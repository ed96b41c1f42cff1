import { expect, test } from 'vitest';
import { spool } from '../../runtime/step/inbox.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { Rig } from '../rig/rig.ts';

test('wukong stats shows each hook that ran, how long it took, and one that broke down', async () => {
  await using rig = await Rig.create();
  await rig.hook('Stop', {});
  await rig.hook('UserPromptSubmit', { prompt: 'hello' });
  const ws = findRepository(rig.repo);
  if (!ws) throw new Error('no repository');
  const payload = { hook_error: 'Error: boom' };
  spool(ws, { key: 'error-1', type: 'Stop', session_id: 's9', payload });
  await rig.hook('Stop', {});
  const shown = await rig.cli(['stats', '--hooks']);
  expect(shown.stdout).toMatch(/^hook +count +p50 +p95 +errors +last\n/);
  expect(shown.stdout).toMatch(/^Stop +3 +≤ \d+ +≤ \d+ +1 +[-\d]{10} [:\d]{8}$/m);
  // Nobody may take the most frequent hook for one that never runs.
  expect(shown.stdout).toContain('The guard writes nothing for a call it lets pass');
  const { hooks } = JSON.parse((await rig.cli(['stats', '--json'])).stdout);
  expect(hooks).toMatchObject([
    { event: 'Stop', count: 3, errors: 1 },
    { event: 'UserPromptSubmit', count: 1, errors: 0 },
  ]);
  expect((await rig.cli(['log'])).stdout).toContain('the Stop hook broke down: Error: boom');
});
