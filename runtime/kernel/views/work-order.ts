import { gatesInOrder } from '../../model/gate.ts';
import type { Criterion } from '../../model/proof.ts';
import type { Remark } from '../../model/remark.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { AnsweredFrom } from '../../model/state/person-answer.ts';
import type { Run } from '../../model/state/run.ts';
import { ROLE_TOOLS } from '../../model/tools.ts';
import type { EvidenceLevel, Role } from '../../model/vocabulary.ts';
import { FILE_VERSION, PART_ROLES } from '../../model/vocabulary.ts';
import { judgesCriteria } from '../graph/criteria.ts';
import { mayFollowFailure } from '../graph/edges.ts';
import { edgesTo, inPlanOrder, reachable, runsOf } from '../graph/graph.ts';
import { partsOf, patternOf } from '../graph/growth.ts';
import { gatesKnown, proofOf } from '../graph/proof.ts';
import { planBsOf } from '../retries/after-failure.ts';
import { nodeState, specOf } from '../state/queries.ts';
import { instructionsFor } from './order-by-executor.ts';

/** An output of an earlier node that this one builds on. `text` is filled in from its file. */
type Upstream = Readonly<{
  ref: string;
  kind: 'summary' | 'patch' | 'report' | 'evidence';
  /** Below .wukong/. */
  file: string;
  text: string;
}>;

/** `changed`: files it names changed after it was last validated. */
export type QuotedAnchor = AnchorText & Readonly<{ changed?: true }>;

/** `review`: of a person here, of a run, or of other words than these; else nobody looked at it here. */
type AnchorText = Readonly<{
  id: string;
  title: string;
  text: string;
  review?: 'here' | 'by_run' | 'changed';
}>;

export type ToAccept = Readonly<{ id: string; node: string; type: string; text: string }>;

/** What a run is given: everything it needs, so that no model has to copy anything right. */
export type WorkOrder = Readonly<{
  schema_version: number;
  run_id: string;
  run_number: number;
  issue_ref: string;
  role: Role;
  /** The working tree it works in. */
  repo_dir: string;
  /** Of one of its own: the tree its work is laid into. */
  lands_in?: string;
  /** A file in the order folder. */
  spec_snapshot: string;
  /** The interface files among what it starts from, or `none`. */
  contracts_ref: string;
  /** Nodes whose success this one waited for. */
  depends_on: string[];
  goal: Readonly<{ id: string; title: string; request: string; success_criteria: string[] }>;
  node: Readonly<{
    id: string;
    title: string;
    role: Role;
    instructions: string;
    evidence_level_required: EvidenceLevel;
    checks: string[];
    /** What plans want a judge to look at, by the node it judges. */
    review?: ReadonlyArray<Readonly<{ node: string; aspects: readonly string[] }>>;
    /** The node it may plan in parts under `## Plan`, and of which roles, with which gates. */
    may_grow?: Readonly<{ node: string; title: string; roles: string[]; gates: string[] }>;
    allowed_paths: string[];
    /** The client's tools this run may use. */
    allowed_tools: readonly string[];
    /** The only shell commands, where there are such limits. */
    allowed_commands?: string[];
    time_budget_sec: number;
  }>;
  inputs: Readonly<{
    files: string[];
    anchors: readonly QuotedAnchor[];
    upstream: readonly Upstream[];
    /** The last commits, for roles without a shell; empty for the others. */
    history: string;
    /** For who says of each whether it holds. */
    criteria?: readonly Criterion[];
  }>;
  /** Where the node stands, if it was worked on before: in short, and the file below .wukong/ with all. */
  resume?: Readonly<{ file: string; text: string }>;
  findings: Remark[];
  answers: string[];
  /** Of each, where that is known. */
  answered_from?: ReadonlyArray<AnsweredFrom | null>;
  /** What others stated that may be remembered, where this role may accept it. */
  to_accept?: readonly ToAccept[];
  /** The order folder, below .wukong/. */
  folder: string;
}>;

/** The files a work order quotes, read at the edge. Paths are below .wukong/. */
export type Sources = Readonly<{
  readOutput: (path: string) => string;
  history: () => string;
  anchor: (id: string) => AnchorText | undefined;
}>;

const SPEC_SNAPSHOT = 'spec_snapshot.md';

const WITHOUT_SHELL: readonly Role[] = ['ear', 'eye', 'nose', 'mind'];

const OUTPUT_FILES = {
  summary: null,
  patch: 'patch.diff',
  report: 'report.md',
  evidence: 'evidence.md',
} as const;

