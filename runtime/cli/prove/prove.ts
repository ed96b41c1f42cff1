// `wukong prove`: what a change proves, in any git repository, without a goal and without `init`. It writes
// nothing into the repository; copies, logs and git objects lie in a temporary folder, which goes when it ends.

import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileProduct, productProblems } from '../../documents/product-globs.ts';
import { readProduct } from '../../evidence/seal/read-product.ts';
import { SpareCopy } from '../../evidence/trees/spare-copy.ts';
import { makeFolders, removeAll, temporaryFolder } from '../../files/changing.ts';
import type { Result } from '../../model/failure.ts';
import { LANGUAGES, type Language } from '../../model/vocabulary.ts';
import { composer } from '../../proof/compose.ts';
import { readChange } from '../../proof/read-change.ts';
import { prove as proveChange, step } from '../../proof/replay.ts';
import type { Row, Want } from '../../proof/row.ts';
import { runTrial, type Trials } from '../../proof/run-trial.ts';
import { whichTrees } from '../../proof/which-trees.ts';
import { trialWords } from '../../words/languages/verdict-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive, processRef } from '../../workspace/processes.ts';
import { findRepository } from '../../workspace/repository.ts';
import type { Args, Command } from '../frame/command.ts';
import { stateOf } from '../frame/open-workspace.ts';
import { EXIT, failed, misused, type Outcome, problem } from '../frame/outcome.ts';
import { warn } from '../frame/output.ts';
import { type Person, personAtTerminal } from '../frame/person.ts';
import { progress } from '../frame/progress.ts';
import { type Accepting, askAboutDoubts } from './accept-doubts.ts';
import { checksFor } from './allowed-checks.ts';
import { readLooks } from './kept-answers.ts';
import { FAIL_ON, isFailOn, type Judged, provenOutcome, type Told } from './proven.ts';
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
    check: {
      type: 'string',
      valueHint: 'COMMAND',
      description:
        'A check that may run, in this folder; as often as you like. Default: those you said yes to',
    },
    product: {
      type: 'string',
      valueHint: 'GLOB',
      description: 'Which files are the program, as often as you like. Default: as manifests say',
    },
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
    md: { type: 'boolean', description: 'As Markdown, for the summary of a CI job' },
    'fail-on': {
      type: 'string',
      valueHint: 'WHICH',
      description: `What ends with a failure, with commas between: ${FAIL_ON.join(', ')}. Default: all`,
    },
  },
  async run(args) {
    const folder = process.cwd();
    const ws = findRepository(folder);
    if (!ws) return failed({ kind: 'not-a-repository', folder }, EXIT.failed);
    const globs = args.texts('product');
    const [wrong] = productProblems(globs);
    if (wrong) return misused(wrong.message, wrong.hint ?? 'Write for example: --product "src/**"');
    const failOn = (args.text('fail-on') ?? FAIL_ON.join(',')).split(',').map((one) => one.trim());
    const unknown = failOn.find((one) => !isFailOn(one));
    if (unknown !== undefined) {
      return misused(`--fail-on knows no "${unknown}".`, `Write some of ${FAIL_ON.join(', ')}.`);
    }
    const language = args.text('language') ?? 'en';
    if (!isLanguage(language)) {
      return misused(`--language knows no "${language}".`, `Write one of ${LANGUAGES.join(', ')}.`);
    }
    const places = args.texts('doubt');
    const asks = args.flag('accept-doubts') || places.length > 0;
    const person = asks ? whoAccepts(ws) : undefined;
    if (person && !person.ok) return person.error;
    const accepting = person && { person: person.value, places };
    // Called as copies are, so that the next one removes it if this process is killed.
    const own = temporaryFolder(join(tmpdir(), `wukong-copy-${ownerHere()}-`));
    const stop = new AbortController();
    const end = (): void => stop.abort('ended');
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    for (const signal of signals) process.on(signal, end);
    try {
      const how = { failOn: failOn.filter(isFailOn), language, md: args.flag('md') };
      return await inFolder(ws, own, args, { ...how, accepting }, stop.signal);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      const message = 'Stopped before there was a verdict; nothing of it is left.';
      return problem(EXIT.interrupted, { kind: 'stopped', message, hint: 'wukong prove' });
    } finally {
      for (const signal of signals) process.off(signal, end);
      removeAll(own, 5);
    }
  },
};

