// What is asked, as the state has it now, and what follows from an answer to it: the same as words and flags, whichever
// door it came in by. From a file an answer is only taken to what waits still.

import type { AskedAt } from '../../kernel/escalations/follow.ts';
import { packetOf } from '../../kernel/escalations/packet.ts';
import { saysMine } from '../../kernel/requests/claim-changes.ts';
import { entry } from '../../kernel/state/queries.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Terms } from '../../model/goal-terms.ts';
import type { Reason } from '../../model/reason.ts';
import type { State } from '../../model/state/state.ts';
import { waitKind } from '../../model/wait-of.ts';
import type { Answer } from './answer.ts';
import { optionsOf, wayIn } from './options.ts';
import { isPower } from './page.ts';
import { ENGLISH_PAGE } from './page-words.ts';
import { isRaise, readRaise } from './raise.ts';
import type { Told } from './told.ts';
import type { Asked, Letter, Option } from './way.ts';

/** Undefined: nothing waits there any more. */
export function askedNow(state: State, { goal: id, node, reason }: AskedAt): Asked | undefined {
  const goal = entry(state.goals, id);
  const because = goal && whyIt(goal, node);
  return goal && because && { goal: id, node, reason, packet: packetOf(goal, node, because) };
}

function whyIt(goal: State['goals'][string], node: string | null): Reason | undefined {
  if (node === null) return goal.paused ?? undefined;
  const at = entry(goal.nodes, node);
  return at?.status === 'blocked' ? at.because : undefined;
}

/** The one that is ticked. Whoever only writes something where a budget or the time is used up means to give more. */
export function optionMeant(
  asked: Asked,
  letter: Letter | null,
  words: string,
): Option | undefined {
  const options = optionsOf(asked);
  if (letter !== null) return options.find(({ option }) => option === letter);
  if (words === '') return undefined;
  return options.find(({ does }) => isRaise(does));
}

export type Meant = Readonly<{
  /** No choice is left in it. */
  said: Answer;
  option: Option | undefined;
  /** What the goal, or a node of it, has from now on. */
  terms?: Terms;
  /** What it widens may happen or pass: by what was chosen, or by the words alone. */
  power: 'choice' | 'words' | null;
}>;

/** `now`: ISO. Refused: what the person has to be told instead. */
export function meantBy(id: string, asked: Asked, said: Answer, now: string): Result<Meant, Told> {
  const { choice, words } = said;
  const option = optionMeant(asked, choice, words);
  const { does } = option ?? {};
  const power = powerIn(asked, option, words);
  const meant = (more: Partial<Answer>, terms?: Terms): Result<Meant, Told> =>
    ok({ said: { ...said, choice: null, ...more }, option, power, ...(terms && { terms }) });
  if (option && does?.kind === 'type') {
    return fail({ id, kind: 'typed', option: option.option, command: does.command });
  }
  if (option && isRaise(does)) {
    if (words === '') return fail({ id, kind: 'no-words', option: option.option });
    const terms = readRaise(does, words, now);
    return terms.ok ? meant({}, terms.value) : fail({ id, kind: 'mistyped', misread: terms.error });
  }
  const why =
    words === '' ? (option ? wayIn(ENGLISH_PAGE.ways, option, asked).description : '') : words;
  switch (does?.kind) {
    case 'approve':
      return meant({ approve: true });
    case 'accept':
      return meant({ accept: { what: does.what }, words: why });
    case 'criterion':
      return meant({ accept: { what: 'criterion', number: does.number }, words: why });
    default: {
      const answer = [does?.kind === 'say' ? does.words : '', words].filter((text) => text !== '');
      // A goal that is paused goes on without words.
      if (option && answer.length === 0 && asked.node !== null) {
        return fail({ id, kind: 'no-words', option: option.option });
      }
      return meant({ words: answer.join(' ') });
    }
  }
}

/** A rejection is overruled, a condition decided, a change made a person’s own, or a public name given up, by their words alone. */
function powerIn({ packet }: Asked, option: Option | undefined, words: string): Meant['power'] {
  if (option && isPower(option) && option.does.kind !== 'say') return 'choice';
  const { because, outside } = packet;
  const isOverruling = ['rejected', 'undecided'].includes(waitKind(because));
  const isGivingUp = /^\s*accept[:\s]/i.test(words);
  const isMine = outside.length > 0 && saysMine(words);
  return isOverruling || isGivingUp || isMine || (option && isPower(option)) ? 'words' : null;
}
