import { bareTitle, heading, keyValue, type ReportLine, reportLines } from './report-lines.ts';

// Where a report's header ends and its sections begin. Models put chatter before the header, bold
// keys, other heading levels and titles of their own; none of that may lose a section.

export type SectionName =
  | 'summary'
  | 'steps'
  | 'plan'
  | 'evidence'
  | 'repro'
  | 'references'
  | 'risks'
  | 'next'
  | 'questions'
  | 'criteria';

/** All lines before the first known section, and the lines of each section, headings left out. */
type Sections = Readonly<{
  header: readonly ReportLine[];
  all: readonly ReportLine[];
  of: (name: SectionName) => readonly ReportLine[];
}>;

export const HEADER_KEYS: ReadonlySet<string> = new Set([
  'issueref',
  'runid',
  'status',
  'commit',
  'pr',
  'tests',
  'ci',
  'evidence',
  'evidencelevel',
  'verdict',
  'reopen',
  'confidence',
]);

const TITLES: ReadonlyMap<string, SectionName> = new Map([
  ['summary', 'summary'],
  ['摘要', 'summary'],
  ['总结', 'summary'],
  ['steps', 'steps'],
  ['stepsfindings', 'steps'],
  ['findings', 'steps'],
  ['plan', 'plan'],
  ['计划', 'plan'],
  ['步骤', 'steps'],
  ['evidence', 'evidence'],
  ['observations', 'evidence'],
  ['verification', 'evidence'],
  ['evidencelevel', 'evidence'],
  ['证据', 'evidence'],
  ['repro', 'repro'],
  ['reprosteps', 'repro'],
  ['references', 'references'],
  ['引用', 'references'],
  ['risks', 'risks'],
  ['riskscaveats', 'risks'],
  ['riskrollback', 'risks'],
  ['risksrollback', 'risks'],
  ['caveats', 'risks'],
  ['风险', 'risks'],
  ['next', 'next'],
  ['nextsteps', 'next'],
  ['下一步', 'next'],
  ['questions', 'questions'],
  ['openquestions', 'questions'],
  ['问题', 'questions'],
  ['criteria', 'criteria'],
  ['successcriteria', 'criteria'],
  ['acceptancecriteria', 'criteria'],
]);

/** Titles that are also labels inside the evidence; without `#` they stay there. */
const LABELS: ReadonlySet<SectionName> = new Set(['repro', 'references', 'questions']);

export function splitSections(text: string): Sections {
  const all = reportLines(text, startsReport);
  const header: ReportLine[] = [];
  const sections = new Map<SectionName, ReportLine[]>();
  let current = header;

  for (const line of all) {
    const name = line.fenced ? undefined : sectionStarting(line.text);
    if (name === undefined) {
      current.push(line);
      continue;
    }
    current = sections.get(name) ?? [];
    sections.set(name, current);
  }
  return { header, all, of: (name) => sections.get(name) ?? [] };
}

function sectionStarting(line: string): SectionName | undefined {
  const title = heading(line);
  if (title !== undefined) return TITLES.get(title.name);
  const bare = /^\s*[-*+]\s/.test(line) ? undefined : bareTitle(line);
  const name = bare === undefined ? undefined : TITLES.get(bare);
  return name === undefined || LABELS.has(name) ? undefined : name;
}

function startsReport(line: string): boolean {
  const key = keyValue(line)?.key;
  return sectionStarting(line) !== undefined || (key !== undefined && HEADER_KEYS.has(key));
}
