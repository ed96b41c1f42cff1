// A CI result that a report names is a gate only if GitHub says, through its own `gh`, that the run is
// of exactly the tree this run left. Otherwise it is what the report says: a reference.

import { join } from 'node:path';
import { readText } from '../../files/reading.ts';
import type { CiResult } from '../../model/evidence.ts';
import type { CommandGate, GateApproval, GateOutcome } from '../../model/gate.ts';
import type { CiClaim } from '../../model/report.ts';
import { asGit } from '../trees/commit-bytes.ts';
import { type Difference, differences } from '../trees/differences.ts';
import { git } from '../trees/git.ts';
import { withoutOwn } from '../trees/own-files.ts';
import { isApproved } from './approval.ts';
import { runGate } from './run-gate.ts';

/** What a person approves; which run is asked for follows from the report. */
export const CI_QUERY: CommandGate = {
  type: 'command',
  name: 'gh run view',
  command: ['gh', 'run', 'view'],
  mustPass: false,
  expect_exit: 0,
  timeout_sec: 20,
};

type CiSurroundings = Readonly<{
  worktree: string;
  objectsDir: string;
  /** Of the report; null if it could not be recorded. */
  tree: string | null;
  /** Where the output of gh is kept. */
  folder: string;
  approvals: readonly GateApproval[];
}>;

type AskedCi = CiResult & Readonly<{ gate?: GateOutcome }>;

export async function confirmCi(
  claims: readonly CiClaim[],
  around: CiSurroundings,
): Promise<AskedCi[]> {
  const asked: AskedCi[] = [];
  // One after the other: GitHub counts questions.
  for (const claim of claims) {
    const answer = await confirm(claim, around);
    asked.push({
      run: claim.run,
      text: claim.text,
      confirmed: answer.gate !== undefined,
      ...answer,
    });
  }
  return asked;
}

type Answer = Readonly<{ why: string; gate?: GateOutcome }>;

async function confirm(claim: CiClaim, around: CiSurroundings): Promise<Answer> {
  if (around.tree === null) return { why: 'the tree of this run could not be recorded' };
  if (!isApproved(CI_QUERY, around.approvals)) {
    const how = `wukong trust --approve --gate "${CI_QUERY.name}"`;
    return { why: `GitHub was not asked: not approved for this clone. Approve it with: ${how}` };
  }
  const { repository } = claim;
  if (repository !== undefined && !(await remotes(around.worktree)).includes(repository)) {
    return { why: `${repository} is no remote of this repository` };
  }
  const logFile = join(around.folder, `gate-ci-${claim.run}.log`);
  const fields = '--json=headSha,status,conclusion,workflowName';
  const where = repository === undefined ? [] : [`--repo=${repository}`];
  const command = [...CI_QUERY.command, claim.run, fields, ...where];
  const ended = await runGate(
    { ...CI_QUERY, command },
    { cwd: around.worktree, logFile, env: ghEnvironment(process.env) },
  );
  if (ended.outcome !== 'pass') {
    const said = ended.output?.trim().split('\n').at(-1)?.slice(0, 200);
    const why = [ended.error ?? ended.outcome, ...(said ? [said] : [])].join(': ');
    return { why: `gh did not answer: ${why}` };
  }
  const answer = readAnswer(logFile);
  if (!answer) return { why: 'gh answered with something else than a run' };
  return compare(claim, answer, around, around.tree);
}

/** Nothing that asks, colours or looks for updates; and its settings where the user has them. */
function ghEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const settings = ['GH_CONFIG_DIR', 'XDG_CONFIG_HOME'].flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const quiet = { GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1', NO_COLOR: '1' };
  return { ...quiet, ...Object.fromEntries(settings) };
}

type RunView = Readonly<{ headSha: string; status: string; conclusion: string; name: string }>;

/** gh prints its JSON on one line; warnings may stand around it. */
function readAnswer(logFile: string): RunView | undefined {
  for (const line of readText(logFile).split('\n')) {
    if (!line.startsWith('{')) continue;
    try {
      const { headSha, status, conclusion, workflowName = '' } = JSON.parse(line);
      if (typeof headSha !== 'string' || !/^[0-9a-f]{40,64}$/.test(headSha)) continue;
      return { headSha, status: `${status}`, conclusion: `${conclusion}`, name: `${workflowName}` };
    } catch {
      // Not the line we look for.
    }
  }
  return undefined;
}

async function compare(
  { run }: CiClaim,
  { headSha, status, conclusion, name }: RunView,
  around: CiSurroundings,
  tree: string,
): Promise<Answer> {
  const commit = headSha.slice(0, 12);
  const differing = await differingFiles(around, headSha, tree);
  if (differing === undefined) return { why: `it ran on ${commit}, a commit that is not here` };
  if (differing > 0) {
    const files = differing === 1 ? 'one file differs' : `${differing} files differ`;
    return { why: `it ran on ${commit}, and what this run left is something else: ${files}` };
  }
  if (status !== 'completed') return { why: `it has not ended (${status})` };
  const workflow = name === '' ? '' : ` (${name.slice(0, 80)})`;
  const gate = { gate: `ci ${run}${workflow}`, mustPass: true } as const;
  const why = `GitHub says ${conclusion} for ${commit}, which is what this run left`;
  if (conclusion === 'success') return { why, gate: { ...gate, outcome: 'pass' } };
  if (!FAILED.includes(conclusion)) return { why: `it ended without a result (${conclusion})` };
  return { why, gate: { ...gate, outcome: 'fail', error: `conclusion ${conclusion}` } };
}

const FAILED: readonly string[] = ['failure', 'timed_out', 'startup_failure'];

/**
 * Undefined if the commit is not in this repository. A file that git would record as the commit has it is the same,
 * by line ends or an encoding; no filter is asked, since whoever works here can name one.
 */
async function differingFiles(
  { worktree, objectsDir }: CiSurroundings,
  commit: string,
  tree: string,
): Promise<number | undefined> {
  const place = { worktree, objectsDir };
  const without = await withoutOwn(place, commit);
  if (!without.ok) return undefined;
  const found = await differences(place, without.value, tree);
  if (!found.ok) return undefined;
  if (found.value.length === 0) return 0;
  const recorded = await asGit(place, tree);
  const isSame = ({ path, from, to }: Difference): boolean =>
    recorded.ok && from?.mode === to?.mode && recorded.value.get(path) === from?.id;
  return found.value.filter((one) => !isSame(one)).length;
}

/** `host/owner/name` of each remote, in small letters. */
export async function remotes(worktree: string): Promise<string[]> {
  const args = ['config', '--get-regexp', '^remote\\..*\\.url$'];
  const output = await git({ cwd: worktree, args, expect: [0, 1] });
  if (!output.ok) return [];
  const lines = output.value.stdout.toString('utf8').split('\n');
  return lines.flatMap((line) => {
    const url = line.slice(line.indexOf(' ') + 1).trim();
    const [, host, name] =
      /^(?:\w+:\/\/)?(?:[^@/\s]+@)?([\w.-]+)(?::\d+)?[:/]+(.+?)(?:\.git)?\/?$/.exec(url) ?? [];
    return host && name ? [`${host}/${name}`.toLowerCase()] : [];
  });
}
