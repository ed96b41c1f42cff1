import { openGoals } from '../../kernel/requests/goals.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { toGoOn } from '../../words/waiting.ts';
import { noRepository } from '../../workspace/bare-repository.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { findRepository, isInstalled } from '../../workspace/repository.ts';
import { readTrust, type Trust } from '../../workspace/trust.ts';
import type { Command } from '../frame/command.ts';
import { stateOf } from '../frame/open-workspace.ts';
import { done, EXIT, failed, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAgreed } from '../frame/person.ts';
import { type Switched, switchHooks, unrecordedLines, whoSwitches } from './switch-hooks.ts';

export const off: Command = {
  description: 'Turn hooks off in this clone; open goals are paused',
  args: {},
  examples: [['wukong off', 'until `wukong on`']],
  async run() {
    const here = setUpHere();
    if (!here.ok) return here.error;
    const { ws, trust } = here.value;
    if (trust.off !== undefined) return done(`It is off since ${trust.off}. ${TO_TURN_ON}`, NOBODY);
    return turn(ws, 'off', 'Turn hooks off in this clone, and pause its goals?', offText);
  },
};

export const on: Command = {
  description: 'Turn hooks on again in this clone',
  args: {},
  examples: [['wukong on', 'after `wukong off`']],
  async run() {
    const here = setUpHere();
    if (!here.ok) return here.error;
    const { ws, trust } = here.value;
    if (trust.off === undefined) return done('It is on already.', NOBODY);
    return turn(ws, 'on', 'Turn hooks on again in this clone?', () => onText(ws));
  },
};

/** Also while it is off, or its log is gone: the switch is in the trust of the clone. */
function setUpHere(): Result<Readonly<{ ws: Workspace; trust: Trust }>, Outcome> {
  const folder = process.cwd();
  const ws = findRepository(folder);
  if (!ws) return fail(failed(noRepository(folder), EXIT.failed));
  const trust = readTrust(ws);
  if (trust) return ok({ ws, trust });
  return fail(failed({ kind: isInstalled(ws) ? 'foreign' : 'not-installed', root: ws.root }));
}

const NOBODY = { paused: [], ended: [] };

const TO_TURN_ON = 'To turn it on: wukong on';

async function turn(
  ws: Workspace,
  to: 'off' | 'on',
  question: string,
  text: (switched: Switched) => string[],
): Promise<Outcome> {
  const person = whoSwitches(ws);
  if (!person.ok) return person.error;
  if (!(await isAgreed(person.value, question, true))) {
    return needsPerson(`It was not turned ${to}.`, `Type it again: wukong ${to}`);
  }
  const switched = await switchHooks(ws, to, person.value);
  if (!switched.ok) return failed(switched.error);
  const { paused, ended } = switched.value;
  const lines = [...text(switched.value), ...unrecordedLines(switched.value)];
  return done(lines.join('\n'), { paused, ended });
}

function offText({ paused, ended, daemon }: Switched): string[] {
  return [
    ...(daemon === undefined ? [] : [daemon]),
    'Off in this clone: hooks record and answer nothing.',
    ...(paused.length === 0 ? [] : [`Paused: ${paused.join(', ')}.`]),
    ...(ended.length === 0
      ? []
      : [`Runs that ended: ${ended.join(', ')}. What they changed stays in the tree.`]),
    TO_TURN_ON,
  ];
}

function onText(ws: Workspace): string[] {
  const state = stateOf(ws);
  const open = state.ok ? openGoals(state.value) : [];
  return [
    'On again in this clone: hooks record and answer.',
    ...open.map((goal) => `${goal.id} is open. ${toGoOn(goal)}`),
  ];
}
