// A database that is away holds up nothing, and is told once.

import { expect, onTestFinished, test } from 'vitest';
import { mirrorBeside, noMirroring } from '../../runtime/engine/daemon/mirror-beside.ts';
import { mainCheckout } from '../../runtime/workspace/paths.ts';
import { writeLocal } from '../rig/local-config.ts';
import { makeRepository } from '../rig/repository.ts';

test('a daemon tells once why its log is not mirrored, and tries again', async () => {
  const repository = await makeRepository({ installed: true, testsBy: 'node' });
  onTestFinished(() => repository.remove());
  const ws = mainCheckout(repository.path);
  const mirroring = noMirroring();
  const told: unknown[] = [];
  const look = async (): Promise<void> => {
    mirrorBeside(ws, mirroring, (error) => told.push(error));
    await mirroring.now;
  };
  await look();
  expect(told).toEqual([]);
  writeLocal(repository.path, JSON.stringify({ team: { url: 'postgres://ada@127.0.0.1:1/none' } }));
  for (let n = 0; n < 3; n += 1) {
    // As if the log had grown.
    mirroring.stamp = '';
    await look();
    expect(told).toMatchObject([{ kind: 'refused' }]);
  }
});
