// What `wukong status --watch` draws: the graphs of open goals, who works, and lowest what waits for a
// person. Never higher than the terminal: what scrolled away cannot be drawn over. Pure but for colours.

import type { Goal } from '../../model/state/goal.ts';
import { drawGraph } from '../frame/draw-graph.ts';
import { colors } from '../frame/output.ts';
import { paintStatus, plannedGoal } from '../frame/planned-goal.ts';
import { fitted } from '../frame/wrap.ts';
import { type Look, waitingLines, workText } from './describe-goal.ts';
import type { GoalView } from './goal-view.ts';

export type Watched = Readonly<{ goal: Goal; view: GoalView }>;

export function pictureOf(
  watched: readonly Watched[],
  ended: string,
  look: Look,
  height: number,
): string[] {
  const asked = watched.flatMap(({ view }) => askedLines(view, look));
  const waiting = lastOf(asked, Math.max(1, height - MIN_GRAPH));
  const tail = waiting.length > 0 ? ['', ...waiting] : [];
  const room = height - tail.length;
  if (watched.length === 0) return cut([...(ended === '' ? [] : [ended]), NOTHING], room);
  const share = Math.floor(room / watched.length);
  if (share < MIN_GRAPH)
    return [
      ...cut(
        watched.map((one) => brief(one, look)),
        room,
      ),
      ...tail,
    ];
  return [...watched.flatMap((one, i) => graphLines(one, look, share, i)), ...tail];
}

const NOTHING = 'No goal is open. In Claude Code, type: /wukong_fix <what is wrong>';
const MIN_GRAPH = 8;
const HEAD = 3;

function askedLines(view: GoalView, { width }: Look): string[] {
  if (view.waiting.length > 0) return waitingLines(view, width);
  if (view.status !== 'paused') return [];
  return [colors.yellow(fitted(`${view.id} is paused. ${view.next}`, width))];
}

function graphLines({ goal, view }: Watched, look: Look, room: number, at: number): string[] {
  const gap = at === 0 ? [] : [''];
  const work = view.nodes.flatMap((node) => {
    const text = workText(node, look.now);
    return text === '' ? [] : [fitted(`${node.id}  ${text}`, look.width)];
  });
  const shownWork = cut(work, Math.max(1, Math.floor(room / 3)));
  const below = shownWork.length > 0 ? ['', ...shownWork] : [];
  const drawn = drawGraph(plannedGoal(goal), { width: look.width, paint: paintStatus });
  const rows = room - gap.length - below.length - HEAD;
  const graph = [...drawn.slice(0, HEAD), ...windowOf(drawn.slice(HEAD), rows)];
  return [...gap, ...graph, ...below];
}

/** As many rows as there is room for, from a little above the first that is not over. */
function windowOf(rows: readonly string[], room: number): string[] {
  if (rows.length <= room) return [...rows];
  const open = rows.findIndex((row) => /N-\d/.test(row) && !/[✔–✗]/.test(row));
  const from = Math.max(0, Math.min(open - 2, rows.length - room + 1));
  return [
    ...rows.slice(from, from + room - 1),
    colors.dim(`  … ${rows.length} lines: wukong graph`),
  ];
}

function brief({ goal, view }: Watched, { width }: Look): string {
  const isDone = view.nodes.filter(({ status }) => status === 'done').length;
  return fitted(`${goal.id}  ${isDone}/${view.nodes.length}  ${view.status}  ${goal.title}`, width);
}

function cut(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines];
  return [...lines.slice(0, most - 1), `  … ${lines.length - most + 1} more`];
}

function lastOf(lines: readonly string[], most: number): string[] {
  return lines.slice(-most);
}
