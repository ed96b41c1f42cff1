import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rebuildCaches } from '../../runtime/cache/rebuild-caches.ts';
import { filesBelow } from '../../runtime/files/folders.ts';
import { askApproval } from '../../runtime/kernel/requests/approvals.ts';
import { dispatch } from '../../runtime/kernel/requests/dispatch.ts';
import {
  abortGoal,
  canComplete,
  completeGoal,
  type Plan,
  pauseGoal,
  startGoal,
} from '../../runtime/kernel/requests/goals.ts';
import { frontier } from '../../runtime/kernel/requests/offer.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import type { Step } from '../../runtime/kernel/requests/step.ts';
import { scopeOf } from '../../runtime/kernel/requests/tell-owner.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { activeRuns, focusOf, specOf } from '../../runtime/kernel/state/queries.ts';
import { toAgent } from '../../runtime/kernel/state/run-by.ts';
import { stopSession } from '../../runtime/kernel/stop.ts';
import { graphFile, storeGraph } from '../../runtime/log/plan-files.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { ROLES } from '../../runtime/model/vocabulary.ts';
import { readState, runStep } from '../../runtime/step/run-step.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { cached, remade } from '../cache/caches.ts';
import { call, mustCall, pass, report } from '../kernel/drive.ts';
import { alive, CLIENT, FIX, largePlan, node, plan } from '../kernel/plan.ts';
import { temporaryWorkspace } from '../workspace/workspace.ts';

function begin(ws: Workspace, sessionId: string, from: Plan): void {
  const stored = storeGraph(ws, from);
  step(ws, (at) => {
    startGoal(at, ofSession(sessionId, CLIENT, ''), `for ${sessionId}`, stored);
  });
}

function step<T>(ws: Workspace, body: (at: Step) => T): T {
  const told = runStep(ws, body);
  if (!told.ok) throw new Error(JSON.stringify(told.failure));
  return told.value;
}

function of(at: Step, session: string): Goal {
  const goal = focusOf(at.state, session);
  if (!goal) throw new Error(`${session} has no goal`);
  return goal;
}

const delivery = fc.oneof(
  fc.record({ do: fc.constant('call' as const), role: fc.constantFrom(...ROLES) }),
  fc.record({
    do: fc.constant('report' as const),
    nth: fc.nat(3),
    passes: fc.boolean(),
    status: fc.constantFrom('done' as const, 'done' as const, 'failed' as const),
    verdict: fc.constantFrom(null, null, 'rework' as const, 'reject' as const),
    decisions: fc.constantFrom([], ['so be it']),
    level: fc.constant('L2' as const),
  }),
  fc.record({ do: fc.constant('stop' as const) }),
  fc.record({ do: fc.constant('resume' as const), answer: fc.constantFrom('', 'an answer') }),
);

function deliver(
  at: Step,
  session: string,
  next: typeof delivery extends fc.Arbitrary<infer T> ? T : never,
): void {
  const goal = focusOf(at.state, session);
  if (!goal) return;
  if (next.do === 'call') call(at, next.role, { session });
  else if (next.do === 'report') {
    const run = activeRuns(goal)[next.nth];
    if (run) report(at, run, next);
  } else if (next.do === 'stop') {
    stopSession(at, { sessionId: session, listed: [], started: () => [] }, alive);
  } else {
    const claim = ofSession(session, CLIENT, '');
    const request = { claim, goalId: goal.id, nodeId: null, take: false, interrupted: [] };
    resumeGoal(at, { ...request, answer: next.answer }, alive);
  }
}

test('a backup copied over a log that went on: a large goal is as its own log says', () => {
  using at = temporaryWorkspace();
  begin(at.ws, 'large', largePlan());
  const names = filesBelow(at.ws.dir);
  const backup = names.map((name) => [name, readFileSync(join(at.ws.dir, name))] as const);
  step(at.ws, (now) => call(now, 'ear', { session: 'large' }));
  for (const [name, bytes] of backup) {
    mkdirSync(dirname(join(at.ws.dir, name)), { recursive: true });
    writeFileSync(join(at.ws.dir, name), bytes);
  }
  step(at.ws, (now) => pauseGoal(now, of(now, 'large'), { kind: 'text', text: 'no more today' }));
  step(at.ws, (now) => expect(of(now, 'large')).toMatchObject({ status: 'paused', runs: {} }));
});

test('whatever happens in a small and a large goal, the files are at each step those the log gives', () => {
  const moves = fc.array(fc.tuple(fc.constantFrom('small', 'large', 'large'), delivery), {
    maxLength: 25,
  });
  fc.assert(
    fc.property(moves, (told) => {
      using at = temporaryWorkspace();
      begin(at.ws, 'small', FIX);
      begin(at.ws, 'large', largePlan());
      for (const [session, next] of told) {
        step(at.ws, (now) => deliver(now, session, next));
        expect(cached(at.ws)).toEqual(remade(at.ws));
      }
    }),
    { numRuns: 12 },
  );
});

