// The verdict on one screen, as Markdown, and for programs.

import { existsSync } from 'node:fs';
import { readText } from '../../files/reading.ts';
import type { VerdictView } from '../../model/views/verdict.ts';
import type { Language } from '../../model/vocabulary.ts';
import { type Change, filesOf } from '../../proof/change.ts';
import type { HeldPlaces } from '../../proof/held-places.ts';
import { type Row, wroteIn } from '../../proof/row.ts';
import {
  doubtsOf,
  isAsked,
  isClean,
  levelOf,
  tellingRow,
  type Verdict,
} from '../../proof/verdict.ts';
import type { Trees } from '../../proof/which-trees.ts';
import { trialWords, verdictText } from '../../words/languages/verdict-text.ts';
import { columns, padded, visible } from '../../words/plain-text.ts';
import { inertLine, quotedBlock, quotedCell, quotedSpan } from '../../words/quoting.ts';
import { ENGLISH_TRIALS, heldText, type TrialWords, wroteLines } from '../../words/trial-words.ts';
import type { VerdictText } from '../../words/verdict.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { EXIT, type ExitCode, type Outcome } from '../frame/outcome.ts';
import { colors } from '../frame/output.ts';
import { type Checks, othersText } from './allowed-checks.ts';
import { heldJson } from './held-lines.ts';
import { recipeText, rowName, treeName } from './trial-text.ts';

export type Judged = Readonly<{
  ws: Workspace;
  trees: Trees;
  change: Change;
  checks: Checks;
  rows: readonly Row[];
  verdict: Verdict;
  seconds: number;
  /** What `--lines` was given, and what came of it. */
  linesIn?: number | undefined;
  held?: HeldPlaces | undefined;
}>;

export const FAIL_ON = ['not-shown', 'in-doubt', 'unable'] as const;
type FailOn = (typeof FAIL_ON)[number];

export function isFailOn(word: string): word is FailOn {
  return FAIL_ON.some((one) => one === word);
}

/** How it is told. */
export type Told = Readonly<{ md: boolean; failOn: readonly FailOn[]; language: Language }>;

export function provenOutcome(judged: Judged, { md, failOn, language }: Told): Outcome {
  const words = verdictText(judged.change, judged.verdict, language);
  const trials = trialWords(language);
  return {
    exit: exitOf(judged, failOn),
    text: md ? markdown(judged, words, trials) : screen(judged, words, trials),
    json: { ...viewOf(judged, words, trials) },
    isAnswer: true,
    ...(md && { isForOthers: true }),
  };
}

/** 0: shown, or nothing to show. 1: not shown. 2: cannot be judged. 3: a person decides. */
function exitOf({ verdict, checks }: Judged, failOn: readonly FailOn[]): ExitCode {
  if (isClean(verdict)) return EXIT.done;
  if (verdict.is === 'unable' && checks.may.length === 0 && failOn.includes('unable')) {
    return EXIT.needsPerson;
  }
  const isJudged = verdict.is === 'shown' || verdict.is === 'nothing';
  const [kind, exit] = ENDS[isJudged ? 'in-doubt' : verdict.is];
  return failOn.includes(kind) ? exit : EXIT.done;
}

const ENDS = {
  'in-doubt': ['in-doubt', EXIT.needsPerson],
  'not-shown': ['not-shown', EXIT.failed],
  unable: ['unable', EXIT.unable],
} as const satisfies Record<string, readonly [FailOn, ExitCode]>;

const MOST_DOUBTS = 20;

