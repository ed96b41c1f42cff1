// The steps of a hook that the promises are tried on: what is there before, the delivery, what the client
// would send next if it got no answer, and what must stand in the log once in the end.

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventRecord } from '../../runtime/model/event.ts';
import { spool } from '../../runtime/step/inbox.ts';
import { DEAD, start as startGoal } from '../cli/goals.ts';
import type { Delivery, Scene } from './scene.ts';

export type Step = Readonly<{
  name: string;
  /** Leaves the scene as it is right before the delivery. */
  prepare: (scene: Scene) => Promise<void>;
  delivery: (scene: Scene) => Delivery;
  /** The same delivery may be counted again, because two real ones can look alike. */
  looksAlike?: true;
  /** What stands in the log once the delivery is recorded, whatever is still to be done with it. */
  recorded: (record: EventRecord) => boolean;
  /** After a redelivery each of these is there exactly once more than before. */
  once: ReadonlyArray<(record: EventRecord) => boolean>;
  /** What the client sends next of its own, if the redelivery alone does not get there. */
  afterwards?: readonly Delivery[];
}>;

export const talk = (id: string): Delivery => ({
  event: 'UserPromptSubmit',
  payload: { prompt: 'hello', prompt_id: id },
});

export const start: Delivery = {
  event: 'UserPromptSubmit',
  payload: { prompt: '/wukong_fix the decoder crashes on empty input', prompt_id: 'start' },
};

export function agentCall(role: string, id: string) {
  return {
    tool_name: 'Agent',
    tool_use_id: id,
    tool_input: { description: 'd', prompt: 'go', subagent_type: role },
  };
}

export const dispatchEar: Delivery = { event: 'PreToolUse', payload: agentCall('ear', 'toolu_1') };
export const stop: Delivery = { event: 'Stop', payload: {} };

export const launched: Delivery = {
  event: 'PostToolUse',
  payload: {
    ...agentCall('ear', 'toolu_1'),
    tool_response: { isAsync: true, status: 'async_launched', agentId: 'a1' },
  },
};

export async function offered(scene: Scene): Promise<void> {
  for (const delivery of [talk('before'), start]) await must(scene, delivery);
}

export async function working(scene: Scene): Promise<void> {
  await offered(scene);
  for (const delivery of [dispatchEar, launched]) await must(scene, delivery);
}

async function must(scene: Scene, delivery: Delivery): Promise<void> {
  const ended = await scene.deliver(delivery);
  if (ended.code !== 0 || ended.stderr !== '') throw new Error(`${ended.stdout}${ended.stderr}`);
}

/** What the ear would give back, with references that are there. */
export function earReport(scene: Scene): Delivery {
  const dispatched = scene.counted().find((record) => record.type === 'run.dispatched');
  const [line = ''] = readFileSync(join(scene.rig.repo, 'README.md'), 'utf8').split('\n');
  const text = `IssueRef: local#1
RunId: ${dispatched?.run_id}
Status: done
Commit: none
Tests: none
Evidence-Level: L1

## Summary
An empty body must decode to no readings.

## Steps
1. Read the packet format.
- Criterion: \`npm test\` passes.

## Evidence
- Level: L1
- References:
  - README.md:1 "${line}"

## Risks
- Nothing else uses what was changed.

## Next
- Nothing.
`;
  const payload = { agent_id: 'a1', agent_type: 'ear', last_assistant_message: text };
  return { event: 'SubagentStop', payload };
}

const isTalk = (id: string) => (record: EventRecord) => record.payload.prompt_id === id;
const isType = (type: string) => (record: EventRecord) => record.type === type;

export const TALK: Step = {
  name: 'a host event without a goal',
  prepare: (scene) => must(scene, talk('before')),
  delivery: () => talk('this'),
  recorded: isTalk('this'),
  once: [isTalk('this')],
};

const SPOOLED = ['spooled-1', 'spooled-2', 'spooled-3'];

