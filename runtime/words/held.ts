// A call of an agent that does not happen: why, and what to do instead.

import type { Held } from '../kernel/requests/guard.ts';
import { usedOfText } from './goal.ts';

const REPORT_NOW =
  'Report now: your final message, in the format of your agent file, with what is done and what is not.';

type Reason = Readonly<{ why: string; instead: string }>;

const HELD: Readonly<{
  [Kind in Held['kind']]: (because: Held & { kind: Kind }) => Reason;
}> = {
  protected: (because) => ({
    why: `${because.path} is kept by the runtime; no agent edits it.`,
    instead: 'Leave it. If it has to change, say so in your report: a person does that.',
  }),
  'outside-tree': (because) => ({
    why: `${because.path} is outside the working tree.`,
    instead: 'Work on the files of the working tree.',
  }),
  reported: (because) => ({
    why: `run ${because.run} has reported, and its report is being checked.`,
    instead: 'End your work: what you change now would not be what you reported.',
  }),
  'out-of-time': (because) => ({
    why: `the time budget of ${because.budgetSec} s is used up.`,
    instead: REPORT_NOW,
  }),
  'out-of-tokens': (because) => ({
    why: `the token budget of ${because.node ?? 'the goal'} is used up: ${usedOfText({ what: 'tokens', ...because })}.`,
    instead: REPORT_NOW,
  }),
  tool: (because) => ({
    why: `${because.node} may use only ${because.tools.join(', ')}.`,
    instead: 'Do it with these.',
  }),
  command: (because) => ({
    why: `${because.node} may run only its tests: ${because.commands.map((command) => `\`${command}\``).join(', ')}.`,
    instead: 'Run one of them by itself, without a pipe, a redirection or a second command.',
  }),
  'sealed-test': (because) => ({
    why: `${because.path} showed the fault before anything was fixed, and is sealed.`,
    instead:
      'Leave it as it is, and write tests of your own into other files. If it asks for the wrong thing, report `Status: blocked` and say why under `Questions:`.',
  }),
  path: (because) => ({
    why: `${because.path} is outside the paths of ${because.node}: ${because.allowed.join(', ')}.`,
    instead:
      'Change only files there. If this one has to change, report `Status: blocked` and say why under `Questions:`.',
  }),
  'too-long': (because) => ({
    why: `\`${because.rule}\` waits for a person, who has to read the whole command.`,
    instead: `Bring it below ${because.max} characters.`,
  }),
  secret: (because) => ({
    why: `\`${because.rule}\` waits for a person, who may not be shown a secret.`,
    instead: 'Take the secret out of the command, or ask the person to run it.',
  }),
};

export function heldReason(because: Held): Reason {
  // One entry a kind: the table has it for exactly this one.
  const say = HELD[because.kind] as (because: Held) => Reason;
  return say(because);
}
