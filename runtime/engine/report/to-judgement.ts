import { firstFailure } from '../../evidence/gates/first-failure.ts';
import { citedText, wantOfCheck } from '../../evidence/grade.ts';
import { limitAdvice, type RedGreenVerdict } from '../../evidence/level-three.ts';
import { readPlanB } from '../../evidence/report/plan-b.ts';
import { belowData } from '../../executors/order-folder.ts';
import { otherGates } from '../../kernel/graph/proof.ts';
import type { FaultSeen, Judged } from '../../kernel/reports/judged.ts';
import { specOf } from '../../kernel/state/queries.ts';
import type { Grade, Observation, Transcript } from '../../model/evidence.ts';
import { type CommandGate, type GateOutcome, hasFailed } from '../../model/gate.ts';
import type { PlanBFound } from '../../model/remark.ts';
import type { Accepts, Report } from '../../model/report.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { CHANGING_ROLES } from '../../model/vocabulary.ts';
import type { Redact } from '../../privacy/redact.ts';
import { warningOf } from '../../words/counts-text.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { KEPT_ROWS } from '../checks/kept-rows.ts';
import { keptSaying } from '../checks/kept-saying.ts';
import { commandGates } from '../gates/node-gates.ts';
import { criteriaOfReport } from './criteria-of-report.ts';
import { type Examined, hashFiles } from './write-evidence-files.ts';

const MOST_CITED = 5;

function citedFiles(resolved: Examined['resolved']): string[] {
  const files = resolved.flatMap(({ place }) => place?.path ?? []);
  return [...new Set(files)].slice(0, MOST_CITED);
}

/** What was found, as facts for the kernel; nothing in it is larger than a record may be. */
export function toJudgement(
  ws: Workspace,
  folder: string,
  goal: Goal,
  run: Run,
  found: Examined,
  clean: Redact,
): Judged {
  const { report, gates, changes, grade: graded } = found;
  const artifacts = hashFiles(folder);
  const trials = artifacts.find(({ name }) => name === KEPT_ROWS)?.sha256;
  const commands = [...commandGates(specOf(goal, run.node).verification_plan), ...otherGates(goal)];
  return {
    status: report.status ?? 'done',
    summary: report.summary.slice(0, 2000),
    questions: within(report.questions, 4096),
    decisions: within(report.decisions, 4096),
    confidence: report.confidence,
    accepts: goal.pinned?.accept_by === run.role ? acceptsOf(report) : [],
    verdict: run.role === 'nose' ? (report.verdict ?? null) : null,
    reopen: report.reopen ?? null,
    findings: within(report.findings.map(findingLine), 4096),
    claimed: graded.claimed ?? null,
    overclaimed: graded.overclaimed,
    level: graded.level,
    passes: graded.passes,
    reasons: graded.reasons.map((reason) => ({ ...reason, why: reason.why.slice(0, 500) })),
    missing: within(graded.missing, 8192, MAX_MISSING),
    citations: {
      resolved: found.resolved.filter((one) => one.resolved).length,
      total: found.resolved.length,
    },
    cited: citedFiles(found.resolved),
    gates: gates.map(
      ({ gate, outcome, error, counts, mustPass, overridden, excused, flaky, key }) => ({
        gate,
        outcome,
        ...(key === undefined ? {} : { key }),
        ...(counts === undefined ? {} : { counts }),
        ...(mustPass ? {} : { must_pass: false as const }),
        ...(overridden ? { overridden } : {}),
        ...(excused && { excused }),
        ...(flaky && outcome === 'pass' ? { flaky } : {}),
        command:
          clean(commands.find((known) => known.name === gate)?.command.join(' ') ?? '') ||
          undefined,
        error: error?.slice(0, 500),
      }),
    ),
    printed: Object.fromEntries(
      gates.filter(hasFailed).flatMap(({ gate, output = '' }) => {
        const line = firstFailure(output, run.lane.worktree);
        return line === undefined ? [] : [[gate, oneLine(line, 300)]];
      }),
    ),
    unable: unableIn(gates),
    warnings: within(
      gates.flatMap((gate) => warningOf(gate) ?? []),
      4096,
    ),
    ...seenInstead(found),
    changed: within(changes.answersFor, 8192),
    lines: changes.lines,
    outside: found.outside.filter((path) => isUnseen(changes.changes, path)).slice(0, MAX_OUTSIDE),
    tree: changes.tree,
    proven: provenOn(gates, commands),
    worked: found.transcript.observations.some(wasCarriedOut),
    failedLast: report.status === 'failed' ? failedLast(found.transcript, clean) : undefined,
    outputTokens: found.transcript.usage.outputTokens,
    planB: specOf(goal, run.node).plan_b_for === undefined ? undefined : planBOf(report),
    dir: belowData(ws, folder),
    artifacts,
    ...(trials && { trials }),
    measured: found.measured,
    seal: found.seal,
    onlySeal: isOnlySeal(found),
    ...(found.audit === undefined ? {} : { audit: found.audit }),
    ...(found.fault && { fault: faultSeen(found.fault, graded, gates, clean) }),
    ...criteriaOfReport(goal, run, found),
    ...(found.sealed && { sealed: found.sealed }),
    repro: CHANGING_ROLES.includes(run.role)
      ? []
      : report.repro.slice(0, 4).map(({ command }) => command.slice(0, 500)),
  };
}

