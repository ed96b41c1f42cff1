// The lower part of summary.md.

import { lastJudged, runsOf } from '../../kernel/graph/graph.ts';
import { nodeState } from '../../kernel/state/queries.ts';
import type { GateOutcome } from '../../model/gate.ts';
import type { Goal } from '../../model/state/goal.ts';
import { countsText, warningOf } from '../../words/counts-text.ts';
import { hunksText } from '../../words/fault.ts';
import { oneLine } from '../../words/plain-text.ts';
import { quotedBlock, quotedCell, quotedExactly, quotedSpan } from '../../words/quoting.ts';
import type { FinalCheck } from './final-check.ts';
import type { MemoryAtEnd } from './memory-at-end.ts';
import type { Sources } from './summary-sources.ts';
import { type Citations, citationsOf, isStaleAtEnd } from './summary-verdict.ts';

/** What stands below the line: what the summary rests on, complete. */
export function details(goal: Goal, sources: Sources): string[] {
  const citations = citationsOf(sources.records);
  const { name, version } = goal.template;
  return [
    `Template ${name} ${version}, issue ${goal.issue_ref}, started ${goal.created_at}.`,
    ...(sources.final.hunks
      ? [quotedBlock(oneLine(`${hunksText(sources.final.hunks)}.`, 2000))]
      : []),
    `## Request\n\n${quotedBlock(goal.request)}`,
    `## Success criteria\n\n${goal.success_criteria.map((one) => `- ${quotedExactly(one, 1000)}`).join('\n')}`,
    `## Nodes\n\n${nodeTable(goal, citations, sources.final)}\n\n${coverage(citations)}`,
    `## What each node said\n\n${summaries(goal)}`,
    `## Gates\n\n${gates(sources)}`,
    `## Decisions\n\n${decisions(goal)}`,
    `## Memory candidates\n\n${memory(sources.memory)}`,
    `## Log\n\n${logText(sources)} Everything above comes from it: \`wukong log --goal ${goal.id}\`.`,
  ];
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
    const outputs = lastJudged(goal, spec.id)?.outputs;
    const stale = isStaleAtEnd(goal, spec.id, final) ? ', stale' : '';
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
      const text = lastJudged(goal, spec.id)?.outputs?.summary;
      return `**${spec.id} ${spec.role}**\n\n${text ? quotedBlock(text, 1000) : '(nothing)'}`;
    })
    .join('\n\n');
}

function gates({ records, final }: Sources): string {
  const { outcomes, others = [], tree, renews, check } = final;
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
  const atEnd = [...outcomes, ...others].map((gate) => gateLine('final tree:', gate));
  const renewed = renews
    ? [
        `- All evidence holds on the final tree ${tree}${check ? `; the check ${quotedSpan(check)} is green on it` : ''}.`,
      ]
    : [];
  return [...seen, ...atEnd, ...renewed].join('\n') || 'None.';
}

/** What failed and held nothing up is a warning, never a pass. */
function gateLine(where: string, gate: GateOutcome): string {
  const outcome = warningOf(gate) === undefined ? gate.outcome : `warning: ${gate.outcome}`;
  const why = gate.error ? `: ${quotedSpan(String(gate.error))}` : '';
  const counted = countsText(gate.counts);
  const how = gate.overridden ? ', overridden by allow_override_failing_tests' : '';
  return `- ${where} ${quotedSpan(String(gate.gate))} ${outcome}${counted && ` (${counted})`}${how}${why}`;
}

function decisions(goal: Goal): string {
  return (
    goal.decisions.map(({ node, text }) => `- ${node}: ${quotedSpan(text)}`).join('\n') || 'None.'
  );
}

function memory({ waiting, accepted, removals }: MemoryAtEnd): string {
  const byRuns = accepted.map(({ run_id, payload: { id, type, title, role, why } }) =>
    quotedSpan(`${id} ${type}: ${title} (${role} ${run_id}${why && `: ${why}`})`, 600),
  );
  const open = waiting.map(({ id, type, title }) => `${id} ${type}: ${quotedSpan(title)}`);
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
