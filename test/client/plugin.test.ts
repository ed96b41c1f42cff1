// The plugin as a person gets it: the built folder is added as a marketplace and installed by the real client, in
// a home and a repository where nothing of Wukong is.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { clientEnvironment } from '../../scripts/client/environment.ts';
import { pastCalls } from '../../scripts/model/conversation.ts';
import { fixDecoder } from '../../scripts/model/fix-decoder.ts';
import { requireClient } from '../rig/client.ts';
import { PROJECT } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { expectFixed } from './expect-fixed.ts';

const client = await requireClient();
const PLUGIN = join(PROJECT, 'dist', 'plugin');

async function plugin(home: string, ...args: readonly string[]): Promise<string> {
  const ended = await run(client?.path ?? '', ['plugin', ...args], {
    cwd: home,
    env: clientEnvironment({ home }),
    timeoutMs: 120_000,
  });
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  return ended.stdout;
}

async function withPlugin(): Promise<Rig> {
  const rig = await Rig.create({ install: false });
  await plugin(rig.home, 'marketplace', 'add', PLUGIN);
  await plugin(rig.home, 'install', 'wukong@wukong');
  return rig;
}

describe.runIf(client)('the plugin', () => {
  test('is what the client takes for a valid marketplace and a valid plugin', async () => {
    await using rig = await Rig.create({ install: false });
    expect(await plugin(rig.home, 'validate', PLUGIN)).toContain('Validation passed');
  });

  test('fixes a bug in a repository where only /wukong:fix was typed', async () => {
    await using rig = await withPlugin();
    const model = await rig.model(fixDecoder());
    const ended = await (await rig.headless('/wukong:fix the decoder crashes on empty input')).done;
    expect(ended.code, ended.stderr).toBe(0);
    expectFixed(rig);

    // Consent, and nothing more than that: no approvals, nothing that git shows, nothing beside .wukong.
    const trust = JSON.parse(rig.file('.git/wukong/trust.json'));
    expect(trust).toMatchObject({ plugin: true, approvals: [] });
    expect(await rig.git('status', '--porcelain', '--', '.wukong', '.claude')).toBe('');
    expect(existsSync(join(rig.repo, '.claude'))).toBe(false);
    // The agents are those of the plugin, and its guard has seen each that writes.
    const roles = rig.events().filter(({ type }) => type === 'run.guarded');
    expect(new Set(roles.map(({ node_id }) => node_id))).toEqual(
      new Set(['N-020', 'N-030', 'N-050']),
    );
    const dispatched = model.requests.flatMap(({ call }) => pastCalls(call, 'Agent'));
    expect(dispatched.length).toBeGreaterThan(0);
  });
});
