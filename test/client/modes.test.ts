// The same graph in every way a person starts the client. Each run is the real client with a scripted
// model; what differs is only who wakes the main agent, and how reports come in.

import { describe, expect, it, test } from 'vitest';
import { fixDecoder } from '../../scripts/model/fix-decoder.ts';
import { dispatchInBackground } from '../../scripts/model/roles.ts';
import { requireClient, requireTerminal } from '../rig/client.ts';
import { writeLocal } from '../rig/local-config.ts';
import { Rig } from '../rig/rig.ts';
import { expectFixed, expectProven, expectUntried, untilCompleted } from './expect-fixed.ts';

const client = await requireClient();
const withTerminal = await requireTerminal();
const FIX = '/wukong_fix the decoder crashes on empty input';

describe.runIf(client)('claude -p', () => {
  test('with background agents carries the graph to its end, with the proof of it', async () => {
    await using rig = await Rig.create();
    await rig.model(fixDecoder({}, dispatchInBackground));
    const ended = await (await rig.headless(FIX)).done;
    expect(ended.code).toBe(0);
    expectFixed(rig);
    expectProven(rig);
  });

  test('waits for each agent, so that a node costs one call of the main agent, and is told the end', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    const model = await rig.model(fixDecoder());
    const ended = await (await rig.headless(FIX)).done;
    expect(ended.code).toBe(0);
    expectFixed(rig);
    expect(rig.events('Stop')).toHaveLength(1);
    const calls = model.requests.map(({ call }) => call).filter(({ who }) => who === 'main');
    expect(calls.length, rig.dump()).toBeLessThanOrEqual(8);
    expect(JSON.stringify(calls.at(-1))).toContain(
      'Wukong: Proven: `node --test test/decoder.test.js` failed before, passes now. 2 cases failed',
    );
  });

  test('works on a path with spaces and Chinese, in a repository below a symlink', async () => {
    await using rig = await Rig.create({ dirName: 'my 解码器 project', viaSymlink: true });
    await rig.model(fixDecoder());
    expect((await (await rig.headless(FIX)).done).code).toBe(0);
    expectFixed(rig);
  });

  test('without approved gates runs none, and ends at L1', async () => {
    await using rig = await Rig.create({ install: false });
    expect((await rig.cli(['init', rig.repo])).code).toBe(0);
    expect(JSON.parse(rig.file('.git/wukong/trust.json')).approvals).toEqual([]);
    await rig.model(fixDecoder());
    expect((await (await rig.headless(FIX)).done).code).toBe(0);
    expectUntried(rig);
  });

  test('works in a linked worktree, with one log in the main checkout', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    await rig.git('add', '--all');
    await rig.git('commit', '--quiet', '--message', 'Install Wukong');
    const worktree = `${rig.root}/side`;
    await rig.git('worktree', 'add', '--quiet', worktree, '-b', 'side');
    rig.trust(worktree);
    await rig.model(fixDecoder());
    expect((await (await rig.headless(FIX, { cwd: worktree })).done).code).toBe(0);
    expectFixed(rig, undefined, worktree);
    expect(await rig.git('status', '--porcelain', '--', 'src', 'test')).toBe('');
  });
});

describe.runIf(withTerminal)('the terminal UI', () => {
  it.each(['acceptEdits', 'auto'] as const)(
    'in %s mode shows the end to the user',
    async (mode) => {
      // Tried in auto mode, the agent's own `node --test` did not pass, though a rule allows it.
      await using rig = await Rig.create({ testsBy: mode === 'auto' ? 'npm' : 'node' });
      // Behind a gateway the client's own check of a dispatch does not get through in auto mode.
      if (mode === 'auto') writeLocal(rig.repo, 'allow_dispatch: true\n');
      await rig.model(fixDecoder());
      const terminal = await rig.terminal({ permissionMode: mode });
      await terminal.waitForScreen(/❯|>/);
      await terminal.say(FIX);
      await untilCompleted(rig);
      await terminal.waitForScreen(/G-0001 is complete/);
      expectFixed(rig);
      const handedBack = rig.events().some((event) => event.payload.tool === 'SubagentHandback');
      expect(handedBack).toBe(mode === 'auto');
    },
  );
});
