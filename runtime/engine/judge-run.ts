import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProtected } from '../kernel/guard.ts';
import type { Judged } from '../kernel/judge.ts';
import { specOf } from '../kernel/state.ts';
import type { Grade, ResolvedReference, Transcript } from '../model/evidence.ts';
import type { CommandGate, GateOutcome } from '../model/gate.ts';
import type { Report } from '../model/report.ts';
import type { Goal, Run, State } from '../model/state.ts';
import { CHANGING_ROLES } from '../model/words.ts';
import { belowData } from '../store/order-folder.ts';
import { files, type Workspace } from '../store/paths.ts';
import { ranCommands } from '../verify/approval.ts';
import { runBuiltInGate } from '../verify/built-in-gates.ts';
import { renderEvidence } from '../verify/evidence-report.ts';
import { grade } from '../verify/levels.ts';
import { outsidePaths } from '../verify/outside.ts';
import { resolveReferences } from '../verify/references.ts';
import { parseReport } from '../verify/report.ts';
import { changesOf, type RunChanges } from './changes.ts';
import { commandGates, runGates } from './gates.ts';
import { readSettledTranscript } from './transcripts.ts';

const NO_TRANSCRIPT: Transcript = {
  observations: [],
  usage: {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheCreationTokens: 0,
    requests: 0,
  },
  models: [],
  skippedLines: 0,
};

/** Everything that was found out about one report. */
type Found = Readonly<{
  report: Report;
  transcript: Transcript;
  resolved: readonly ResolvedReference[];
  changes: RunChanges;
  outside: readonly string[];
  gates: readonly GateOutcome[];
  grade: Grade;
}>;

/**
 * Step 2 of a report: what the runtime sees for itself. Holds no lock, changes no state; leaves its
 * findings as files in the order folder.
 */
