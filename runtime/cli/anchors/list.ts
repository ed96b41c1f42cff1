import { upcast } from '../../kernel/reduce/upcast.ts';
import { readHistory } from '../../log/history.ts';
import { type AnchorEntry, readAnchors } from '../../memory/anchors.ts';
import { countUse, isUnused, type Use, unusedGoals, useOf } from '../../memory/recall/use.ts';
import { counted, oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import type { Args } from '../frame/command.ts';
import { done, failed, misused, type Outcome } from '../frame/outcome.ts';
import { colors } from '../frame/output.ts';
import { reviewHint, reviewsHere, reviewText } from './reviews.ts';
import { waitingCandidates, waitingLines, waitingRemovals } from './waiting.ts';

export function listAnchors(ws: Workspace, words: readonly string[], args: Args): Outcome {
  if (words.length > 0) return misused('`wukong anchors list` takes no words.', 'Leave them out.');
  const entries = [...readAnchors(ws).values()];
  if (entries.length > 0 && args.flag('use')) return listUse(ws, entries);
  const waiting = waitingCandidates(ws);
  const removals = waitingRemovals(ws);
  const none = 'There are no anchors in .wukong/anchors/anchors.md.';
  const reviews = reviewsHere(ws);
  const lines = entries.map((entry) => {
    const review = reviewText(reviews.get(entry.id));
    return `${nameOf(entry)}${review && colors.dim(` (${review})`)}`;
  });
  const anchors = entries.map(({ id, type, title }) => ({
    id,
    type,
    title,
    reviewed: reviews.get(id) ?? 'no',
  }));
  const candidates = waiting.map(({ id, type, title }) => ({ id, type, title }));
  const text = [
    ...(entries.length === 0 ? [none] : lines),
    ...reviewHint(reviews),
    ...waitingLines(waiting, removals),
  ];
  return done(text.join('\n'), { anchors, candidates, removals });
}

/** The least used first: these are the ones to look at. */
function listUse(ws: Workspace, entries: readonly AnchorEntry[]): Outcome {
  const uses = new Map<string, Use>();
  const history = readHistory(
    ws,
    (record) => {
      countUse(uses, upcast(record));
      return true;
    },
    'count',
  );
  if (!history.ok) return failed(history.failure);
  const used = entries
    .map((entry) => ({ entry, use: useOf(uses, entry.id) }))
    .toSorted((a, b) => unusedGoals(b.use) - unusedGoals(a.use));
  return done(used.map(({ entry, use }) => `${nameOf(entry)}\n  ${useText(use)}`).join('\n'), {
    anchors: used.map(({ entry: { id, type, title }, use }) => ({
      id,
      type,
      title,
      given: use.given.size,
      cited: use.cited.size,
      reports_citing: use.reports.citing,
      reports_passed: use.reports.passed,
      unused_goals: unusedGoals(use),
      remove: isUnused(use),
    })),
  });
}

function useText(use: Use): string {
  const { given, cited, reports } = use;
  if (given.size === 0) return 'never given';
  const passed =
    reports.citing > 0
      ? `; ${reports.passed} of ${reports.citing} first reports that cite it passed`
      : '';
  const text = `given in ${counted(given.size, 'goal')}, cited in ${cited.size}${passed}`;
  return isUnused(use)
    ? `${text}. Not cited in the last ${counted(unusedGoals(use), 'goal')}: remove it?`
    : text;
}

function nameOf({ id, type, title }: AnchorEntry): string {
  return `${id}  ${oneLine(type === null ? title : `${type}: ${title}`, 100)}`;
}