/** Where another one fails for the work, its agent has to see to that first. */
function unableIn(gates: readonly GateOutcome[]): Judged['unable'] {
  if (gates.some((gate) => hasFailed(gate) && gate.cause === undefined)) return undefined;
  const found = gates.find(({ mustPass, cause }) => mustPass && cause !== undefined);
  if (!found?.cause) return undefined;
  const { gate, error = '', cause } = found;
  return { gate, error: error.slice(0, 500), cause };
}

function failedLast({ observations }: Transcript, clean: Redact): Judged['failedLast'] {
  const last = observations.findLast(
    ({ command, isError, finished }) => command !== undefined && isError && finished,
  );
  const printed = firstFailure(clean(last?.excerpt ?? ''));
  if (last?.command === undefined || printed === undefined) return undefined;
  return { command: clean(oneLine(last.command, 200)), printed: oneLine(printed, 300) };
}

const MOST_ACCEPTED = 10;

/** As far as it reads; that all of it is there is asked by its gate. */
function planBOf({ steps }: Report): PlanBFound {
  const { root_cause, options } = readPlanB(steps);
  const short = (text: string): string => text.slice(0, 500);
  return {
    root_cause: short(root_cause),
    options: options.slice(0, 3).map(({ description, pros, cons, effort }) => ({
      description: short(description),
      pros: short(pros),
      cons: short(cons),
      effort,
    })),
  };
}

function acceptsOf({ accepts }: Report): Accepts[] {
  return accepts.slice(0, MOST_ACCEPTED).map(({ id, why }) => ({ id, why: why.slice(0, 300) }));
}

/** For people, who are told no more than the first: a cited place that does not exist, or a level without ground. */
function seenInstead({ resolved, grade: { reasons, required } }: Examined): { seen?: string } {
  const bad = resolved.find((one) => !one.resolved);
  if (bad) return { seen: `${citedText(bad.reference)}: ${bad.why ?? 'not checked'}` };
  const unmet = reasons.find((reason) => !reason.met && reason.level <= required);
  return unmet ? { seen: unmet.why } : {};
}

/** What was there does not hold any more, and all else is good. */
function isOnlySeal({ seal, sealAdvice, grade: { missing } }: Examined): boolean {
  return seal?.held === false && missing.every((one) => sealAdvice.includes(one));
}

const MAX_OUTSIDE = 20;

function isUnseen(changes: Examined['changes']['changes'], path: string): boolean {
  return changes.some((one) => one.path === path && one.attribution === 'unattributed');
}

function faultSeen(
  { met, why, saying, advice, documentation, limit, noCheck }: RedGreenVerdict,
  { missing, required }: Grade,
  gates: readonly GateOutcome[],
  clean: Redact,
): FaultSeen {
  // Where all of it is required, what shows less is left to a person as well.
  const isLess = limit !== undefined && required === 'L3';
  const owed = isLess ? [limitAdvice(limit)] : advice;
  const wanting = noCheck ? wantOfCheck(missing, gates) : [];
  const isAll = missing.every((one) => owed.includes(one) || wanting.includes(one));
  const said = isLess ? `${why}, but ${limit}` : why;
  // Who does not owe the fault is asked for the rest.
  const isOwed = !noCheck || missing.some((one) => owed.includes(one));
  const ask = within(isOwed ? owed : missing, 4096);
  const kept = saying && { saying: keptSaying(saying, clean) };
  return { shown: met && !isLess, why: said, ...kept, ask, isAll, documentation, noCheck };
}

/**
 * What the client refused before it asked any hook (no such tool, a malformed call) is an error without
 * an exit code; a command that ran and failed has one.
 */
function wasCarriedOut({ tool, finished, isError, exitCode }: Observation): boolean {
  return tool !== 'SubagentHandback' && finished && (!isError || exitCode !== undefined);
}

/** With its severity and place: the next run has to find it. */
function findingLine({ severity, path, line, text }: Report['findings'][number]): string {
  const place = path === undefined ? '' : line === undefined ? path : `${path}:${line}`;
  return [severity, place, text].filter((part) => part !== '').join(' ');
}

/** What is missing may end with what a gate printed. */
const MAX_MISSING = 2200;

/** As many as fit into so many bytes, each with a limit of its own: a record has one as well. */
function within(items: readonly string[], maxBytes: number, maxChars = 500): string[] {
  const kept: string[] = [];
  let bytes = 0;
  for (const item of items) {
    const text = item.slice(0, maxChars);
    bytes += Buffer.byteLength(text);
    if (bytes > maxBytes) break;
    kept.push(text);
  }
  return kept;
}

/** By gate the tree it passed on, which need not be that of the report: files may change in between. */
function provenOn(
  gates: readonly GateOutcome[],
  commands: readonly CommandGate[],
): Record<string, string> {
  const names = new Set(commands.map(({ name }) => name));
  return Object.fromEntries(
    gates.flatMap(({ gate, outcome, tree }) =>
      names.has(gate) && outcome === 'pass' && tree !== undefined ? [[gate, tree]] : [],
    ),
  );
}
