import { runsOf } from '../../kernel/graph/graph.ts';
import { isOfOther, proofOf } from '../../kernel/graph/proof.ts';
import { nodeState } from '../../kernel/state/queries.ts';
import type { Recorded } from '../../model/facts/fact.ts';
import type { GateOutcome } from '../../model/gate.ts';
import type { Beside, Fault } from '../../model/proof.ts';
import type { Goal } from '../../model/state.ts';
import { countsText, warningOf } from '../../words/counts-text.ts';
import { besideText, decidedText, faultText, hunksText } from '../../words/fault.ts';
import { oneLine } from '../../words/plain-text.ts';
import { quotedBlock, quotedCell } from '../../words/quoting.ts';
import type { FinalCheck } from './final-check.ts';
import type { MemoryAtEnd } from './memory-at-end.ts';
import type { LogSoFar } from './past.ts';
import { criteriaLines } from './summary-criteria.ts';

type Sources = Readonly<{
  records: readonly Recorded[];
  final: FinalCheck;
  memory: MemoryAtEnd;
  log: LogSoFar;
  asOf: string;
  fault?: Fault | undefined;
  beside?: Beside | undefined;
}>;

/** summary.md of a finished goal: what was asked, what was done, and what proves it. */
export function renderSummary(goal: Goal, sources: Sources): string {
  const { final } = sources;
  const citations = citationsOf(sources.records);
  return [
    `# ${goal.id}: ${goal.title.replaceAll('\n', ' ')}`,
    ...(sources.fault ? [quotedBlock(oneLine(faultText(sources.fault), 1000))] : []),
    ...(sources.beside ? [quotedBlock(oneLine(besideText(sources.beside), 2000))] : []),
    ...(final.hunks ? [quotedBlock(oneLine(`${hunksText(final.hunks)}.`, 2000))] : []),
    `Template ${goal.template.name} ${goal.template.version}, issue ${goal.issue_ref}, started ${goal.created_at}.`,
    `## Request\n\n${quotedBlock(goal.request)}`,
    `## Success criteria\n\n${goal.success_criteria.map((criterion) => `- ${criterion}`).join('\n')}`,
    ...oneByOne(goal, sources.records),
    `## Nodes\n\n${nodeTable(goal, citations, final)}\n\n${coverage(citations)}`,
    `## What each node said\n\n${summaries(goal)}`,
    `## Gates\n\n${gates(sources)}`,
    `## Decisions\n\n${decisions(goal)}`,
    ...byPersons(goal),
    `## Memory candidates\n\n${memory(sources.memory)}`,
    `## Log\n\n${logText(sources)} Everything above comes from it: \`wukong log --goal ${goal.id}\`.`,
  ]
    .join('\n\n')
    .concat('\n');
}

function oneByOne(goal: Goal, records: readonly Recorded[]): string[] {
  const lines = criteriaLines(goal, records);
  return lines.length === 0 ? [] : [`## Criteria one by one\n\n${lines.join('\n')}`];
}

type Citations = Readonly<{ resolved: number; total: number }>;

/** By node: what its last graded report cited. Older logs don't say. */
function citationsOf(records: readonly Recorded[]): ReadonlyMap<string, Citations> {
  const cited = new Map<string, Citations>();
  for (const fact of records) {
    if (fact.type !== 'evidence.graded' || !fact.payload.citations) continue;
    cited.set(fact.node_id, fact.payload.citations);
  }
  return cited;
}

function coverage(citations: ReadonlyMap<string, Citations>): string {
  const all = [...citations.values()];
  const total = all.reduce((sum, one) => sum + one.total, 0);
  const resolved = all.reduce((sum, one) => sum + one.resolved, 0);
  const share = total === 0 ? '' : ` (${Math.round((100 * resolved) / total)} %)`;
  return `Citation coverage: ${resolved} of ${total} cited places resolve${share}. Where each was found: \`references.json\` beside the evidence.`;
}

