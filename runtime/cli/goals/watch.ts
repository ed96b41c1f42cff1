// `wukong status --watch`, and `wukong run` while it works. In a terminal the picture stands below what
// happened and is drawn over in place, without the alternate screen: what happened stays in the scrollback.
// Elsewhere it is lines as they come.

import { stripVTControlCharacters } from 'node:util';
import { lackingNow } from '../../engine/drive/executor-for.ts';
import { allRunners } from '../../engine/gates/gate-runner.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { recordsSince, type Since } from '../../log/read-on.ts';
import type { EventRecord } from '../../model/event.ts';
import type { State } from '../../model/state/state.ts';
import { columns } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { homeElsewhere } from '../../workspace/team-note.ts';
import { eventLine } from '../frame/event-line.ts';
import { type Looked, untilStopped } from '../frame/follow-log.ts';
import { shownState } from '../frame/open-workspace.ts';
import { EXIT, failed, type Outcome } from '../frame/outcome.ts';
import { endWithReader, lineWidth, print, redraw, textWidth } from '../frame/output.ts';
import { describe, type Look, waitingLines } from './describe-goal.ts';
import { viewOf } from './goal-view.ts';
import { describeLast, lastFinished } from './last-finished.ts';
import { pictureOf, type Watched } from './watch-picture.ts';

/** What is left in the terminal. */
const LEFT_LINES = 20;
const REDRAW_EVERY_MS = 1000;

export async function watchGoals(ws: Workspace, utc: boolean): Promise<Outcome> {
  endWithReader();
  const read = shownState(ws);
  if (!read.ok) return failed(read.error);
  const view = isTerminal() ? inTerminal(ws, utc) : asLines(ws, utc);
  let { state } = read.value;
  let cursor: Since['cursor'] = state.log;
  view.show([], state);
  const failure = await untilStopped(ws, (): Looked => {
    const since = recordsSince(ws, cursor);
    if (!since.ok) return since.error;
    const { records } = since.value;
    if (records.length > 0) {
      const next = shownState(ws);
      if (!next.ok) return next.error;
      state = next.value.state;
      cursor = since.value.cursor;
    }
    view.show(records.filter(isTold), state);
    return since.value.isMore ? 'more' : undefined;
  });
  view.end(state);
  return failure ? failed(failure) : { exit: EXIT.done, text: '', json: null };
}

/** Whether a picture can be drawn over in place. */
export function isTerminal(): boolean {
  return process.stdout.isTTY === true && process.env.TERM !== 'dumb';
}

export type View = Readonly<{
  show: (records: readonly EventRecord[], state: State) => void;
  end: (state: State) => void;
}>;

/** What moves a goal on; the rest is in `wukong log`. */
function isTold({ type }: EventRecord): boolean {
  return /^(?:goal|graph|node|run)\./.test(type) && !UNTOLD.includes(type);
}

const UNTOLD = ['goal.owned', 'node.ready', 'node.offered', 'run.started', 'run.reported'];

function watchedIn(ws: Workspace, state: State): Watched[] {
  const runners = allRunners(ws);
  const home = homeElsewhere(ws);
  return openGoals(state).map((goal) => {
    const view = viewOf(state, goal, { runners, home, lacking: lackingNow(ws, goal) });
    return { goal, view };
  });
}

/** Of all open goals; of one alone, which then says nothing of its end: whoever runs it does. */
export function inTerminal(ws: Workspace, utc: boolean, only?: string): View {
  let drawn: readonly string[] = [];
  let drawnAt = 0;
  let width = textWidth();
  const lines = (state: State, height: number): string[] => {
    const last = lastFinished(ws, state);
    const ended = last ? `Last finished: ${describeLast(last)}` : '';
    const look: Look = { width: textWidth() - 1, now: Date.now(), utc };
    const watched = watchedIn(ws, state).filter(
      ({ goal }) => only === undefined || goal.id === only,
    );
    if (only !== undefined && watched.length === 0) return [];
    return pictureOf(watched, ended, look, height);
  };
  const put = (told: readonly string[], picture: readonly string[]): void => {
    redraw(backOver(drawn, process.stdout.columns ?? width), [...told, ...picture]);
    drawn = picture;
  };
  return {
    show(records, state) {
      const now = Date.now();
      const isResized = width !== textWidth();
      if (records.length === 0 && !isResized && now - drawnAt < REDRAW_EVERY_MS) return;
      drawnAt = now;
      width = textWidth();
      const picture = lines(state, (process.stdout.rows ?? 24) - 1);
      const isSame = records.length === 0 && !isResized && picture.join('\n') === drawn.join('\n');
      if (!isSame)
        put(
          records.map((record) => eventLine(record, utc)),
          picture,
        );
    },
    end: (state) => put([], lines(state, LEFT_LINES)),
  };
}

/**
 * To the first line of the picture that was drawn, and all below it away: what is told takes its place and stays,
 * and the new one stands below it.
 */
export function backOver(drawn: readonly string[], width: number): string {
  const up = heightOf(drawn, width);
  return up === 0 ? '' : `\r\u001b[${up}A\u001b[J`;
}

/** A terminal that became narrower has broken the lines it had. One without a width has told none. */
function heightOf(lines: readonly string[], width: number): number {
  const rowsOf = (line: string): number =>
    width > 0 ? Math.max(1, Math.ceil(columns(stripVTControlCharacters(line)) / width)) : 1;
  return lines.reduce((sum, line) => sum + rowsOf(line), 0);
}

function asLines(ws: Workspace, utc: boolean): View {
  let before: string | undefined;
  return {
    show(records, state) {
      if (records.length === 0 && before !== undefined) return;
      const views = watchedIn(ws, state).map(({ view }) => view);
      const look = { width: lineWidth(), now: Date.now(), utc };
      const asked = views.flatMap((view) => waitingLines(view, look.width));
      const isFirst = before === undefined;
      const told = isFirst
        ? views.length === 0
          ? ['No goal is open.']
          : views.map((view) => describe(view, look))
        : records.map((record) => eventLine(record, utc));
      const isNew = !isFirst && asked.join('\n') !== before;
      before = asked.join('\n');
      const lines = [...told, ...(isNew ? asked : [])];
      if (lines.length > 0) print(process.stdout, lines.join('\n'));
    },
    end: () => undefined,
  };
}
