// What a driver does, as it does it: the picture of `wukong status --watch` in a terminal, elsewhere the records
// of its goal, a line each.

import { allRunners } from '../../engine/gates/gate-runner.ts';
import { upcast } from '../../kernel/reduce/upcast.ts';
import { recordsSince, type Since } from '../../log/read-on.ts';
import type { EventRecord } from '../../model/event.ts';
import type { Notice } from '../../model/notice.ts';
import type { State } from '../../model/state/state.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { eventLine } from '../frame/event-line.ts';
import { shownState } from '../frame/open-workspace.ts';
import { printJsonLines, printLine, warn } from '../frame/output.ts';
import { nowInCopy } from '../goals/verify-view.ts';
import { inTerminal, isTerminal, type View } from '../goals/watch.ts';

const LOOK_EVERY_MS = 300;

/** How far it was shown. */
export type Followed = Readonly<{
  state: State;
  cursor: Since['cursor'];
  /** What is told at the end of the goal, once it is complete. */
  told?: Notice | undefined;
}>;

/** Until what it returns is called, which shows what is left. */
export function follow(ws: Workspace, from: Followed, goal: string, json: boolean): () => Followed {
  const view = json ? AS_JSON : isTerminal() ? inTerminal(ws, false, goal) : asLines(ws, goal);
  let { state, cursor, told } = from;
  const look = (): void => {
    const since = recordsSince(ws, cursor);
    if (!since.ok) {
      // It was repaired: shown is what comes from now on.
      const cut = since.error.kind === 'log-cut' ? shownState(ws) : undefined;
      if (cut?.ok) cursor = cut.value.state.log;
      return;
    }
    const { records } = since.value;
    const now = records.length > 0 ? shownState(ws) : undefined;
    if (now && !now.ok) return;
    state = now?.value.state ?? state;
    cursor = since.value.cursor;
    const ofGoal = records.filter(({ goal_id }) => goal_id === goal);
    const completed = ofGoal.map(upcast).findLast((fact) => fact.type === 'graph.completed');
    told = completed?.payload.notice ?? told;
    view.show(json ? ofGoal : ofGoal.filter(isTold), state);
    if (since.value.isMore) look();
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  look();
  return () => {
    clearInterval(timer);
    look();
    view.end(state);
    return { state, cursor, told };
  };
}

const AS_JSON: View = {
  show: printJsonLines,
  end: () => undefined,
};

/** So long nothing is said of what runs. */
const QUIET_MS = 2000;

/** What runs in copies is no record before it has ended: said beside the lines, where nothing else is. */
function asLines(ws: Workspace, goal: string): View {
  let saidAt = Date.now();
  let told = '';
  return {
    show(records, state) {
      for (const record of records) printLine(eventLine(record, false));
      if (records.length > 0) saidAt = Date.now();
      if (Date.now() - saidAt < QUIET_MS) return;
      const now = nowInCopy(state.goals[goal], allRunners(ws));
      if (!now || now.since === told) return;
      told = now.since;
      saidAt = Date.now();
      warn(`… ${now.text}`);
    },
    end: () => undefined,
  };
}

function isTold({ type }: EventRecord): boolean {
  return (
    (/^(?:goal|graph|node|run|gate)\./.test(type) && !UNTOLD.includes(type)) ||
    type === 'order.place_cleared'
  );
}

const UNTOLD = ['goal.owned', 'node.ready', 'node.offered', 'run.reported'];