export function makeWorkOrder(goal: Goal, run: Run, folder: string, sources: Sources): WorkOrder {
  const spec = specOf(goal, run.node);
  const node = nodeState(goal, run.node);
  const { allowed_tools, allowed_commands } = spec.constraints;
  const anchors = spec.inputs.context_refs.flatMap((id): QuotedAnchor[] => {
    const found = sources.anchor(id);
    const isChanged = goal.changed_anchors?.includes(id);
    return found ? [{ ...found, ...(isChanged && { changed: true }) }] : [];
  });
  return {
    schema_version: FILE_VERSION,
    run_id: run.id,
    run_number: run.number,
    issue_ref: spec.issue_ref ?? goal.issue_ref,
    role: spec.role,
    repo_dir: run.lane.worktree,
    ...(run.lane.lands_in !== undefined && { lands_in: run.lane.lands_in }),
    spec_snapshot: SPEC_SNAPSHOT,
    contracts_ref: contractsIn(goal, spec),
    depends_on: edgesTo(goal, spec.id).flatMap(({ from, condition }) =>
      mayFollowFailure(condition) ? [] : [from],
    ),
    goal: {
      id: goal.id,
      title: goal.title,
      request: goal.request,
      success_criteria: goal.success_criteria,
    },
    node: {
      id: spec.id,
      title: spec.title,
      role: spec.role,
      instructions: instructionsFor(spec.instructions, spec.executor, run),
      evidence_level_required: spec.quality.evidence_level_required,
      checks: gatesInOrder(spec.verification_plan).map((gate) =>
        gate.type === 'builtin' ? gate.name : `${gate.name}: ${gate.command.join(' ')}`,
      ),
      ...reviewFor(goal, spec),
      ...growthFor(goal, spec),
      allowed_paths: spec.constraints.allowed_paths,
      allowed_tools: allowed_tools.length > 0 ? allowed_tools : ROLE_TOOLS[spec.role],
      ...(allowed_commands && { allowed_commands }),
      time_budget_sec: spec.constraints.time_budget_sec,
    },
    inputs: {
      files: spec.inputs.files,
      anchors,
      upstream: upstreamRefs(goal, spec).flatMap((ref) => upstream(goal, ref, sources)),
      history: WITHOUT_SHELL.includes(spec.role) ? sources.history() : '',
      ...(judgesCriteria(goal, spec.id) && { criteria: proofOf(goal).criteria?.list ?? [] }),
    },
    findings: node.findings,
    answers: node.answers,
    ...(node.answered_from && { answered_from: node.answered_from }),
    folder,
  };
}

/** So many nodes before a judge, the nearest, may say what it has to look at. */
const MOST_REVIEWED = 32;

/** A plan's `llm_review` is done by the nose nodes behind it. */
function reviewFor(
  goal: Goal,
  { id, role }: Goal['specs'][number],
): Pick<WorkOrder['node'], 'review'> {
  if (role !== 'nose') return {};
  const before = [...reachable(goal, id, false)].slice(0, MOST_REVIEWED);
  const review = inPlanOrder(goal, new Set(before)).flatMap((node) => {
    const { llm_review } = specOf(goal, node).verification_plan;
    return llm_review ? [{ node, aspects: llm_review.aspects }] : [];
  });
  return review.length > 0 ? { review } : {};
}

function growthFor(
  goal: Goal,
  { may_grow }: Goal['specs'][number],
): Pick<WorkOrder['node'], 'may_grow'> {
  if (may_grow === undefined) return {};
  const whole = specOf(goal, may_grow);
  const roles = PART_ROLES.filter((role) => patternOf(goal, whole, role) !== undefined);
  const gates = gatesKnown(goal).map(({ name }) => name);
  return { may_grow: { node: may_grow, title: whole.title, roles, gates } };
}

/** What its plan names, and what plan B found. */
function upstreamRefs(goal: Goal, { id, inputs }: Goal['specs'][number]): string[] {
  return [...inputs.upstream_outputs, ...planBsOf(goal, id).map((own) => `${own}.outputs.report`)];
}

const OUTPUT = /^(N-\d{3,})\.outputs\.(summary|patch|report|evidence)$/;

/** `N-020.outputs.patch`. An upstream node that was skipped or changed nothing has no such output. */
function upstream(goal: Goal, ref: string, sources: Sources): Upstream[] {
  const match = OUTPUT.exec(ref);
  const whole = match?.[1];
  const kind = match?.[2] as keyof typeof OUTPUT_FILES | undefined;
  if (!whole || !kind) return [];
  return partsOf(goal, whole).flatMap((id) => outputOf(goal, { id, kind }, sources));
}

function outputOf(
  goal: Goal,
  { id, kind }: Readonly<{ id: string; kind: keyof typeof OUTPUT_FILES }>,
  sources: Sources,
): Upstream[] {
  const ref = `${id}.outputs.${kind}`;
  const runs = runsOf(goal, id);
  const outputs = runs.findLast((run) => run.ended?.outcome === 'success')?.outputs;
  if (!outputs) return [];
  const name = OUTPUT_FILES[kind];
  if (name === null) {
    return [{ ref, kind, file: `${outputs.dir}/report.md`, text: outputs.summary }];
  }
  if (!outputs.artifacts.includes(name)) return [];
  const file = `${outputs.dir}/${name}`;
  return [{ ref, kind, file, text: sources.readOutput(file) }];
}

/** Files that say what a program and its users agreed on. */
const CONTRACT =
  /\.(?:proto|thrift|graphqls?|avsc|wsdl|xsd)$|\.schema\.json$|(?:^|\/)(?:openapi|swagger|asyncapi)[\w.-]*\.(?:ya?ml|json)$/i;
const MOST_CONTRACTS = 20;

/** Named by its plan, or changed before it in this goal. */
function contractsIn({ runs }: Goal, { inputs }: Goal['specs'][number]): string {
  const changed = Object.values(runs).flatMap(({ outputs }) => outputs?.patch_files ?? []);
  const files = [...new Set([...inputs.files, ...changed])].filter((path) => CONTRACT.test(path));
  return files.slice(0, MOST_CONTRACTS).join(', ') || 'none';
}
