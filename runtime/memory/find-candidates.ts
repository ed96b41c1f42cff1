// What might be worth remembering, from facts alone: what persons answered, and what reports that passed state
// as a Decision or a Constraint, each with the place it is about. What the configuration says, or what is of our
// own protocol, is nothing to remember. Nothing is guessed from prose, and nothing enters memory without a person.

import type { Recorded } from '../model/facts/fact.ts';
import { commandText } from '../model/gate.ts';
import type { Goal } from '../model/state/goal.ts';
import { anchorId, type Candidate, inOneLine } from './candidates.ts';
import { mergeSimilar } from './similar.ts';
import { firstWords, labelled, MAX_TEXT, stated } from './statements.ts';

type Draft = Omit<Candidate, 'id'>;

const MAX_SOURCE = 1000;

/** Best first: what persons said, then what agents stated. */
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
  const said = [...answers(records, logId), ...statements(records, logId)]
    .filter(({ type }) => type === 'Decision' || type === 'Constraint')
    .filter(({ text, paths }) => paths !== '' && !isKnownHere(text, goal))
    .map(withId);
  return [...new Map(mergeSimilar(said).map((one) => [one.id, one])).values()];
}

/** What an agent had to ask is not in the code. It is about what its report cites, if nothing else is named. */
function answers(records: readonly Recorded[], logId: string): Draft[] {
  return records.flatMap((record, at): Draft[] => {
    if (record.type !== 'node.answered') return [];
    const { answer, to } = record.payload;
    if (to.kind !== 'questions' || IN_PASSING.test(answer.trim())) return [];
    const { type, text } = labelled(answer);
    const asked = inOneLine(to.questions.join(' '));
    const report = records
      .slice(0, at)
      .findLast((one) => one.type === 'evidence.graded' && one.node_id === record.node_id);
    return [
      {
        type,
        title: firstWords(asked),
        text: inOneLine(text),
        context: `${record.node_id} asked: ${asked}`.slice(0, MAX_TEXT),
        paths: placeOf(`${answer} ${asked}`, report),
        source: `${logId} ${record.event_id} ${record.node_id}: "${inOneLine(answer)}"`,
      },
    ];
  });
}

/** Words that let work go on, and decide nothing that holds later. */
const IN_PASSING =
  /^(?:y|yes|no|ok(?:ay)?|sure|fine|done|mine|go (?:on|ahead)|continue|proceed|try again|retry|as you like|是|否|好的?|可以|继续|行|没问题|再试一次|你决定)[.!。！]?$/i;

/** Lines `Decision: …` and `Constraint: …` of reports that passed. */
function statements(records: readonly Recorded[], logId: string): Draft[] {
  return records.flatMap((record) => {
    if (record.type !== 'evidence.graded' || !record.payload.passes) return [];
    return record.payload.decisions.map((said) => {
      const draft = stated(said.text);
      const from = `${logId} ${record.event_id} ${record.node_id} (${record.run_id})`;
      const source = `${from}: "${draft.type}: ${draft.text}"`;
      return { ...draft, paths: placeOf(draft.text, record), source };
    });
  });
}

/** The files that the words name, else those that the report cites, else those that its run changed. */
function placeOf(text: string, report: Recorded | undefined): string {
  const named = [...text.matchAll(FILE)].flatMap(([path]) => (isOurs(path) ? [] : path));
  if (named.length > 0) return listed(named);
  if (report?.type !== 'evidence.graded') return '';
  const { cited = [], outputs } = report.payload;
  const there = cited.filter((path) => !isOurs(path));
  return listed(there.length > 0 ? there : (outputs?.patch_files ?? []));
}

const FILE = /(?<![\w./:-])(?:[\w@-][\w@.-]*\/)*[\w@-][\w@.-]*\.[A-Za-z]\w{0,9}(?![\w/])/g;
const NAMED = 5;

function listed(paths: readonly string[]): string {
  return [...new Set(paths)].slice(0, NAMED).join(', ');
}

function isOurs(path: string): boolean {
  return path.startsWith('.wukong/') || path.startsWith('.claude/');
}

/** Whether it says what the configuration says, or speaks of how Wukong works. */
function isKnownHere(text: string, { specs, template }: Goal): boolean {
  if (OF_PROTOCOL.test(text)) return true;
  const names = specs.flatMap(({ verification_plan: plan }) =>
    [...(plan?.deterministic ?? []), ...(plan?.behavioral ?? [])].flatMap((gate) =>
      gate.type === 'builtin' ? [] : [commandText(gate.command), gate.name],
    ),
  );
  const known = [...names, ...(template ? [`template ${template.name}`] : [])];
  const rest = known.reduce((left, name) => left.replaceAll(name, ' '), text);
  return rest !== text && words(rest) < FEWEST;
}

const OF_PROTOCOL =
  /\b(?:[NG]-\d{3,4}|E-\d{6}|ESC-\d{4}|RunId|Evidence-Level|evidence levels?|work (?:order|result)s?|Wukong|approval list|needs? approval)\b|require_approval_for|\.wukong\/|证据等级|工单/i;
/** Of what is said beside a gate: that it is one, that it runs, that it passes. */
const ABOUT_GATES =
  /\b(?:the|this|an?|repository|project|work|is|are|was|were|be|to|on|of|in|checked|tested|verified|checks?|tests?|runs?|ran|with|by|gates?|commands?|pass(?:es|ed)?|uses?|used|must|has|all|finished)\b|通过|运行|测试|检查|门禁/gi;
const FEWEST = 3;

function words(text: string): number {
  return text.replaceAll(ABOUT_GATES, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
