import { appendFileSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectTaskgraph } from '../../runtime/kernel/views/taskgraph.ts';
import { files } from '../../runtime/workspace/paths.ts';
import { Sandbox } from '../install/temporary.ts';
import { pass, report } from '../kernel/drive.ts';
import { block, must, start, work } from './goals.ts';

/** An ear that passed, an eye that was sent back with too little and then asked. */
async function withHistory(): Promise<Sandbox> {
  const sandbox = await Sandbox.installed();
  start(sandbox.ws, 'the decoder crashes', undefined, 's1');
  must(sandbox.ws, (step) => pass(step, 'ear'));
  work(sandbox.ws, 'G-0001', 'eye');
  must(sandbox.ws, (step) => {
    const goal = step.state.goals['G-0001'];
    const run = Object.values(goal?.runs ?? {}).at(-1);
    if (!run) throw new Error('no run');
    report(step, run, { passes: false, level: 'L0', missing: ['Cite the line.'] });
  });
  block(sandbox.ws, 'G-0001', 'N-010', 'questions', 'It asks: which decoder?');
  return sandbox;
}

test('why tells a blocked node as a chain: what it built on, its run, what was missing, what it asks', async () => {
  using sandbox = await withHistory();
  const { code, out } = await sandbox.json(['why', 'n-010']);
  expect(code).toBe(0);
  expect(out.about).toEqual({ goal: 'G-0001', node: 'N-010' });
  expect(out.now).toContain('it waits for a person (questions). It asks: which decoder?');
  const types = out.events.map((event: { type: string }) => event.type);
  expect(types).toEqual([
    'goal.created',
    'goal.owned',
    'node.done',
    'node.ready',
    'run.dispatched',
    'run.started',
    'run.reported',
    'artifacts.stored',
    'evidence.graded',
    'run.sent_back',
    'node.blocked',
    'escalation.opened',
  ]);
  const { stdout } = await sandbox.wukong(['why', 'G-0001/N-010']);
  expect(stdout).toContain('evidence L0 of L1: Cite the line.');
  expect(stdout).toMatch(/^G-0001\/N-010 \(.+\) waits for a person \(questions\)\. It asks: which/);
});

test('why tells a node that waits which nodes it waits for', async () => {
  using sandbox = await withHistory();
  const { out } = await sandbox.json(['why', 'N-020']);
  expect(out.now).toBe('it waits for N-010 (blocked).');
});

test('why tells a run from the moment its node was ready to what it led to', async () => {
  using sandbox = await withHistory();
  const first = sandbox.read('.wukong/events.jsonl').split('\n').map(parse).find(isDispatch);
  const { code, out } = await sandbox.json(['why', String(first?.run_id)]);
  expect(code).toBe(0);
  const types = out.events.map((event: { type: string }) => event.type);
  expect(types[0]).toBe('node.ready');
  expect(types[1]).toBe('run.dispatched');
  expect(types.slice(-2)).toEqual(['run.ended', 'node.done']);
});

test('why tells an event with its step and what set it off', async () => {
  using sandbox = await withHistory();
  const events = sandbox.read('.wukong/events.jsonl').split('\n').map(parse);
  const graded = events.findLast((event) => event?.type === 'evidence.graded');
  const { out } = await sandbox.json(['why', String(graded?.event_id)]);
  expect(out.cause).toEqual({
    kind: 'verdict',
    text: `the report of ${graded?.run_id} was judged`,
  });
  expect(out.step.map((event: { type: string }) => event.type)).toContain('run.sent_back');
  must(sandbox.ws, (step) => {
    step.emit({ type: 'Stop', session_id: 's1', payload: {} });
    step.emit({ type: 'goal.continued', goal_id: 'G-0001', payload: { stalls: 1 } });
  });
  const { as_of: last } = (await sandbox.json(['fsck'])).out;
  expect((await sandbox.wukong(['why', last.toLowerCase()])).stdout).toContain(
    `${last} was written because the client reported Stop`,
  );
});

