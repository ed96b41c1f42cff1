// A gate in a scratch copy has what the local configuration gives every gate, and its promised files
// make no check red that passed.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check } from '../../runtime/evidence/gates/check.ts';
import { snapshot } from '../../runtime/evidence/trees/snapshot.ts';
import type { CommandGate } from '../../runtime/model/gate.ts';
import { casesOfTold } from '../../runtime/proof/read-cases.ts';
import { gate } from './samples.ts';
import { temporaryFolder } from './temporary.ts';

type Request = Parameters<typeof check>[0];

async function inCopy(one: CommandGate, start?: Request['start'], more: Partial<Request> = {}) {
  const worktree = temporaryFolder('wukong-check-');
  execFileSync('git', ['init', '--quiet', worktree]);
  writeFileSync(join(worktree, 'a.js'), '');
  const place = { worktree, objectsDir: join(temporaryFolder('wukong-objects-'), 'objects') };
  const taken = await snapshot(place);
  if (!taken.ok) throw new Error(JSON.stringify(taken.error));
  return check({
    ...place,
    gate: one,
    tree: taken.value.tree,
    logFile: join(temporaryFolder('wukong-log-'), 'check.log'),
    sinceMs: Date.now(),
    owner: `${process.pid}-0`,
    isGone: () => false,
    ...(start && { start }),
    ...more,
  });
}

test('the wrapper and the variables are there in a copy too', async () => {
  const script = `process.exit(process.env.WK_TREE === process.cwd() && process.env.WK_URL === 'u' ? 0 : 1)`;
  const one = gate([process.execPath, '-e', script]);
  const start = { wrapper: ['env', 'WK_TREE={tree}'], env: { WK_URL: 'u' } };
  expect(await inCopy(one, start)).toMatchObject({ outcome: 'pass' });
  expect(await inCopy(one)).toMatchObject({ outcome: 'fail' });
});

test('a broken promise is no proof that a fault shows; a failed check is', async () => {
  const outputs = [{ file: 'a.xml', format: 'junit' }] as const;
  const exits = (code: number) =>
    gate([process.execPath, '-e', `process.exit(${code})`], { outputs });
  expect(await inCopy(exits(0))).toMatchObject({
    outcome: 'unavailable',
    why: 'it promised a.xml as junit, and it is not there',
  });
  expect(await inCopy(exits(1))).toMatchObject({ outcome: 'fail', exitCode: 1 });
});

test('the tests in promised files are told with what they said, of stdout and of a folder', async () => {
  const junit =
    '<testsuite><testcase name="a" file="t.py"><failure message="no"/></testcase></testsuite>';
  const script = `require('node:fs').writeFileSync('a.xml', ${JSON.stringify(junit)});
    console.log('<testsuite><testcase name="b"/><testcase name="c"><skipped/></testcase></testsuite>');
    process.exitCode = 1;`;
  const outputs = [
    { file: 'a.xml', format: 'junit' },
    { file: '-', format: 'junit' },
  ] as const;
  const checked = await inCopy(gate([process.execPath, '-e', script], { outputs }), undefined, {
    cases: true,
  });
  const { told, copy = '' } = checked;
  expect(casesOfTold(told, { top: copy })).toEqual([
    { file: 't.py', name: 'a', nth: 1, ended: 'failed', said: 'no' },
    { file: null, name: 'b', nth: 1, ended: 'passed' },
    { file: null, name: 'c', nth: 1, ended: 'skipped' },
  ]);
});
