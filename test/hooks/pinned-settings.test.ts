// What gives gates power stays as it was when the goal began, through the built hooks and the built CLI.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECK, SOURCE } from '../rig/decoder.ts';
import { livingClient } from '../rig/living-client.ts';
import { TESTS_BY_NODE } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { type Agents, atBody, lastEvidence, type Words } from './agents.ts';

const TESTED: Words = { command: CHECK, references: [`${SOURCE}:1`], calls: [] };
/** The one gate passes with it, whatever it runs. */
const WRAPPER = 'gate_wrapper: [sh, -c, "exit 0", --]\n';

const env = livingClient();

/** The body has its order, and has changed something that fixes nothing. */
async function untilChanged(rig: Rig): Promise<Agents> {
  const agents = await atBody(rig, env);
  rig.write(SOURCE, rig.file(SOURCE).replace('VERSION = 1;', 'VERSION = 1; // fixed'));
  return agents;
}

function lastGate(rig: Rig) {
  return rig.events('gate.finished').findLast(({ payload }) => payload.gate === 'tests')?.payload;
}

async function saidAtStop(rig: Rig): Promise<string> {
  return JSON.stringify((await rig.hook('Stop', { background_tasks: [] }, env)).json ?? {});
}

test('a wrapper written during a goal counts for nothing, is told, and counts after wukong trust', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const agents = await untilChanged(rig);
  rig.write('.wukong/config.local.yaml', WRAPPER);
  // The hooks take a new configuration up.
  await rig.typed('how is it going?', env);
  expect(rig.events('config.loaded').at(-1)?.payload.config).toMatchObject({
    gate_wrapper: [],
    unconfirmed: ['gate_wrapper'],
  });
  await agents.report('body', TESTED);
  expect(lastGate(rig), rig.dump()).toMatchObject({ outcome: 'fail' });
  expect(lastEvidence(rig)).toMatch(
    /Run with no wrapper, no variables of yours, configuration [0-9a-f]{12}\./,
  );
  expect(rig.events('settings.uncounted')).toMatchObject([{ payload: { what: ['gate_wrapper'] } }]);
  const about = rig.events('notice.added').map(({ payload }) => payload.about);
  expect(about).toContainEqual({ kind: 'local-unconfirmed', what: ['gate_wrapper'] });

  const looked = await rig.cli(['trust']);
  expect(looked.stdout).toContain('Does not count in G-0001, which began before:');
  expect(looked.stdout).toContain('type `wukong trust` in a terminal of your own');
  await rig.person(['trust'], 'n');
  await agents.report('body', TESTED);
  expect(lastGate(rig)).toMatchObject({ outcome: 'fail' });

  const trusted = await rig.person(['trust']);
  expect(trusted.stdout, rig.dump()).toContain('gate_wrapper: ["sh","-c","exit 0","--"], was []');
  expect(trusted.stdout).toContain('Counts from now on in G-0001.');
  await agents.report('body', TESTED);
  expect(lastGate(rig), rig.dump()).toMatchObject({ outcome: 'pass' });
  expect(lastEvidence(rig)).toContain('Run with wrapper sh -c exit 0 --,');
  expect(lastEvidence(rig)).toContain('said that these settings count: gate_wrapper');
  // Told once, however often it was looked at.
  expect(rig.events('settings.uncounted')).toHaveLength(1);
});

test('an approval that vanished stops the goal for a person, and no run is spent', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const agents = await untilChanged(rig);
  const revoked = await rig.cli(['trust', '--revoke']);
  expect(revoked.stdout).toContain(`not approved any more: ${CHECK}`);
  await agents.report('body', TESTED);
  expect(rig.events('graph.paused'), rig.dump()).toMatchObject([
    {
      payload: {
        because: {
          kind: 'settings-changed',
          what: ['the approval of "tests" was there when it began and is gone'],
        },
      },
    },
  ]);
  const graded = () => rig.events('evidence.graded').filter((one) => one.node_id === 'N-020');
  expect(graded()).toEqual([]);
  expect(await saidAtStop(rig)).toContain('wukong trust');
  const status = await rig.cli(['status']);
  expect(status.stdout).toContain('paused: the approval of "tests" was there when it began');
  expect(status.stdout).toContain('Next: Put that back, or let it count: wukong trust.');

  expect(await rig.person(['trust', '--approve'])).toMatchObject({ code: 0 });
  await rig.typed('/wukong_resume', env);
  await rig.waitForEvent((event) => event.type === 'evidence.graded' && event.node_id === 'N-020');
  expect(lastGate(rig)).toMatchObject({ outcome: 'fail' });
});

test('an approval that a program wrote during a goal makes nothing run', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const gate = { type: 'lint', name: 'extra', command: ['node', '-e', 'process.exit(0)'] };
  rig.write('.wukong/config.yaml', JSON.stringify({ gates: [TESTS_BY_NODE, gate] }));
  const agents = await untilChanged(rig);
  const path = join(rig.repo, '.git/wukong/trust.json');
  const trust = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(
    path,
    JSON.stringify({ ...trust, approvals: [...trust.approvals, { command: gate.command }] }),
  );
  await agents.report('body', TESTED);
  expect(rig.events('settings.uncounted'), rig.dump()).toMatchObject([
    { payload: { what: ['approvals'] } },
  ]);
  expect((await rig.cli(['trust'])).stdout).toContain('approved: node -e "process.exit(0)"');
});
