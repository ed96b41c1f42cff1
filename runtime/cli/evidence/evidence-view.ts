// What stands in the files and the log about one run or one goal, said beside seen.

import { join } from 'node:path';
import { parseReport } from '../../evidence/report/parse-report.ts';
import { isNoFile } from '../../files/file-failure.ts';
import { readText } from '../../files/reading.ts';
import type { ReferencesFile, ResolvedReference } from '../../model/evidence.ts';
import { LEVEL_RULES } from '../../model/level-rules.ts';
import type { Reference, Report } from '../../model/report.ts';
import { CHANGING_ROLES, EVIDENCE_LEVELS, type Role } from '../../model/vocabulary.ts';
import { type GoalResult, judgedRun, type NodeHead, nodeOf } from '../../result/goal-result.ts';
import type { RunResult } from '../../result/runs-in.ts';
import type { Workspace } from '../../workspace/paths.ts';

/** A node as programs are given it: by its last judged run. */
export function rowsOf(result: GoalResult) {
  return result.nodes.map(({ id, role, title, status, required }) => {
    const own = result.runs.filter(({ node }) => node === id);
    const judged = judgedRun(result, id);
    const gates: Record<string, number> = {};
    for (const { outcome } of judged?.gates ?? []) gates[outcome] = (gates[outcome] ?? 0) + 1;
    return {
      node: id,
      role,
      title,
      status,
      level: judged?.graded?.level ?? null,
      required,
      claimed: judged?.graded?.claimed ?? null,
      citations: judged?.graded?.citations ?? null,
      gates,
      run: judged?.id ?? null,
      sent_back: own.flatMap((run) => run.sentBack),
    };
  });
}

export type NodeRow = ReturnType<typeof rowsOf>[number];

export function coverageOf({ counts: { places } }: GoalResult) {
  return { ...places, share: places.total === 0 ? null : places.resolved / places.total };
}

/** A run with what its files say; `report` and `references` are missing where their file is. */
export type RunView = Readonly<{
  goal: string;
  node: NodeHead;
  run: RunResult;
  report: Report | undefined;
  references: ReferencesFile | undefined;
  next: readonly string[];
}>;

export function viewOf(ws: Workspace, result: GoalResult, run: RunResult): RunView {
  const node = nodeOf(result, run.node);
  const dir = run.stored?.dir;
  const report = dir === undefined ? undefined : readIfThere(join(ws.dir, dir, 'report.md'));
  const references = dir === undefined ? undefined : join(ws.dir, dir, 'references.json');
  return {
    goal: result.goal,
    node,
    run,
    report: report === undefined ? undefined : parseReport(report),
    references: references === undefined ? undefined : readReferences(references),
    next: nextOf(run, node.role),
  };
}

/** What is missing, and else what the next level takes. */
function nextOf({ graded, gates }: RunResult, role: Role): string[] {
  if (!graded) return [];
  if (graded.missing.length > 0) return [...graded.missing];
  const above = EVIDENCE_LEVELS[EVIDENCE_LEVELS.indexOf(graded.level) + 1];
  if (above === undefined) return [];
  if (graded.level === 'L1' && !CHANGING_ROLES.includes(role)) {
    return [`Nothing: the role ${role} runs no command, so L1 is all it can reach.`];
  }
  const unmet = graded.reasons.filter(({ level, met }) => level === above && !met);
  const open = gates.filter(({ outcome }) => outcome === 'unavailable');
  const why = open.map(({ gate, error }) => `The gate "${gate}" was unavailable: ${error ?? ''}`);
  return [
    `For ${above}: ${LEVEL_RULES[above].raise}`,
    ...unmet.map((reason) => `${above} is not reached: ${reason.why}`),
    ...(above === 'L3' ? why : []),
  ];
}

export function readReferences(path: string): ReferencesFile | undefined {
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    // The first version kept a bare list, and no tree.
    const references = Array.isArray(value) ? (value as ResolvedReference[]) : undefined;
    if (!references) return isReferencesFile(value) ? value : undefined;
    const resolved = references.filter((one) => one.resolved).length;
    return { schema_version: 1, tree: null, resolved, total: references.length, references };
  } catch {
    return undefined; // Somebody changed it: --verify says so.
  }
}

function isReferencesFile(value: unknown): value is ReferencesFile {
  return (
    typeof value === 'object' &&
    value !== null &&
    'references' in value &&
    Array.isArray(value.references) &&
    'tree' in value
  );
}

function readIfThere(path: string): string | undefined {
  try {
    return readText(path);
  } catch (error) {
    if (isNoFile(error)) return undefined;
    throw error;
  }
}

/** A place as the report names it. */
export function citedPlace(reference: Reference): string {
  if (reference.kind === 'request') return `the request: "${reference.quote}"`;
  const { path, line, endLine } = reference;
  if (line === undefined) return path;
  return endLine === undefined ? `${path}:${line}` : `${path}:${line}-${endLine}`;
}
