import { runsOf } from '../kernel/graph.ts';
import { nodeState } from '../kernel/state.ts';
import type { Candidate } from '../memory/candidates.ts';
import type { EventRecord } from '../model/event.ts';
import type { GateOutcome } from '../model/gate.ts';
import type { Goal } from '../model/state.ts';
import { quotedBlock, quotedCell } from '../verify/quoting.ts';

type Sources = Readonly<{
  records: readonly EventRecord[];
  outcomes: readonly GateOutcome[];
  candidates: readonly Candidate[];
  logHash: string;
  asOf: string;
}>;

/** summary.md of a finished goal: what was asked, what was done, and what proves it. */
export function renderSummary(goal: Goal, sources: Sources): string {
  const citations = citationsOf(sources.records);
  return [
    `# ${goal.id}: ${goal.title.replaceAll('\n', ' ')}`,
    `Template ${goal.template.name} ${goal.template.version}, issue ${goal.issue_ref}, started ${goal.created_at}.`,
    `## Request\n\n${quotedBlock(goal.request)}`,
    `## Success criteria\n\n${goal.success_criteria.map((criterion) => `- ${criterion}`).join('\n')}`,
    `## Nodes\n\n${nodeTable(goal, citations)}\n\n${coverage(citations)}`,
    `## What each node said\n\n${summaries(goal)}`,
    `## Gates\n\n${gates(sources)}`,
    `## Decisions\n\n${decisions(goal)}`,
    `## Memory candidates\n\n${candidates(sources.candidates)}`,
    `## Log\n\nUp to ${sources.asOf} the log has SHA-256 \`${sources.logHash}\`. Everything above comes from it: \`wukong log --goal ${goal.id}\`.`,
  ]
    .join('\n\n')
    .concat('\n');
}

type Citations = Readonly<{ resolved: number; total: number }>;

/** By node: what its last graded report cited. Older logs don't say. */
function citationsOf(records: readonly EventRecord[]): ReadonlyMap<string, Citations> {
  const graded = records.filter(
    ({ type, payload }) => type === 'evidence.graded' && payload.citations,
  );
  return new Map(graded.map(({ node_id = '', payload }) => [node_id, payload.citations]));
}

function coverage(citations: ReadonlyMap<string, Citations>): string {
  const all = [...citations.values()];
  const total = all.reduce((sum, one) => sum + one.total, 0);
  const resolved = all.reduce((sum, one) => sum + one.resolved, 0);
  const share = total === 0 ? '' : ` (${Math.round((100 * resolved) / total)} %)`;
  return `Citation coverage: ${resolved} of ${total} cited places resolve${share}. Where each was found: \`references.json\` beside the evidence.`;
}

function nodeTable(goal: Goal, citations: ReadonlyMap<string, Citations>): string {
  const rows = goal.specs.map((spec) => {
    const node = nodeState(goal, spec.id);
    const runs = runsOf(goal, spec.id);
    const outputs = runs.findLast((run) => run.outputs !== null)?.outputs;
    const level = node.status === 'done' ? node.level : '–';
    const changed = outputs?.patch_files.map((file) => quotedCell(file)).join(', ') || '–';
    const evidence = outputs ? `.wukong/${outputs.dir}/evidence.md` : '–';
    const required = spec.quality.evidence_level_required;
    const cited = citations.get(spec.id);
    const cites = cited ? `${cited.resolved} of ${cited.total}` : '–';
    return `| ${spec.id} | ${spec.role} | ${quotedCell(spec.title)} | ${node.status} | ${level} (required ${required}) | ${runs.length} | ${cites} | ${changed} | ${evidence} |`;
  });
  return [
    '| node | role | title | status | proven | runs | citations | changed | evidence |',
    '|---|---|---|---|---|--:|---|---|---|',
    ...rows,
  ].join('\n');
}

function summaries(goal: Goal): string {
  return goal.specs
    .map((spec) => {
      const runs = runsOf(goal, spec.id);
      const text = runs.findLast((run) => run.outputs !== null)?.outputs?.summary;
      return `**${spec.id} ${spec.role}**\n\n${text ? quotedBlock(text, 1000) : '(nothing)'}`;
    })
    .join('\n\n');
}

function gates({ records, outcomes }: Sources): string {
  const seen = records
    .filter((record) => record.type === 'gate.finished')
    .map(({ node_id, payload }) => {
      const why = payload.error ? `: ${quotedCell(String(payload.error))}` : '';
      return `- ${node_id} ${quotedCell(String(payload.gate))} ${payload.outcome}${why}`;
    });
  const final = outcomes.map(
    (gate) =>
      `- final tree: ${quotedCell(gate.gate)} ${gate.outcome}${gate.error ? `: ${quotedCell(gate.error)}` : ''}`,
  );
  return [...seen, ...final].join('\n') || 'None.';
}

function decisions(goal: Goal): string {
  return (
    decided(goal)
      .map(({ node, text }) => `- ${node}: ${quotedCell(text)}`)
      .join('\n') || 'None.'
  );
}

/** Of a large goal each run keeps its own. */
function decided(goal: Goal): Goal['decisions'] {
  if (!goal.large) return goal.decisions;
  return Object.values(goal.runs).flatMap((run) => run.decisions ?? []);
}

function candidates(found: readonly Candidate[]): string {
  const list = found
    .map(({ id, type, title }) => `- ${id} ${type}: ${quotedCell(title)}`)
    .join('\n');
  return list === '' ? 'None.' : `${list}\n\nReview them in .wukong/anchors/anchors_candidates.md.`;
}