function logText({ log, asOf }: Sources): string {
  const sealed = log.sealed.map(({ name, sha256 }) => `, and before it ${name} \`${sha256}\``);
  return `Up to ${asOf} the log, events.jsonl, has SHA-256 \`${log.sha256}\` in ${log.bytes} bytes${sealed.reverse().join('')}.`;
}

function nodeTable(
  goal: Goal,
  citations: ReadonlyMap<string, Citations>,
  final: FinalCheck,
): string {
  const rows = goal.specs.map((spec) => {
    const node = nodeState(goal, spec.id);
    const runs = runsOf(goal, spec.id);
    const run = runs.findLast((one) => one.outputs !== null);
    const outputs = run?.outputs;
    const isOld = run !== undefined && !final.renews && final.tree !== null;
    const stale = isOld && isOfOther(run, final.tree) ? ', stale' : '';
    const level = node.status === 'done' ? `${node.level}${stale}` : '–';
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

function gates({ records, final: { outcomes, tree, renews, check } }: Sources): string {
  const seen = records
    .filter((fact) => fact.type === 'gate.finished')
    .map(({ node_id, payload: { gate, outcome, error, counts, must_pass, overridden } }) =>
      gateLine(node_id ?? '', {
        gate,
        outcome,
        error,
        counts,
        mustPass: must_pass !== false,
        overridden,
      }),
    );
  const final = outcomes.map((gate) => gateLine('final tree:', gate));
  const renewed = renews
    ? [
        `- All evidence holds on the final tree ${tree}${check ? `; the check ${quotedCell(check)} is green on it` : ''}.`,
      ]
    : [];
  return [...seen, ...final, ...renewed].join('\n') || 'None.';
}

/** What failed and held nothing up is a warning, never a pass. */
function gateLine(where: string, gate: GateOutcome): string {
  const outcome = warningOf(gate) === undefined ? gate.outcome : `warning: ${gate.outcome}`;
  const why = gate.error ? `: ${quotedCell(String(gate.error))}` : '';
  const counted = countsText(gate.counts);
  const how = gate.overridden ? ', overridden by allow_override_failing_tests' : '';
  return `- ${where} ${quotedCell(String(gate.gate))} ${outcome}${counted && ` (${counted})`}${how}${why}`;
}

function decisions(goal: Goal): string {
  return (
    goal.decisions.map(({ node, text }) => `- ${node}: ${quotedCell(text)}`).join('\n') || 'None.'
  );
}

function byPersons(goal: Goal): string[] {
  const lines = (proofOf(goal).decided ?? []).map(
    (one) => `- ${quotedCell(decidedText(one), 1000)}`,
  );
  return lines.length === 0 ? [] : [`## Decided by persons\n\n${lines.join('\n')}`];
}

function memory({ waiting, accepted, removals }: MemoryAtEnd): string {
  const byRuns = accepted.map(({ run_id, payload: { id, type, title, role, why } }) =>
    quotedCell(`${id} ${type}: ${title} (${role} ${run_id}${why && `: ${why}`})`, 600),
  );
  const open = waiting.map(({ id, type, title }) => `${id} ${type}: ${quotedCell(title)}`);
  const unused = removals.map(
    ({ id, given, unused: since }) =>
      `${id}: given in ${given} goals, cited in none of the last ${since}`,
  );
  const parts = [
    ...itemized(byRuns, 'In anchors.md, accepted by an agent, no person looked:'),
    ...itemized(open, 'Review them in .wukong/anchors/anchors_candidates.md:'),
    ...itemized(unused, 'Proposed for removal there:'),
  ];
  return parts.join('\n\n') || 'None.';
}

function itemized(items: readonly string[], head: string): string[] {
  return items.length === 0 ? [] : [`${head}\n\n${items.map((item) => `- ${item}`).join('\n')}`];
}
