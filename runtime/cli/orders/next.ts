import { configOf } from '../../documents/config.ts';
import { nextNodes } from '../../kernel/next.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Command } from '../frame/command.ts';
import { openShown } from '../frame/open-workspace.ts';
import { done, failed } from '../frame/outcome.ts';

const SHOWN = 20;

export const next: Command = {
  description: 'Show which node comes next, over all open goals',
  args: { explain: { type: 'boolean', description: 'Show what the score of each is made of' } },
  examples: [['wukong next --explain', 'which node comes next, and why']],
  run(args) {
    const opened = openShown();
    if (!opened.ok) return failed(opened.error);
    const { ws, state } = opened.value;
    const now = { ...state, config: configOf(ws, state.config).config };
    const nodes = nextNodes(now, new Date().toISOString());
    const lines = nodes.slice(0, SHOWN).map(({ goal, node, role, title, score, parts }) => {
      const head = `${score.toFixed(2)}  ${goal}/${node}  ${role.padEnd(6)}  ${oneLine(title, 60)}`;
      if (!args.flag('explain')) return head;
      const { priority, age, dependencies } = parts;
      return `${head}\n      priority ${priority.toFixed(2)} + age ${age.toFixed(2)} + dependencies ${dependencies.toFixed(2)}`;
    });
    if (nodes.length > SHOWN) lines.push(`${nodes.length - SHOWN} more: wukong next --json`);
    const nothing =
      openGoals(state).length === 0
        ? 'No goal is open.'
        : 'Nothing can be dispatched now. `wukong status` says what waits.';
    return done(nodes.length === 0 ? nothing : lines.join('\n'), { next: nodes });
  },
};