function screen(judged: Judged, words: VerdictText, trials: TrialWords): string {
  const { ws, trees, change, checks, rows, verdict, seconds } = judged;
  const colour = isClean(verdict)
    ? colors.green
    : verdict.is === 'not-shown'
      ? colors.red
      : colors.yellow;
  const doubts = words.doubts.slice(0, MOST_DOUBTS);
  const left = words.doubts.length - doubts.length;
  return [
    `${colors.bold(colour(words.mark))}  ${words.head}`,
    ...[...words.more, ...words.limits, ...besideLines(judged, trials)].map((line) => `  ${line}`),
    ...(doubts.length > 0 ? ['', `${trials.inDoubt}:`] : []),
    ...doubts.map((line) => `  ${line}`),
    ...(left > 0 ? [`  ${trials.andMore(left)}`] : []),
    ...nextOf(checks, words).map((line) => `  ${trials.next}: ${line}`),
    ...(mayAccept(change, verdict) ? [`  ${trials.sayYes}`] : []),
    '',
    colors.dim(changeLine(trials, trees, change)),
    ...table(trials, change, rows),
    ...(rows.length > 0 ? [colors.dim(trials.runs(rows.length, seconds.toFixed(1)))] : []),
    ...lastWords(trials, verdict).flatMap(([head, text]) => ['', head, text]),
    ...othersText(ws, checks, 'prove'),
  ].join('\n');
}

/** What the verdict does not rest on: which lines a test holds, and what is in no tree. */
function besideLines(judged: Judged, trials: TrialWords): readonly string[] {
  const { linesIn, held } = judged;
  const told = held ? heldText(held, trials) : trials.held.notShown;
  return [...(linesIn === undefined ? [] : [told]), ...outsideLines(judged, trials)];
}

/** What is in no tree: changes of submodules that no doubt of the verdict names, and what runs wrote. */
function outsideLines(
  { trees, rows, verdict, held }: Judged,
  trials: TrialWords,
): readonly string[] {
  const told = doubtsOf(verdict)?.map(({ path }) => path) ?? [];
  const unheld = trees.unheld.filter((path) => !told.includes(path));
  return [
    ...unheld.map(trials.unheld),
    ...wroteLines(wroteIn([...rows, ...(held?.rows ?? [])]), trials),
  ];
}

/** What no tree holds nobody can say yes to. */
function mayAccept({ files }: Change, verdict: Verdict): boolean {
  const held = new Set(files.map(({ path }) => path));
  return doubtsOf(verdict)?.some((one) => isAsked(one) && held.has(one.path)) === true;
}

/** Where one that was found can be named, that is said below. */
function nextOf({ may, others }: Checks, { next }: VerdictText): readonly string[] {
  return may.length === 0 && others.length > 0 ? [] : next;
}

function changeLine(trials: TrialWords, { base, head }: Trees, change: Change): string {
  const of = (meaning: Parameters<typeof filesOf>[1]) => filesOf(change, meaning).length;
  return trials.change(treeName(trials, head), treeName(trials, base), {
    all: change.files.length,
    program: of('program'),
    judge: of('judge'),
    both: of('both'),
    prose: of('prose'),
  });
}

function table(trials: TrialWords, change: Change, rows: readonly Row[]): string[] {
  const names = rows.map((row) => rowName(trials, change, row));
  const width = Math.max(0, ...names.map(columns));
  return rows.map((row, at) => {
    const cases = row.cases ? `  ${trials.cases(row.cases.length)}` : '';
    const name = padded(names[at] ?? '', width);
    const ended = padded(trials.ended[row.ended], ENDED_WIDTH);
    return `  ${name}  ${ended}  ${trials.seconds(row.seconds.toFixed(1))}${cases}`;
  });
}

const ENDED_WIDTH = 14;

/** Of what was not seen to hold, what it printed at its end. */
function lastWords(trials: TrialWords, verdict: Verdict): ReadonlyArray<readonly [string, string]> {
  const row = tellingRow(verdict);
  const text = row === undefined ? '' : tailOf(row);
  return row === undefined || text === ''
    ? []
    : [[trials.endedWith(recipeText(trials, row.recipe)), text]];
}

const TAIL_LINES = 15;
const TAIL_CHARS = 4000;

