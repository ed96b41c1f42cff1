// The result of an executor as a report, so that it is judged as every report is. What it says is a claim of
// the executor; the places in what it changed are looked up by the runtime.

import type { ResultFault, ResultVerdict } from '../../executors/protocol/judge-result.ts';
import { unreachable } from '../../model/failure.ts';
import type { WorkResult } from '../../model/protocol/work-result.ts';
import { oneLine } from '../../words/plain-text.ts';

/** A report in our own format: how an executor says more than a result has fields for. */
export const OWN_REPORT = 'report.md';

export type ResultSaid = Readonly<{
  run: string;
  issue: string;
  /** As the plan or the configuration names it. */
  executor: string;
  verdict: ResultVerdict;
  /** Where one could be read. */
  result: WorkResult | undefined;
  /** What it left as report.md. */
  own: string | undefined;
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
  const words = said.result ? ` It says: ${oneLine(said.result.summary, 500)}` : '';
  const why = `${faultText(verdict.because, executor)}${words}`;
  if (verdict.kind === 'failed') return `${head('failed')}\n\n## Summary\n${why}\n`;
  const asks = [...(said.result?.questions ?? []), ...(said.result?.blocked_by ?? [])];
  const questions = asks.length > 0 ? asks : [`${why} What is to be done?`];
  return `${head('blocked')}\n\n## Summary\n${why}\n\n## Questions\n${listed(questions)}\n`;
}

function headerOf({ changes, tests }: WorkResult): string[] {
  const { commit, pr } = changes;
  return [
    ...(commit === undefined ? [] : [`Commit: ${commit}`]),
    ...(pr === undefined ? [] : [`PR: ${pr}`]),
    `Tests: ${tests.map(asCited).join('; ')}`,
  ];
}

/** In backticks, so that it is read as one command whatever it holds. */
function asCited(test: string): string {
  const [command = '', ...said] = test.split('=>');
  const text = oneLine(command.trim(), 300).replaceAll('`', '');
  if (said.length === 0) return text;
  return `\`${text}\` => ${oneLine(said.join('=>').trim(), 200)}`;
}

function bodyOf({ summary, tests, changes }: WorkResult, executor: string, patch: string): string {
  const places = placesIn(patch);
  return [
    `## Summary\n${summary.trim()}`,
    `## Steps\n1. Carried out by the executor ${oneLine(executor)}.`,
    `## Evidence\n${listed([...tests.map(asCited), ...linksOf(changes)])}`,
    ...(places.length > 0
      ? [`- References:\n${places.map((one) => `  - ${one}`).join('\n')}`]
      : []),
  ].join('\n\n');
}

function linksOf({ pr, commit, patch }: WorkResult['changes']): string[] {
  return [pr, commit, patch].flatMap((one) => one ?? []);
}

const MOST_PLACES = 5;

/** One place a file, with the words that stand there now: `src/a.js:12 "…"`. */
export function placesIn(patch: string): string[] {
  const places: string[] = [];
  let file: string | undefined;
  let line = 0;
  for (const text of patch.split('\n')) {
    const name = /^\+\+\+ b\/(.+)$/.exec(text)?.[1];
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(text)?.[1];
    if (name !== undefined) file = name;
    else if (hunk !== undefined) line = Number(hunk);
    else if (text.startsWith('-')) continue;
    else if (file !== undefined && text.startsWith('+') && QUOTABLE.test(text.slice(1).trim())) {
      places.push(`${file}:${line} "${text.slice(1).trim()}"`);
      file = undefined;
    } else line += 1;
    if (places.length === MOST_PLACES) break;
  }
  return places;
}

const QUOTABLE = /^[^"`\s][^"`]{3,160}$/;

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
      const [first] = because.problems;
      const place = first ? `${first.file}:${first.line}:${first.column}: ${first.message}` : '';
      return `${who} gave a result that cannot be read: ${place}`;
    }
    case 'untraceable':
      return `${who} changed ${because.files.length} files and named no commit or pull request that has them.`;
    case 'exit':
      return `${who} says "ok" and ended with ${because.code === null ? 'a signal' : `exit code ${because.code}`}.`;
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
