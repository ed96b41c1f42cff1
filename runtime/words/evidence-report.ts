import type { SeenCommand } from '../evidence/commands/seen-commands.ts';
import type { Product } from '../evidence/seal/product-paths.ts';
import { clipped } from '../evidence/transcript/excerpt.ts';
import type {
  AttributedChange,
  CiResult,
  Grade,
  Observation,
  ResolvedReference,
} from '../model/evidence.ts';
import type { PayloadOf } from '../model/facts/fact.ts';
import type { GateOutcome } from '../model/gate.ts';
import type { Caught } from '../model/notice.ts';
import type { Decided } from '../model/proof.ts';
import type { Reference, Report } from '../model/report.ts';
import { WRITING_ROLES } from '../model/vocabulary.ts';
import { countsText, warningOf } from './counts-text.ts';
import { copies, programSeen } from './evidence-copies.ts';
import { decidedText } from './fault.ts';
import { inertLine, quotedBlock, quotedCell } from './quoting.ts';

export type EvidenceReportInput = Readonly<{
  /** Full id of the node, for example `G-0001/N-020`. */
  node: string;
  title: string;
  runId: string;
  role: string;
  report: Report;
  grade: Grade;
  observations: readonly Observation[];
  /** What they show of the commands the report cites. */
  commands: readonly SeenCommand[];
  resolved: readonly ResolvedReference[];
  /** What became of the CI results the report names. */
  ci?: readonly CiResult[];
  gates: readonly GateOutcome[];
  /** What ran in copies of trees, for the seal and for red and green. */
  measured?: ReadonlyArray<PayloadOf<'check.measured'>>;
  /** Only where tests or gates were changed. */
  sealed?: PayloadOf<'seal.checked'> | null;
  /** What was taken for the program, where that decides what is sealed. */
  program?: Product | undefined;
  /** By persons, in this goal so far. */
  decided?: readonly Decided[];
  /** The tree all this was measured on. */
  tree?: string | null;
  changes: readonly AttributedChange[];
  outsidePaths: readonly string[];
  /** How often the agent of this run was sent back before, and for what the first time. */
  sentBack?: Readonly<{ times: number; caught: Caught | undefined }>;
}>;

const MAX_ROWS = 50;
const MAX_EXCERPTS = 10;

/**
 * evidence.md of one run: what was claimed beside what was seen. Whatever the agent or a command
 * wrote stands in code spans or fenced blocks.
 */
export function renderEvidence(input: EvidenceReportInput): string {
  return [
    `# Evidence ${input.node} · ${input.runId}`,
    summary(input),
    ...sentBack(input),
    reproSteps(input),
    observations(input),
    verification(input),
    ...(input.program ? [programSeen(input.program)] : []),
    ...copies(input),
    ...decisions(input),
    riskAndRollback(input),
    evidenceLevel(input),
  ]
    .join('\n\n')
    .concat('\n');
}

function summary({
  title,
  role,
  report,
  grade,
  changes,
  resolved,
  observations,
  gates,
}: EvidenceReportInput): string {
  const good = resolved.filter((reference) => reference.resolved).length;
  const passed = gates.filter((gate) => gate.outcome === 'pass').length;
  const warnings = gates.filter((gate) => warningOf(gate) !== undefined).length;
  const foreign = changes.filter((change) => change.attribution === 'foreign').length;
  const calls = observations.filter((seen) => seen.tool === 'Bash');
  const named = [report.commit, report.pr].filter((part) => part !== undefined).join(', ');
  // Of who runs nothing and changes nothing these would say nothing on either side.
  const isReader = !WRITING_ROLES.some((writer) => writer === role);
  return [
    '## Summary',
    '',
    `Node ${quotedCell(title)}, role ${role}. ${grade.passes ? 'It passes' : 'It does not pass'}.`,
    '',
    quotedBlock(report.summary === '' ? '(no summary)' : report.summary, 2_000),
    '',
    '| | claimed by the agent | seen by the runtime |',
    '|---|---|---|',
    `| Status | ${quotedCell(report.status ?? '')} | ${grade.passes ? 'passes' : 'does not pass'} |`,
    `| Level | ${grade.claimed ?? '–'}${grade.overclaimed ? ' (more than was proven)' : ''} | ${grade.level}, required ${grade.required} |`,
    ...(isReader && calls.length === 0 && (report.tests ?? 'none') === 'none'
      ? []
      : [
          `| Tests | ${quotedCell(report.tests ?? '')} | commands: ${calls.length}, failed: ${calls.filter((seen) => seen.isError).length} |`,
        ]),
    `| References | ${report.references.length} | ${good} resolve |`,
    ...(isReader && changes.length === 0 && named === ''
      ? []
      : [
          `| Changes | ${quotedCell(named)} | files: ${changes.length - foreign}${foreign > 0 ? `, by others: ${foreign}` : ''} |`,
        ]),
    ...(gates.length === 0
      ? []
      : [
          `| Gates | – | ${passed} of ${gates.length} passed${warnings > 0 ? `, warnings: ${warnings}` : ''} |`,
        ]),
  ].join('\n');
}

