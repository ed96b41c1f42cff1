// What commands look like in a narrow and in a wide terminal, as files beside this one.
// After a change that is meant: npx vitest run test/cli/pictures.test.ts --update, and read them.

import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../runtime/cli/commands.ts';
import type { Command } from '../../runtime/cli/frame/command.ts';
import { drawGraph } from '../../runtime/cli/frame/draw-graph.ts';
import { plannedGoal } from '../../runtime/cli/frame/planned-goal.ts';
import { describe as described } from '../../runtime/cli/goals/describe-goal.ts';
import { viewOf } from '../../runtime/cli/goals/goal-view.ts';
import { pictureOf, type Watched } from '../../runtime/cli/goals/watch-picture.ts';
import { aboutAll, aboutCommand, aboutMost } from '../../runtime/cli/help.ts';
import { storyLines } from '../../runtime/cli/log/why.ts';
import { COMMON_ARGS } from '../../runtime/cli/usage.ts';
import { startGoal } from '../../runtime/kernel/requests/goals.ts';
import { openStep, type Step } from '../../runtime/kernel/requests/step.ts';
import { blockNode } from '../../runtime/kernel/requests/waiting-nodes.ts';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import { eventId } from '../../runtime/kernel/state/ids.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import type { EventRecord } from '../../runtime/model/event.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import type { State } from '../../runtime/model/state/state.ts';
import { columns } from '../../runtime/words/plain-text.ts';
import { mustCall, pass, report } from '../kernel/drive.ts';
import { FIX } from '../kernel/plan.ts';

const BEGAN = Date.parse('2026-11-21T10:00:00.000Z');
const MINUTE = 60_000;
const TITLES = [
  'Say what the fix must achieve',
  'Find the cause',
  'Fix the cause, in src/decoder.js and in all that calls it with an empty buffer',
  'Test the fix',
  'Audit the fix',
  'Sum up and decide',
];

/** An ear that passed, an eye that was sent back and passed, a body at work, and a goal that asks. */
function workspace(): Readonly<{ state: State; now: number; records: readonly EventRecord[] }> {
  const state = emptyState();
  const records: EventRecord[] = [];
  const at = (minutes: number, act: (step: Step) => void): void => {
    const step = openStep(state, new Date(BEGAN + minutes * MINUTE).toISOString());
    act(step);
    for (const fact of step.facts) {
      records.push({ ...fact, event_id: eventId(records.length + 1), v: 2 } as EventRecord);
    }
  };
  const nodes = FIX.nodes.map((node, i) => ({ ...node, title: TITLES[i] ?? node.title }));
  const session = (id: string) => ofSession(id, { pid: 2 ** 30, started: '1' }, '');
  const one = '11111111-1111-4111-8111-111111111111';
  at(0, (step) =>
    startGoal(step, session(one), '解码器在空输入时崩溃, and nobody saw it', { ...FIX, nodes }),
  );
  at(
    1,
    (step) =>
      void pass(step, 'ear', { level: 'L1', summary: 'Three criteria, each with a place.' }, one),
  );
  at(2, (step) => {
    const run = mustCall(step, 'eye', one);
    report(step, run, {
      passes: false,
      level: 'L0',
      missing: ['src/decoder.js:999 has no such line.'],
      reasons: [{ level: 'L1', met: false, why: 'src/decoder.js:999 has no such line.' }],
    });
    report(step, run, {
      level: 'L1',
      summary: 'decode() reads byte 0 of an empty buffer: src/decoder.js:12.',
    });
  });
  at(4, (step) => void mustCall(step, 'body', one));
  const other = '22222222-2222-4222-8222-222222222222';
  at(5, (step) => {
    const goal = startGoal(step, session(other), 'the encoder lies', { ...FIX, nodes });
    const question =
      'shall the v1 format stay readable, or may files of before 2024 be refused with an error?';
    blockNode(step, goal, 'N-001', { kind: 'questions', questions: [question] });
  });
  return { state, now: BEGAN + 16 * MINUTE, records };
}

function watchedIn(state: State): Watched[] {
  return Object.values(state.goals).map((goal: Goal) => ({
    goal,
    view: viewOf(state, goal, { runners: [] }),
  }));
}

async function loaded(): Promise<Readonly<Record<string, Command>>> {
  const all = Object.entries(COMMANDS).map(async ([name, load]) => [name, await load()]);
  return Object.fromEntries(await Promise.all(all));
}

const plain = (_: string, text: string): string => text;
const bold = (text: string): string => text;

describe.each([60, 100])('at %i columns', (width) => {
  const { state, now, records } = workspace();
  const look = { width, now, utc: true };
  const first = state.goals['G-0001'] as Goal;

  const PICTURES: Readonly<Record<string, () => readonly string[] | Promise<readonly string[]>>> = {
    status: () => watchedIn(state).flatMap(({ view }) => described(view, look).split('\n')),
    watch: () => pictureOf(watchedIn(state), '', look, 40),
    'watch-low': () => pictureOf(watchedIn(state), '', look, 20),
    graph: () => drawGraph(plannedGoal(first), { width, paint: plain }),
    why: () => {
      const chain = records.filter(({ node_id }) => node_id === 'N-010');
      const at = { goal: 'G-0001', node: 'N-010' };
      return storyLines({ kind: 'found', at, chain, step: null, state }, { utc: true, width });
    },
    help: async () => {
      return aboutMost(await loaded(), { width, bold });
    },
    'help-all': async () => {
      return aboutAll(await loaded(), { width, bold });
    },
    'help-accept': async () => {
      const command = await COMMANDS.accept?.();
      if (!command) throw new Error('no accept');
      const args = { ...command.args, ...COMMON_ARGS };
      return aboutCommand('accept', { ...command, args }, { width, bold });
    },
  };

  test.each(Object.keys(PICTURES))('wukong %s reads as in its picture, and fits', async (name) => {
    const lines = ((await PICTURES[name]?.()) ?? []).map(stripVTControlCharacters);
    // A command that must be typed as it stands is not broken.
    const wide = lines.filter((line) => columns(line) > width && line.trim().includes(' '));
    expect(wide.filter((line) => !line.includes('wukong '))).toEqual([]);
    const file = join(import.meta.dirname, 'pictures', `${name}-${width}.txt`);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(file);
  });
});

test('what waits for a person stands lowest, however low the terminal is', () => {
  const { state, now } = workspace();
  for (const height of [6, 10, 20, 60]) {
    const lines = pictureOf(watchedIn(state), '', { width: 80, now, utc: true }, height);
    expect(lines.length).toBeLessThanOrEqual(height);
    expect(lines.at(-1)).toContain('"<your answer>"');
  }
});
