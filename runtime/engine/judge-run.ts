import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditsItself } from '../kernel/audit.ts';
import { isProtected } from '../kernel/guard.ts';
import type { Judged } from '../kernel/judge.ts';
import { isFix } from '../kernel/proof.ts';
import { specOf } from '../kernel/state.ts';
import type { Observation, Transcript } from '../model/evidence.ts';
import { ok } from '../model/failure.ts';
import type { CommandGate, GateOutcome } from '../model/gate.ts';
import type { Report } from '../model/report.ts';
import type { Goal, Run, State } from '../model/state.ts';
import { CHANGING_ROLES } from '../model/words.ts';
import { type Redact, redactor } from '../privacy/redact.ts';
import { belowData } from '../store/order-folder.ts';
import { files, type Workspace } from '../store/paths.ts';
import { readTrust } from '../store/trust.ts';
import { ranCommands } from '../verify/approval.ts';
import { runBuiltInGate } from '../verify/built-in-gates.ts';
import { confirmCi } from '../verify/ci-result.ts';
import { type GradeInput, grade } from '../verify/levels.ts';
import { seenCommands } from '../verify/observed-commands.ts';
import { outsidePaths } from '../verify/outside.ts';
import { resolveReferences } from '../verify/references.ts';
import { parseReport } from '../verify/report.ts';
import type { RecordedTree } from '../verify/tree-lookup.ts';
import { changesOf, type RunChanges, takeTree, testsOfNode } from './changes.ts';
import { commandGates, runGates } from './gates.ts';
import {
  type Found,
  hashFiles,
  keptReferences,
  withoutSecrets,
  writeFindings,
} from './keep-findings.ts';
import { prove } from './prove.ts';
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

/** A report as it is kept in report.md. */
export function keptReport(text: string, clean: Redact): string {
  const kept = clean(text);
  return kept.endsWith('\n') ? kept : `${kept}\n`;
}

type Heard = Readonly<{
  mainTranscript: string;
  /** The report as it came. Whoever judges later takes it from the agent's transcript. */
  words?: string | undefined;
  /** Ends the gates (engine/gates.ts). */
  stop?: AbortSignal | undefined;
}>;

/**
 * Step 2 of a report: what the runtime sees for itself. Holds no lock, changes no state; leaves its
 * findings as files in the order folder. The words as they came are judged, the kept ones recorded.
 */
