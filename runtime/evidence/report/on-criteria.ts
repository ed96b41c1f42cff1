import type { OnCriterion } from '../../model/report.ts';
import { parseReferences } from './reference-text.ts';
import { keyValue, type ReportLine } from './report-lines.ts';

// What a report says of single criteria: `Criterion 2: met, src/a.js:40 "…"` or `Criterion 2: not met, why`.

const MAX_LINES = 100;
const MAX_CHARS = 2_000;

/** The verdict, however it is dressed (`**met**`, `[met]`), and what separates it from the rest. */
const VERDICT =
  /^[\s*_`[(]*(?:(not met|unmet|does not hold|✗|❌|不满足|未满足)|(met|holds|✓|✅|满足))(?![\p{L}\p{N}])[\s*_`\])]*[,;:.：，。—–-]*\s*/iu;

/** Of each number the last line counts. */
export function parseOnCriteria(lines: readonly ReportLine[]): OnCriterion[] {
  const said = new Map<number, OnCriterion>();
  for (const { text, fenced } of lines) {
    const pair = fenced ? undefined : keyValue(text);
    const number = Number(/^criterion(\d{1,3})$/.exec(pair?.key ?? '')?.[1]);
    const words = (pair?.value ?? '').slice(0, MAX_CHARS);
    const verdict = VERDICT.exec(words);
    if (!number || !verdict || said.size >= MAX_LINES) continue;
    const references = parseReferences(words.slice(verdict[0].length));
    said.set(number, { number, met: verdict[2] !== undefined, text: words, references });
  }
  return [...said.values()];
}
