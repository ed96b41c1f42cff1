// `wukong prove`: what a change proves, in any git repository, without a goal and without `init`. It writes
// nothing into the repository; copies, logs and git objects lie in a temporary folder, which goes when it ends.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { partialClone } from '../../evidence/trees/unreadable.ts';
import type { Result } from '../../model/failure.ts';
import { LANGUAGES, type Language } from '../../model/vocabulary.ts';
import type { Change } from '../../proof/change.ts';
import { expectedRuns } from '../../proof/expected-runs.ts';
import { judgeChange, readAsked, Stopped } from '../../proof/judge-change.ts';
import { step } from '../../proof/replay.ts';
import type { Row, Want } from '../../proof/row.ts';
import { whichTrees } from '../../proof/which-trees.ts';
import { trialWords } from '../../words/languages/verdict-text.ts';
import { noRepository } from '../../workspace/bare-repository.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { findRepository } from '../../workspace/repository.ts';
import type { Args, Command } from '../frame/command.ts';
import { stateOf } from '../frame/open-workspace.ts';
import { EXIT, failed, misused, type Outcome, problem } from '../frame/outcome.ts';
import { warn } from '../frame/output.ts';
import { type Person, personAtTerminal } from '../frame/person.ts';
import { atWork } from '../frame/progress.ts';
import { tellWaits } from '../frame/tell-waits.ts';
import { type Accepting, askAboutDoubts } from './accept-doubts.ts';
import { CHECK_ARGS, checksFor, misusedChecks } from './allowed-checks.ts';
import { LINES_ARGS, linesAsked } from './held-lines.ts';
import { readLooks } from './kept-answers.ts';
import { inOwnFolder, OWNED } from './own-folder.ts';
import { productAsked } from './product-of-base.ts';
import { FAIL_ON, isFailOn, provenOutcome, type Told } from './proven.ts';
import { trialName } from './trial-text.ts';

export const prove: Command = {
  description: 'Say what a change proves: the working tree, or a branch. Nothing has to be set up',
  args: {
    base: {
      type: 'string',
      valueHint: 'COMMIT',
      description: 'What it is compared with. Default: where this branch left the default one',
    },
    head: {
      type: 'string',
      valueHint: 'COMMIT',
      description: 'The change. Default: the working tree as it is',
    },
    ...CHECK_ARGS,
    'accept-doubts': {
      type: 'boolean',
      description: 'Ask you, at a terminal, whether what is in doubt is right; your yes is kept',
    },
    doubt: {
      type: 'string',
      valueHint: 'FILE:LINE',
      description: 'The same of this one alone, as often as you like',
    },
    language: {
      type: 'string',
      valueHint: 'NAME',
      description: `In which the verdict is said: ${LANGUAGES.join(' or ')}. Default: en`,
    },
    ...LINES_ARGS,
    md: { type: 'boolean', description: 'As Markdown, for the summary of a CI job' },
    'fail-on': {
      type: 'string',
      valueHint: 'WHICH',
      description: `What ends with a failure, with commas between: ${FAIL_ON.join(', ')}. Default: all`,
    },
  },
  examples: [
    ['wukong prove', 'your working tree, or your last commit; nothing has to be set up'],
    ['wukong prove --base main --check "npm test"', 'this branch, by a check you name'],
    ['wukong prove --lines', 'and which of its lines a test holds'],
    ['wukong prove --head fix --md --fail-on not-shown', 'for the summary of a CI job'],
  ],
  async run(args) {
    const folder = process.cwd();
    const ws = findRepository(folder);
    if (!ws) return failed(noRepository(folder));
    const wrong = misusedChecks(args);
    if (wrong) return wrong;
    const failOn = (args.text('fail-on') ?? FAIL_ON.join(',')).split(',').map((one) => one.trim());
    const unknown = failOn.find((one) => !isFailOn(one));
    if (unknown !== undefined) {
      return misused(`--fail-on knows no "${unknown}".`, `Write some of ${FAIL_ON.join(', ')}.`);
    }
    const language = args.text('language') ?? 'en';
    if (!isLanguage(language)) {
      return misused(`--language knows no "${language}".`, `Write one of ${LANGUAGES.join(', ')}.`);
    }
    const linesIn = linesAsked(args);
    if (!linesIn.ok) return linesIn.error;
    const places = args.texts('doubt');
    const asks = args.flag('accept-doubts') || places.length > 0;
    const person = asks ? whoAccepts(ws) : undefined;
    if (person && !person.ok) return person.error;
    const accepting = person && { person: person.value, places };
    const told = { failOn: failOn.filter(isFailOn), language, md: args.flag('md') };
    const how = { ...told, linesIn: linesIn.value, accepting };
    return inOwnFolder((own, stop) => inFolder(ws, own, args, how, stop), language);
  },
};

