import {
  type Finding,
  REPORT_PARTS,
  type Reference,
  type Report,
  type ReportPart,
  type ReportStatus,
  type Verdict,
} from '../../model/report.ts';
import type { EvidenceLevel } from '../../model/vocabulary.ts';
import { parseCiClaims } from './ci-claims.ts';
import { parseOnCriteria } from './on-criteria.ts';
import { requestQuote } from './reference-text.ts';
import { parseEvidence } from './report-evidence.ts';
import { keyValue, type ReportLine, unwrap } from './report-lines.ts';
import { HEADER_KEYS, type SectionName, splitSections } from './report-sections.ts';
import { parseStatements } from './report-statements.ts';

const STATUS_WORDS: ReadonlyMap<string, ReportStatus> = new Map([
  ['done', 'done'],
  ['ok', 'done'],
  ['success', 'done'],
  ['complete', 'done'],
  ['completed', 'done'],
  ['blocked', 'blocked'],
  ['fail', 'failed'],
  ['failed', 'failed'],
  ['failure', 'failed'],
]);
const VERDICT_WORDS: ReadonlyMap<string, Verdict> = new Map([
  ['accept', 'accept'],
  ['accepted', 'accept'],
  ['rework', 'rework'],
  ['reject', 'reject'],
  ['rejected', 'reject'],
]);
const ASK: Readonly<Record<ReportPart, string>> = {
  RunId: 'Write the line "RunId: <the run id of your work order>" in the header of the report.',
  Status: 'Write the line "Status: done", "Status: blocked" or "Status: failed" in the header.',
  Summary: 'Write a section "## Summary" with one to three lines.',
  Evidence: 'Write a section "## Evidence" with Repro and References.',
};

/**
 * Reads a report. Total: any text gives a report, time grows with its length, and what the format
 * requires but the text lacks is in `problems`. Nothing here says that a claim is true.
 */
export function parseReport(text: string): Report {
  const sections = splitSections(text);
  const header = readHeader(sections.header);
  const section = (name: SectionName): string => textOf(sections.of(name));
  const parsed = {
    evidence: parseEvidence(sections.of('evidence')),
    repro: parseEvidence(sections.of('repro'), 'repro'),
    references: parseEvidence(sections.of('references'), 'references'),
    // Without any section the evidence may follow the header directly.
    header: parseEvidence(sections.header, 'other'),
  };
  const parts = Object.values(parsed);
  const statements = parseStatements(sections.all);
  const onCriteria = parseOnCriteria(sections.all);
  const ci = parseCiClaims(sections.all);
  const evidence = [section('evidence'), section('repro'), section('references')];
  const claimed =
    levelOf(header.get('evidencelevel')) ?? levelOf(parts.find((p) => p.level)?.level);

  const report = {
    ...optional('issueRef', token(header.get('issueref'))),
    ...optional('runId', identifier(header.get('runid'))),
    ...optional('status', header.get('status') && oneOf(STATUS_WORDS, header.get('status'))),
    ...optional('commit', traceable(header.get('commit'))),
    ...optional('pr', traceable(header.get('pr'))),
    ...optional('tests', header.get('tests')),
    ...optional('claimedLevel', claimed),
    ...optional('verdict', oneOf(VERDICT_WORDS, header.get('verdict'))),
    ...optional('reopen', nodeId(header.get('reopen'))),
    ...optional('confidence', share(header.get('confidence'))),
    summary: section('summary') || (header.get('summary') ?? ''),
    ...optional('parts', planned(sections.of('plan'))),
    steps: section('steps') || section('plan'),
    evidence: evidence.filter((part) => part !== '').join('\n\n') || (header.get('evidence') ?? ''),
    risks: section('risks') || (header.get('risks') ?? ''),
    next: section('next') || (header.get('next') ?? ''),
    repro: parts.flatMap((part) => part.repro).map(withoutEmptyResult),
    references: distinct([
      ...parts.flatMap((part) => part.references),
      ...statements.findings.flatMap(findingPlace),
      ...statements.criteria.flatMap(requestWords),
      ...onCriteria.flatMap(({ references }) => references),
    ]),
    ...(onCriteria.length === 0 ? {} : { onCriteria }),
    ...(ci.length === 0 ? {} : { ci }),
    ...statements,
  };
  const missingParts = REPORT_PARTS.filter((part) => isMissing(part, report));
  return { ...report, missingParts, problems: missingParts.map((part) => ASK[part]) };
}