test('why lists what there is when it does not know a name, and asks when several goals have it', async () => {
  using sandbox = await withHistory();
  const unknown = await sandbox.json(['why', 'G-0001/N-099']);
  expect(unknown).toMatchObject({ code: 2, out: { error: { kind: 'usage' } } });
  expect(unknown.out.error.hint).toContain('Did you mean "G-0001/N-0');
  expect(unknown.out.error.hint).toContain('G-0001/N-050');
  expect((await sandbox.json(['why', '2026-01-01-ear-0009'])).out.error.hint).toContain(
    '-ear-0001',
  );
  expect((await sandbox.json(['why', 'E-999999'])).out.error.hint).toContain('The log ends at E-');
  for (const words of [['why'], ['why', 'nonsense'], ['why', 'E-0']]) {
    expect((await sandbox.wukong(words)).code).toBe(2);
  }
  start(sandbox.ws, 'another');
  const several = await sandbox.wukong(['why', 'N-010']);
  expect(several.code).toBe(2);
  expect(several.stderr).toContain('wukong why G-0001/N-010 · wukong why G-0002/N-010');
  must(sandbox.ws, (step) =>
    step.emit({
      type: 'graph.aborted',
      goal_id: 'G-0002',
      payload: { because: { kind: 'text', text: 'no' } },
    }),
  );
  expect((await sandbox.json(['why', 'N-010'])).out.about.goal).toBe('G-0001');
  expect((await sandbox.json(['why', 'G-0002/N-010'])).out.now).toBe('G-0002 is closed.');
});

test('replay shows how everything stood after each event, and changes nothing', async () => {
  using sandbox = await withHistory();
  const bytes = readFileSync(files.log(sandbox.ws));
  const events = bytes.toString().split('\n').map(parse);
  const dispatched = events.findLast(isDispatch);
  const { code, out } = await sandbox.json(['replay', '--to', String(dispatched?.event_id)]);
  expect(code).toBe(0);
  expect(out).toMatchObject({
    as_of: dispatched?.event_id,
    goals: [{ id: 'G-0001', owner: 's1', ready: [], blocked: [] }],
  });
  expect(out.goals[0].running).toEqual([{ node: 'N-010', run: dispatched?.run_id, agent: null }]);
  const end = (await sandbox.json(['replay'])).out;
  const state = must(sandbox.ws, () => undefined).state;
  expect(end.taskgraph).toEqual(JSON.parse(JSON.stringify(projectTaskgraph(state, undefined))));
  expect(end.goals[0].blocked).toMatchObject([{ node: 'N-010', kind: 'questions' }]);
  const text = (await sandbox.wukong(['replay', '--to', 'E-1'])).stdout;
  expect(text).toBe('As of E-000001:\nNo goal is open.\n');
  expect(readFileSync(files.log(sandbox.ws)).equals(bytes)).toBe(true);
});

test('replay refuses what is no event, what is not there, and a damaged log', async () => {
  using sandbox = await withHistory();
  expect((await sandbox.wukong(['replay', '--to', 'soon'])).code).toBe(2);
  const beyond = await sandbox.wukong(['replay', '--to', 'E-999999']);
  expect(beyond.code).toBe(2);
  expect(beyond.stderr).toContain('There is no event E-999999.');
  appendFileSync(files.log(sandbox.ws), 'x\n');
  const path = '.wukong/events.jsonl';
  sandbox.write(path, sandbox.read(path).replace('decoder', 'Decoder'));
  expect((await sandbox.json(['replay'])).out.error.kind).toBe('log-damaged');
});

type Line = Readonly<{ event_id: string; type: string; run_id?: string }>;

function parse(line: string): Line | undefined {
  return line === '' ? undefined : JSON.parse(line);
}

function isDispatch(line: Line | undefined): boolean {
  return line?.type === 'run.dispatched';
}