test('a goal of many nodes is played to its end, alone and beside a small one, and leaves no file behind', () => {
  using at = temporaryWorkspace();
  begin(at.ws, 'large', largePlan());
  begin(at.ws, 'small', FIX);
  const { nodes } = largePlan();
  for (let n = 0; n < nodes.length; n += 1) {
    step(at.ws, (now) => {
      const [next] = frontier(of(now, 'large'));
      if (!next) throw new Error('nothing is ready');
      const decisions = next.role === 'mind' ? [`what ${next.id} decides`] : [];
      const answer = call(now, next.role, { session: 'large', prompt: next.id });
      if (answer.kind === 'bound') report(now, answer.at.run, { decisions, level: 'L2' });
    });
  }
  const notice = { kind: 'text', text: 'done' } as const;
  const end = { notice, log_sha256: 'x', log_bytes: 1 };
  step(at.ws, (now) => {
    const goal = of(now, 'large');
    expect(canComplete(goal)).toBe(true);
    expect(Object.values(goal.runs).map((run) => run.number)).toEqual(nodes.map(() => 1));
    completeGoal(now, goal, end);
  });
  expect(cached(at.ws)).toEqual(remade(at.ws));
  expect(readdirSync(files.goals(at.ws))).toEqual(['G-0002.json']);
  const shown = JSON.parse(readFileSync(files.taskgraph(at.ws), 'utf8')).graphs;
  const over = shown.find((graph: { goal_id: string }) => graph.goal_id === 'G-0001');
  expect(over).toMatchObject({ status: 'completed', edges: largePlan().edges });
  expect(over.nodes.map((one: { id: string }) => one.id)).toEqual(nodes.map(({ id }) => id));
  step(at.ws, (now) => pass(now, 'ear', {}, 'small'));
  expect(cached(at.ws)).toEqual(remade(at.ws));
});

test('what was proven, asked for and decided in a large goal is there when it is read again', () => {
  using at = temporaryWorkspace();
  begin(at.ws, 'large', largePlan());
  const check = {
    ...{ command: ['npm', 'test'], cwd: null, tree: 't' },
    ...{ without: [], why: '', exit_code: 1, log: 'red.log', linked: [], notes: [], touched: [] },
  };
  step(at.ws, (now) => {
    const goal = of(now, 'large');
    const made = mustCall(now, 'ear', 'large');
    askApproval(now, goal, made, 'git push', 'git push');
    now.emit({
      type: 'check.measured',
      ...scopeOf(goal, made),
      payload: { ...check, side: 'red', outcome: 'fail' },
    });
    const decided = { node: made.node, event: made.id, text: 'it may fail' };
    now.emit({ type: 'decision.made', ...scopeOf(goal, made), payload: decided });
    now.emit({
      type: 'decision.made',
      goal_id: goal.id,
      payload: { ...decided, text: 'so be it' },
    });
  });
  step(at.ws, (now) => call(now, 'ear', { session: 'large' }));
  const now = readState(at.ws);
  const goal = now.ok ? now.state.goals['G-0001'] : undefined;
  expect(goal?.approvals).toEqual([{ node: 'N-101', action: 'git push', given: false }]);
  expect(goal?.proof?.checks).toMatchObject([{ command: ['npm', 'test'], red: 'red' }]);
  expect(goal?.decisions).toMatchObject([{ text: 'it may fail' }, { text: 'so be it' }]);
  expect(Object.values(goal?.runs ?? {}).map(({ id }) => id)).toHaveLength(2);
  expect(cached(at.ws)).toEqual(remade(at.ws));
});

