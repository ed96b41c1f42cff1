// Evidence for people at a terminal. All words of agents and of files are shown as one line each.

import { commandText } from '../../model/gate.ts';
import type { GoalResult } from '../../result/goal-result.ts';
import type { GradedFact, RunResult, SentBack } from '../../result/runs-in.ts';
import { endTexts } from '../../words/fault.ts';
import { longCounts } from '../../words/goal/counts.ts';
import { statusText } from '../../words/goal/status-text.ts';
import { asSentence, columns, oneLine, wholeLine } from '../../words/plain-text.ts';
import { shortfallItems } from '../../words/shortfall.ts';
import { colors } from '../frame/output.ts';
import { citedPlace, type NodeRow, type RunView, rowsOf } from './evidence-view.ts';

const SHOWN = 20;
const CELL = 56;

export function goalText(result: GoalResult): string {
  const { goal, title, status, fault, beside, summary } = result;
  const rows = rowsOf(result);
  const table = aligned([
    ['node', 'role', 'status', 'proven', 'required', 'claimed', 'places', 'gates'],
    ...rows.map((row) => [
      row.node,
      row.role,
      row.status,
      row.level ?? '–',
      row.required,
      row.claimed ?? '–',
      row.citations ? `${row.citations.resolved} of ${row.citations.total}` : '–',
      gatesText(row.gates),
    ]),
  ]);
  return [
    `${colors.bold(goal)}  ${oneLine(title, 100)}  (${statusText(status)})`,
    ...endTexts(fault, beside).map((text) => `  ${wholeLine(text)}`),
    ...table.map((line, i) => `  ${i === 0 ? colors.dim(line) : line}`),
    ...section(
      'Sent back',
      rows.flatMap(({ node, role, sent_back: all }) =>
        all.map((one) => `${node} ${role}: ${sentBackText(one)}`),
      ),
    ),
    ...longCounts('evidence', result).map((text) => `  ${asSentence(text)}`),
    ...(summary === null ? [] : [`  Summary: .wukong/${summary.file}`]),
    `  More: wukong evidence ${goal}/${rows[0]?.node ?? 'N-001'} · wukong evidence ${goal} --verify`,
  ].join('\n');
}

/** Why files of a goal are not there. */
type Collected = NonNullable<GoalResult['collected']>;

export function collectedText(goal: string, { at, by, event }: Collected): string {
  return `The files of ${goal} were removed by \`wukong gc\` on ${at.slice(0, 10)} (${oneLine(by, 60)}, ${event}); the log still says what they showed.`;
}

function gatesText(gates: NodeRow['gates']): string {
  const counts = Object.entries(gates).map(([outcome, count]) => `${count} ${outcome}`);
  return counts.join(', ') || 'none';
}

export function runText(view: RunView, others: readonly string[]): string {
  const { goal, node, run } = view;
  const { graded, stored } = run;
  const head = `${colors.bold(`${goal}/${node.id}`)}  ${node.role}  ${oneLine(node.title, 80)}  (${node.status})`;
  if (!graded) return `${head}\n  ${run.id}: no report of it was judged yet.`;
  const verdict = graded.passes ? colors.green('passes') : colors.red('does not pass');
  const over = graded.overclaimed ? colors.yellow(', more was claimed than proven') : '';
  return [
    head,
    `  ${run.id} ${verdict}: ${graded.level} proven, ${graded.required} required${over}`,
    '',
    ...aligned(comparison(view), CELL).map((line, i) => `  ${i === 0 ? colors.dim(line) : line}`),
    '',
    ...section('Sent back', run.sentBack.flatMap(sentBackLines)),
    ...section(
      'Level',
      graded.reasons.map(
        ({ level, met, why }) => `${level} ${met ? 'met' : 'not met'}: ${oneLine(why, 300)}`,
      ),
    ),
    ...section(
      'Gates',
      run.gates.map(
        ({ gate, outcome, error }) =>
          `${oneLine(gate, 60)} ${outcome}${error ? `: ${oneLine(error, 300)}` : ''}`,
      ),
    ),
    ...section(
      'In copies',
      run.checks.map(
        ({ side, command, outcome, why, tree }) =>
          `${side}: ${oneLine(commandText(command), 100)} ${outcome} on ${tree.slice(0, 12)} (${oneLine(why, 200)})`,
      ),
    ),
    ...section('Tests and gates that were there before', sealText(run)),
    ...section('Places', placesText(view)),
    ...section(
      'CI',
      (view.references?.ci ?? []).map(
        ({ text, confirmed, why }) =>
          `${oneLine(text, 100)} ${confirmed ? 'confirmed' : 'a reference only'}: ${oneLine(why, 300)}`,
      ),
    ),
    ...section('Also recorded', recordedText(graded)),
    ...section(
      graded.passes ? 'What would raise it' : 'What is missing',
      view.next.map((step) => oneLine(step, 500)),
    ),
    ...(stored === undefined
      ? []
      : [`  Files: .wukong/${stored.dir}/evidence.md, references.json, report.md`]),
    ...(others.length === 0
      ? []
      : [`  Other runs of this node: ${others.slice(-SHOWN).join(', ')}`]),
  ].join('\n');
}