function sentBack({ sentBack: before }: EvidenceReportInput): string[] {
  if (!before || before.times === 0) return [];
  const often = before.times === 1 ? 'once' : `${before.times} times`;
  const { caught } = before;
  const head = `## Sent back\n\nThe agent was sent back ${often} before this report`;
  if (!caught) return [`${head}.`];
  const first = before.times === 1 ? '' : ', the first time';
  const level = `claimed ${caught.claimed ?? 'no level'}, seen ${caught.level}`;
  return [`${head}${first}: ${level}. ${plain(caught.seen)}`];
}

function reproSteps({ report, commands }: EvidenceReportInput): string {
  const seen = commands.slice(0, MAX_ROWS);
  if (seen.length === 0) return '## Repro Steps\n\nThe report cites no command.';
  const said = new Map(report.repro.map((repro) => [repro.command, repro.result ?? '']));
  return [
    '## Repro Steps',
    '',
    '| command | result, as claimed | seen |',
    '|---|---|---|',
    ...seen.map(({ cited, why }) => {
      const claimed = cited.forms.map((form) => said.get(form)).find((result) => result) ?? '';
      return `| ${quotedCell(cited.shown)} | ${quotedCell(claimed)} | ${quotedCell(why)} |`;
    }),
  ].join('\n');
}

function observations({ resolved, observations: all, commands }: EvidenceReportInput): string {
  const rows = resolved.slice(0, MAX_ROWS).map(({ reference, resolved: good, foundLine, why }) => {
    const found = good
      ? `resolves${foundLine === undefined ? '' : `, line ${foundLine}`}`
      : 'does not resolve';
    return `| ${quotedCell(placeOf(reference))} | ${quotedCell(reference.quote ?? '')} | ${found}${why === undefined ? '' : `: ${quotedCell(why)}`} |`;
  });
  const wanted = new Set(commands.map((command) => command.seq));
  const excerpts = all
    .filter((seen) => wanted.has(seen.seq))
    .slice(0, MAX_EXCERPTS)
    .flatMap((seen) => [
      '',
      `${quotedCell(seen.command ?? seen.tool)} at ${inertLine(seen.at) || 'unknown time'}, ${ending(seen)}, output ${seen.outputBytes} bytes, sha256 ${seen.outputSha256.slice(0, 16)}:`,
      '',
      quotedBlock(seen.excerpt === '' ? '(no output)' : clipped(seen.excerpt)),
    ]);
  const table = ['| place | quoted | found |', '|---|---|---|', ...rows];
  const references = rows.length === 0 ? ['The report cites no place.'] : table;
  return ['## Observations', '', ...references, ...excerpts].join('\n');
}

function verification({ gates, ci = [] }: EvidenceReportInput): string {
  const named = ci.flatMap(({ text, confirmed, why }) => [
    '',
    `${quotedCell(text)}: ${confirmed ? 'confirmed' : 'a reference only'}, ${quotedCell(why, 400)}`,
  ]);
  const none = ['## Verification', '', 'No gate was run. That is not a pass.', ...named];
  if (gates.length === 0) return none.join('\n');
  return [
    '## Verification',
    '',
    ...table(
      ['gate', 'must pass', 'outcome', 'counted', 'why'],
      gates.slice(0, MAX_ROWS).map(gateRow),
    ),
    ...gates
      .flatMap((gate) => warningOf(gate) ?? [])
      .flatMap((warning) => ['', `Warning: ${plain(warning)}`]),
    ...gates.flatMap(measuredIn),
    ...gates
      .filter((gate) => gate.outcome !== 'pass' && (gate.output ?? '') !== '')
      .flatMap(({ gate, output }) => [
        '',
        `End of the output of ${quotedCell(gate)}:`,
        '',
        quotedBlock((output ?? '').slice(-4_000)),
      ]),
    ...named,
  ].join('\n');
}

