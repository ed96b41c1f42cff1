import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { askApproval } from '../../runtime/kernel/approvals.ts';
import { dispatch } from '../../runtime/kernel/dispatch.ts';
import {
  abortGoal,
  canComplete,
  completeGoal,
  type Plan,
  pauseGoal,
  startGoal,
} from '../../runtime/kernel/goals.ts';
import { frontier } from '../../runtime/kernel/offer.ts';
import { resumeGoal } from '../../runtime/kernel/resume.ts';
import { scopeOf } from '../../runtime/kernel/runs.ts';
import { activeRuns, focusOf, nodeState, specOf } from '../../runtime/kernel/state.ts';
import type { Step } from '../../runtime/kernel/step.ts';
import { stopSession } from '../../runtime/kernel/stop.ts';
import { makeWorkOrder, readUpstream } from '../../runtime/kernel/work-order.ts';
import type { Goal } from '../../runtime/model/state.ts';
import { ROLES } from '../../runtime/model/words.ts';
import { filesBelow } from '../../runtime/store/files-below.ts';
import { graphFile, storeGraph } from '../../runtime/store/graphs.ts';
import { files, type Workspace } from '../../runtime/store/paths.ts';
import { rebuildCaches } from '../../runtime/store/rebuild-caches.ts';
import { readState, runStep } from '../../runtime/store/step.ts';
import { call, mustCall, pass, report } from '../kernel/drive.ts';
import { alive, CLIENT, FIX, largePlan, node, plan } from '../kernel/plan.ts';
import { cached, remade } from './caches.ts';
import { temporaryWorkspace } from './workspace.ts';

