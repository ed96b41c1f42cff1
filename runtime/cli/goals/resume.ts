import { lookAt, takeAnswers } from '../../engine/escalations/take-answers.ts';
import { type AskedAt, openEscalations } from '../../kernel/escalations/follow.ts';
import { waitingUnder } from '../../kernel/escalations/token.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { toldText } from '../../words/escalation/told.ts';
import { oneLine } from '../../words/plain-text.ts';
import { personName } from '../../workspace/person.ts';
import type { Command } from '../frame/command.ts';
import { openNow } from '../frame/open-workspace.ts';
import { failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { warn } from '../frame/output.ts';
import { isAgreed, type Person, personHere } from '../frame/person.ts';
import type { Named } from '../frame/pick-goal.ts';
import { saidIn } from './accept.ts';
import { pickedNow } from './go-on.ts';
import { takeAnswer } from './take-answer.ts';

export const resume: Command = {
  description: 'Resume a goal, and answer what a node asked',
  args: {
    goal: {
      type: 'positional',
      required: false,
      description: 'G-0001, G-0001/N-020 or ESC-0001. Default: the open goal',
    },
    node: {
      type: 'string',
      valueHint: 'NODE',
      description: 'Only this node: N-010 or G-0001/N-010',
    },
    answer: {
      type: 'string',
      valueHint: 'TEXT',
      description:
        "Your answer at a terminal, for the node's next run; or more of what is used up: tokens=400000, deadline=2026-12-05",
    },
    token: {
      type: 'string',
      valueHint: 'TOKEN',
      description: 'What waits, as `wukong state` names it; each is taken once',
    },
    approve: { type: 'boolean', description: 'Approve the requested actions, once each' },
  },
  examples: [
    ['wukong resume', 'go on with the open goal'],
    ['wukong resume --node N-010 --answer "the v2 format"', 'answer what a node asks'],
    ['wukong resume --approve', 'allow what it asked to do, once'],
  ],
  async run(args) {
    const answer = args.text('answer')?.trim() ?? '';
    if (args.text('answer') !== undefined && answer === '') {
      return misused('--answer is empty.', 'Write what the agent should know or do differently.');
    }
    const meant = namedBy(args.text('token'), { goal: args.text('goal'), node: args.text('node') });
    if (!meant.ok) return meant.error;
    const said = saidIn(args, answer);
    if (!said.ok) return said.error;
    if (answer === '' && !args.flag('approve')) {
      const told = await takeNamed(meant.value);
      if (told !== undefined) return told;
    }
    return takeAnswer(meant.value, said.value);
  },
};

/**
 * What stands in the files of what is meant is shown to the person, and taken when they agree. Undefined: the
 * goal goes on; else what has to be typed first.
 */
async function takeNamed(named: Named): Promise<Outcome | undefined> {
  const found = pickedNow(named);
  if (!found.ok) return found.error;
  const { ws, logId, state, goal, nodeId } = found.value;
  const takes = (one: AskedAt): boolean =>
    one.goal === goal.id && (nodeId === null || one.node === nodeId);
  const asked = openEscalations(state).filter(takes);
  if (asked.length === 0) return undefined;
  const proposed = asked.flatMap((one) => {
    const { id } = one;
    const at = lookAt(ws, one, true);
    return at.kind === 'answer' ? [{ id, says: at.written.says, stamp: at.written.stamp }] : [];
  });
  const [first] = proposed;
  let said: Person = { by: personName() };
  if (first) {
    const person = personHere(state, `/wukong_resume ${first.id}`);
    if (!person.ok) return person.error;
    const list = proposed.map(({ id, says }) => `  ${id}: "${oneLine(says, 500)}"`);
    const question = `An answer stands in the file. Is it yours, and does it count?\n${list.join('\n')}`;
    if (!(await isAgreed(person.value, question))) {
      const how = `To answer otherwise: wukong answer ${first.id} "…"`;
      return needsPerson('Nothing was taken.', how);
    }
    said = person.value;
  }
  const seen = new Map(proposed.map(({ id, stamp }) => [id, stamp]));
  const told = takeAnswers(ws, { logId, confirmed: { takes, seen, said } });
  const open = told.find(({ kind }) => !['taken', 'urgent', 'over'].includes(kind));
  for (const one of told) if (one !== open) warn(toldText(one, 'shell'));
  return open && needsPerson(toldText(open, 'shell'), `wukong escalations show ${open.id}`);
}

/** A token stands for the goal, and the node of it, that waits. */
function namedBy(token: string | undefined, named: Named): Result<Named, Outcome> {
  if (token === undefined) return ok(named);
  const opened = openNow();
  if (!opened.ok) return fail(failed(opened.error));
  const { state } = opened.value;
  const waiting = waitingUnder(state, token.trim());
  if (waiting) return ok({ goal: waiting.goal, node: waiting.node ?? undefined });
  const message = 'Nothing waits under this token: it was taken already, or is none of this log.';
  return fail(misused(message, 'What waits now: wukong state'));
}