/** A failure that keeps no node from passing is a warning here too, and never a pass. */
function gateRow(one: GateOutcome): string[] {
  const { gate, mustPass, outcome, error = '', counts } = one;
  const shown = warningOf(one) === undefined ? outcome : `warning: ${outcome}`;
  const must = one.overridden ? 'yes, overridden' : mustPass ? 'yes' : 'no';
  return [quotedCell(gate), must, shown, countsText(counts), error === '' ? '' : quotedCell(error)];
}

/** Without the columns in which no row has anything. */
function table(heads: readonly string[], rows: ReadonlyArray<readonly string[]>): string[] {
  const isUsed = (_: string, column: number): boolean => rows.some((row) => row[column] !== '');
  const line = (cells: readonly string[]): string => `| ${cells.filter(isUsed).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}

/** The files the counts come from, and what else there is to know about a gate. */
function measuredIn({ gate, outputs = [], notes = [] }: GateOutcome): string[] {
  const files = outputs.slice(0, MAX_ROWS).map(({ file, format, sha256, bytes, problem }) => {
    const name = file === '-' ? 'its stdout' : quotedCell(file);
    const hash = sha256 === undefined ? '' : `, sha256 ${sha256.slice(0, 16)}`;
    return `- ${name} (${format}): ${problem === undefined ? `${bytes} bytes${hash}` : plain(problem)}`;
  });
  const noteLines = notes.map((note) => `- ${plain(note)}`);
  return files.length + noteLines.length === 0
    ? []
    : ['', `${quotedCell(gate)}:`, '', ...files, ...noteLines];
}

function decisions({ decided = [] }: EvidenceReportInput): string[] {
  if (decided.length === 0) return [];
  const lines = decided.map((one) => `- ${quotedCell(decidedText(one), 1000)}`);
  return [['## Decided by persons', '', ...lines].join('\n')];
}

function riskAndRollback({ report, changes, outsidePaths }: EvidenceReportInput): string {
  const rows = changes
    .slice(0, MAX_ROWS)
    .map(
      ({ path, status, attribution }) =>
        `| ${quotedCell(path)} | ${status} | ${attribution}${outsidePaths.includes(path) ? ', outside the allowed paths' : ''} |`,
    );
  const table = ['', '| file | change | by |', '|---|---|---|', ...rows];
  const more =
    changes.length > MAX_ROWS ? ['', `And ${changes.length - MAX_ROWS} more files.`] : [];
  return [
    '## Risk & Rollback',
    '',
    quotedBlock(report.risks === '' ? '(the report names no risk)' : report.risks, 4_000),
    ...(rows.length === 0 ? ['', 'No file was changed.'] : [...table, ...more]),
    ...(rows.length === 0 ? [] : ['', 'To undo the run’s own changes: `git apply -R patch.diff`.']),
  ].join('\n');
}

function evidenceLevel({ grade, tree }: EvidenceReportInput): string {
  const reasons = grade.reasons.map(
    ({ level, met, why }) => `- ${level} ${met ? 'met' : 'not met'}: ${plain(why)}`,
  );
  const missing = grade.missing.map((sentence) => `- ${plain(sentence)}`);
  return [
    '## Evidence Level',
    '',
    `**${grade.level}**, required ${grade.required}, citation coverage ${Math.round(grade.citationCoverage * 100)} %.${tree ? ` Measured on tree ${tree}.` : ''}`,
    '',
    ...reasons,
    ...(missing.length === 0 ? [] : ['', 'Missing:', '', ...missing]),
  ].join('\n');
}

/** Our own sentences name commands and paths of the agent's in backticks: one line, nothing rendered. */
function plain(sentence: string): string {
  return quotedCell(sentence, 1_000);
}

function ending(seen: Observation): string {
  if (!seen.finished) return 'not seen to end';
  if (!seen.isError) return 'no error';
  return seen.exitCode === undefined ? 'failed' : `exit code ${seen.exitCode}`;
}

function placeOf(reference: Reference): string {
  if (reference.kind === 'request') return 'the request';
  const { path, line, endLine } = reference;
  if (line === undefined) return path;
  return endLine === undefined ? `${path}:${line}` : `${path}:${line}-${endLine}`;
}
