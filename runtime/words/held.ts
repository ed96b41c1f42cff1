// A call of an agent that does not happen: why, and what to do instead.

import type { Held } from '../kernel/requests/guard.ts';
import { unreachable } from '../model/failure.ts';
import { usedOfText } from './goal.ts';

const REPORT_NOW =
  'Report now: your final message, in the format of your agent file, with what is done and what is not.';

export function heldReason(because: Held): Readonly<{ why: string; instead: string }> {
  switch (because.kind) {
    case 'protected':
      return {
        why: `${because.path} is kept by the runtime; no agent edits it.`,
        instead: 'Leave it. If it has to change, say so in your report: a person does that.',
      };
    case 'outside-tree':
      return {
        why: `${because.path} is outside the working tree.`,
        instead: 'Work on the files of the working tree.',
      };
    case 'reported':
      return {
        why: `run ${because.run} has reported, and its report is being checked.`,
        instead: 'End your work: what you change now would not be what you reported.',
      };
    case 'out-of-time':
      return {
        why: `the time budget of ${because.budgetSec} s is used up.`,
        instead: REPORT_NOW,
      };
    case 'out-of-tokens':
      return {
        why: `the token budget of ${because.node ?? 'the goal'} is used up: ${usedOfText({ what: 'tokens', ...because })}.`,
        instead: REPORT_NOW,
      };
    case 'tool':
      return {
        why: `${because.node} may use only ${because.tools.join(', ')}.`,
        instead: 'Do it with these.',
      };
    case 'command':
      return {
        why: `${because.node} may run only its tests: ${because.commands.map((command) => `\`${command}\``).join(', ')}.`,
        instead: 'Run one of them by itself, without a pipe, a redirection or a second command.',
      };
    case 'sealed-test':
      return {
        why: `${because.path} showed the fault before anything was fixed, and is sealed.`,
        instead:
          'Leave it as it is, and write tests of your own into other files. If it asks for the wrong thing, report `Status: blocked` and say why under `Questions:`.',
      };
    case 'path':
      return {
        why: `${because.path} is outside the paths of ${because.node}: ${because.allowed.join(', ')}.`,
        instead:
          'Change only files there. If this one has to change, report `Status: blocked` and say why under `Questions:`.',
      };
    case 'too-long':
      return {
        why: `\`${because.rule}\` waits for a person, who has to read the whole command.`,
        instead: `Bring it below ${because.max} characters.`,
      };
    case 'secret':
      return {
        why: `\`${because.rule}\` waits for a person, who may not be shown a secret.`,
        instead: 'Take the secret out of the command, or ask the person to run it.',
      };
    default:
      return unreachable(because);
  }
}
