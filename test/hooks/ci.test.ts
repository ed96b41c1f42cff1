// A CI result from the report of an agent to the log, through the built hooks. GitHub is an executable
// on the PATH that answers as gh does.

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { carryTo } from '../cli/whole-goal.ts';
import { Rig } from '../rig/rig.ts';

const LINK = 'https://github.com/some/decoder/actions/runs/42';

/** A repository whose commit is all there is, and a gh that knows a run of it. */
async function withCi(conclusion: string): Promise<Rig> {
  const rig = await Rig.create({ install: false });
  rig.write('.github/workflows/test.yml', 'name: Test\n');
  await rig.git('remote', 'add', 'origin', 'https://github.com/Some/decoder.git');
  await rig.cli(['init', rig.repo, '--yes']);
  const approved = await rig.cli(['trust', '--approve', '--gate', 'gh run view']);
  expect(approved.stdout).toContain('Approved: gh run view');
  await rig.git('add', '--all');
  await rig.git('commit', '--quiet', '--message', 'Install Wukong');
  const headSha = (await rig.git('rev-parse', 'HEAD')).trim();
  const answer = JSON.stringify({ headSha, status: 'completed', conclusion, workflowName: 'Test' });
  const bin = join(rig.root, 'bin');
  mkdirSync(bin);
  const gh = join(bin, 'gh');
  writeFileSync(gh, `#!${process.execPath}\nconsole.log(${JSON.stringify(answer)});\n`);
  chmodSync(gh, 0o755);
  return rig;
}

async function report(rig: Rig): Promise<void> {
  const env = { PATH: `${join(rig.root, 'bin')}${delimiter}${process.env.PATH}` };
  await carryTo(rig, 'ear', { ear: { header: `CI: ${LINK}`, more: CRITERION } }, env);
}

const CRITERION = 'Criterion: empty input gives no readings. (request: "empty input")';

test('a confirmed CI result is a gate in the log, and its answer an artifact', async () => {
  await using rig = await withCi('success');
  await report(rig);
  const gates = rig.events('gate.finished').map(({ payload }) => [payload.gate, payload.outcome]);
  expect(gates).toContainEqual(['ci 42 (Test)', 'pass']);
  const [stored] = rig.events('artifacts.stored');
  const folder = join(rig.repo, '.wukong', String(stored?.payload.dir));
  expect(readFileSync(join(folder, 'gate-ci-42.log'), 'utf8')).toContain('"conclusion":"success"');
  expect(readFileSync(join(folder, 'evidence.md'), 'utf8')).toContain(`\`${LINK}\`: confirmed`);
  const { stdout } = await rig.cli(['evidence', 'N-001']);
  expect(stdout).toContain(`${LINK} confirmed: GitHub says success`);
});