export async function judgeRun(
  ws: Workspace,
  state: State,
  goal: Goal,
  run: Run,
  mainTranscript: string,
): Promise<Judged> {
  const folder = files.orderFolder(ws, goal.artifacts, run.node, run.id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = reportOf(folder);
  const report = parseReport(text);
  const own = await readSettledTranscript(run.report?.transcript ?? '', text);
  const transcript = own.ok ? own.transcript : NO_TRANSCRIPT;
  const ran = ranCommands(transcript.observations, run.worktree)
    .filter((command) => (command.cwd ?? '') === '')
    .map((command) => command.command.slice(0, 200));
  const changes = await changesOf(ws, state, goal, run, mainTranscript);
  const found = await examine(ws, goal, run, { report, transcript, changes, folder, ran });
  writeFindings(folder, goal, run, found);
  return judgedOf(ws, folder, goal, run, found, ran);
}

/** Somebody may have deleted it since: an empty report proves nothing, and the run is done again. */
function reportOf(folder: string): string {
  const path = join(folder, 'report.md');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

async function examine(
  ws: Workspace,
  goal: Goal,
  run: Run,
  seen: Readonly<{
    report: Report;
    transcript: Transcript;
    changes: RunChanges;
    folder: string;
    ran: readonly string[];
  }>,
): Promise<Found> {
  const { report, transcript, changes, folder, ran } = seen;
  const spec = specOf(goal, run.node);
  const answers = goal.nodes[run.node]?.answers ?? [];
  const request = [goal.request, ...answers].join('\n');
  const resolved = await resolveReferences(report.references, { root: run.worktree, request });
  const outside = [
    ...outsidePaths(changes.changes, spec.constraints.allowed_paths_re),
    // Whatever the node may change, never what defines the agents and their permissions.
    ...changes.answersFor.filter(isProtected),
  ];
  const plan = spec.verification_plan.deterministic;
  const builtIns = plan.filter((gate) => gate.type === 'builtin');
  const where = { worktree: run.worktree, folder, ran };
  // A run that asks or gives up is not measured: its gates would only cost time.
  const commands = report.status === 'done' ? commandGates(plan) : [];
  const mine = changes.changes.filter((change) => change.attribution !== 'foreign');
  const gates = [
    ...builtIns.map((gate) => runBuiltInGate(gate, { report, resolved, changes: mine })),
    ...(await runGates(ws, goal, commands, where)),
  ];
  const graded = grade({
    report,
    observations: transcript.observations,
    resolved,
    gates,
    role: run.role,
    required: spec.quality.evidence_level_required,
    writes: CHANGING_ROLES.includes(run.role),
    changedFiles: changes.answersFor,
    outsidePaths: outside,
    root: run.worktree,
    runId: run.id,
  });
  return { report, transcript, resolved, changes, outside, gates, grade: graded };
}

function judgedOf(
  ws: Workspace,
  folder: string,
  goal: Goal,
  run: Run,
  found: Found,
  ran: readonly string[],
): Judged {
  const { report, gates, changes, grade: graded } = found;
  const commands = commandGates(specOf(goal, run.node).verification_plan.deterministic);
  return {
    status: report.status ?? 'done',
    summary: report.summary.slice(0, 2000),
    questions: within(report.questions, 4096),
    decisions: within(report.decisions, 4096),
    verdict: run.role === 'nose' ? (report.verdict ?? null) : null,
    reopen: report.reopen ?? null,
    findings: within(
      report.findings.map((finding) => finding.text),
      4096,
    ),
    claimed: graded.claimed ?? null,
    overclaimed: graded.overclaimed,
    level: graded.level,
    passes: graded.passes,
    reasons: graded.reasons.map((reason) => ({ ...reason, why: reason.why.slice(0, 500) })),
    missing: within(graded.missing, 8192),
    gates: gates.map(({ gate, outcome, error }) => ({
      gate,
      outcome,
      command: commands.find((known) => known.name === gate)?.command.join(' '),
      error: error?.slice(0, 500),
    })),
    changed: within(changes.answersFor, 8192),
    tree: changes.tree,
    proven: provenOn(changes.tree, gates, commands),
    ran: ran.slice(-16),
    outputTokens: found.transcript.usage.outputTokens,
    dir: belowData(ws, folder),
    artifacts: hashFiles(folder),
  };
}

/** As many as fit into so many bytes, each at most 500 characters: a record has its limit. */
function within(items: readonly string[], maxBytes: number): string[] {
  const kept: string[] = [];
  let bytes = 0;
  for (const item of items) {
    const text = item.slice(0, 500);
    bytes += Buffer.byteLength(text);
    if (bytes > maxBytes) break;
    kept.push(text);
  }
  return kept;
}

function provenOn(
  tree: string | null,
  gates: readonly GateOutcome[],
  commands: readonly CommandGate[],
): Record<string, string> {
  if (tree === null) return {};
  const passed = commands.filter(({ name }) =>
    gates.some((gate) => gate.gate === name && gate.outcome === 'pass'),
  );
  return Object.fromEntries(passed.map(({ name }) => [name, tree]));
}

/** The proof, as files: what was claimed beside what was seen. */
function writeFindings(folder: string, goal: Goal, run: Run, found: Found): void {
  const { report, transcript, resolved, changes, outside, gates, grade: graded } = found;
  const put = (name: string, content: string | Buffer) =>
    writeFileSync(join(folder, name), content, { mode: 0o600 });
  put(
    'evidence.md',
    renderEvidence({
      node: `${goal.id}/${run.node}`,
      title: specOf(goal, run.node).title,
      runId: run.id,
      role: run.role,
      report,
      grade: graded,
      observations: transcript.observations,
      resolved,
      gates,
      changes: changes.changes,
      outsidePaths: outside,
      root: run.worktree,
    }),
  );
  put('references.json', `${JSON.stringify(resolved, null, 1)}\n`);
  put('work_result.json', `${JSON.stringify(workResult(goal, run, found), null, 1)}\n`);
  put('transcript.md', excerpt(transcript));
  if (changes.patch.length > 0) put('patch.diff', changes.patch);
}

function workResult(goal: Goal, run: Run, { report, changes, gates, grade: graded }: Found) {
  return {
    schema_version: 1,
    run_id: run.id,
    issue_ref: goal.issue_ref,
    node_id: run.node,
    status: report.status ?? null,
    summary: report.summary,
    tests: report.tests ?? null,
    commit: report.commit ?? null,
    pr: report.pr ?? null,
    claimed_level: graded.claimed ?? null,
    proven_level: graded.level,
    passes: graded.passes,
    changes: changes.changes,
    gates: gates.map(({ gate, outcome, error }) => ({ gate, outcome, error })),
    risks: report.risks,
    next: report.next,
  };
}

/** One line a tool call: what really ran. */
function excerpt(transcript: Transcript): string {
  const calls = transcript.observations.slice(-200).map((seen) => {
    const what = seen.command ?? seen.filePath ?? '';
    const end = seen.finished
      ? seen.isError
        ? `error ${seen.exitCode ?? ''}`
        : 'ok'
      : 'unfinished';
    return `- ${seen.at} ${seen.tool} ${JSON.stringify(what.slice(0, 300))} → ${end} (${seen.outputBytes} bytes)`;
  });
  return `# What the run did, by its transcript\n\n${calls.join('\n')}\n`;
}

function hashFiles(folder: string): Array<{ name: string; sha256: string; bytes: number }> {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const bytes = readFileSync(join(folder, name));
      return {
        name,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        bytes: bytes.length,
      };
    });
}
