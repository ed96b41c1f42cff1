import { type Accepts, type Finding, SEVERITIES, type Severity } from '../../model/report.ts';
import { readPlace } from './reference-text.ts';
import { heading, isPlaceholder, keyValue, listItem, type ReportLine } from './report-lines.ts';

// Lines with a meaning of their own, wherever they stand: `Decision: …` and the other types of anchors,
// `Criterion: …`, `Finding: …`, `Anchor: accept …` and the list below `Questions:`. Never inside code, where they are quoted text.

const MAX_STATEMENTS = 200;
const MAX_STATEMENT_CHARS = 2_000;

/** The five words of the format, and what models write in their place. */
const SEVERITY_WORDS: ReadonlyMap<string, Severity> = new Map([
  ...SEVERITIES.map((word) => [word, word] as const),
  ['critical', 'blocker'],
  ['major', 'high'],
  ['moderate', 'medium'],
  ['minor', 'low'],
  ['note', 'info'],
  ['nit', 'info'],
]);

type Statements = Readonly<{
  questions: readonly string[];
  decisions: readonly string[];
  criteria: readonly string[];
  findings: readonly Finding[];
  accepts: readonly Accepts[];
}>;

type Sink = Record<'questions' | 'decisions' | 'criteria' | 'findings' | 'anchors', string[]>;
/** `as`: what stands before its words, because the sink holds others as well. */
type Label = Readonly<{ to: keyof Sink; list: boolean; as?: string }>;
const SINKS: ReadonlyMap<string, Label> = new Map<string, Label>([
  ['question', { to: 'questions', list: true }],
  ['questions', { to: 'questions', list: true }],
  ['openquestions', { to: 'questions', list: true }],
  ['问题', { to: 'questions', list: true }],
  ['decision', { to: 'decisions', list: false }],
  ['constraint', { to: 'decisions', list: false, as: 'Constraint: ' }],
  ['pattern', { to: 'decisions', list: false, as: 'Pattern: ' }],
  ['metric', { to: 'decisions', list: false, as: 'Metric: ' }],
  ['criterion', { to: 'criteria', list: false }],
  ['criteria', { to: 'criteria', list: true }],
  ['successcriteria', { to: 'criteria', list: true }],
  ['acceptancecriteria', { to: 'criteria', list: true }],
  ['finding', { to: 'findings', list: false }],
  ['anchor', { to: 'anchors', list: false }],
  ['anchors', { to: 'anchors', list: true }],
]);

export function parseStatements(lines: readonly ReportLine[]): Statements {
  const sink: Sink = { questions: [], decisions: [], criteria: [], findings: [], anchors: [] };
  let listed: keyof Sink | undefined;
  let lastWasBlank = false;

  for (const { text, fenced } of lines) {
    if (fenced) continue;
    if (text.trim() === '') {
      lastWasBlank = true;
      continue;
    }
    const title = heading(text)?.name;
    const pair = keyValue(text);
    // `Decision 2: …` counts as `Decision: …`.
    const label = SINKS.get(title ?? pair?.key.replace(/\d+$/, '') ?? '');
    const item = listItem(text);
    if (label !== undefined) {
      if (title === undefined) put(sink[label.to], pair?.value ?? '', label.as);
      listed = label.list ? label.to : undefined;
    } else if (
      title !== undefined ||
      (item === undefined && (pair !== undefined || lastWasBlank))
    ) {
      listed = undefined;
    } else if (listed !== undefined && item !== undefined) {
      put(sink[listed], item);
    }
    lastWasBlank = false;
  }
  const { anchors, findings, ...others } = sink;
  return { ...others, findings: findings.map(readFinding), accepts: anchors.flatMap(readAccepts) };
}

const ACCEPTS = /^accepts?[ \t:：]{1,4}[`*]{0,3}(A-\d{4}-[a-z0-9]{4})(?![a-z0-9])[`*]{0,3}(.*)$/i;

/** `accept A-2026-k3f7 — why`. An anchor may be named there for another reason. */
function readAccepts(line: string): Accepts[] {
  const [, id, why = ''] = ACCEPTS.exec(line) ?? [];
  return id === undefined ? [] : [{ id, why: why.replace(SEPARATORS, '').trim() }];
}

/** `high src/a.js:3 text`, `[high] src/a.js:3 — text`, `**high**: text`. */
function readFinding(line: string): Finding {
  const match = /^[[(*_]{0,3}([A-Za-z]{1,20})[\])*_]{0,3}[:：]?(?=\s|$)/.exec(line);
  const word = (match?.[1] ?? '').toLowerCase();
  const severity = SEVERITY_WORDS.get(word) ?? '';
  const rest = (severity === '' ? line : line.slice(match?.[0].length ?? 0)).replace(
    SEPARATORS,
    '',
  );
  const place = readPlace(rest);
  if (place?.value.line === undefined) return { severity, text: rest };
  const { path, line: at } = place.value;
  return { severity, path, line: at, text: place.rest.replace(SEPARATORS, '') };
}

const SEPARATORS = /^[\s:：—–-]+/;

function put(list: string[], value: string, label = ''): void {
  if (isPlaceholder(value) || list.length >= MAX_STATEMENTS) return;
  list.push(`${label}${value}`.slice(0, MAX_STATEMENT_CHARS));
}