/** First usable value of each key: models repeat the form (`Status: done|blocked`) before filling it. */
function readHeader(lines: readonly ReportLine[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { text, fenced } of lines) {
    const pair = fenced ? undefined : keyValue(text);
    if (pair === undefined || pair.value === '' || values.has(pair.key)) continue;
    if (!HEADER_KEYS.has(pair.key) && !['summary', 'next', 'risks'].includes(pair.key)) continue;
    if (pair.key === 'status' && oneOf(STATUS_WORDS, pair.value) === undefined) continue;
    if (pair.key === 'verdict' && oneOf(VERDICT_WORDS, pair.value) === undefined) continue;
    if (pair.key === 'runid' && identifier(pair.value) === undefined) continue;
    values.set(pair.key, pair.value.slice(0, 4_000));
  }
  return values;
}

function isMissing(part: ReportPart, report: Omit<Report, 'missingParts' | 'problems'>): boolean {
  switch (part) {
    case 'RunId':
      return report.runId === undefined;
    case 'Status':
      return report.status === undefined;
    case 'Summary':
      return report.summary === '';
    case 'Evidence':
      return report.evidence === '' && report.repro.length + report.references.length === 0;
  }
}

function oneOf<T>(words: ReadonlyMap<string, T>, value = ''): T | undefined {
  const text = unwrap(value);
  // `done|blocked|failed` is the form, not an answer.
  if (/^\s*[a-z]+\s*[|/]/i.test(text)) return undefined;
  return words.get((/^[a-z]+/i.exec(text)?.[0] ?? '').toLowerCase());
}

/** `0.8` or `80%`, of 1. Words like "high" say no number. */
function share(value = ''): number | undefined {
  const [, digits, percent] = /^(\d{1,3}(?:\.\d{1,4})?)\s?(%?)(?!\S)/.exec(unwrap(value)) ?? [];
  const number = Number(digits) / (percent ? 100 : 1);
  return digits !== undefined && number <= 1 ? number : undefined;
}

function levelOf(value = ''): EvidenceLevel | undefined {
  const found = value.slice(0, 200).match(/\bL[0-3]\b/g) ?? [];
  if (new Set(found).size > 1 && /L[0-3]\s*(?:\.\.|[-–|/])\s*L[0-3]/.test(value)) return undefined;
  const [first] = found;
  return first === 'L0' || first === 'L1' || first === 'L2' || first === 'L3' ? first : undefined;
}

function token(value = ''): string | undefined {
  return unwrap(value).split(/\s/, 1)[0] || undefined;
}

function identifier(value: string | undefined): string | undefined {
  const word = token(value)?.replace(/[`.,;]+$/, '');
  return word !== undefined && /^[A-Za-z0-9][\w.-]{0,99}$/.test(word) ? word : undefined;
}

function nodeId(value = ''): string | undefined {
  return /(?:G-\d+\/)?N-\d+/.exec(value.slice(0, 200))?.[0];
}

function traceable(value = ''): string | undefined {
  return /^(?:none|n\/?a|-+|无)?[.。]?$/i.test(value.trim()) ? undefined : value.trim();
}

function findingPlace(finding: Finding): Reference[] {
  if (finding.path === undefined || finding.line === undefined) return [];
  const { path, line, text } = finding;
  return [{ kind: 'file', path, line, text: `${path}:${line} ${text}`.slice(0, 500) }];
}

function requestWords(criterion: string): Reference[] {
  const at = criterion.search(/\brequest ?[:：]/i);
  const quote = at === -1 ? undefined : requestQuote(criterion.slice(at));
  return quote === undefined ? [] : [{ kind: 'request', quote, text: criterion.slice(0, 500) }];
}

function distinct(references: readonly Reference[]): Reference[] {
  const all = references.map((reference) => [referenceKey(reference), reference] as const);
  return [...new Map(all).values()];
}

/** What two references have in common that cite the same. */
export function referenceKey(cited: Reference): string {
  const { quote } = cited;
  return JSON.stringify(cited.kind === 'file' ? [cited.path, cited.line, quote] : [quote]);
}

function withoutEmptyResult({ command, result }: Report['repro'][number]): Report['repro'][number] {
  return result === undefined || result === '' ? { command } : { command, result };
}

/** What is planned as data: the code under `## Plan`, or all from its first key on. Other words there are steps. */
function planned(lines: readonly ReportLine[]): string {
  const isKey = ({ text }: ReportLine): boolean =>
    /^[\s{]*["']?(?:nodes|edges)["']?\s*:/.test(text);
  const code = lines.filter(({ fenced }) => fenced);
  const from = code.some(isKey) ? code : lines.slice(lines.findIndex(isKey));
  return from.some(isKey) ? textOf(from) : '';
}

function textOf(lines: readonly ReportLine[]): string {
  return lines
    .map((line) => line.text)
    .join('\n')
    .trim();
}

function optional<K extends string, T>(key: K, value: T | undefined | ''): { [P in K]?: T } {
  return (value === undefined || value === '' ? {} : { [key]: value }) as { [P in K]?: T };
}
