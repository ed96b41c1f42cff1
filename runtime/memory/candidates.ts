import { createHash } from 'node:crypto';
import type { FactOf, Recorded } from '../model/facts/fact.ts';
import type { Goal } from '../model/state.ts';
import { reasonText } from '../words/reason.ts';

export type Candidate = Readonly<
  {
    id: string;
    type: 'Decision' | 'Constraint' | 'Pattern' | 'Metric';
    title: string;
    text: string;
    /** Log id, events, and the sentence it rests on. */
    source: string;
  } & Partial<Record<Detail, string>>
>;

/** What a person may add below a candidate, and an import brings: labelled lines of the later entry. */
export const DETAILS = ['context', 'when', 'why', 'paths', 'tags', 'expires', 'replaces'] as const;
type Detail = (typeof DETAILS)[number];

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * What might be worth remembering, from facts alone: `Decision:` lines, failures that came again, and
 * gates that passed. Nothing is guessed from prose, and nothing enters memory without a person.
 */
export function findCandidates(
  goal: Goal,
  records: readonly Recorded[],
  logId: string,
  year: string,
): Candidate[] {
  const found = [
    ...decisions(records, logId),
    ...failures(goal, records, logId),
    ...gates(records, logId),
  ].map((candidate) => ({ id: anchorId(year, candidate.title, candidate.text), ...candidate }));
  return [...new Map(found.map((candidate) => [candidate.id, candidate])).values()];
}

/** Ends in 4 base32 of the hash of title and first text, so that clones give the same id. */
export function anchorId(year: string, title: string, text: string): string {
  const hash = createHash('sha256').update(`${title}\n${text}`).digest();
  const end = Array.from(hash.subarray(0, 4), (byte) => BASE32[byte % 32]).join('');
  return `A-${year}-${end}`;
}

type Draft = Omit<Candidate, 'id'>;

function decisions(records: readonly Recorded[], logId: string): Draft[] {
  return records
    .filter((fact) => fact.type === 'evidence.graded')
    .filter((fact) => fact.payload.passes)
    .flatMap((record) =>
      record.payload.decisions.map(({ text }) => ({
        type: 'Decision' as const,
        title: firstWords(text),
        text,
        source: `${logId} ${record.event_id} ${record.node_id} (${record.run_id}): "Decision: ${text}"`,
      })),
    );
}

/** The same node failed more than once: what it stumbled over is worth knowing. */
function failures(goal: Goal, records: readonly Recorded[], logId: string): Draft[] {
  const ofNode = new Map<string | undefined, Array<Recorded<FactOf<'run.ended'>>>>();
  for (const record of records) {
    if (record.type !== 'run.ended' || record.payload.outcome !== 'failed') continue;
    ofNode.set(record.node_id, [...(ofNode.get(record.node_id) ?? []), record]);
  }
  return goal.specs.flatMap((spec) => {
    const failed = ofNode.get(spec.id) ?? [];
    const last = failed.at(-1);
    if (!last || failed.length < 2) return [];
    const reason = reasonText(last.payload.because);
    const text = `${failed.length} attempts at "${spec.title}" failed. Last: ${reason}`;
    const events = failed.map((record) => record.event_id).join(' ');
    return [
      {
        type: 'Constraint' as const,
        title: `${spec.role}: ${firstWords(reason)}`,
        text,
        source: `${logId} ${events}: "${reason}"`,
      },
    ];
  });
}

function gates(records: readonly Recorded[], logId: string): Draft[] {
  const finished = records
    .filter((fact) => fact.type === 'gate.finished')
    .filter((fact) => fact.payload.command);
  const last = new Map(finished.map((fact) => [fact.payload.gate, fact]));
  const passed = [...last.values()].filter(({ payload }) => payload.outcome === 'pass');
  return passed.map((record) => ({
    type: 'Pattern' as const,
    title: `This repository is checked with ${record.payload.command}`,
    text: `The gate "${record.payload.gate}" (${record.payload.command}) passed on the finished work.`,
    source: `${logId} ${record.event_id}: gate ${record.payload.gate} pass`,
  }));
}

function firstWords(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

/** A candidate as it stands in the file a person reviews. */
export function renderCandidate(candidate: Candidate): string {
  const lines = (['text', ...DETAILS, 'source'] as const).flatMap((name) => {
    const value = inOneLine(candidate[name] ?? '');
    return value === '' ? [] : [`  - ${name}: ${value}\n`];
  });
  return `- [ ] ${candidate.id} ${candidate.type}: ${inOneLine(candidate.title)}\n${lines.join('')}`;
}

export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