/** `claimed L2, seen L1: "npm test" did not pass when the runtime ran it (E-000123)`. */
function sentBackText({ event, claimed, level, seen, lacks }: SentBack): string {
  const levels = level === null ? '' : `claimed ${claimed ?? 'no level'}, seen ${level}: `;
  return `${levels}${oneLine(seen ?? shortfallItems(lacks)[0] ?? 'nothing is said of it', 300)} (${event})`;
}

/** With each thing it lacked; what was seen is often one of them. */
function sentBackLines(one: SentBack): string[] {
  const items = shortfallItems(one.lacks);
  const rest = items.filter((sentence) => sentence !== (one.seen ?? items[0]));
  return [sentBackText(one), ...rest.map((sentence) => `  ${oneLine(sentence, 500)}`)];
}

/** What else the judgement says. A field of a newer version is only named: --json has it. */
function recordedText({ fault, repro, confidence, accepts, more }: GradedFact): string[] {
  const names = Object.keys(more);
  return [
    ...(fault
      ? [`the fault is ${fault.shown ? 'shown' : 'not shown'}: ${oneLine(fault.why, 300)}`]
      : []),
    ...(repro ?? []).map((command) => `it named, to show the fault: ${oneLine(command, 200)}`),
    ...(confidence === undefined
      ? []
      : [`it says it is ${Math.round(confidence * 100)} % sure of its decisions`]),
    ...(accepts ?? []).map(({ id, why }) => `it found ${id} good: ${oneLine(why, 200)}`),
    ...(names.length === 0 ? [] : [`of a newer version: ${oneLine(names.join(', '), 200)}`]),
  ];
}

/** Said by the agent beside seen by the runtime. */
export function comparison({ run, report, references }: RunView): string[][] {
  const { graded, gates, sentBack } = run;
  if (!graded) return [];
  const said = (text: string | undefined): string => (report ? text || '–' : '(report.md is gone)');
  const commands = report?.repro.map(
    ({ command, result }) => `${command}${result ? ` → ${result}` : ''}`,
  );
  const proof = graded.reasons.find(({ level }) => level === 'L2')?.why ?? '–';
  const cites = graded.citations ?? references;
  const passed = gates.filter(({ outcome }) => outcome === 'pass').length;
  const times = sentBack.length;
  const back = times === 0 ? '' : `, was sent back ${times === 1 ? 'once' : `${times} times`}`;
  return [
    ['', 'said by the agent', 'seen by the runtime'],
    ['status', said(report?.status), `${graded.passes ? 'passes' : 'does not pass'}${back}`],
    ['level', graded.claimed ?? '–', graded.level],
    ['commands', said(commands?.join('; ')), proof],
    [
      'tests',
      said(report?.tests),
      gates.length === 0 ? 'no gate was run' : `${passed} of ${gates.length} gates passed`,
    ],
    [
      'places',
      said(report && `${report.references.length}`),
      cites ? `${cites.resolved} of ${cites.total} resolve` : '–',
    ],
    [
      'changes',
      said(report && ([report.commit, report.pr].filter((part) => part).join(', ') || '–')),
      graded.changed.length === 0 ? 'no file' : graded.changed.join(', '),
    ],
  ];
}

function sealText({ seal }: RunResult): string[] {
  if (!seal) return [];
  const changed = seal.changed.slice(0, SHOWN).map((path) => `changed: ${oneLine(path, 200)}`);
  const said = seal.held ? 'hold' : seal.unchecked ? 'could not be checked' : 'do not hold';
  return [`${said}: ${oneLine(seal.why, 300)}`, ...changed];
}

function placesText({ references }: RunView): string[] {
  const all = references?.references ?? [];
  const shown = all.slice(0, SHOWN).map(({ reference, resolved, why, place }) => {
    const where = place
      ? `${place.path}:${place.line}${place.endLine > place.line ? `-${place.endLine}` : ''}, blob ${place.blob.slice(0, 12)}`
      : 'there';
    const found = resolved ? where : 'does not resolve';
    return `${oneLine(citedPlace(reference), 80)} → ${oneLine(found, 120)}${why ? ` (${oneLine(why, 200)})` : ''}`;
  });
  return all.length > SHOWN
    ? [...shown, `and ${all.length - SHOWN} more in references.json`]
    : shown;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`  ${title}`, ...lines.map((line) => `    ${line}`)];
}

/** Columns as wide as their widest cell, at most `max`; the last one is as long as it is. */
function aligned(rows: ReadonlyArray<readonly string[]>, max = 40): string[] {
  const cells = rows.map((row) =>
    row.map((cell, i) => oneLine(cell, i === row.length - 1 ? 200 : max)),
  );
  const widths = (cells[0] ?? []).map((_, i) =>
    Math.max(...cells.map((row) => columns(row[i] ?? ''))),
  );
  return cells.map((row) =>
    row
      .map((cell, i) =>
        i === row.length - 1 ? cell : cell + ' '.repeat((widths[i] ?? 0) - columns(cell) + 2),
      )
      .join(''),
  );
}
