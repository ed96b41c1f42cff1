// What `wukong doctor` looks at. Reads only. Each finding has its place and the next thing to type.

import { existsSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { otherOwner } from '../../evidence/trees/unreadable.ts';
import { hiddenFromGit } from '../../hosts/claude-code/install/hidden-from-git.ts';
import { startChecks } from '../../hosts/claude-code/install/start-checks.ts';
import type { Health, HealthFinding } from '../../hosts/claude-code/settings/health-finding.ts';
import { checkFiles } from '../../inspect/check-files.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { activeRuns } from '../../kernel/state/queries.ts';
import { readLogId } from '../../log/log-id.ts';
import { lostLog } from '../../log/second-copy.ts';
import type { Failure, Problem, Result } from '../../model/failure.ts';
import type { State } from '../../model/state/state.ts';
import { WRITING_ROLES } from '../../model/vocabulary.ts';
import { explain } from '../../words/explain-failure.ts';
import { explainFinding } from '../../words/explain-finding.ts';
import { sizeText } from '../../words/plain-text.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';
import { isInstalled, isOwnRepository, OWN_REPOSITORY } from '../../workspace/repository.ts';
import { readTrust } from '../../workspace/trust.ts';
import { configProblems } from '../frame/config-problem.ts';
import { stateOf } from '../frame/open-workspace.ts';
import {
  installedParts,
  inTheWay,
  type Looked,
  otherClient,
  planned,
  switchedOff,
} from './health-installation.ts';
import { checkPrograms } from './health-programs.ts';
import { knownGates } from './known-gates.ts';
import { withoutGate } from './no-gate.ts';
import { programHealth, programHere } from './program-here.ts';
import { settingsWithoutEffect, uncountedSettings } from './uncounted-settings.ts';

/** All that is looked at where Wukong is installed, in the order it is told. */
const CHECKS: readonly ((looked: Looked & Log) => Found | Promise<Found>)[] = [
  lostHere,
  ofThisLog,
  switchedOff,
  installedParts,
  startsHere,
  ({ ws, trust }) => hiddenFromGit({ ws, byPlugin: trust?.plugin === true }),
  otherClient,
  ({ state }) => (state?.ok ? checkState(state.value) : []),
  async ({ ws, state }) => (state?.ok ? config(await configProblems(ws, state.value)) : []),
  ({ ws }) => uncountedSettings(ws),
  ({ ws }) => settingsWithoutEffect(ws),
  async ({ ws }) => withoutGate(await knownGates(ws)),
  async ({ ws }) => programHealth(await programHere(ws)),
  ({ ws }) => leftOvers(ws),
  ({ ws, folder }) => checkPrograms(ws, folder),
  ({ state }) => ({ findings: [], facts: state?.ok ? guardFacts(state.value) : {} }),
  ({ ws }) => ({ findings: [], facts: logFacts(ws) }),
];

/** What stands in the way already before it is installed. */
const BEFORE: typeof CHECKS = [
  lostHere,
  ({ ws }) => [notInstalled(ws)],
  ({ ws, source }) => inTheWay(ws, planned(ws, source)),
  startsHere,
  ({ ws, folder }) => checkPrograms(ws, folder),
];

type Found = readonly HealthFinding[] | Health;

/** `state`: undefined without a log. `hasTrust`: a person trusts some log in this clone. */
type Log = Readonly<{ state: Result<State> | undefined; hasTrust: boolean }>;

/** `folder`: where it was typed. `source`: a folder like dist/, with the files of this version. */
export async function checkHealth(ws: Workspace, folder: string, source: string): Promise<Health> {
  const known = readTrust(ws);
  const isHere = isInstalled(ws);
  const looked = {
    ws,
    folder,
    source,
    trust: isHere && known?.log_id === readLogId(ws) ? known : undefined,
    hasTrust: known !== undefined,
    state: isHere && existsSync(files.log(ws)) ? stateOf(ws) : undefined,
  };
  const foreign = await ofAnotherOwner(ws);
  // What else git would be asked it does not say.
  const checks = foreign.length > 0 ? [() => foreign] : isHere ? CHECKS : BEFORE;
  const found = await Promise.all(checks.map((check) => check(looked)));
  const all = found.map((one) => ('findings' in one ? one : { findings: one, facts: {} }));
  return {
    findings: once(all.flatMap(({ findings }) => findings)),
    facts: Object.assign({}, ...all.map(({ facts }) => facts)),
  };
}

/** What is wrong at the top is in the way of a client that is started there, too. */
function once(findings: readonly HealthFinding[]): readonly HealthFinding[] {
  return [...new Map(findings.map((one) => [JSON.stringify(one), one])).values()];
}

async function ofAnotherOwner({ worktree }: Workspace): Promise<readonly HealthFinding[]> {
  const foreign = await otherOwner(worktree);
  if (!foreign) return [];
  const { kind, message, hint: next } = foreign;
  return [{ severity: 'finding', kind, place: '.git', message, next }];
}

function ofThisLog({ ws, trust, hasTrust, state }: Looked & Log): HealthFinding[] {
  const isGone = hasTrust && state === undefined;
  const whose = isGone ? unreadable({ kind: 'log-missing' }) : foreign(ws, hasTrust);
  return [
    ...(trust === undefined ? [whose] : []),
    ...(state === undefined || state.ok ? [] : [unreadable(state.error)]),
  ];
}

/** Whether a client started in this folder starts the hooks: said in so many words where it does. */
function startsHere({ ws, folder, trust }: Looked): Health {
  const findings = startChecks({ ws, folder, byPlugin: trust?.plugin === true });
  const isHindered = findings.some(({ severity }) => severity === 'finding');
  const here = trust !== undefined && !isHindered;
  return {
    findings,
    facts: here ? { here: 'a client started in this folder starts the hooks' } : {},
  };
}

/** The way back comes first: a new log would forget what is open. */
function lostHere({ ws }: Readonly<{ ws: Workspace }>): HealthFinding[] {
  const trust = readTrust(ws);
  const lost = trust && lostLog(ws, trust.log_id);
  if (lost === undefined) return [];
  const place = '.wukong/events.jsonl';
  const next = 'wukong repair --restore';
  return [{ severity: 'finding', kind: 'log', place, message: LOST[lost], next }];
}

const LOST = {
  gone: 'The log is gone, and there is a copy of it in the git directory.',
  other:
    'Another log lies here, as a pull or a checkout brings one; there is a copy of that of this clone.',
  'set-back':
    'The log was set back, as a checkout does it; the copy in the git directory has more.',
} as const;

function notInstalled(ws: Workspace): HealthFinding {
  const about = { severity: 'finding', kind: 'not-installed', place: '.wukong' } as const;
  if (isOwnRepository(ws)) {
    const message = `It ${OWN_REPOSITORY.why}. Hooks do nothing here.`;
    return { ...about, kind: 'own-repository', message, next: OWN_REPOSITORY.hint };
  }
  if (!existsSync(ws.dir)) {
    return { ...about, message: 'Wukong is not installed here.', next: 'wukong init' };
  }
  const message = 'It is not a real folder, so hooks do nothing here.';
  return { ...about, message, next: 'Put a real folder in its place; then wukong init' };
}

function foreign(ws: Workspace, isOfOtherLog: boolean): HealthFinding {
  const message = isOfOtherLog
    ? 'A person trusted another log in this clone, so hooks do nothing here.'
    : 'Wukong was not set up in this clone, so hooks do nothing here.';
  const place = relative(ws.root, files.trust(ws)).split(sep).join('/');
  return { severity: 'finding', kind: 'foreign', place, message, next: 'wukong init' };
}

function unreadable(failure: Failure): HealthFinding {
  const { message, hint } = explain(failure);
  const next = hint || 'wukong fsck';
  return { severity: 'finding', kind: 'log', place: '.wukong/events.jsonl', message, next };
}

function checkState(state: State): HealthFinding[] {
  return [...WRITING_ROLES.flatMap((role) => guardOf(state, role)), ...deadVerifiers(state)];
}

/** What holds a role that can write is its guard, and whether that fires can only be seen. */
function guardOf(state: State, role: string): HealthFinding[] {
  const place = `.claude/agents/${role}.md`;
  const missed = state.guards[role]?.missed ?? null;
  if (missed !== null) {
    const message = `Its guard hook did not run in run ${missed}, although the run used tools: nothing checked its calls. No ${role} starts until you resume.`;
    const next =
      'Fix what else is found here (wukong init puts the agent files back), restart Claude Code, then type /wukong_resume';
    return [{ severity: 'finding', kind: 'guard-missed', place, message, next }];
  }
  return [];
}

/** Normal before the first goal, so it is no finding. */
function guardFacts(state: State): Record<string, string> {
  const unseen = WRITING_ROLES.filter((role) => (state.guards[role]?.seen ?? null) === null);
  if (unseen.length === 0) return {};
  return {
    guards: `not needed yet by ${unseen.join(', ')}; each shows itself in the first run of its role`,
  };
}

function deadVerifiers(state: State): HealthFinding[] {
  const dead = openGoals(state).flatMap((goal) =>
    activeRuns(goal).filter((run) => run.report !== null && !isAlive(run.report.verifier)),
  );
  return dead.map((run) => ({
    severity: 'note',
    kind: 'dead-verifier',
    place: run.id,
    message: 'The process that was judging its report is gone.',
    next: 'Type anything in its session, or /wukong_resume: the report is judged again; the work is not repeated',
  }));
}

function config(problems: readonly Problem[]): HealthFinding[] {
  return problems.map(({ file, line, column, message: wrong, hint }) => {
    const message = `${wrong} The last good configuration is in force.`;
    const place = `${file}:${line}:${column}`;
    const next = hint ?? 'Correct the file';
    return { severity: 'finding', kind: 'configuration', place, message, next };
  });
}

/** Links, half-written files, dead locks: as `wukong fsck` says them. */
function leftOvers(ws: Workspace): HealthFinding[] {
  return checkFiles(ws, []).map((finding) => {
    const { message, hint } = explainFinding(finding);
    const place = finding.file === undefined ? '.wukong' : `.wukong/${finding.file}`;
    return { severity: finding.severity, kind: finding.kind, place, message, next: hint };
  });
}

function logFacts(ws: Workspace): Record<string, string> {
  const log = statSync(files.log(ws), { throwIfNoEntry: false });
  if (!log) return {};
  return { log: `${sizeText(log.size)}; wukong fsck checks everything against it` };
}