function isLanguage(word: string): word is Language {
  return LANGUAGES.some((one) => one === word);
}

class Stopped extends Error {}

function ownerHere(): string {
  const { pid, started } = processRef(process.pid);
  return `${pid}-${started ?? 0}`;
}

async function inFolder(
  ws: Workspace,
  own: string,
  args: Args,
  how: Told & Readonly<{ accepting: Accepting | undefined }>,
  stop: AbortSignal,
): Promise<Outcome> {
  const place = { worktree: ws.worktree, objectsDir: join(own, 'objects') };
  const trees = await whichTrees(place, { base: args.text('base'), head: args.text('head') });
  if (!trees.ok) return misused(trees.error.message, trees.error.hint);
  const checks = await checksFor(ws, { lines: args.texts('check'), trees: trees.value, place });
  if (checks === undefined) throw new Stopped();
  const { base, head } = trees.value;
  const product = compileProduct(args.texts('product'));
  const read = await readChange({
    ...place,
    base: base.tree,
    tree: head.tree,
    product,
    checks: checks.may,
    filtered: trees.value.filtered,
    sinceMs: trees.value.sinceMs,
    unheld: trees.value.unheld,
    looked: readLooks(ws),
  });
  if (!read.ok) {
    const message = 'git cannot compare the two.';
    return problem(EXIT.failed, { kind: 'git', message, hint: 'Look at: git fsck' });
  }
  const change = read.value;
  const logs = join(own, 'logs');
  makeFolders(logs);
  await using spare = new SpareCopy();
  const trials: Trials = {
    ...place,
    change,
    compose: composer(change, place),
    product: await readProduct({ ...place, first: base.tree }, product),
    unmade: trees.value.unmade,
    isRaw: true,
    folder: logs,
    owner: ownerHere(),
    isGone: (owner) => {
      const [id, since] = owner.split('-');
      return !isAlive({ pid: Number(id), started: since === '0' ? null : (since ?? null) });
    },
    sinceMs: Date.now(),
    spare,
    stop,
  };
  const rows: Row[] = [];
  const began = performance.now();
  const verdict = await proveChange(
    change,
    (want) => runShown(trials, want, rows.length, how),
    rows,
  );
  const seconds = Math.round(performance.now() - began) / 1000;
  const judged: Judged = { ws, trees: trees.value, change, checks, rows, verdict, seconds };
  if (!how.accepting) return provenOutcome(judged, how);
  const looked = await askAboutDoubts(ws, change, verdict, how.accepting);
  if (!looked.ok) return looked.error;
  // With their yes the rows there are come to another verdict.
  const now = { ...change, looked: [...(change.looked ?? []), ...looked.value] };
  const again = step(now, rows);
  const known = 'verdict' in again ? again.verdict : verdict;
  return provenOutcome({ ...judged, change: now, verdict: known }, how);
}

/** Nobody's agent says yes, whatever is open here. */
function whoAccepts(ws: Workspace): Result<Person, Outcome> {
  const state = existsSync(ws.dir) ? stateOf(ws) : undefined;
  const what = 'Only a person says that what is in doubt is right';
  return personAtTerminal(state?.ok ? state.value : undefined, { what });
}

const TICK_MS = 500;

/** Says what runs, and how it ended where nobody sees a line move. */
async function runShown(
  trials: Trials,
  want: Want,
  before: number,
  { language }: Told,
): Promise<Row> {
  const words = trialWords(language);
  const shownAs = words.run(before + 1, trialName(words, trials.change, want));
  const shown = progress();
  const tick = setInterval(() => shown.update(shownAs), TICK_MS);
  try {
    const row = await runTrial(trials, want);
    if (trials.stop?.aborted) throw new Stopped();
    if (process.stderr.isTTY !== true) {
      const ended = `${words.ended[row.ended]}, ${words.seconds(row.seconds.toFixed(1))}`;
      warn(`${shownAs}: ${ended}`);
    }
    return row;
  } finally {
    clearInterval(tick);
    shown.end();
  }
}
