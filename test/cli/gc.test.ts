import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { carryOut } from '../../runtime/engine/retention/carry-out.ts';
import { planCollection } from '../../runtime/engine/retention/plan-collection.ts';
import { checkWorkspace } from '../../runtime/inspect/check-workspace.ts';
import { approvalRule } from '../../runtime/kernel/requests/approval-list.ts';
import { abortGoal } from '../../runtime/kernel/requests/goals.ts';
import { keepSecondCopy, secondPlace } from '../../runtime/log/second-copy.ts';
import { readState } from '../../runtime/step/run-step.ts';
import type { Workspace } from '../../runtime/workspace/paths.ts';
import { Sandbox } from '../install/temporary.ts';
import { DEAD, must, start, work } from './goals.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

function state(ws: Workspace) {
  const now = readState(ws);
  if (!now.ok) throw new Error(JSON.stringify(now.failure));
  return now.state;
}

function plan(ws: Workspace, days: number) {
  const asked = { artifactsDays: 90, packsDays: 30, now: inDays(days) };
  const planned = planCollection(ws, state(ws), asked);
  if (!planned.ok) throw new Error(JSON.stringify(planned.error));
  return planned.value;
}

const paths = (ws: Workspace, days: number): string[] =>
  plan(ws, days).found.map(({ path }) => path);

function put(ws: Workspace, path: string, text = 'x'.repeat(1000)): void {
  mkdirSync(dirname(join(ws.dir, path)), { recursive: true });
  writeFileSync(join(ws.dir, path), text);
}

/** A goal that began a run, left files, and ended. Gives its folder. */
function ended(ws: Workspace, title: string): string {
  const id = start(ws, title);
  work(ws, id, 'ear');
  const folder = `artifacts/${state(ws).goals[id]?.artifacts}`;
  put(ws, `${folder}/summary.md`);
  put(ws, `context_packs/${id}/checkpoint.json`);
  must(ws, (step) => {
    const goal = step.state.goals[id];
    if (!goal) throw new Error(`${id} is not open`);
    const file = { name: 'report.md', sha256: '0', bytes: 1 };
    const [run] = Object.values(goal.runs);
    const about = { goal_id: id, node_id: run?.node ?? '', run_id: run?.id ?? '' };
    const payload = { dir: `${folder}/N-001`, artifacts: [file] };
    step.emit({ type: 'artifacts.stored', ...about, payload });
    abortGoal(step, goal, { kind: 'text', text: 'enough' });
  });
  return folder;
}

test('what a goal left may go when it ended long enough ago, its context packs after a time of their own', async () => {
  using sandbox = await Sandbox.installed();
  const { ws } = sandbox;
  const folder = ended(ws, 'one');
  expect(paths(ws, 29)).toEqual([]);
  expect(paths(ws, 31)).toEqual(['context_packs/G-0001']);
  expect(paths(ws, 91)).toEqual([folder, 'context_packs/G-0001']);
  expect(plan(ws, 91).found[0]).toMatchObject({ goal: 'G-0001', is_recorded: false });
});

test('what was judged after the turns of a session may go when nobody wrote there for as long', async () => {
  using sandbox = await Sandbox.installed();
  const { ws } = sandbox;
  const tree = 'a'.repeat(40);
  put(ws, 'turns/s1/base.json', JSON.stringify({ tree }));
  put(ws, 'turns/s1/told.json');
  expect(paths(ws, 89)).toEqual([]);
  // The tree that it began with is asked for until then.
  expect([plan(ws, 89).trees.has(tree), plan(ws, 91).trees.has(tree)]).toEqual([true, false]);
  expect(plan(ws, 91).found).toMatchObject([{ kind: 'turn', path: 'turns/s1', files: 2 }]);
});

test('the record of a kept copy may go where no goal is open, or nobody took it for a day', async () => {
  using sandbox = await Sandbox.installed();
  const { ws } = sandbox;
  put(ws, 'objects/kept-copy.json');
  expect(plan(ws, 0).found).toMatchObject([{ kind: 'copy', path: 'objects/kept-copy.json' }]);
  start(ws, 'one');
  expect(paths(ws, 0)).toEqual([]);
  expect(paths(ws, 1.1)).toEqual(['objects/kept-copy.json']);
  expect(carryOut(ws, plan(ws, 1.1).found, { by: 'Ada' })).toMatchObject({ ok: true });
  expect(paths(ws, 1.1)).toEqual([]);
});

test('what an open goal has, and what long-term memory cites, is never taken away', async () => {
  using sandbox = await Sandbox.installed();
  const { ws } = sandbox;
  const [cited, waiting, free] = ['one', 'two', 'three'].map((title) => ended(ws, title));
  const open = start(ws, 'four', DEAD, 's4');
  put(ws, `artifacts/${state(ws).goals[open]?.artifacts}/history.txt`);
  put(ws, `context_packs/${open}/checkpoint.json`);
  const event = sandbox.read('.wukong/events.jsonl').split('\n');
  const line = event.find(
    (one) => one.includes('"goal_id":"G-0001"') && one.includes('run.started'),
  );
  put(
    ws,
    'anchors/anchors.md',
    `## A-2026-k3f7 Decision: x\nSource: ${JSON.parse(line ?? '').event_id}\n`,
  );
  put(ws, 'anchors/anchors_candidates.md', `- [ ] A-2026-aaaa Pattern: y (G-0002)\n`);
  const { found, kept } = plan(ws, 400);
  expect(found.flatMap(({ kind, path }) => (kind === 'artifacts' ? [path] : []))).toEqual([free]);
  expect(kept.map(({ goal }) => goal)).toEqual(['G-0001', 'G-0002']);
  expect([cited, waiting]).not.toContain(free);
  expect(found.some(({ path }) => path.includes(open))).toBe(false);
});

