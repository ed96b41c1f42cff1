import type { NoExecutor } from '../../engine/drive/executor-for.ts';
import { allRunners } from '../../engine/gates/gate-runner.ts';
import { otherOwner } from '../../evidence/trees/unreadable.ts';
import { startProblems } from '../../hosts/claude-code/install/start-checks.ts';
import { openEscalations } from '../../kernel/escalations/follow.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { drivenNodes } from '../../kernel/requests/offer.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { oneLine } from '../../words/plain-text.ts';
import { atItsPlace } from '../../words/render-problem.ts';
import { answerStamp } from '../../workspace/config-stamp.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';
import { findRepository } from '../../workspace/repository.ts';
import { homeElsewhere } from '../../workspace/team-note.ts';
import { VERSION } from '../../workspace/version.ts';
import type { Command } from '../frame/command.ts';
import { configProblems } from '../frame/config-problem.ts';
import { lanesThere } from '../frame/lane-lines.ts';
import { newerNotice, type Opened, openWorkspace, shownState } from '../frame/open-workspace.ts';
import { done, EXIT, failed, misused, type Outcome, problem } from '../frame/outcome.ts';
import { colors, lineWidth } from '../frame/output.ts';
import { describe } from './describe-goal.ts';
import { viewOf, waitsForPerson } from './goal-view.ts';
import { describeLast, lastById, lastFinished } from './last-finished.ts';

export const status: Command = {
  description: 'Show open goals, what waits for you, and what to type next',
  args: {
    watch: {
      type: 'boolean',
      description: 'Draw the graphs of open goals as they go, until Ctrl-C',
    },
    utc: { type: 'boolean', description: 'Times in UTC, not in the zone of this machine' },
  },
  examples: [
    ['wukong status', 'what is open, and what waits for you'],
    ['wukong status --watch', 'the graph, as it goes; Ctrl-C leaves'],
    ['wukong status --json', 'for programs; exit code 3 where a person is waited for'],
  ],
  async run(args) {
    const here = findRepository(process.cwd());
    const foreign = here && (await otherOwner(here.worktree));
    if (foreign) return problem(EXIT.unable, foreign);
    const opened = openWorkspace();
    if (!opened.ok) return failed(opened.error);
    const utc = args.flag('utc');
    if (!args.flag('watch')) return once(opened.value, utc);
    if (args.flag('json')) {
      return misused('--watch is for people.', 'For programs: wukong log --follow --json');
    }
    const { watchGoals } = await import('./watch.ts');
    return watchGoals(opened.value.ws, utc);
  },
};

async function once({ ws, trust }: Opened, utc: boolean): Promise<Outcome> {
  const read = shownState(ws);
  if (!read.ok) return failed(read.error);
  const { state, newer } = read.value;
  const runners = allRunners(ws);
  const home = homeElsewhere(ws);
  const goals = openGoals(state);
  const lacking = await lackingIn(ws, goals);
  const views = goals.map((goal) =>
    viewOf(state, goal, { runners, home, lacking: lacking.get(goal.id) }),
  );
  const last = lastFinished(ws, state);
  const proposed = await proposedIn(ws, state);
  const problems = await configProblems(ws, state);
  const [problem] = problems.map(atItsPlace);
  const others = problems.length > 1 ? ` And ${problems.length - 1} more: wukong config list` : '';
  const byPlugin = trust?.plugin === true;
  const isOn = trust && trust.off === undefined;
  const hindrances = isOn ? startProblems({ ws, folder: process.cwd(), byPlugin }) : [];
  const look = { width: lineWidth(), now: Date.now(), utc };
  const sections = [
    ...(trust
      ? []
      : [colors.yellow(`This clone was not set up; hooks answer nothing. ${TO_TRUST}`)]),
    ...(trust?.off === undefined ? [] : [colors.yellow(offSince(trust.off))]),
    ...hindrances.map(({ place, message, next }) =>
      colors.yellow(`${place}  ${message} Next: ${next}`),
    ),
    ...(newer === 0 ? [] : [colors.yellow(newerNotice(newer))]),
    ...(problem === undefined ? [] : [colors.yellow(`Configuration: ${problem}${others}`)]),
    ...(views.length === 0 ? ['No goal is open.'] : views.map((view) => describe(view, look))),
    ...proposed.map(({ text }) => colors.yellow(text)),
    ...(state.daemon ? [daemonLine(state.daemon)] : []),
    ...(last ? [`Last finished: ${describeLast(last)}`] : lastById(state)),
    ...(views.length === 0 ? (await lanesThere(ws, state)).map(colors.yellow) : []),
    ...(views.length === 0 && trust ? ['In Claude Code, type: /wukong_fix <what is wrong>'] : []),
  ];
  const shown = done(sections.join('\n'), {
    version: VERSION,
    root: ws.root,
    trusted: trust !== undefined,
    off_since: trust?.off ?? null,
    start_problems: hindrances.map(({ kind, place }) => ({ kind, place })),
    config_problem: problem ?? null,
    newer_records: newer,
    goals: views,
    proposed: proposed.map(({ id }) => id),
    last_finished: last ?? null,
    daemon: state.daemon
      ? { pid: state.daemon.process.pid, running: isAlive(state.daemon.process) }
      : null,
  });
  // For scripts: whether a person has to do something before it goes on.
  return views.some(waitsForPerson) ? { ...shown, exit: EXIT.needsPerson, isAnswer: true } : shown;
}

/** Why nobody can carry out what is next for a program, by goal. */
async function lackingIn(
  ws: Workspace,
  goals: readonly Goal[],
): Promise<ReadonlyMap<string, NoExecutor>> {
  const driven = goals.filter((goal) => drivenNodes(goal).length > 0);
  if (driven.length === 0) return new Map();
  const { lackingNow } = await import('../../engine/drive/executor-for.ts');
  return new Map(
    driven.flatMap((goal) => {
      const lacking = lackingNow(ws, goal);
      return lacking ? [[goal.id, lacking] as const] : [];
    }),
  );
}

/** Answers that stand in files, which nobody confirmed. */
async function proposedIn(
  ws: Workspace,
  state: State,
): Promise<ReadonlyArray<Readonly<{ id: string; text: string }>>> {
  const saved = openEscalations(state).filter(
    ({ id, opened_at }) => answerStamp(ws, id, { opened_at }) !== undefined,
  );
  if (saved.length === 0) return [];
  const { proposalOf } = await import('../../engine/escalations/take-answers.ts');
  const { toldText } = await import('../../words/escalation/told.ts');
  return saved.flatMap((one) => {
    const told = proposalOf(ws, one);
    return told ? [{ id: one.id, text: toldText(told, 'shell') }] : [];
  });
}

function daemonLine({ process: daemon }: NonNullable<State['daemon']>): string {
  return isAlive(daemon)
    ? `A daemon is at work, process ${daemon.pid}: wukong daemon`
    : colors.yellow(`The daemon (process ${daemon.pid}) ended without a word: wukong daemon`);
}

function offSince(since: string): string {
  return `Off in this clone since ${oneLine(since, 40)}: hooks record and answer nothing. To turn it on: wukong on`;
}

const TO_TRUST = 'To trust it: wukong init';
