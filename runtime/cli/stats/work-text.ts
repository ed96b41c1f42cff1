// Statistics of work as tables with bars.

import type { NodeStats, Spent, WorkStats } from '../../metrics/work-stats.ts';
import { bar, countText, spanText, timesText, tokensOf } from '../../words/metrics/amounts.ts';
import { oneLine } from '../../words/plain-text.ts';
import { inColumns } from '../frame/in-columns.ts';

const MOST_NODES = 20;
const TITLE = 40;
const NUMBERS = ['runs', 'retries', 'sent back', 'time', 'tokens', 'cost', 'expected'];

export function workText(stats: WorkStats): string {
  const { goals, turns, total, main_agent, evidence, roles, machines, nodes } = stats;
  if (total.runs === 0) return 'Nothing was worked on yet.';
  const { levels, overclaimed, gates_passed, gates_failed } = evidence;
  const proven = Object.entries(levels).map(([level, count]) => `${level} ${count}`);
  const main = main_agent.cost_usd === null ? '' : `, main agent ${cost(main_agent.cost_usd)}`;
  // A goal that programs carry out has none.
  const turned = turns === 0 ? '' : ` Turns of the main agent: ${turns}${main}.`;
  return [
    `Goals: ${goals.total} (${goals.open} open, ${goals.completed} completed, ${goals.aborted} cancelled).${turned}`,
    ...claimedLine(total),
    `Runs: ${total.runs}, ${total.passed} passed, retries: ${total.retries}, sent back ${timesText(total.send_backs)}, ${spanText(total.seconds)}.`,
    `Proven: ${proven.join(', ')}; claimed too much: ${overclaimed}. Gates: ${gates_passed} passed, ${gates_failed} failed.`,
    '',
    ...barLines('role', roles, ({ role }) => role),
    '',
    ...(machines.length === 0 ? [] : [...barLines('machine', machines, machineName), '']),
    ...nodeLines(nodes.slice(0, MOST_NODES)),
    ...(nodes.length > MOST_NODES
      ? [`${nodes.length - MOST_NODES} more: wukong stats --json`]
      : []),
    ...(roles.every(({ tokens }) => tokens === null)
      ? ['', 'Tokens are those that agents wrote; what else was used is not known.']
      : []),
  ].join('\n');
}

function claimedLine({ claimed }: Spent): string[] {
  if (!claimed) return [];
  const { tokens, cost_usd } = claimed;
  return [
    `Beside what was counted, executors claim ${countText(tokens)} tokens and ${cost(cost_usd)}.`,
  ];
}

function machineName({ machine, person }: WorkStats['machines'][number]): string {
  return oneLine(`${machine} (${person})`, 80);
}

function barLines<T extends Spent>(
  head: string,
  all: readonly T[],
  nameOf: (one: T) => string,
): string[] {
  const longest = Math.max(...all.map(({ seconds }) => seconds));
  const rows = all.map((one) => [nameOf(one), ...numbers(one), bar(one.seconds, longest)]);
  return alignedBars(inColumns([[head, ...NUMBERS, ''], ...rows.map(withoutBar)], 1), rows);
}

function nodeLines(nodes: readonly NodeStats[]): string[] {
  const longest = Math.max(...nodes.map(({ seconds }) => seconds));
  const rows = nodes.map((one) => [
    `${one.goal}/${one.node}`,
    one.role,
    oneLine(one.title, TITLE),
    ...numbers(one),
    bar(one.seconds, longest),
  ]);
  const head = ['node', 'role', 'title', ...NUMBERS, ''];
  return alignedBars(inColumns([head, ...rows.map(withoutBar)], 3), rows);
}

function numbers(one: Spent): string[] {
  return [
    `${one.runs}`,
    `${one.retries}`,
    `${one.send_backs}`,
    spanText(one.seconds),
    countText(tokensOf(one)),
    cost(one.cost_usd),
    cost(one.cost_estimated),
  ];
}

function cost(usd: number | null): string {
  return usd === null ? '-' : `$${usd.toFixed(2)}`;
}

function withoutBar(row: readonly string[]): string[] {
  return row.slice(0, -1);
}

/** Bars stand behind all columns, and end where they end. */
function alignedBars(lines: readonly string[], rows: ReadonlyArray<readonly string[]>): string[] {
  return lines.map((line, i) =>
    i === 0 ? line : `${line}  ${rows[i - 1]?.at(-1) ?? ''}`.trimEnd(),
  );
}
