// Anchor candidates of a goal that waits, through the built hooks.

import { expect, test } from 'vitest';
import { Rig } from '../rig/rig.ts';
import { Agents } from './agents.ts';

const CANDIDATES = '.wukong/anchors/anchors_candidates.md';
const proposals = (rig: Rig) => rig.events('anchors.proposed');

test('a goal that is paused, or whose context is compacted, proposes what was stated by then, once', async () => {
  await using rig = await Rig.create();
  const agents = new Agents(rig);
  await rig.typed('/wukong_fix it crashes');
  await agents.dispatch('ear');
  const more = 'Criterion: it works. (request: "it crashes")\nConstraint: at most 1 MB of memory';
  await agents.report('ear', { more });
  await rig.hook('PreCompact', { trigger: 'auto' });
  expect(proposals(rig), rig.dump()).toMatchObject([
    { payload: { candidates: [{ type: 'Constraint', title: 'at most 1 MB of memory' }] } },
  ]);
  expect(rig.file(CANDIDATES)).toMatch(/^ {2}- source: L-\w+ E-\d+ N-001 .*"Constraint: at most/m);
  await rig.hook('PreCompact', { trigger: 'auto' });

  await agents.carryOut('eye', { more: 'Constraint: bytes of tests come from test/captures' });
  await rig.typed('/wukong_pause');
  await rig.hook('Stop', { stop_hook_active: false });
  await rig.hook('Stop', { stop_hook_active: false });
  expect(proposals(rig)).toHaveLength(2);
  expect(rig.file(CANDIDATES).match(/^- \[ \]/gm)).toHaveLength(2);
});
