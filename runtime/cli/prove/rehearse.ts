// `wukong rehearse`: what `wukong prove` would have said of the last commits of this repository, so that a person
// knows before the first goal.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TreePlace } from '../../evidence/trees/overlay.ts';
import { shallow } from '../../evidence/trees/unreadable.ts';
import { readText } from '../../files/reading.ts';
import { tellingLine } from '../../model/telling-line.ts';
import { filesOf } from '../../proof/change.ts';
import { judgeChange, readAsked, Stopped } from '../../proof/judge-change.ts';
import { type Row, type Want, wroteIn } from '../../proof/row.ts';
import { tellingRow, type Verdict } from '../../proof/verdict.ts';
import { whichTrees } from '../../proof/which-trees.ts';
import { ENGLISH_TRIALS, wroteLines } from '../../words/trial-words.ts';
import { noRepository } from '../../workspace/bare-repository.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { findRepository } from '../../workspace/repository.ts';
import type { Args, Command } from '../frame/command.ts';
import { EXIT, failed, misused, type Outcome, problem } from '../frame/outcome.ts';
import { printLine } from '../frame/output.ts';
import { atWork } from '../frame/progress.ts';
import { CHECK_ARGS, type Checks, checksFor, misusedChecks } from './allowed-checks.ts';
import { inOwnFolder, OWNED } from './own-folder.ts';
import { locksOf, mayShow, type PastChange, pastChanges } from './past-changes.ts';
import { productAsked } from './product-of-base.ts';
import { isForNone, type Rehearsed, rehearsalOutcome, rehearsedLines } from './rehearsed.ts';
import { trialName } from './trial-text.ts';

const DEFAULT = 20;

export const rehearse: Command = {
  description:
    'Judge past commits of this repository: what would be shown here, and what would not',
  args: {
    n: {
      type: 'string',
      valueHint: 'COUNT',
      description: `How many, of those that changed the program and its tests. Default: ${DEFAULT}`,
    },
    ...CHECK_ARGS,
  },
  examples: [
    ['wukong rehearse -n 5', 'what it would have said of the last commits with tests'],
    ['wukong rehearse --check "npm test"', 'by a check you name'],
  ],
  async run(args) {
    const folder = process.cwd();
    const ws = findRepository(folder);
    if (!ws) return failed(noRepository(folder));
    const count = Number(args.text('n') ?? DEFAULT);
    if (!Number.isInteger(count) || count < 1) {
      return misused(`-n takes a count, not "${args.text('n')}".`, 'Type: wukong rehearse -n 20');
    }
    const wrong = misusedChecks(args);
    if (wrong) return wrong;
    return inOwnFolder((own, stop) => inFolder(ws, args, { count, own, stop }));
  },
};

type Here = Readonly<{ count: number; own: string; stop: AbortSignal }>;

async function inFolder(ws: Workspace, args: Args, here: Here): Promise<Outcome> {
  const place = { worktree: ws.worktree, objectsDir: join(here.own, 'objects') };
  const now = await whichTrees(place, { base: 'HEAD', head: 'HEAD' });
  if (!now.ok) return misused(now.error.message, now.error.hint);
  const typed = args.texts('product');
  const product = await productAsked(place, now.value, typed);
  if (!product.ok) return misused(product.error.message, product.error.hint);
  const lines = args.texts('check');
  const checks = await checksFor(ws, { lines, trees: now.value, place });
  if (checks === undefined) throw new Stopped();
  if (checks.may.length === 0) return rehearsalOutcome({ ws, checks, all: [], lookedAt: 0 });
  const past = await pastChanges(ws.worktree);
  if (!past.ok) {
    const message = 'git cannot list the commits.';
    return problem(EXIT.unable, { kind: 'git', message, hint: 'Look at: git log' });
  }
  const cut = past.value.length === 0 ? await shallow(ws.worktree) : undefined;
  if (cut) return problem(EXIT.unable, { ...cut, message: `${cut.message}.` });
  const all: Rehearsed[] = [];
  let lookedAt = 0;
  for (const one of past.value) {
    if (all.filter(({ ran }) => ran).length >= here.count || isForNone(all)) break;
    lookedAt += 1;
    if (!mayShow(one)) continue;
    const name = `${all.length + 1}: ${one.commit.slice(0, 7)}`;
    const locks = locksOf(one);
    const rehearsed =
      locks.length > 0
        ? { past: one, locks }
        : await judgePast(place, one, checks, typed, here, name);
    if (!rehearsed) continue;
    all.push(rehearsed);
    for (const line of rehearsedLines(rehearsed)) printLine(line);
    for (const line of wroteLines(wroteIn(rehearsed.ran?.rows ?? []))) printLine(`  ${line}`);
  }
  return rehearsalOutcome({ ws, checks, all, lookedAt });
}

/** Undefined: no file of the program differs. */
async function judgePast(
  place: TreePlace,
  past: PastChange,
  { may }: Checks,
  typed: readonly string[],
  { own, stop }: Here,
  name: string,
): Promise<Rehearsed | undefined> {
  const found = await whichTrees(place, { base: past.parent, head: past.commit });
  if (!found.ok) return { past, locks: [], why: found.error.message };
  // Whatever is installed here is younger than the past.
  const trees = { ...found.value, sinceMs: Date.now() };
  const said = await productAsked(place, trees, typed);
  if (!said.ok) return { past, locks: [], why: said.error.message };
  const asked = { place, trees, checks: may, product: said.value };
  const read = await readAsked(asked);
  if (!read.ok) return { past, locks: [], why: 'git cannot compare the two' };
  const change = read.value;
  if (filesOf(change, 'program', 'both').length === 0) return undefined;
  const show = (want: Want, _: number, run: () => Promise<Row>): Promise<Row> =>
    atWork(`${name} ${trialName(ENGLISH_TRIALS, change, want)}`, run);
  const ran = await judgeChange(asked, change, { ...OWNED, own, stop, show });
  const printed = printedBy(ran.verdict);
  return ran.verdict.is === 'nothing' ? undefined : { past, locks: [], change, ran, printed };
}

/** Where neither a case nor the reason of the run says why. */
function printedBy(verdict: Verdict): string | undefined {
  const row = tellingRow(verdict);
  const isNamed = row === undefined || UNREAD.includes(row.ended) || row.cases !== undefined;
  return isNamed || !existsSync(row.log) ? undefined : tellingLine(readText(row.log));
}

const UNREAD: readonly Row['ended'][] = ['cannot-load', 'cannot-build'];
