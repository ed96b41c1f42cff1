// The gates of a goal that begins without a session.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ProcessRef } from '../../runtime/model/actors/process-ref.ts';
import { isAlive } from '../../runtime/workspace/processes.ts';
import { ended, events, REQUEST, repositoryWith, until, waiting, wukong } from './driven.ts';

test('are tried while the first readers work, and nothing of that is left when the driver ends', async () => {
  const repository = await repositoryWith('waits', '~/held');
  const file = join(repository.path, '.wukong', 'config.local.yaml');
  const { try_gates: _, ...local } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(local));
  const held = join(repository.root, 'held');
  writeFileSync(held, '');
  const child = wukong(repository, 'run', REQUEST, '--track', 'fix');
  const end = ended(child);
  await waiting(held);
  await until(() => events(repository, 'gate.tried').length > 0);
  const [begun] = events(repository, 'trials.begun');
  child.kill('SIGINT');
  expect((await end).code).toBe(130);
  expect(isAlive(begun?.payload.process as ProcessRef)).toBe(false);
  const [tried] = events(repository, 'gate.tried');
  expect(tried?.payload).toMatchObject({ here: { outcome: 'fail' }, copy: { outcome: 'fail' } });
  rmSync(held);
});
