// What might be worth remembering, from facts alone: what persons answered and accepted, labelled lines of
// reports, failures that came again, gates that passed and what they counted. Nothing is guessed from prose,
// and nothing enters memory without a person.

import type { FactOf, Recorded } from '../model/facts/fact.ts';
import type { Goal } from '../model/state/goal.ts';
import { reasonText } from '../words/reason.ts';
import { anchorId, type Candidate, inOneLine } from './candidates.ts';
import { mergeSimilar } from './similar.ts';
import { firstWords, labelled, MAX_TEXT, stated } from './statements.ts';

type Draft = Omit<Candidate, 'id'>;

const MAX_SOURCE = 1000;

/** Best first: what persons said, what agents stated, what went wrong, what was measured. */
export function findCandidates(
  goal: Goal,
  records: readonly Recorded[],
  logId: string,
  year: string,
): Candidate[] {
  const withId = (draft: Draft): Candidate => {
    const text = draft.text.slice(0, MAX_TEXT);
    const source = draft.source.slice(0, MAX_SOURCE);
    return { ...draft, id: anchorId(year, draft.title, text), text, source };
  };
  const said = [
    ...answers(records, logId),
    ...acceptances(records, logId),
    ...statements(records, logId),
  ].map(withId);
  // The words of these are ours, and so always alike.
  const seen = [
    ...failures(goal, records, logId),
    ...gates(records, logId),
    ...figures(records, logId),
  ].map(withId);
  const found = [...mergeSimilar(said), ...seen];
  return [...new Map(found.map((candidate) => [candidate.id, candidate])).values()];
}

/** What an agent had to ask is not in the code. */
function answers(records: readonly Recorded[], logId: string): Draft[] {
  return records
    .filter((fact) => fact.type === 'node.answered')
    .flatMap((record) => {
      const { answer, to } = record.payload;
      if (to.kind !== 'questions') return [];
      const { type, text } = labelled(answer);
      const asked = inOneLine(to.questions.join(' '));
      return [
        {
          type,
          title: firstWords(asked),
          text: inOneLine(text),
          context: `${record.node_id} asked: ${asked}`.slice(0, MAX_TEXT),
          source: `${logId} ${record.event_id} ${record.node_id}: "${inOneLine(answer)}"`,
        },
      ];
    });
}

function acceptances(records: readonly Recorded[], logId: string): Draft[] {
  return records.flatMap((record): Draft[] => {
    if (!isAcceptance(record)) return [];
    const { why } = record.payload;
    if (why.trim() === '') return [];
    const source = `${logId} ${record.event_id}: "${inOneLine(why)}"`;
    const about = { type: 'Decision' as const, title: firstWords(why), source };
    if (record.type === 'work.accepted') {
      return [{ ...about, text: `${ACCEPTED[record.payload.what]}: ${inOneLine(why)}` }];
    }
    if (record.type === 'criterion.accepted') {
      const { text } = record.payload;
      return [{ ...about, text: `Accepted although "${text}" was not seen: ${inOneLine(why)}` }];
    }
    const paths = Object.keys(record.payload.files).slice(0, NAMED).join(', ');
    return [{ ...about, text: `Changed tests were accepted: ${inOneLine(why)}`, paths }];
  });
}

type Acceptance = FactOf<'work.accepted' | 'tests.accepted' | 'criterion.accepted'>;

function isAcceptance(record: Recorded): record is Recorded<Acceptance> {
  return ['work.accepted', 'tests.accepted', 'criterion.accepted'].includes(record.type);
}

const NAMED = 10;
const ACCEPTED = {
  unproven: 'Accepted although no check showed it',
  'no-change': 'Nothing had to be changed',
};

/** Lines `Decision: …`, `Constraint: …`, `Pattern: …`, `Metric: …` of reports that passed. */
function statements(records: readonly Recorded[], logId: string): Draft[] {
  return records
    .filter((fact) => fact.type === 'evidence.graded')
    .filter((fact) => fact.payload.passes)
    .flatMap((record) =>
      record.payload.decisions.map((said) => {
        const draft = stated(said.text);
        const from = `${logId} ${record.event_id} ${record.node_id} (${record.run_id})`;
        return { ...draft, source: `${from}: "${draft.type}: ${draft.text}"` };
      }),
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
        type: 'Pattern' as const,
        title: `${spec.role}: ${firstWords(reason)}`,
        text,
        source: `${logId} ${events}: "${reason}"`,
      },
    ];
  });
}

function gates(records: readonly Recorded[], logId: string): Draft[] {
  return passedGates(records).map((record) => ({
    type: 'Pattern' as const,
    title: `This repository is checked with ${record.payload.command}`,
    text: `The gate "${record.payload.gate}" (${record.payload.command}) passed on the finished work.`,
    source: `${logId} ${record.event_id}: gate ${record.payload.gate} pass`,
  }));
}

/** What gates counted. Its title is the same each time, so that it is proposed once. */
function figures(records: readonly Recorded[], logId: string): Draft[] {
  return passedGates(records).flatMap((record) => {
    const { gate, command, counts } = record.payload;
    const words = countsText(counts);
    if (words === '') return [];
    return [
      {
        type: 'Metric' as const,
        title: `What ${command} counts`,
        text: `${words}, by the gate "${gate}" on ${record.timestamp.slice(0, 10)}.`,
        source: `${logId} ${record.event_id}: gate ${gate} pass, ${words}`,
      },
    ];
  });
}

function countsText(counts: FactOf<'gate.finished'>['payload']['counts']): string {
  const { tests, coverage } = counts ?? {};
  const lines = coverage?.lines;
  const parts = [
    ...(tests ? [`${tests.total} tests, ${tests.skipped} of them skipped`] : []),
    ...(lines ? [`${lines.covered} of ${lines.total} lines covered`] : []),
  ];
  return parts.join('; ');
}

/** By name, as they ended the last time. */
function passedGates(records: readonly Recorded[]): Array<Recorded<FactOf<'gate.finished'>>> {
  const finished = records
    .filter((fact) => fact.type === 'gate.finished')
    .filter((fact) => fact.payload.command);
  const last = new Map(finished.map((fact) => [fact.payload.gate, fact]));
  return [...last.values()].filter(({ payload }) => payload.outcome === 'pass');
}
