import { join } from 'node:path';
import type { ModelCall, Reply } from './call.ts';
import { lastCall, linesRead, orderLine, workingDirectory } from './conversation.ts';

export type Report = Readonly<{
  status: 'done' | 'failed' | 'blocked';
  /** Lines that only some roles have in the header, such as `Verdict: accept`. */
  header?: readonly string[];
  tests: string;
  level: 'L0' | 'L1' | 'L2' | 'L3';
  summary: string;
  steps: readonly string[];
  /** Parts of another node, as YAML. */
  plan?: string;
  repro?: Readonly<{ command: string; result: string }>;
  references: readonly string[];
  risks?: readonly string[];
  next?: readonly string[];
  /** Left out, they are what the work order says. */
  runId?: string;
  issueRef?: string;
}>;

/** The envelope a run gives back: a header, then Summary, Steps, Evidence, Risks and Next. */
export function reportText(call: ModelCall, report: Report): string {
  const lines = [
    `IssueRef: ${report.issueRef ?? orderLine(call, 'IssueRef') ?? 'unknown'}`,
    `RunId: ${report.runId ?? orderLine(call, 'RunId') ?? 'unknown'}`,
    `Status: ${report.status}`,
    ...(report.header ?? []),
    'Commit: none',
    `Tests: ${report.tests}`,
    `Evidence-Level: ${report.level}`,
    '',
    '## Summary',
    report.summary,
    '',
    '## Steps',
    ...report.steps.map((step, index) => (isKeyed(step) ? step : `${index + 1}. ${step}`)),
    '',
    ...(report.plan === undefined ? [] : ['## Plan', '```yaml', report.plan.trim(), '```', '']),
    '## Evidence',
    `- Level: ${report.level}`,
  ];
  if (report.repro !== undefined) {
    lines.push('- Repro:', `  - command: \`${report.repro.command}\``);
    lines.push(`  - result: ${report.repro.result}`);
  }
  lines.push('- References:', ...report.references.map((reference) => `  - ${reference}`), '');
  lines.push('## Risks', ...list(report.risks ?? ['Nothing else uses what was changed.']), '');
  lines.push('## Next', ...list(report.next ?? ['Nothing.']));
  return lines.join('\n');
}

/**
 * Gives a report back the way this session wants it: as the last words, or in auto mode by a call
 * of `SubagentHandback`.
 */
export function giveBack(call: ModelCall, text: string): Reply {
  const byTool = call.tools.some((tool) => tool.name === 'SubagentHandback');
  return byTool ? { tools: [{ name: 'SubagentHandback', input: { message: text } }] } : { text };
}

/** The report was taken, and one more word ends the agent. A refused hand-back is none. */
export function wasHandedBack(call: ModelCall): boolean {
  return lastCall(call, 'SubagentHandback')?.result?.isError === false;
}

/** `src/decoder.js:12 "the text of that line"`, from what Read showed; nothing if no line fits. */
export function referTo(call: ModelCall, file: string, fits: RegExp): readonly string[] {
  for (const [number, text] of linesRead(call, join(workingDirectory(call), file))) {
    if (fits.test(text)) return [`${file}:${number} "${text.trim()}"`];
  }
  return [];
}

/** What is said of a criterion: that it holds only with the place that shows it. */
export function onCriterion(call: ModelCall, number: number, file: string, fits: RegExp): string {
  const [place] = referTo(call, file, fits);
  return `Criterion ${number}: ${place ? `met, ${place}` : `not met, ${file} does not show it`}`;
}

function isKeyed(step: string): boolean {
  return /^(Criterion(?: \d+)?|Decision): /.test(step);
}

function list(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `- ${line}`);
}
