// Where the goals of a session stand: one line for the client's status line, and a screen's corner for
// `/wukong_status`. What goes where is here, the words are in each language.

import { secondsBetween } from '../../../kernel/graph/ended-node.ts';
import { parkedUntil } from '../../../kernel/retries/parking.ts';
import type { Standing } from '../../../kernel/views/standing.ts';
import { usdText } from '../../../words/goal.ts';
import { minuteAfter, oneLine } from '../../../words/plain-text.ts';
import type { Phrases } from './say.ts';

type StatusWords = Phrases['status'];

const TITLE = 40;
const NAMED_ROLES = 3;

/** Empty where no goal is open. */
export function statusLine(standings: readonly Standing[], words: StatusWords): string {
  const [first, ...others] = standings;
  if (!first) return '';
  const { brief } = words;
  const { goal, done, total, working, waiting } = first;
  const roles = working.slice(0, NAMED_ROLES).map((one) => {
    const said = [
      ...(one.isJudged ? [brief.judged] : []),
      ...(one.sent_back > 0 ? [brief.sentBack(one.sent_back)] : []),
    ];
    return said.length === 0 ? one.role : `${one.role} (${said.join(', ')})`;
  });
  if (working.length > roles.length) roles.push(`+${working.length - roles.length}`);
  const parts = [
    `${goal.id} ${oneLine(goal.title, TITLE)}`,
    `${done}/${total}`,
    roles.join(', '),
    waiting.length > 0 ? brief.waiting(waiting) : '',
    pausedText(first, words),
    briefUsage(first, words),
    first.isElsewhere ? brief.elsewhere : '',
    others.length > 0 ? brief.moreGoals(others.length) : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function pausedText({ goal }: Standing, { brief }: StatusWords): string {
  const until = parkedUntil(goal);
  if (until !== undefined) return brief.parked(minuteAfter(until));
  return goal.status === 'paused' ? brief.paused : '';
}

/** What has a limit, in percent of the nearest; else what it cost, once it cost something. */
function briefUsage({ usd, nearest }: Standing, { brief }: StatusWords): string {
  if (nearest) return brief.budget(nearest.what, Math.floor(nearest.share * 100));
  return usd > 0 ? usdText(usd) : '';
}

const MOST_LINES = 10;
const NAMED_GOALS = 2;
const LINE = 400;

/** At most ten lines: goals, who works, what waits for whom, and what to type. */
export function statusText(
  standings: readonly Standing[],
  words: StatusWords,
  now: string,
): string {
  const lines = standings
    .slice(0, NAMED_GOALS)
    .flatMap((standing) => [
      words.head(standing),
      ...standing.waiting.map((node) => words.waits(standing, node)),
      ...standing.working.map(
        (one) => `${words.step(one.step)}: ${words.works(one, secondsBetween(one.since, now))}`,
      ),
      ...[words.writers(standing), words.goOn(standing)].filter((line) => line !== ''),
    ])
    .map((line) => oneLine(line, LINE));
  const others = standings.slice(NAMED_GOALS).map(words.head);
  const all = [...lines, ...others.map((line) => oneLine(line, LINE))];
  const room = MOST_LINES - 1;
  const shown =
    all.length > room ? [...all.slice(0, room - 1), words.more(all.length - room + 1)] : all;
  return [...shown, words.all].join('\n');
}
