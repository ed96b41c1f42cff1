// What is installed runs on whatever Node comes first on the user's PATH. The other tests run on one;
// here the whole way is gone on the newer ones.

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CRASH, GUARD } from '../rig/decoder.ts';
import { livingClient } from '../rig/living-client.ts';
import { OTHER_NODES, requireNode } from '../rig/other-nodes.ts';
import { Rig } from '../rig/rig.ts';
import { Agents } from './agents.ts';

const TESTED = { command: 'npm test', references: ['src/decoder.js:19'] };

const ENV = livingClient();

describe.each(OTHER_NODES)('on Node %s', (version) => {
  test('a fix gets to its end with proof, and the log is whole', async (context) => {
    const node = await requireNode(version);
    if (node === undefined) return context.skip();
    await using rig = await Rig.create({ node });
    const agents = new Agents(rig, ENV);
    await rig.hook('SessionStart', { source: 'startup' }, ENV);
    await rig.typed('/wukong_fix it crashes', ENV);
    await agents.untilBody({ command: 'npm test', calls: [] });
    rig.write('src/decoder.js', rig.file('src/decoder.js').replace(CRASH, `${GUARD}\n${CRASH}`));
    await agents.report('body', TESTED);
    await agents.afterBody(TESTED);
    await rig.hook('PreCompact', { trigger: 'auto' }, ENV);
    await agents.carryOut('mind');
    await rig.hook('Stop', { stop_hook_active: false }, ENV);
    await rig.hook('SessionEnd', { reason: 'other' }, ENV);
    const graph = rig.taskgraph()?.graphs.at(-1);
    expect(graph?.status, rig.dump()).toBe('completed');
    const levels = graph?.nodes.map((node) => node.outputs.evidence_level);
    expect(levels).toEqual(['L1', 'L1', 'L3', 'L3', 'L1', 'L1']);
    for (const args of [['fsck'], ['doctor'], ['evidence', '--verify']]) {
      const ended = await rig.cli(args);
      expect([args, ended.code, ended.stderr], ended.stdout).toEqual([args, 0, '']);
    }
  });

  test('a link below .wukong/runtime/ leads init and doctor nowhere', async (context) => {
    const node = await requireNode(version);
    if (node === undefined) return context.skip();
    await using rig = await Rig.create({ node });
    const elsewhere = join(rig.root, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'letter.txt'), 'mine');
    symlinkSync(elsewhere, join(rig.repo, '.wukong/runtime/link'));
    const doctor = await rig.cli(['doctor', '--json']);
    expect(doctor.stdout).toContain('.wukong/runtime/link');
    const init = await rig.cli(['init', '--yes', '--json']);
    for (const { stdout } of [doctor, init]) expect(stdout).not.toContain('letter.txt');
    expect(readFileSync(join(elsewhere, 'letter.txt'), 'utf8')).toBe('mine');
  });
});
