// The three ways on from what a person is asked, and what is said of each.

import { waysOn } from '../../model/wait-of.ts';
import { doesOf, WAYS, type WayName } from '../../model/ways.ts';
import { wholeLine } from '../plain-text.ts';
import type { WayAt, Ways } from '../wait-words.ts';
import { exampleOf, isRaise } from './raise.ts';
import { type Asked, LETTERS, type Option } from './way.ts';

export function optionsOf({ goal, node, reason, packet }: Asked): readonly Option[] {
  const { because, asked, plan_b } = packet;
  const found = plan_b?.options ?? [];
  const three = waysOn(because, {
    ofGoal: node === null,
    found: found.length >= LETTERS.length,
    isLeave: asked.length > 0,
    isSecret: reason === 'missing_credential',
    hasWork: packet.attempts.some(({ changed }) => changed.length > 0),
  });
  return three.map((name: WayName, i): Option => {
    const option = LETTERS[i] ?? 'C';
    const own = name === 'found' ? found[i] : undefined;
    if (own) {
      const words = `Do it this way: ${own.description}`;
      const estimated_effort = own.effort ?? WAYS.found.effort;
      return { option, name, does: { kind: 'say', words }, estimated_effort };
    }
    const does = doesOf(name, { goal, node, because });
    return { option, name, does, estimated_effort: WAYS[name].effort };
  });
}

export type Described = Readonly<{
  description: string;
  pros: readonly string[];
  cons: readonly string[];
}>;

/** What is said of it in a language; of what a run of plan B found, in its own words. */
export function wayIn({ ofNode, ofGoal }: Ways, option: Option, asked: Asked): Described {
  const { name } = option;
  if (name === 'found') return foundIn(option, asked);
  const words = { ...ofNode, ...ofGoal }[name];
  const [description, pros, con] =
    typeof words === 'function' ? words(namedIn(option, asked)) : words;
  return { description, pros: typeof pros === 'string' ? [pros] : pros, cons: [con] };
}

function foundIn({ option }: Option, { packet }: Asked): Described {
  const own = packet.plan_b?.options[LETTERS.indexOf(option)];
  return {
    description: own?.description ?? '',
    pros: own ? [own.pros] : [],
    cons: own ? [own.cons] : [],
  };
}

function namedIn({ does }: Option, { node, packet }: Asked): WayAt {
  const { because, asked, failing } = packet;
  const isMany = because.kind === 'questions' ? because.questions.length > 1 : false;
  const isOpen = because.kind === 'criteria-open' && because.open.length > 1;
  return {
    node: node ?? '',
    command: does.kind === 'type' ? wholeLine(does.command) : '',
    asked: asked.map(wholeLine),
    again: failing.length > 0,
    many: isMany || isOpen,
    criterion: does.kind === 'criterion' ? does.number : 0,
    rule: because.kind === 'denied' ? wholeLine(because.rule) : '',
    setting:
      because.kind === 'denied' && because.headless
        ? 'executors.headless.allowed_tools'
        : 'permissions.allow',
    example: isRaise(does) ? exampleOf(does) : '',
    of: does.kind === 'raise' ? does.node : undefined,
  };
}