function begin(ws: Workspace, sessionId: string, from: Plan): void {
  const stored = storeGraph(ws, from);
  step(ws, (at) => {
    startGoal(at, { sessionId, client: CLIENT, transcript: '' }, `for ${sessionId}`, stored);
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
    const owner = { sessionId: session, client: CLIENT, transcript: '' };
    const request = { owner, goalId: goal.id, nodeId: null, take: false, interrupted: [] };
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
  step(at.ws, (now) => pauseGoal(now, of(now, 'large'), 'no more today'));
  step(at.ws, (now) => expect(of(now, 'large')).toMatchObject({ status: 'paused', runs: {} }));
});

test('a page that a power cut has emptied is made again by the first step that meets it', () => {
  using at = temporaryWorkspace();
  begin(at.ws, 'large', largePlan());
  const [page = ''] = filesBelow(files.goals(at.ws)).filter((name) => name.includes('/0000.'));
  writeFileSync(join(files.goals(at.ws), page), '');
  let runs = 0;
  const meet = (): void =>
    step(at.ws, (now) => {
      runs += 1;
      // Looked at, and not changed: as it is now, it has the name that it had.
      nodeState(of(now, 'large'), 'N-101');
      now.emit('notice.added', { session_id: 'large', goal_id: 'G-0001' }, { text: 'look' });
    });
  meet();
  expect(runs).toBe(2);
  expect(cached(at.ws)).toEqual(remade(at.ws));
  meet();
  expect(runs).toBe(3);
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

test('a goal is played to its end in pages, alone and beside a small one, and leaves no page behind', () => {
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
  const end = { notice: 'done', log_sha256: 'x', log_bytes: 1 };
  step(at.ws, (now) => {
    const goal = of(now, 'large');
    expect(canComplete(goal)).toBe(true);
    expect(Object.values(goal.runs).map((run) => run.number)).toEqual(nodes.map(() => 1));
    completeGoal(now, goal, end);
  });
  expect(cached(at.ws)).toEqual(remade(at.ws));
  expect(existsSync(files.goals(at.ws))).toBe(false);
  const shown = JSON.parse(readFileSync(files.taskgraph(at.ws), 'utf8')).graphs;
  const over = shown.find((graph: { goal_id: string }) => graph.goal_id === 'G-0001');
  expect(over).toMatchObject({ status: 'completed', edges: largePlan().edges });
  expect(over.nodes.map((one: { id: string }) => one.id)).toEqual(nodes.map(({ id }) => id));
  step(at.ws, (now) => pass(now, 'ear', {}, 'small'));
  expect(cached(at.ws)).toEqual(remade(at.ws));
});

test('a step reads the pages it is about, and of other nodes not even the file', () => {
  using at = temporaryWorkspace();
  begin(at.ws, 'large', largePlan());
  const pages = [...cached(at.ws).keys()].filter((name) => name.split('/').length === 3);
  expect(pages).toHaveLength(4);
  // Ten chains of six, in pages of sixteen: the first chain is on the first page.
  for (const name of pages.slice(1)) rmSync(join(at.ws.dir, name));
  const bound = step(at.ws, (now) => call(now, 'ear', { session: 'large' }).kind);
  expect(bound).toBe('bound');
  const after = [...cached(at.ws).keys()].filter((name) => name.split('/').length === 3);
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(pages.slice(0, 1));
  // Whoever asks for one that is gone gets it from the log.
  const now = readState(
    at.ws,
    ({ goals }) => goals['G-0001'] && nodeState(goals['G-0001'], 'N-1001'),
  );
  expect(now).toMatchObject({ ok: true, value: { status: 'ready' } });
});

test('a judge is told of the nearest nodes that want a review, and no page farther away is read', () => {
  using at = temporaryWorkspace();
  const verification_plan = { deterministic: [], llm_review: { aspects: ['security_risk'] } };
  const ids = Array.from({ length: 200 }, (_, i) => `N-${100 + i}`);
  const nodes = [...ids.map((id) => node(id, 'eye', { verification_plan })), node('N-900', 'nose')];
  const chain = nodes.slice(1).map(({ id }, i) => [nodes[i]?.id ?? '', id] as const);
  begin(at.ws, 'large', plan(nodes, chain));
  step(at.ws, (now) => {
    for (const _ of ids) pass(now, 'eye', {}, 'large');
  });
  const pagesNow = () => [...cached(at.ws).keys()].filter((name) => name.split('/').length === 3);
  const pages = pagesNow();
  expect(pages).toHaveLength(13);
  for (const name of pages.slice(0, -3)) rmSync(join(at.ws.dir, name));
  const order = step(at.ws, (now) => {
    const bound = call(now, 'nose', { session: 'large' });
    if (bound.kind !== 'bound') throw new Error('the nose was not dispatched');
    readUpstream(bound.at);
    const sources = { readOutput: () => '', history: () => '', anchor: () => undefined };
    return makeWorkOrder(bound.at.goal, bound.at.run, 'artifacts/x', sources);
  });
  expect(order.node.review?.map((one) => one.node)).toEqual(ids.slice(-32));
  expect(pagesNow()).toHaveLength(3);
});

test('what was proven, asked for and decided in a large goal is there when it is read again', () => {
  using at = temporaryWorkspace();
  begin(at.ws, 'large', largePlan());
  const check = { command: ['npm', 'test'], cwd: null, why: '', log: 'red.log' };
  const run = step(at.ws, (now) => {
    const goal = of(now, 'large');
    const made = mustCall(now, 'ear', 'large');
    askApproval(now, goal, made, 'git push', 'git push');
    now.emit('check.measured', scopeOf(goal, made), { ...check, side: 'red', outcome: 'fail' });
    const decided = { node: made.node, event: made.id, text: 'it may fail' };
    now.emit('decision.made', scopeOf(goal, made), decided);
    now.emit('decision.made', { goal_id: goal.id }, { ...decided, text: 'so be it' });
    return made.id;
  });
  step(at.ws, (now) => call(now, 'ear', { session: 'large' }));
  const now = readState(at.ws);
  const goal = now.ok ? now.state.goals['G-0001'] : undefined;
  expect(goal?.approvals).toEqual([{ node: 'N-101', action: 'git push', given: false }]);
  expect(goal?.proof?.checks).toMatchObject([{ command: ['npm', 'test'], red: 'red' }]);
  expect(goal?.runs[run]?.decisions).toMatchObject([{ node: 'N-101', text: 'it may fail' }]);
  expect(goal?.decisions).toMatchObject([{ text: 'so be it' }]);
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
  // Half a file of that name can't be left by us; it is written anew all the same.
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
    // Better caches than none: they are not made anew without the plan.
    const refused = rebuildCaches(at.ws, () => undefined);
    expect(refused).toMatchObject({
      ok: false,
      failure: { kind: 'graph-lost', goal: 'G-0001', lost: how },
    });
    rmSync(files.state(at.ws));
    step(at.ws, (now) => {
      expect(of(now, 'large').large).toMatchObject({ lost: how, nodes: 0 });
      expect(frontier(of(now, 'large'))).toEqual([]);
      expect(canComplete(of(now, 'large'))).toBe(false);
      expect(call(now, 'eye', { session: 'large' }).kind).toBe('refused');
      const owner = { sessionId: 'large', client: CLIENT, transcript: '' };
      const request = { owner, goalId: 'G-0001', nodeId: null, take: false, interrupted: [] };
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
  step(at.ws, (now) => abortGoal(now, of(now, 'large'), 'no more'));
  const now = readState(at.ws);
  expect(now.ok && now.state).toMatchObject({ goals: {}, counters: { open_nodes: 0 } });
});

test('a link in place of its pages, or of its plan, leads nobody to what lies there', () => {
  using at = temporaryWorkspace();
  const outside = join(at.ws.root, 'outside');
  mkdirSync(join(outside, 'src'), { recursive: true });
  writeFileSync(join(outside, 'thesis.tex'), 'x');
  const leadThere = (folder: string): void => {
    rmSync(folder, { recursive: true, force: true });
    symlinkSync(outside, folder);
  };
  const sha256 = storeGraph(at.ws, largePlan()).graph?.sha256 ?? '';
  const pages = join(files.goals(at.ws), `G-0002.${sha256.slice(0, 8)}`);
  begin(at.ws, 'small', FIX);
  mkdirSync(files.goals(at.ws));
  leadThere(pages);
  begin(at.ws, 'large', largePlan());
  expect(lstatSync(pages).isDirectory()).toBe(true);
  leadThere(pages);
  step(at.ws, (now) => mustCall(now, 'ear', 'large'));
  leadThere(pages);
  expect(rebuildCaches(at.ws, () => undefined).ok).toBe(true);
  expect(cached(at.ws)).toEqual(remade(at.ws));
  leadThere(files.graphs(at.ws));
  expect(() => begin(at.ws, 'other', largePlan())).toThrow('is a symbolic link');
  expect(readdirSync(outside)).toEqual(['src', 'thesis.tex']);
});

test('of a large goal that ends among many others, nothing is left', () => {
  using at = temporaryWorkspace();
  begin(at.ws, 'large', largePlan());
  for (let n = 1; n <= 34; n += 1) begin(at.ws, `small ${n}`, FIX);
  step(at.ws, (now) => mustCall(now, 'ear', 'large'));
  expect(cached(at.ws)).toEqual(remade(at.ws));
  step(at.ws, (now) => abortGoal(now, of(now, 'large'), 'no more'));
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
    const request = { sessionId: 'large', toolUseId: 't', role: 'ear' as const, prompt: 'N-113' };
    return dispatch(now, { ...request, worktree: '/r', client: CLIENT }, null, alive);
  });
  expect(bound).toMatchObject({ kind: 'bound', at: { run: { node: 'N-113' } } });
  expect(cached(at.ws)).toEqual(remade(at.ws));
});
