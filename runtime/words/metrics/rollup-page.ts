// The roll-up of a day as a page. Words from outside are quoted.

import type { Day } from '../../metrics/day.ts';
import type { Spent } from '../../metrics/work-stats.ts';
import { caughtIn } from '../../result/caught-in.ts';
import { caughtText } from '../goal/caught.ts';
import { asSentence } from '../plain-text.ts';
import { quotedSpan } from '../quoting.ts';
import { reasonText } from '../reason.ts';
import { amountText, costText, countText, spanText, timesText } from './amounts.ts';

const MOST = 30;
const LONG = 300;

export function rollupPage(day: Day): string {
  const { done, decided, proven, waits, proposals, next } = day;
  const caught = day.facts.flatMap(({ goal, facts }) =>
    caughtIn(facts).map((one) => ({ goal, node: one.node, ...caughtText(one) })),
  );
  return [
    `# ${day.day}${day.so_far ? ', so far' : ''}`,
    '',
    'Made from the log; it is written again by `wukong stats --day`.',
    ...(day.so_far ? ['The day is not over: what comes later is not in it.'] : []),
    ...(day.nothing_done ? ['Nothing was done on this day.'] : []),
    ...section(
      'Done',
      done.map(({ goal, node, title, end }) => `${at(goal, node)} ${quoted(title)}: ${end}`),
    ),
    ...section(
      'Decided',
      decided.map(({ goal, node, text }) => `${at(goal, node)} ${quoted(text)}`),
    ),
    ...section('Proven', [...provenLines(day), ...gateLines(day)], proven.length),
    ...section(
      'Caught',
      caught.map(({ goal, node, what, items }) =>
        [`${at(goal, node)} ${quoted(what)}`, ...items.slice(0, 1).map(quoted)].join(': '),
      ),
    ),
    ...section('Waits', [
      ...waits.map(({ goal, node, title, because, answer }) =>
        [
          `${at(goal, node)} ${quoted(title)}`,
          ...(because ? [quoted(reasonText(because))] : []),
          ...(answer === null ? [] : [`wukong answer ${answer}`]),
        ].join(': '),
      ),
      ...proposals.map(
        ({ goal, title }) =>
          `${goal} ${quoted(title)}: nobody was there when it was queued: wukong goal admit ${goal}`,
      ),
    ]),
    ...section('Spent', spentLines(day)),
    ...section(
      'Next',
      next.map(({ goal, node, role, title }) => `${at(goal, node)} ${role}: ${quoted(title)}`),
    ),
    '',
  ].join('\n');
}

function section(title: string, items: readonly string[], total = items.length): string[] {
  const more = items.length - MOST;
  return [
    '',
    `## ${title}`,
    '',
    ...(items.length === 0 || total === 0
      ? ['Nothing.']
      : items.slice(0, MOST).map((item) => `- ${item}`)),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
}

function at(goal: string, node: string | null): string {
  return node === null ? goal : `${goal}/${node}`;
}

function quoted(text: string): string {
  return quotedSpan(text, LONG);
}

function provenLines({ proven }: Day): string[] {
  return proven.map(({ goal, node, level }) => `${at(goal, node)} ${level}`);
}

function gateLines({ spent: { evidence } }: Day): string[] {
  const { gates_passed, gates_failed } = evidence;
  if (gates_passed + gates_failed === 0) return [];
  return [`Gates: ${gates_passed} passed, ${gates_failed} failed.`];
}

function spentLines({ spent }: Day): string[] {
  const { total, turns, main_agent, roles, machines } = spent;
  if (total.runs === 0 && turns === 0) return [];
  const line = (name: string, one: Spent): string =>
    asSentence(
      [
        `${name}: ${one.runs} ${one.runs === 1 ? 'run' : 'runs'}, ${spanText(one.seconds)}`,
        ...(one.retries > 0 ? [`${one.retries} ${one.retries === 1 ? 'retry' : 'retries'}`] : []),
        ...(one.send_backs > 0 ? [`sent back ${timesText(one.send_backs)}`] : []),
        amountText(one),
        ...costText(one.cost_usd),
      ].join(', '),
    );
  const main = main_agent.tokens
    ? [asSentence(['Main agent', ...costText(main_agent.cost_usd)].join(': '))]
    : [];
  const claimed = total.claimed
    ? [
        `Claimed by executors beside it: ${countText(total.claimed.tokens)} tokens, ${costText(total.claimed.cost_usd).join('')}.`,
      ]
    : [];
  return [
    line('All', total),
    ...roles.map((one) => line(one.role, one)),
    ...machines.map((one) => line(quoted(`${one.machine} (${one.person})`), one)),
    ...main,
    ...claimed,
    ...(turns === 0 ? [] : [`Turns of the main agent: ${turns}.`]),
  ];
}
