// The lower part of summary.md: what it rests on, complete.

import type { GateOutcome } from '../../model/gate.ts';
import { type GoalResult, judgedRun, type NodeHead } from '../../result/goal-result.ts';
import { countsText, warningOf } from '../counts-text.ts';
import { inertLine, quotedBlock, quotedCell, quotedExactly, quotedSpan } from '../quoting.ts';
import { placesText } from './counts.ts';

export function details(result: GoalResult): string[] {
  const { template, issue, started, request, criteria, counts } = result;
  return [
    `Template ${inertLine(template.name)} ${template.version}, issue ${quotedSpan(issue)}, started ${started}.`,
    `## Request\n\n${quotedBlock(request)}`,
    `## ${criteria.given ? 'Success criteria' : 'What the plan is for'}\n\n${criteria.asked.map((one) => `- ${quotedExactly(one, 1000)}`).join('\n')}`,
    `## Nodes\n\n${nodeTable(result)}\n\nCitation coverage: ${placesText(counts.places)}. Where each was found: \`references.json\` beside the evidence.`,
    `## What each node said\n\n${summaries(result)}`,
    `## Gates\n\n${gates(result)}`,
    `## Decisions\n\n${decisions(result)}`,
    `## Memory candidates\n\n${memory(result)}`,
    ...logPart(result),
  ];
}

function logPart({ log, goal }: GoalResult): string[] {
  if (!log) return [];
  const sealed = log.sealed.map(({ name, sha256 }) => `, and before it ${name} \`${sha256}\``);
  const seen = `Up to ${log.as_of} the log, events.jsonl, has SHA-256 \`${log.sha256}\` in ${log.bytes} bytes${sealed.reverse().join('')}.`;
  return [`## Log\n\n${seen} Everything above comes from it: \`wukong log --goal ${goal}\`.`];
}

function nodeTable(result: GoalResult): string {
  const rows = result.nodes.map((node) => {
    const { id, role, title, status, required, runs } = node;
    const places = judgedRun(result, id)?.graded?.citations;
    const cites = places ? `${places.resolved} of ${places.total}` : '–';
    const changed = node.changed.map((file) => quotedCell(file)).join(', ') || '–';
    const evidence = node.dir === null ? '–' : `.wukong/${node.dir}/evidence.md`;
    return `| ${id} | ${role} | ${quotedCell(title)} | ${status} | ${levelText(node)} (required ${required}) | ${runs} | ${cites} | ${changed} | ${evidence} |`;
  });
  return [
    '| node | role | title | status | proven | runs | citations | changed | evidence |',
    '|---|---|---|---|---|--:|---|---|---|',
    ...rows,
  ].join('\n');
}

function levelText({ level, is_stale }: NodeHead): string {
  return level === null ? '–' : `${level}${is_stale ? ', stale' : ''}`;
}

function summaries({ nodes }: GoalResult): string {
  return nodes
    .map(({ id, role, said }) => {
      return `**${id} ${role}**\n\n${said === '' ? '(nothing)' : quotedBlock(said, 1000)}`;
    })
    .join('\n\n');
}

function gates({ gates: seen, renewed }: GoalResult): string {
  const lines = seen.map((gate) => gateLine(gate.node ?? 'final tree:', gate));
  const renews = renewed
    ? [
        `- All evidence holds on the final tree ${renewed.tree}${renewed.check ? `; the check ${quotedSpan(renewed.check)} is green on it` : ''}.`,
      ]
    : [];
  return [...lines, ...renews].join('\n') || 'None.';
}

/** What failed and held nothing up is a warning, never a pass. */
function gateLine(where: string, gate: GateOutcome): string {
  const outcome = warningOf(gate) === undefined ? gate.outcome : `warning: ${gate.outcome}`;
  const why = gate.error ? `: ${quotedSpan(String(gate.error))}` : '';
  const counted = countsText(gate.counts);
  const how = gate.overridden ? ', overridden by allow_override_failing_tests' : '';
  return `- ${where} ${quotedSpan(String(gate.gate))} ${outcome}${counted && ` (${counted})`}${how}${why}`;
}

function decisions({ decisions: all }: GoalResult): string {
  return all.map(({ node, text }) => `- ${node}: ${quotedSpan(text)}`).join('\n') || 'None.';
}

function memory({ memory: left }: GoalResult): string {
  const { waiting = [], accepted = [], removals = [] } = left ?? {};
  const byRuns = accepted.map(({ id, type, title, role, run, why }) =>
    quotedSpan(`${id} ${type}: ${title} (${role} ${run}${why && `: ${why}`})`, 600),
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
