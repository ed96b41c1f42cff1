// Memory with the real client: what a goal leaves is reviewed in the file, as with an editor, and the next
// goal is given what was accepted.

import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixDecoder } from '../../scripts/model/fix-decoder.ts';
import { onCriterion, referTo } from '../../scripts/model/report.ts';
import { inTurn, type Part, read } from '../../scripts/model/roles.ts';
import { back, lookedOnly } from '../../scripts/model/work.ts';
import { requireClient } from '../rig/client.ts';
import { SOURCE } from '../rig/decoder.ts';
import { Rig } from '../rig/rig.ts';
import { onlyNodes } from '../rig/short-plan.ts';

const client = await requireClient();
const CANDIDATES = '.wukong/anchors/anchors_candidates.md';
const KNOWN = 'A-2026-k3f7';
const ANCHORS = `# Anchors

## ${KNOWN} Pattern: Guards stand before the first read

Tags: decoder
Source: written by hand
Validated: 2026-01-01
`;

/** States what is worth remembering, beside what is usual. */
const mindful: Part = inTurn(
  [
    read(SOURCE),
    (call) =>
      back(call, {
        ...lookedOnly,
        summary: 'The crash is gone and a test holds it.',
        steps: [
          onCriterion(call, 1, SOURCE, /readUInt8\(0\);$/),
          onCriterion(call, 2, SOURCE, /readUInt8\(0\);$/),
          'Decision: an empty body is valid and holds no readings; it is not an error.',
          'Constraint: the decoder checks for the end of the body before each read of it.',
          'Constraint: the tests may not open a network connection of any kind.',
        ],
        references: referTo(call, SOURCE, /readUInt8\(0\);$/),
      }),
  ],
  0,
);

function citing(id: string): Part {
  return inTurn([
    read('README.md'),
    (call) =>
      back(call, {
        ...lookedOnly,
        summary: `An empty body stays valid, by ${id}.`,
        steps: ['Criterion: `npm test` passes.'],
        references: referTo(call, 'README.md', /had nothing to forward/),
      }),
  ]);
}

/** Saved a minute ago, so that nobody is taken to be at it still. */
function save(rig: Rig, text: string): void {
  rig.write(CANDIDATES, text);
  const time = Date.now() / 1000 - 60;
  utimesSync(join(rig.repo, CANDIDATES), time, time);
}

describe.runIf(client)('memory', () => {
  test('is ticked, merged and rejected in the file; what was accepted is given to the next goal, cited and counted', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    onlyNodes(rig, 'N-001', 'N-050');
    rig.write('.wukong/anchors/anchors.md', ANCHORS);
    await rig.model(fixDecoder({ mind: mindful }));
    const first = await rig.headless('/wukong_fix the decoder crashes on empty input');
    expect((await first.done).code, rig.dump()).toBe(0);
    const proposed = rig.file(CANDIDATES);
    const idOf = (words: string) =>
      new RegExp(`^- \\[ \\] (A-\\d{4}-\\w{4}) .*${words}`, 'm').exec(proposed)?.[1] ?? words;
    const [kept, merged, rejected] = [idOf('empty body'), idOf('end of the'), idOf('network')];
    save(
      rig,
      proposed
        .replace(`- [ ] ${kept}`, `- [x] ${kept}`)
        .replace(`- [ ] ${merged}`, `- [x] → ${KNOWN} ${merged}`)
        .replace(`- [ ] ${rejected}`, `- [-] true of every test ${rejected}`),
    );

    await rig.model(fixDecoder({ ear: citing(kept) }));
    const second = await rig.headless('/wukong_fix the decoder still crashes on an empty body');
    await rig.waitForEvent(
      ({ type, payload }) => type === 'anchors.used' && JSON.stringify(payload).includes(kept),
    );
    second.kill('SIGKILL');
    await second.done;

    const decided = ['anchors.accepted', 'anchors.merged', 'anchors.rejected'].map((type) =>
      rig.events(type).map(({ payload }) => [payload.id, payload.via]),
    );
    expect(decided, rig.dump()).toEqual([
      [[kept, 'file']],
      [[merged, 'file']],
      [[rejected, 'file']],
    ]);
    const [recalled] = rig.events('anchors.recalled').at(-1)?.payload.given ?? [];
    const given = recalled.anchors.find(({ id }: { id: string }) => id === kept);
    expect(given.parts.words).toBeGreaterThan(0);
    const orders = rig.events('run.dispatched').map(({ run_id }) => String(run_id));
    const ear = orders.findLast((id) => id.includes('-ear-'));
    const order = rig.file(`.wukong/artifacts/G-0002/N-001/${ear}/work_order.json`);
    expect(order).toContain(kept);
    const used = await rig.cli(['anchors', 'list', '--use']);
    expect(used.stdout).toMatch(new RegExp(`${kept}[\\s\\S]*given in 1 goal, cited in 1`));
  });
});
