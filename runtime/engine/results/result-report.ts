// The result of an executor as a report, so that it is judged as every report is. What it says is a claim of
// the executor; the places in what it changed are looked up by the runtime.

import {
  citedChecks,
  type ResultFault,
  type ResultVerdict,
} from '../../executors/protocol/judge-result.ts';
import { unreachable } from '../../model/failure.ts';
import { NO_TESTS } from '../../model/protocol/vocabulary.ts';
import type { WorkResult } from '../../model/protocol/work-result.ts';
import { oneLine } from '../../words/plain-text.ts';

/** A report in our own format: how an executor says more than a result has fields for. */
export const OWN_REPORT = 'report.md';

type ResultSaid = Readonly<{
  run: string;
  issue: string;
  /** As the plan or the configuration names it. */
  executor: string;
  verdict: ResultVerdict;
  /** Where one could be read. */
  result: WorkResult | undefined;
  /** What it left as report.md. */
  own: string | undefined;
  /** Of a program: how it ended (null: by a signal), and where its output is. */
  printed?: Readonly<{ exit: number | null; dir: string }> | undefined;
  /** Of what it changed, as a patch. */
  patch: string;
}>;

/** Our header goes first, and of two equal keys the first counts: its own report cannot change whose it is. */
export function resultReport(said: ResultSaid): string {
  const { run, issue, executor, verdict, own, patch } = said;
  const head = (status: string, ...more: string[]): string =>
    [`IssueRef: ${issue}`, `RunId: ${run}`, `Status: ${status}`, ...more].join('\n');
  if (verdict.kind === 'examine') {
    const { result } = verdict.taken;
    const header = head('done', ...headerOf(result));
    if (own !== undefined) return `${header}\n\n${own}`;
    return `${header}\n\n${bodyOf(result, executor, patch)}`;
  }
  const why = whyText(said, verdict.because);
  if (verdict.kind === 'failed') return `${head('failed')}\n\n## Summary\n${why}\n`;
  const asks = [...(said.result?.questions ?? []), ...(said.result?.blocked_by ?? [])];
  const questions = asks.length > 0 ? asks : [`${why} What is to be done?`];
  return `${head('blocked')}\n\n## Summary\n${why}\n\n## Questions\n${listed(questions)}\n`;
}

/** What it says itself, if that is all there is to say; else what was not taken, and its words behind that. */
function whyText({ executor, result, printed }: ResultSaid, because: ResultFault): string {
  const words = result && oneLine(result.summary, 500);
  if (words && (because.kind === 'said-fail' || because.kind === 'said-blocked')) {
    return because.code ? `${words} (${because.code})` : words;
  }
  if (because.kind === 'logs-only' && printed) {
    const { exit, dir } = printed;
    return `The executor ${oneLine(executor)} left no result (work_result.json or work_result.txt) and ended with ${exitText(exit)}. What it printed is in ${dir}.`;
  }
  return `${faultText(because, executor)}${words ? ` It says: ${words}` : ''}`;
}

function exitText(code: number | null): string {
  return code === null ? 'a signal' : `exit code ${code}`;
}

function headerOf(result: WorkResult): string[] {
  const { commit, pr } = result.changes;
  const tests = citedChecks(result).map(
    ({ command, said }) => `${asCommand(command)}${said === '' ? '' : ` => ${oneLine(said, 200)}`}`,
  );
  return [
    ...(commit === undefined ? [] : [`Commit: ${commit}`]),
    ...(pr === undefined ? [] : [`PR: ${pr}`]),
    `Tests: ${tests.join('; ') || NO_TESTS}`,
  ];
}

/** In backticks, so that it is read as one command whatever it holds. */
function asCommand(command: string): string {
  return `\`${oneLine(command, 300).replaceAll('`', '')}\``;
}

function bodyOf(result: WorkResult, executor: string, patch: string): string {
  const named = linksOf(result.changes).map((one) => oneLine(one, 300));
  const left = named.length === 0 ? '' : `\n2. Its change: ${named.join(', ')}`;
  // A command names files as well: among the places it would be one that is not there.
  const repro = citedChecks(result).map(
    ({ command, said }) =>
      `  - command: ${asCommand(command)}\n  - result: ${oneLine(said, 200) || 'not said'}`,
  );
  const places = placesIn(patch).map((one) => `  - ${one}`);
  return [
    `## Summary\n${result.summary.trim()}`,
    `## Steps\n1. Carried out by the executor ${oneLine(executor)}.${left}`,
    '## Evidence',
    ...(repro.length > 0 ? [`- Repro:\n${repro.join('\n')}`] : []),
    ...(places.length > 0 ? [`- References:\n${places.join('\n')}`] : []),
  ].join('\n\n');
}

