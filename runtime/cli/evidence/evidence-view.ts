// What stands in the files and the log about one run or one goal, said beside seen.

import { join } from 'node:path';
import { parseReport } from '../../evidence/report/parse-report.ts';
import { isNoFile } from '../../files/file-failure.ts';
import { readText } from '../../files/reading.ts';
import type { GradedFact, RunFacts } from '../../inspect/proof-facts.ts';
import { nodeState, specOf } from '../../kernel/state/queries.ts';
import type { ReferencesFile, ResolvedReference } from '../../model/evidence.ts';
import { LEVEL_RULES } from '../../model/level-rules.ts';
import type { Reference, Report } from '../../model/report.ts';
import type { Goal } from '../../model/state/goal.ts';
import { CHANGING_ROLES, EVIDENCE_LEVELS, type Role } from '../../model/vocabulary.ts';
import type { Workspace } from '../../workspace/paths.ts';

export type NodeRow = Readonly<{
  node: string;
  role: string;
  title: string;
  status: string;
  level: string | null;
  required: string;
  claimed: string | null;
  citations: Readonly<{ resolved: number; total: number }> | null;
  gates: Readonly<Record<string, number>>;
  run: string | null;
  /** Of all its runs. */
  sent_back: RunFacts['sentBack'];
}>;

/** One row a node, by its last judged run. */
export function rowsOf(goal: Goal, runs: readonly RunFacts[]): NodeRow[] {
  return goal.specs.map(({ id, role, title, quality }) => {
    const node = nodeState(goal, id);
    const own = runs.filter((run) => run.node === id);
    const judged = own.findLast((run) => run.graded);
    const gates: Record<string, number> = {};
    for (const { outcome } of judged?.gates ?? []) gates[outcome] = (gates[outcome] ?? 0) + 1;
    return {
      node: id,
      role,
      title,
      status: node.status,
      level: judged?.graded?.level ?? null,
      required: quality.evidence_level_required,
      claimed: judged?.graded?.claimed ?? null,
      citations: judged?.graded?.citations ?? null,
      gates,
      run: judged?.id ?? null,
      sent_back: own.flatMap((run) => run.sentBack),
    };
  });
}

export function coverageOf(rows: readonly NodeRow[]) {
  const sum = (key: 'resolved' | 'total'): number =>
    rows.reduce((all, { citations }) => all + (citations?.[key] ?? 0), 0);
  const [resolved, total] = [sum('resolved'), sum('total')];
  return { resolved, total, share: total === 0 ? null : resolved / total };
}

/** `report` and `references` are missing where their file is. */
export type RunView = Readonly<{
  goal: string;
  node: string;
  role: string;
  title: string;
  run: string;
  status: string;
  dir: string | null;
  graded: GradedFact | null;
  gates: RunFacts['gates'];
  checks: RunFacts['checks'];
  seal: RunFacts['seal'] | null;
  hunks: RunFacts['hunks'] | null;
  sentBack: RunFacts['sentBack'];
  report: Report | undefined;
  references: ReferencesFile | undefined;
  next: readonly string[];
}>;

export function viewOf(ws: Workspace, goal: Goal, facts: RunFacts): RunView {
  const { role, title } = specOf(goal, facts.node);
  const dir = facts.stored?.dir ?? null;
  const report = dir === null ? undefined : readIfThere(join(ws.dir, dir, 'report.md'));
  return {
    goal: goal.id,
    node: facts.node,
    role,
    title,
    run: facts.id,
    status: nodeState(goal, facts.node).status,
    dir,
    graded: facts.graded ?? null,
    gates: facts.gates,
    checks: facts.checks,
    seal: facts.seal ?? null,
    hunks: facts.hunks ?? null,
    sentBack: facts.sentBack,
    report: report === undefined ? undefined : parseReport(report),
    references: dir === null ? undefined : readReferences(join(ws.dir, dir, 'references.json')),
    next: nextOf(facts, role),
  };
}

/** What is missing, and else what the next level takes. */
function nextOf({ graded, gates }: RunFacts, role: Role): string[] {
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
