// What an order says because of who carries it out: the skill an agent follows, and what a run takes over.

import type { Executor } from '../../model/node.ts';
import type { Reason } from '../../model/reason.ts';
import type { Run, TakenOver } from '../../model/state/run.ts';

/** From the top of the repository. */
export function skillFile(name: string): string {
  return `.claude/skills/${name}/SKILL.md`;
}

/** The instructions of a node, with what stands before and behind them. */
export function instructionsFor(instructions: string, { type, name }: Executor, run: Run): string {
  const file = skillFile(name);
  const folder = file.slice(0, file.lastIndexOf('/'));
  const skill = `Use the skill ${name}: read ${file} first and work as it says. What it needs lies in ${folder}/.`;
  const parts = [
    type === 'skill' ? skill : '',
    instructions,
    run.takes_over ? takenOverText(run.takes_over) : '',
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function takenOverText({ run, because, handover }: TakenOver): string {
  const { pr, commits, patch } = handover;
  const left = [
    ...(pr ? [`the pull request ${pr}`] : []),
    ...(commits ? [`the commits ${commits.join(', ')}`] : []),
    ...(patch ? [`its change as a patch, .wukong/${patch.file}`] : []),
  ];
  const from = left.length === 0 ? 'what it left in the working tree' : left.join('; ');
  return `You go on from run ${run} of another executor${whyText(because)}. Take over, in this order: ${from}. What it changed may stand in the working tree already: look before you change it.`;
}

function whyText(because: Reason): string {
  if (because.kind !== 'switched') return '';
  const why = because.why ?? because.rule?.replaceAll('_', ' ') ?? '';
  return why === '' ? '' : ` (switched: ${why})`;
}