function linksOf({ pr, commit, patch }: WorkResult['changes']): string[] {
  return [pr, commit, patch].flatMap((one) => one ?? []);
}

const MOST_PLACES = 5;

/** One place a file, with the words that stand there now: `src/a.js:12` "…". */
export function placesIn(patch: string): string[] {
  const places = patch.split(/^(?=diff --git )/m).flatMap((ofFile) => placeIn(ofFile) ?? []);
  return places.slice(0, MOST_PLACES);
}

/** The first new line that can be quoted, else the first one, else where lines were taken out. */
function placeIn(ofFile: string): string | undefined {
  const [head = '', ...hunks] = ofFile.split(/^(?=@@ )/m);
  // A name with a space ends in a tab. One that git puts in quotes cannot be cited.
  const path = /^\+\+\+ b\/([^`\n]+?)\t?$/m.exec(head)?.[1];
  if (path === undefined) return undefined;
  // A word alone is no path to who reads it: LICENSE.
  const name = /[./]/.test(path) ? path : `./${path}`;
  const added = hunks.flatMap(addedLines);
  const quoted = added.find(({ text }) => QUOTABLE.test(text));
  if (quoted) return `\`${name}:${quoted.line}\` "${quoted.text}"`;
  const line = added.find(({ text }) => text !== '')?.line ?? startOf(hunks[0] ?? '');
  return line > 0 ? `\`${name}:${line}\`` : undefined;
}

type Line = Readonly<{ line: number; text: string }>;

function addedLines(hunk: string): Line[] {
  const [, ...lines] = hunk.split('\n');
  let line = startOf(hunk);
  return lines.flatMap((text): Line[] => {
    if (/^[-\\]/.test(text)) return [];
    line += 1;
    return text.startsWith('+') ? [{ line: line - 1, text: text.slice(1).trim() }] : [];
  });
}

/** 0: nothing is left of the file. */
function startOf(hunk: string): number {
  return Number(/^@@ -\S+ \+(\d+)/.exec(hunk)?.[1] ?? 0);
}

const QUOTABLE = /^[^"`\s][^"`]{3,160}$/;

const MOST_PROBLEMS = 3;

/** What was not taken, for whoever runs next or has to decide. */
export function faultText(because: ResultFault, executor: string): string {
  const who = `The executor ${oneLine(executor)}`;
  switch (because.kind) {
    case 'stale':
      return `${who} gave a result for run ${because.run}; the active one is ${because.active ?? 'none'}.`;
    case 'other-issue':
      return `${who} gave a result for ${because.theirs}, and its run is for ${because.ours}.`;
    case 'other-version':
      return `${who} gave a result of version ${because.theirs}; this runtime reads version ${because.ours}.`;
    case 'no-run-id':
      return `${who} gave a result without a RunId: nobody can be held to it.`;
    case 'logs-only':
      return `${who} left no result (work_result.json or work_result.txt), only what it printed.`;
    case 'form': {
      const places = because.problems
        .slice(0, MOST_PROBLEMS)
        .map(({ file, line, column, message, hint }) =>
          [`${file}:${line}:${column}: ${message}`, hint].filter(Boolean).join(' '),
        );
      return `${who} gave a result that cannot be read: ${places.join(' ')}`;
    }
    case 'untraceable':
      return `${who} changed ${because.files.length} files and named no commit or pull request that has them.`;
    case 'exit':
      return `${who} says "ok" and ended with ${exitText(because.code)}.`;
    case 'said-fail':
      return `${who} says that it failed${because.code ? ` (${because.code})` : ''}.`;
    case 'said-blocked':
      return `${who} says that it is blocked${because.code ? ` (${because.code})` : ''}.`;
    default:
      return unreachable(because);
  }
}

function listed(items: readonly string[]): string {
  return items.map((item) => `- ${oneLine(item, 500)}`).join('\n');
}
