// P13: logs written by older releases replay to the same state.
// A new release: WUKONG_GOLDEN=<version> npx vitest run test/replay, and commit what it wrote.

import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { upcast } from '../../runtime/kernel/reduce/upcast.ts';
import { encodeStep } from '../../runtime/log/record.ts';
import type { EventRecord } from '../../runtime/model/event.ts';
import type { Timed } from '../../runtime/model/facts/fact.ts';
import { spool } from '../../runtime/step/inbox.ts';
import { runStep } from '../../runtime/step/run-step.ts';
import { decodeWhole } from '../crash/counted.ts';
import { Scene } from '../crash/scene.ts';
import { agentCall, earReport, stop, talk, working } from '../crash/steps.ts';
import { STORY } from '../crash/story.ts';
import { Tally } from '../crash/tally.ts';
import { livingClient } from '../rig/living-client.ts';
import { PROJECT } from '../rig/repository.ts';
import { readGolden, releases, replay, writeGolden } from './golden.ts';

const release = process.env.WUKONG_GOLDEN;
const START = { events: 0, bytes: 0, crc: '00000000' };

if (release) {
  test(`recording the golden log of ${release}`, async () => {
    await using scene = await Scene.create();
    await live(scene);
    writeGolden(release, withVoidStep(redacted(scene)));
  });
}

/** By the built hooks what can be, and the rest of what the kernel knows after it. */
async function live(scene: Scene): Promise<void> {
  scene.rig.client = livingClient().CLAUDE_PID;
  await scene.deliver({ event: 'SessionStart', payload: { source: 'startup' } });
  await working(scene);
  const edit = { tool_name: 'Read', tool_input: { file_path: join(scene.rig.repo, 'README.md') } };
  const about = { agent_id: 'a1', agent_type: 'ear' };
  await scene.deliver({ event: 'guard', payload: { ...edit, ...about, tool_use_id: 'r1' } });
  await scene.deliver({ event: 'PreCompact', payload: { trigger: 'auto' } });
  await scene.deliver(earReport(scene));
  await scene.deliver(stop);
  appendFileSync(scene.path('events.jsonl'), '{"event_id":"E-0');
  spool(scene.ws, { key: 'late', type: 'Stop', session_id: 's', payload: {} });
  scene.rig.write('.wukong/config.yaml', 'record: all\nno_such_field: 1\n');
  await scene.deliver(talk('faulty configuration'));
  await scene.deliver({ event: 'PreToolUse', payload: agentCall('eye', 'toolu_2') });
  await scene.deliver({ event: 'SessionEnd', payload: { reason: 'other' } });
  await scene.rig.person(['abort']);
  await scene.deliver(stop);
  for (const chapter of STORY) runStep(scene.ws, chapter);
}

/** The same records, chained again, without a trace of the machine they come from. */
function redacted(scene: Scene): Buffer {
  const steps: EventRecord[][] = [[]];
  for (const record of scene.counted()) {
    steps.at(-1)?.push(JSON.parse(withoutPlaces(JSON.stringify(record), scene)));
    if (record.left === 0) steps.push([]);
  }
  let log = Buffer.alloc(0);
  let cursor = START;
  for (const step of steps.filter(({ length }) => length > 0)) {
    const encoded = encodeStep(step.map(factOf), cursor);
    if (!encoded.ok) throw new Error('a record is too large');
    log = Buffer.concat([log, encoded.bytes]);
    const events = cursor.events + step.length;
    cursor = { events, bytes: log.length, crc: encoded.records.at(-1)?.crc ?? '' };
  }
  return log;
}

function withoutPlaces(text: string, scene: Scene): string {
  return text
    .replaceAll(scene.rig.repo, '/repo')
    .replaceAll(scene.rig.root, '/tmp/rig')
    .replaceAll(new RegExp(`"pid":${process.pid}\\b`, 'g'), '"pid":4242')
    .replaceAll(/"started":"\d+"/g, '"started":"1"');
}

function factOf(record: EventRecord): Timed {
  const { event_id, v, left, prev, crc, ...fact } = upcast(record);
  if (fact.type === 'unknown') throw new Error(`${record.type} is a fact of nobody`);
  return fact;
}

/** A writer that had lost the lock: behind the third step it names the second once more. */
function withVoidStep(log: Buffer): Buffer {
  const ends = [...log.entries()].flatMap(([at, byte]) => (byte === 10 ? [at + 1] : []));
  const [first = 0, second = 0] = ends;
  const { cursor } = decodeWhole(log.subarray(0, first));
  const late: Timed = {
    type: 'Stop',
    timestamp: '2026-11-21T10:00:00.000Z',
    payload: { late: true },
  };
  const encoded = encodeStep([late], cursor);
  if (!encoded.ok) throw new Error('a record is too large');
  return Buffer.concat([log.subarray(0, second), encoded.bytes, log.subarray(second)]);
}

test.each(releases())(
  'P13 the log of release %s replays to the state it replayed to then',
  (name) => {
    using tally = new Tally('P13 golden logs');
    const { log, expected } = readGolden(name);
    tally.rounds = expected.events;
    tally.holds(name, () => expect(replay(log)).toEqual(expected));
  },
);

test('P13 this release has its golden log, and it holds every fact the kernel emits', () => {
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  expect(releases()).toContain(version);
  const types = new Set(decodeWhole(readGolden(version).log).records.map(({ type }) => type));
  const missing = emittedTypes().filter((type) => !types.has(type));
  expect(missing.filter((type) => !UNRELEASED.includes(type))).toEqual([]);
});

/** Came after the log of 0.1.0, which is never made again; the log of the next release has to hold them. */
const UNRELEASED: readonly string[] = [
  'goal.admitted',
  'anchors.recalled',
  'anchors.used',
  'budget.exceeded',
  'budget.overshot',
  'budget.warned',
  'check.measured',
  'criteria.listed',
  'criteria.said',
  'escalation.closed',
  'escalation.opened',
  'escalation.read',
  'escalation.urgent',
  'goal.set',
  'lane.landed',
  'lane.landing',
  'lane.moved',
  'lane.ready',
  'node.added',
  'node.switched',
  'order.copied',
  'order.place_cleared',
  'order.removed',
  'branch.made',
  'post.failed',
  'post.intended',
  'post.sent',
  'post.unsure',
  'result.misread',
  'run.error_named',
  'run.replaced',
  'seal.checked',
  'usage.claimed',
  'usage.recorded',
];

/** Every type that stands in an `emit` of the kernel, as its sources say. */
function emittedTypes(): string[] {
  const kernel = [
    'budget/record-usage',
    'reports/receive-report',
    'reports/record-judged',
    'reports/settle-report',
    'requests/dispatch',
    'requests/goals',
    'requests/lane',
    'requests/offer',
    'requests/resume',
    'requests/runs',
    'requests/settle',
    'requests/tell-owner',
    'requests/waiting-nodes',
    'stop',
  ];
  const sources = kernel.map((name) =>
    readFileSync(join(PROJECT, 'runtime', 'kernel', `${name}.ts`), 'utf8'),
  );
  const found = sources.join('\n').matchAll(/\.emit\(\{\s*type: '([a-z]+\.[a-z_]+)'/g);
  return [...new Set([...found].map((match) => match[1] ?? ''))].sort();
}