test('in the log stand hash and size of a large plan, and a small one stands there itself', () => {
  using at = temporaryWorkspace();
  begin(at.ws, 'large', largePlan());
  begin(at.ws, 'small', FIX);
  const created = readFileSync(files.log(at.ws), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"goal.created"'))
    .map((line) => JSON.parse(line).payload);
  const { graph } = created[0];
  expect(created[0]).not.toHaveProperty('nodes');
  expect(created[0]).not.toHaveProperty('edges');
  expect(created[1]).toMatchObject({ nodes: FIX.nodes, edges: FIX.edges });
  const { size } = statSync(join(at.ws.dir, graphFile(graph)));
  expect(size).toBe(graph.bytes);
});

test('a plan that was written by somebody who was killed then is adopted by the next, under the same name', () => {
  using at = temporaryWorkspace();
  const first = storeGraph(at.ws, largePlan());
  const path = join(at.ws.dir, graphFile(first.graph ?? { sha256: '' }));
  const { ino } = statSync(path);
  begin(at.ws, 'large', largePlan());
  expect(readdirSync(files.graphs(at.ws))).toHaveLength(1);
  expect(statSync(path).ino).toBe(ino);
  // Half a file of that name can't be left by us; it is written again all the same.
  writeFileSync(path, '{"nodes":[');
  storeGraph(at.ws, largePlan());
  expect(statSync(path).size).toBe(first.graph?.bytes);
});

test.each(['missing', 'altered'] as const)(
  'a plan that is %s: its goal goes on while the caches know it, then nothing is guessed, and others go on',
  (how) => {
    using at = temporaryWorkspace();
    begin(at.ws, 'large', largePlan());
    begin(at.ws, 'small', FIX);
    const [name = ''] = readdirSync(files.graphs(at.ws));
    const path = join(files.graphs(at.ws), name);
    const kept = `${at.ws.dir}/kept`;
    renameSync(path, kept);
    if (how === 'altered')
      writeFileSync(path, readFileSync(kept, 'utf8').replace('ear work', 'EAR work'));
    expect(step(at.ws, (now) => call(now, 'ear', { session: 'large' }).kind)).toBe('bound');
    // Better caches than none: they are not rebuilt without the plan.
    const refused = rebuildCaches(at.ws, () => undefined);
    expect(refused).toMatchObject({
      ok: false,
      failure: { kind: 'graph-lost', goal: 'G-0001', lost: how },
    });
    rmSync(files.state(at.ws));
    step(at.ws, (now) => {
      expect(of(now, 'large')).toMatchObject({ lost: { why: how }, nodes: {} });
      expect(frontier(of(now, 'large'))).toEqual([]);
      expect(canComplete(of(now, 'large'))).toBe(false);
      expect(call(now, 'eye', { session: 'large' }).kind).toBe('refused');
      const claim = ofSession('large', CLIENT, '');
      const request = { claim, goalId: 'G-0001', nodeId: null, take: false, interrupted: [] };
      expect(resumeGoal(now, { ...request, answer: '' }, alive).kind).toBe('lost');
    });
    // The number of the run that is not known any more is not given to another.
    const run = step(at.ws, (now) => pass(now, 'ear', {}, 'small').id);
    expect(run).toMatch(/-ear-0002$/);
    renameSync(kept, path);
    expect(rebuildCaches(at.ws, () => undefined)).toMatchObject({ ok: true });
    step(at.ws, (now) => {
      const goal = of(now, 'large');
      expect(specOf(goal, 'N-101').title).toBe('ear work');
      expect(activeRuns(goal).map(({ node: id }) => id)).toEqual(['N-101']);
      call(now, 'eye', { session: 'small' });
    });
    expect(cached(at.ws)).toEqual(remade(at.ws));
  },
);

test('a goal whose plan is lost can be given up', () => {
  using at = temporaryWorkspace();
  begin(at.ws, 'large', largePlan());
  rmSync(files.graphs(at.ws), { recursive: true });
  rmSync(files.state(at.ws));
  step(at.ws, (now) => abortGoal(now, of(now, 'large'), { kind: 'text', text: 'no more' }));
  const now = readState(at.ws);
  expect(now.ok && now.state).toMatchObject({ goals: {}, counters: { open_nodes: 0 } });
});

test('of a large goal that ends among many others, nothing is left', () => {
  using at = temporaryWorkspace();
  begin(at.ws, 'large', largePlan());
  for (let n = 1; n <= 34; n += 1) begin(at.ws, `small ${n}`, FIX);
  step(at.ws, (now) => mustCall(now, 'ear', 'large'));
  expect(cached(at.ws)).toEqual(remade(at.ws));
  step(at.ws, (now) => abortGoal(now, of(now, 'large'), { kind: 'text', text: 'no more' }));
  expect(cached(at.ws)).toEqual(remade(at.ws));
  expect(readdirSync(files.goals(at.ws)).filter((name) => name.startsWith('G-0001'))).toEqual([]);
});

test('few nodes with much to say are a large goal, too', () => {
  using at = temporaryWorkspace();
  const wordy = plan(
    Array.from({ length: 14 }, (_, i) =>
      node(`N-${100 + i}`, 'ear', { instructions: 'y'.repeat(4000) }),
    ),
    [],
  );
  begin(at.ws, 'large', wordy);
  const bound = step(at.ws, (now) => {
    const request = { by: toAgent('large', 't', CLIENT), role: 'ear' as const, prompt: 'N-113' };
    return dispatch(now, { ...request, worktree: '/r' }, null, alive);
  });
  expect(bound).toMatchObject({ kind: 'bound', at: { run: { node: 'N-113' } } });
  expect(cached(at.ws)).toEqual(remade(at.ws));
});