export async function judgeRun(
  ws: Workspace,
  state: State,
  goal: Goal,
  run: Run,
  { mainTranscript, words, stop }: Heard,
): Promise<Judged> {
  const clean = redactor(process.env);
  const folder = files.orderFolder(ws, goal.artifacts, run.node, run.id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kept = reportOf(folder);
  const isReport = (text: string) => keptReport(text, clean).trim() === kept.trim();
  const own = await readSettledTranscript(run.report?.transcript ?? '', isReport, clean);
  const transcript = own.ok ? own.transcript : NO_TRANSCRIPT;
  const text = [words, transcript.lastText].find((seen) => seen && isReport(seen)) ?? kept;
  const said = parseReport(kept);
  const ran = ranCommands(transcript.observations, run.worktree)
    .filter((command) => (command.cwd ?? '') === '')
    .map((command) => command.command);
  const changes = await changesOf(ws, state, goal, run, mainTranscript);
  const seen = { report: parseReport(text), said, transcript, changes, folder, ran, clean, stop };
  const audit = run.role === 'nose' ? auditsItself(goal, run) : undefined;
  const found = withoutSecrets(await examine(ws, goal, run, { ...seen, audit }), said, clean);
  writeFindings(folder, goal, run, found, clean);
  return judgedOf(ws, folder, goal, run, found, ran.map(clean), clean);
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
    said: Report;
    transcript: Transcript;
    changes: RunChanges;
    folder: string;
    ran: readonly string[];
    clean: Redact;
    /** Why this audit is none. */
    audit: string | undefined;
    stop: AbortSignal | undefined;
  }>,
): Promise<Found> {
  const { report, said, transcript, changes, folder, ran, clean, audit, stop } = seen;
  const spec = specOf(goal, run.node);
  const answers = goal.nodes[run.node]?.answers ?? [];
  const request = [goal.request, ...answers].join('\n');
  const from = await recordedTree(ws, goal, run, changes.tree);
  const resolved = await resolveReferences(report.references, { from, request });
  const outside = [
    ...outsidePaths(changes.changes, spec.constraints.allowed_paths_re),
    // Whatever the node may change, never what defines the agents and their permissions.
    ...changes.answersFor.filter(isProtected),
  ];
  const plan = spec.verification_plan.deterministic;
  const builtIns = plan.filter((gate) => gate.type === 'builtin');
  const where = { worktree: run.worktree, folder, ran, run: run.id, stop };
  // A run that asks or gives up is not measured: its gates would only cost time.
  const commandPlan = report.status === 'done' ? commandGates(plan) : [];
  const mine = await testsOfNode(ws, goal, run, changes);
  const commandGateOutcomes = await runGates(ws, goal, commandPlan, where);
  const ci = await confirmCi(report.ci ?? [], {
    worktree: run.worktree,
    objectsDir: files.objects(ws),
    tree: from?.tree ?? null,
    folder,
    approvals: readTrust(ws)?.approvals ?? [],
  });
  const gates = [
    ...builtIns.map((gate) => runBuiltInGate(gate, { report, resolved, changes: mine })),
    ...commandGateOutcomes,
    ...ci.flatMap(({ gate }) => gate ?? []),
  ];
  const input: GradeInput = {
    report,
    observations: transcript.observations,
    // It names them in what it asks for.
    resolved: keptReferences(resolved, said, clean),
    gates,
    commandGates: commandGateOutcomes,
    tree: changes.tree,
    role: run.role,
    required: spec.quality.evidence_level_required,
    writes: CHANGING_ROLES.includes(run.role),
    changedFiles: changes.answersFor,
    outsidePaths: outside,
    root: run.worktree,
    runId: run.id,
    audit,
  };
  const commands = seenCommands(report, transcript.observations, run.worktree);
  const { worktree } = run;
  const { tree } = changes;
  const about = { ws, goal, worktree, folder, ran, clean };
  const proven = tree
    ? await prove({ ...about, tree }, run.node, input, commands, commandPlan)
    : undefined;
  const graded = grade({
    ...input,
    seal: proven?.seal.verdict,
    redGreen: proven?.redGreen?.verdict ?? (isFix(goal) ? NOT_MEASURED : undefined),
  });
  const measured = [...(proven?.seal.measured ?? []), ...(proven?.redGreen?.measured ?? [])];
  const seal = proven?.seal.seen ?? null;
  return {
    report,
    transcript,
    commands,
    resolved,
    tree: from?.tree ?? null,
    ci,
    changes,
    outside,
    gates,
    measured,
    seal,
    audit,
    grade: graded,
  };
}

/** What places are looked up in: the tree at the report. Of a role that only reads it is taken now. */
async function recordedTree(
  ws: Workspace,
  goal: Goal,
  run: Run,
  known: string | null,
): Promise<RecordedTree | undefined> {
  const taken = known === null ? await takeTree(ws, run.worktree) : ok(known);
  if (!taken.ok) return undefined;
  const since = Object.values(goal.runs).find((other) => other.tree !== null)?.tree ?? null;
  const { worktree } = run;
  return { worktree, objectsDir: files.objects(ws), tree: taken.value, since };
}

/** What was not good enough without it. */
const NOT_MEASURED = { met: false, why: 'no check was run in a copy', advice: [] };

function judgedOf(
  ws: Workspace,
  folder: string,
  goal: Goal,
  run: Run,
  found: Found,
  ran: readonly string[],
  clean: Redact,
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
    citations: {
      resolved: found.resolved.filter((one) => one.resolved).length,
      total: found.resolved.length,
    },
    gates: gates.map(({ gate, outcome, error }) => ({
      gate,
      outcome,
      command:
        clean(commands.find((known) => known.name === gate)?.command.join(' ') ?? '') || undefined,
      error: error?.slice(0, 500),
    })),
    changed: within(changes.answersFor, 8192),
    tree: changes.tree,
    proven: provenOn(changes.tree, gates, commands),
    worked: found.transcript.observations.some(wasCarriedOut),
    ran: ran.slice(-16).map((command) => command.slice(0, 200)),
    outputTokens: found.transcript.usage.outputTokens,
    dir: belowData(ws, folder),
    artifacts: hashFiles(folder),
    measured: found.measured,
    seal: found.seal,
    ...(found.audit === undefined ? {} : { audit: found.audit }),
    repro: CHANGING_ROLES.includes(run.role)
      ? []
      : report.repro.slice(0, 4).map(({ command }) => command.slice(0, 500)),
  };
}

/**
 * What the client refused before it asked any hook (no such tool, a malformed call) is an error without
 * an exit code; a command that ran and failed has one.
 */
function wasCarriedOut({ tool, finished, isError, exitCode }: Observation): boolean {
  return tool !== 'SubagentHandback' && finished && (!isError || exitCode !== undefined);
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