function isLanguage(word: string): word is Language {
  return LANGUAGES.some((one) => one === word);
}

async function inFolder(
  ws: Workspace,
  own: string,
  args: Args,
  how: Told & Readonly<{ accepting: Accepting | undefined; linesIn: number | undefined }>,
  stop: AbortSignal,
): Promise<Outcome> {
  const place = { worktree: ws.worktree, objectsDir: join(own, 'objects') };
  const found = await whichTrees(place, { base: args.text('base'), head: args.text('head') });
  if (!found.ok) return misused(found.error.message, found.error.hint);
  const trees = found.value;
  const said = await productAsked(place, trees, args.texts('product'), how.language);
  if (!said.ok) return misused(said.error.message, said.error.hint);
  const product = said.value;
  const checks = await checksFor(ws, { lines: args.texts('check'), trees, place });
  if (checks === undefined) throw new Stopped();
  const asked = { place, trees, checks: checks.may, product, looked: readLooks(ws) };
  const read = await readAsked(asked);
  if (!read.ok) return cannotCompare(ws);
  const change = read.value;
  const likely = expectedRuns(change);
  if (likely > 0) warn(trialWords(how.language).runsAhead(change.checks.length, likely));
  tellWaits(trialWords(how.language));
  const show = (want: Want, before: number, run: () => Promise<Row>): Promise<Row> =>
    shownRun(change, want, { before, likely }, how, run);
  const ran = await judgeChange(asked, change, { ...OWNED, own, stop, show, linesIn: how.linesIn });
  const judged = { ws, trees, change, checks, linesIn: how.linesIn, ...ran };
  if (!how.accepting) return provenOutcome(judged, how);
  const looked = await askAboutDoubts(ws, change, ran.verdict, how.accepting);
  if (!looked.ok) return looked.error;
  // With their yes the rows there are come to another verdict.
  const now = { ...change, looked: [...(change.looked ?? []), ...looked.value] };
  const again = step(now, ran.rows);
  const verdict = 'verdict' in again ? again.verdict : ran.verdict;
  return provenOutcome({ ...judged, change: now, verdict }, how);
}

/** Nobody's agent says yes, whatever is open here. */
function whoAccepts(ws: Workspace): Result<Person, Outcome> {
  const state = existsSync(ws.dir) ? stateOf(ws) : undefined;
  const what = 'Only a person says that what is in doubt is right';
  return personAtTerminal(state?.ok ? state.value : undefined, { what });
}

/** Files that the two have in common may be read first where they are compared. */
async function cannotCompare({ worktree }: Workspace): Promise<Outcome> {
  const why = await partialClone(worktree);
  const other = { message: 'git cannot compare the two.', hint: 'Look at: git fsck' };
  return problem(EXIT.unable, { kind: 'git', ...other, ...why });
}

/** Says what runs, and how it ended where nobody sees a line move. */
async function shownRun(
  change: Change,
  want: Want,
  { before, likely }: Readonly<{ before: number; likely: number }>,
  { language }: Told,
  run: () => Promise<Row>,
): Promise<Row> {
  const words = trialWords(language);
  const shownAs = words.run(before + 1, likely, trialName(words, change, want));
  const row = await atWork(shownAs, run);
  if (process.stderr.isTTY !== true) {
    const ended = `${words.ended[row.ended]}, ${words.seconds(row.seconds.toFixed(1))}`;
    warn(`${shownAs}: ${ended}`);
  }
  return row;
}
