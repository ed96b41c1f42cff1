// A node that is switched in the middle by a rule, because the lease of its run is lost.

import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeLocal } from '../rig/local-config.ts';
import { ended, events, REQUEST, repositoryWith, until, waiting, wukong } from './driven.ts';

test('a node whose driver was killed goes to another executor by a rule, with what was changed until then', async () => {
  const repository = await repositoryWith('waits', '~/held');
  const file = join(repository.path, '.wukong', 'config.local.yaml');
  const local = JSON.parse(readFileSync(file, 'utf8'));
  const command = ['node', join(import.meta.dirname, 'fixer.mjs'), '{order_dir}'];
  local.executors.second = { type: 'command', command };
  local.switching = [{ when: 'lost_lease', to: 'second' }];
  writeLocal(repository.path, JSON.stringify(local));
  await ended(wukong(repository, 'trust', '--approve', '--gate', 'executor second'));
  const held = join(repository.root, 'held');
  writeFileSync(held, '');
  const child = wukong(repository, 'run', REQUEST, '--track', 'direct');
  await waiting(held);
  await until(() => events(repository, 'run.leased').length > 0);
  // As its executor would.
  writeFileSync(join(repository.path, 'src', 'half.js'), 'export const half = 1;\n');
  child.kill('SIGKILL');
  await once(child, 'close');
  const [first] = events(repository, 'run.leased');

  expect(await ended(wukong(repository, 'run', 'G-0001'))).toMatchObject({ code: 0 });
  const [replaced] = events(repository, 'run.replaced');
  const second = events(repository, 'run.dispatched').at(-1);
  expect(second?.payload.by).toMatchObject({ kind: 'process', name: 'second' });
  expect(replaced).toMatchObject({
    run_id: first?.run_id,
    payload: { run: second?.run_id, because: { rule: 'lost_lease' } },
  });
  const [, left = ''] = /"file":"([^"]+)"/.exec(JSON.stringify(replaced?.payload.handover)) ?? [];
  const patch = readFileSync(join(repository.path, '.wukong', left), 'utf8');
  expect(patch).toContain('src/half.js');
});
