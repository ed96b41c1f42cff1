// What is measured, and where.

import { auditNames, measureAudits } from './audits.ts';
import { coldNames, measureCold } from './cold.ts';
import { DAEMON_NAMES, measureDaemon } from './daemon.ts';
import { GOAL_NAMES, measureGoal } from './goal.ts';
import { commandNames, hookNames, measureCommands, measureGrowth, measureHooks } from './hooks.ts';
import { LANE_NAMES, measureLanes } from './lanes.ts';
import { measureOrders, ORDER_NAMES } from './order.ts';
import { measurePlugin, PLUGIN_NAMES } from './plugin.ts';
import { measureProve, PROVE_NAMES } from './prove.ts';
import { measureReplay } from './replay.ts';
import type { Row, Run } from './row.ts';
import { measureStatusLine, STATUS_LINE_NAMES } from './status-line.ts';
import { measureTeam, TEAM_NAMES } from './team.ts';
import { type Prepared, prepare, type Size, SMALL } from './workspace.ts';

export type Section = Readonly<{
  title: string;
  names: readonly string[];
  /** Left out by --quick: it takes minutes. */
  long?: true;
  measure: (run: Run) => Promise<Row[]>;
}>;

const NODES: Size = { ...SMALL, openNodes: 1000 };
const EVENTS: Size = { ...SMALL, pastEvents: 200_000, eventsEach: 12 };
const FEW_GOALS: Size = { ...SMALL, openGoals: 10 };
const MANY_GOALS: Size = { ...EVENTS, openGoals: 50 };
const FILES: Size = { ...SMALL, files: 20_000 };

export const SECTIONS: readonly Section[] = [
  {
    title: 'the example, 6 open nodes, 100 past events',
    names: ['example/bare', ...hookNames('example')],
    measure: (run) => within(SMALL, (small) => measureHooks(small, 'example', run)),
  },
  {
    title: 'the plugin, at a tool call that does not concern it',
    names: PLUGIN_NAMES,
    measure: (run) => within(SMALL, (small) => measurePlugin(small, run)),
  },
  {
    title: 'the status line, in a session with a goal',
    names: STATUS_LINE_NAMES,
    measure: (run) => within(SMALL, (small) => measureStatusLine(small, run)),
  },
  {
    title: '1,000 open nodes in one goal, beside 6',
    names: hookNames('nodes-1000'),
    measure: (run) =>
      within(SMALL, (small) =>
        within(NODES, (large) =>
          measureGrowth(small, large, { where: 'nodes-1000', limit: 1.5 }, run),
        ),
      ),
  },
  {
    title: '200,000 past events of about 10,000 sessions, beside 100',
    names: [...hookNames('events-200000'), 'events-200000/replay'],
    long: true,
    measure: (run) =>
      within(SMALL, (small) =>
        within(EVENTS, (large) => [
          ...measureGrowth(small, large, { where: 'events-200000', limit: 1.05 }, run),
          ...measureReplay(large, 'events-200000/replay', run),
        ]),
      ),
  },
  {
    title: '50 open goals and about 1,000 past ones, beside 10 and none',
    names: [...commandNames('goals-1000'), ...auditNames('goals-1000')],
    long: true,
    measure: (run) =>
      within(FEW_GOALS, (few) =>
        within(MANY_GOALS, (many) => [
          ...measureCommands(few, many, { where: 'goals-1000', limit: 2 }, run),
          ...measureAudits(few, many, { where: 'goals-1000', limit: 2 }, run),
        ]),
      ),
  },
  {
    title: 'steps a goal has few of, on the example',
    names: coldNames('cold'),
    measure: (run) =>
      within(SMALL, (small) => measureCold(small, { where: 'cold', counts: 'own' }, run)),
  },
  {
    title: 'the same in a repository of 20,000 files',
    names: coldNames('files-20000'),
    long: true,
    measure: (run) =>
      within(FILES, (large) =>
        measureCold(large, { where: 'files-20000', counts: 'own and git' }, run),
      ),
  },
  {
    title: 'an order of `wukong run`, executor and gates apart',
    names: ORDER_NAMES,
    measure: measureOrders,
  },
  {
    title: 'a daemon with nothing to do, and how soon it begins',
    names: DAEMON_NAMES,
    measure: measureDaemon,
  },
  {
    title: '`wukong prove` of a fix in a repository of 2,000 files',
    names: PROVE_NAMES,
    measure: measureProve,
  },
  {
    title: 'several writers: lanes, landings, and three parts at once',
    names: LANE_NAMES,
    long: true,
    measure: measureLanes,
  },
  {
    title: 'orders of a team, on PostgreSQL (npm run teams:install)',
    names: TEAM_NAMES,
    long: true,
    measure: measureTeam,
  },
  {
    title: 'what a user pays for a whole goal, with the real client and the scripted model',
    names: GOAL_NAMES,
    measure: measureGoal,
  },
];

/** Prepares a repository, measures in it, and removes it. */
async function within(
  size: Size,
  measure: (prepared: Prepared) => Row[] | Promise<Row[]>,
): Promise<Row[]> {
  const prepared = await prepare(size);
  try {
    return await measure(prepared);
  } finally {
    prepared.remove();
  }
}