function tailOf({ log }: Row): string {
  if (!existsSync(log)) return '';
  const lines = visible(readText(log)).trimEnd().split('\n').slice(-TAIL_LINES);
  return lines
    .map((line) => `  ${line}`)
    .join('\n')
    .slice(-TAIL_CHARS);
}

function markdown(judged: Judged, words: VerdictText, trials: TrialWords): string {
  const { trees, change, rows, verdict } = judged;
  const sign = isClean(verdict) ? '✅' : verdict.is === 'not-shown' ? '❌' : '⚠️';
  const named = rows.map((row) => [rowName(trials, change, row), row] as const);
  return [
    `### ${sign} Wukong: ${words.mark}`,
    '',
    inertLine(words.head),
    ...[...words.more, ...words.limits].map((line) => `\n${inertLine(line)}`),
    ...besideLines(judged, trials).map((line) => `\n${inertLine(line)}`),
    ...(words.doubts.length > 0 ? ['', `**${trials.inDoubt}**`, ''] : []),
    ...words.doubts.slice(0, MOST_DOUBTS).map((line) => `- ${quotedSpan(line, 300)}`),
    ...words.next.map((line) => `\n${inertLine(line)}`),
    '',
    inertLine(changeLine(trials, trees, change)),
    ...(rows.length > 0 ? ['', `| ${trials.columns.join(' | ')} |`, '|---|---|--:|--:|'] : []),
    ...named.map(([name, row]) => {
      const cases = row.cases?.length ?? '';
      return `| ${quotedCell(name, 300)} | ${trials.ended[row.ended]} | ${cases} | ${row.seconds.toFixed(1)} |`;
    }),
    ...lastWords(trials, verdict).flatMap(([head, text]) => [
      '',
      inertLine(head),
      '',
      quotedBlock(text),
    ]),
  ].join('\n');
}

function viewOf(judged: Judged, words: VerdictText, trials: TrialWords): VerdictView {
  const { trees, change, checks, rows, verdict, seconds, held } = judged;
  const call = ({ gate, from }: Checks['may'][number]) => ({
    command: [...gate.command],
    cwd: gate.cwd ?? null,
    from: from ?? null,
  });
  return {
    verdict: doubtsOf(verdict) && !isClean(verdict) ? 'in-doubt' : verdict.is,
    why: verdict.is === 'not-shown' ? verdict.because.why : null,
    level: levelOf(verdict),
    text: words.head,
    more: [...words.more, ...words.limits, ...besideLines(judged, trials)],
    doubts: (doubtsOf(verdict) ?? []).map((one) => ({ ...one })),
    next: [...words.next],
    check: 'check' in verdict && verdict.check !== undefined ? verdict.check : null,
    cases: verdict.is === 'shown' ? verdict.cases.map((one) => ({ ...one })) : [],
    left_out: verdict.is === 'nothing' ? verdict.left.map((one) => ({ ...one })) : [],
    limits: verdict.is === 'shown' ? verdict.limits.map(({ kind }) => kind) : [],
    base: { tree: trees.base.tree, name: treeName(ENGLISH_TRIALS, trees.base) },
    head: { tree: trees.head.tree, name: treeName(ENGLISH_TRIALS, trees.head) },
    files: change.files.map(({ path, status, meaning, because }) => {
      return { path, status, meaning, because };
    }),
    checks: change.checks.map(call),
    not_run: checks.others.map(call),
    rows: rows.map((row) => ({
      check: row.check,
      what: recipeText(ENGLISH_TRIALS, row.recipe),
      nth: row.nth,
      ended: row.ended,
      exit_code: row.exitCode,
      why: row.why,
      cases: row.cases ? row.cases.map((one) => ({ ...one, said: one.said ?? null })) : null,
      seconds: row.seconds,
      rests_on: verdict.rows.includes(row),
      output: tailOf(row),
    })),
    seconds,
    ...(held && { lines: heldJson(held) }),
  };
}
