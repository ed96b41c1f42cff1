// A session of the real client whose body is carried out on another machine of its team.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixDecoder } from '../../scripts/model/fix-decoder.ts';
import { addressOf } from '../../scripts/teams/machine.ts';
import { requireClient, requireTerminal } from '../rig/client.ts';
import { writeLocal } from '../rig/local-config.ts';
import { Rig } from '../rig/rig.ts';
import { HOW_TO_HAVE_IT, requireEngine, requireServer } from '../rig/team-engine.ts';
import { ended } from '../run/driven.ts';
import { wukongOn } from '../teams/machines.ts';
import { workerOf } from '../teams/team-of.ts';
import { BODY_THEN_TONGUE } from './body-then-tongue.ts';
import { untilCompleted } from './expect-fixed.ts';

const client = await requireClient();
const withTerminal = await requireTerminal();
const engine = await requireEngine();

const title = `a session in a team${engine ? '' : ` (${HOW_TO_HAVE_IT})`}`;

describe.runIf(client && withTerminal && engine)(title, () => {
  test('has its body carried out by a worker, and goes on with the tongue itself', async () => {
    if (!engine) return;
    await using server = await requireServer(engine);
    await using rig = await Rig.create({ testsBy: 'node' });
    const { url, password } = addressOf(server.url);
    const remote = join(rig.home, 'trees.git');
    execFileSync('git', ['init', '--quiet', '--bare', remote]);
    rig.write('.wukong/templates/fix.yaml', BODY_THEN_TONGUE);
    const far = { far: { type: 'team', roles: ['body'] } };
    writeLocal(rig.repo, JSON.stringify({ try_gates: false, executors: far }));
    const home = { path: rig.repo, root: rig.home };
    const type = async (...args: readonly string[]): Promise<string> => {
      const { code, out } = await ended(wukongOn(engine, home, password, ...args));
      expect({ args, out, code }, out).toMatchObject({ code: 0 });
      return out;
    };
    await type('team', 'init', url, '--name', 'home', '--remote', remote);
    const { key } = JSON.parse(await type('team', 'status', '--json'));
    const worker = await workerOf(engine, server.url, remote, 'worker');
    await type('team', 'trust', worker.key, '--name', 'worker');
    await worker.type('team', 'trust', key, '--name', 'home');
    worker.wukong('worker');

    await rig.model(fixDecoder());
    const terminal = await rig.terminal();
    await terminal.waitForScreen(/❯|>/);
    await terminal.say('/wukong_fix the decoder crashes on empty input');
    await terminal.waitForScreen(/N-010, is next\.[\s\S]*wukong run\s+G-0001/);
    const run = await ended(wukongOn(engine, home, password, 'run', 'G-0001'));
    expect(run, run.out).toMatchObject({ code: 3 });
    expect(run.out).toContain('at work on worker');
    await terminal.say('/wukong_resume G-0001');
    await untilCompleted(rig);
    const levels = ['N-010', 'N-020'].map((id) => rig.node(id)?.outputs.evidence_level);
    expect(levels, rig.dump()).toEqual(['L3', 'L3']);
  });
});