const DRAIN: Step = {
  name: 'taking up the inbox',
  prepare: async (scene) => {
    await must(scene, talk('before'));
    for (const key of SPOOLED) {
      spool(scene.ws, { key, type: 'Stop', session_id: 's', payload: { prompt: key } });
    }
  },
  delivery: () => talk('this'),
  recorded: isTalk('this'),
  once: [
    isTalk('this'),
    ...SPOOLED.map((key) => (record: EventRecord) => record.payload.key === key),
  ],
};

export const HEAL: Step = {
  name: 'healing a torn tail',
  prepare: async (scene) => {
    await must(scene, talk('before'));
    const [line = ''] = readFileSync(scene.path('events.jsonl'), 'utf8').split('\n').slice(-2);
    appendFileSync(scene.path('events.jsonl'), line.slice(0, -30));
  },
  delivery: () => talk('this'),
  recorded: isTalk('this'),
  once: [isTalk('this')],
};

export const START: Step = {
  name: '/wukong_fix',
  prepare: (scene) => must(scene, talk('before')),
  delivery: () => start,
  recorded: isTalk('start'),
  once: [isType('goal.created'), isTalk('start')],
};

/** Chains of two whose words alone are more than a record may hold. */
export function largeTemplate(): string {
  const ids = Array.from({ length: 36 }, (_, i) => `N-${100 + i}`);
  const words = 'Look at it closely. '.repeat(100);
  const nodes = ids.map(
    (id, i) =>
      `  - { id: ${id}, title: Look, role: ${i % 2 === 0 ? 'ear' : 'eye'}, instructions: "${words}" }`,
  );
  const edges = ids.flatMap((id, i) =>
    i % 2 === 0 ? [`  - { from: ${id}, to: ${ids[i + 1]} }`] : [],
  );
  const head = 'name: fix\nversion: 1\ndescription: d\nsuccess_criteria: [c]';
  return [head, 'nodes:', ...nodes, 'edges:', ...edges, ''].join('\n');
}

export async function withLargePlan(scene: Scene): Promise<void> {
  mkdirSync(scene.path('templates'), { recursive: true });
  writeFileSync(scene.path('templates', 'fix.yaml'), largeTemplate());
  await must(scene, talk('before'));
}

/** The plan is a file before the log names it. */
export const START_LARGE: Step = {
  name: '/wukong_fix with a plan above 64 KB',
  prepare: withLargePlan,
  delivery: () => start,
  recorded: isTalk('start'),
  once: [isType('goal.created'), isTalk('start')],
};

export const DISPATCH_LARGE: Step = {
  name: 'a dispatch in a goal whose plan is a file',
  prepare: async (scene) => {
    await withLargePlan(scene);
    await must(scene, start);
  },
  delivery: () => dispatchEar,
  looksAlike: true,
  recorded: isType('run.dispatched'),
  once: [isType('run.dispatched')],
};

export const DISPATCH: Step = {
  name: 'a dispatch',
  prepare: offered,
  delivery: () => dispatchEar,
  looksAlike: true,
  recorded: isType('run.dispatched'),
  once: [isType('run.dispatched')],
};

const DISPATCH_AMONG_MANY: Step = {
  ...DISPATCH,
  name: 'a dispatch among forty goals',
  prepare: async (scene) => {
    for (let n = 1; n < 40; n += 1) startGoal(scene.ws, `goal ${n}`, DEAD, `other-${n}`);
    await offered(scene);
  },
};

export const REPORT: Step = {
  name: 'SubagentStop',
  prepare: working,
  delivery: earReport,
  looksAlike: true,
  recorded: isType('run.reported'),
  once: [isType('node.done')],
  afterwards: [stop],
};

export const STOP: Step = {
  name: 'Stop',
  prepare: offered,
  delivery: () => stop,
  looksAlike: true,
  recorded: isType('Stop'),
  once: [],
};

export const STEPS: readonly Step[] = [
  TALK,
  DRAIN,
  HEAL,
  START,
  START_LARGE,
  DISPATCH,
  DISPATCH_LARGE,
  DISPATCH_AMONG_MANY,
  REPORT,
  STOP,
];