test('what replay needs stays whatever its age, and a link is not followed', async () => {
  using sandbox = await Sandbox.installed();
  const { ws } = sandbox;
  put(ws, 'archive/torn-after-E-000001.jsonl');
  put(ws, 'graphs/abc.json');
  put(ws, 'artifacts/tried/0123456789ab/here.log');
  // No process has this number.
  put(ws, 'state.json.1073741824-1.tmp');
  symlinkSync(sandbox.repo, join(ws.dir, 'artifacts/tried/outside'));
  expect(paths(ws, 400)).toEqual(['artifacts/tried/0123456789ab', 'state.json.1073741824-1.tmp']);
});

test('the log says what was taken away, fsck looks for it no more, and the second copy goes as well', async () => {
  using sandbox = await Sandbox.installed();
  const { ws } = sandbox;
  const folder = ended(ws, 'one');
  const { log_id } = state(ws);
  keepSecondCopy(ws, log_id, folder);
  const second = join(secondPlace(ws, log_id), folder);
  expect(existsSync(second)).toBe(true);
  const findings = () =>
    checkWorkspace(ws, () => undefined).findings.filter(({ severity }) => severity === 'finding');
  expect(findings().map(({ kind }) => kind)).toEqual(['artifacts-missing']);
  expect(carryOut(ws, plan(ws, 91).found, { by: 'Ada' })).toMatchObject({ ok: true });
  expect(existsSync(join(ws.dir, folder)) || existsSync(second)).toBe(false);
  expect(findings()).toEqual([]);
  expect(paths(ws, 91)).toEqual([]);
});

test('killed in the middle it takes the rest away the next time, and says so once', async () => {
  using sandbox = await Sandbox.installed();
  const { ws } = sandbox;
  const folder = ended(ws, 'one');
  carryOut(ws, plan(ws, 91).found, { by: 'Ada' });
  put(ws, `${folder}/N-001/left.md`);
  const again = plan(ws, 91);
  expect(again.found).toMatchObject([{ path: folder, is_recorded: true }]);
  carryOut(ws, again.found, { by: 'Ada' });
  expect(paths(ws, 91)).toEqual([]);
  const log = sandbox.read('.wukong/events.jsonl');
  expect(log.match(/"type":"artifacts.collected"/g)).toHaveLength(1);
});

test('gc shows sizes and removes nothing, until it is told to; then evidence says why files are gone', async () => {
  using sandbox = await Sandbox.installed();
  const { ws } = sandbox;
  const folder = ended(ws, 'one');
  expect((await sandbox.wukong(['gc'])).stdout).toBe(
    'Nothing to remove. Kept are artifacts 90 days after their goal ended, context packs 90.\n',
  );
  sandbox.write(
    '.wukong/config.local.yaml',
    'work_order_system: { artifacts: { retention_days: 60 }, context_packs: { retention_days: 30 } }\n',
  );
  expect((await sandbox.wukong(['gc'])).stdout).toContain(
    'artifacts 60 days after their goal ended, context packs 30.',
  );
  const dry = await sandbox.wukong(['gc', '--days', '0']);
  expect(dry.stdout).toContain(`.wukong/${folder}  artifacts of G-0001, ended`);
  expect(dry.stdout).toContain('To remove them: wukong gc --days 0 --yes');
  expect(existsSync(join(ws.dir, folder))).toBe(true);
  const removed = await sandbox.json(['gc', '--days', '0', '--yes']);
  expect(removed).toMatchObject({ code: 0, out: { removed: true, items: [{ path: folder }, {}] } });
  expect(existsSync(join(ws.dir, folder))).toBe(false);
  const verified = await sandbox.json(['evidence', 'G-0001', '--verify']);
  expect(verified.code).toBe(1);
  expect(verified.out.findings).toEqual([
    expect.stringMatching(/^The files of G-0001 were removed by `wukong gc` on \d{4}-\d\d-\d\d/),
  ]);
  expect((await sandbox.wukong(['evidence', 'G-0001'])).stdout).toContain('removed by `wukong gc`');
  expect((await sandbox.wukong(['rebuild'])).code).toBe(0);
  expect((await sandbox.wukong(['gc', '--days', 'x'])).code).toBe(2);
});

test('an agent may not remove proof without a person', async () => {
  const call = { tool: 'Bash', command: 'npx wukong gc --yes', path: null };
  expect(approvalRule([], call)).toBe('wukong gc');
  using sandbox = await Sandbox.installed();
  ended(sandbox.ws, 'one');
  start(sandbox.ws, 'two', DEAD, 's2');
  const refused = await sandbox.wukong(['gc', '--days', '0', '--yes'], {
    env: { CLAUDECODE: '1' },
  });
  expect(refused).toMatchObject({ code: 3 });
  expect(refused.stderr).toContain('While a goal is open only a person decides this');
});
