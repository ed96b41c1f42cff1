// What became of tests and settings that were there before the first change, in words: for the agent, and for who
// has to say yes to other ones.

import type { SealVerdict } from '../../evidence/level-three.ts';
import { isTestMaterial } from '../../evidence/seal/sealed-files.ts';
import { testChanges } from '../../evidence/seal/test-changes.ts';
import { patch } from '../../evidence/trees/tree-changes.ts';
import { belowData } from '../../executors/order-folder.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import type { SealSeen } from '../../kernel/reports/judged.ts';
import type { CommandGate } from '../../model/gate.ts';
import type { Names } from '../../model/saying.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { TrialCause } from '../../model/trial-cause.ts';
import type { Change, ChangedFile } from '../../proof/change.ts';
import type { CaseName, Row } from '../../proof/row.ts';
import {
  foundText,
  type JudgesDiffer,
  judgesDifferText,
  listed,
} from '../../words/judges-differ.ts';
import { copyCause } from '../gates/copy-cause.ts';
import type { ProofSubject } from './bench.ts';
import { keptSaying } from './kept-saying.ts';
import { placeOf } from './subject.ts';

export type SealResult = Readonly<{
  /** Absent: nothing that judges was changed. */
  verdict?: SealVerdict;
  seen: SealSeen | null;
}>;

/** Nothing that judges was changed, or nobody looked. */
export const NOTHING_SEALED: SealResult = { seen: null };

/** `hidden`: what they are is in no tree. */
export type Differing = Readonly<{ judges: readonly ChangedFile[]; hidden: readonly string[] }>;

/** A person has not said yes to these. `read`: what checks opened; prose judges only so. */
export function judgesIn(
  { files }: Pick<Change, 'files'>,
  read: readonly string[],
): readonly ChangedFile[] {
  return files.filter(
    ({ path, status, meaning, accepted }) =>
      !accepted &&
      (meaning === 'judge' ||
        meaning === 'both' ||
        (meaning === 'prose' && status !== 'A' && read.includes(path))),
  );
}

export function isOnlyNew({ judges, hidden }: Differing): boolean {
  return hidden.length === 0 && judges.every(({ status }) => status === 'A');
}

/** New settings may be what no copy has, and what it passes by; tests and a package of their own are not. */
export function isOnlyNewTests(differing: Differing): boolean {
  const isHarmless = (path: string): boolean =>
    isTestMaterial(path) || path.endsWith('/package.json');
  return isOnlyNew(differing) && differing.judges.every(({ path }) => isHarmless(path));
}

type About = Readonly<{ nodeId: string; differing: Differing; named: readonly string[] }>;

/** What the runs with the versions of before came to. `row`: the one that says so. */
type Found = Partial<Pick<JudgesDiffer, 'why' | 'log' | 'cause'>> &
  Readonly<{
    found: JudgesDiffer['found'];
    gates?: readonly CommandGate[];
    row?: Row | undefined;
    cases?: readonly CaseName[];
  }>;

export function sealTold(of: ProofSubject, about: About, found: Found): SealResult {
  const { tree, clean } = of;
  const saying = sayingOf(of, about.differing, found);
  const held = saying.found === 'holds';
  const unchecked = saying.found === 'in-no-copy' && { unchecked: true as const };
  const why = judgesDifferText(saying);
  // No agent can put right what fails in a copy without its changes too.
  const advice = held || unchecked ? [] : adviceOn(of, about, saying);
  const changed = changesShown(about.differing);
  const seen = { tree, held, ...unchecked, why, saying: keptSaying(saying, clean), changed };
  return {
    verdict: { held, ...unchecked, why, advice },
    seen: { ...seen, named: [...about.named] },
  };
}

function sayingOf(
  { ws }: ProofSubject,
  { judges, hidden }: Differing,
  { found, gates = [], row, why = row?.why ?? '', log = null, cause = null, cases = [] }: Found,
): JudgesDiffer {
  return {
    is: 'judges-differ',
    files: namesOf(judges.map(({ path }) => path)),
    ...(isOnlyNew({ judges, hidden: [] }) && { added: true as const }),
    hidden: namesOf(hidden),
    gates: gates.map(({ name }) => name),
    found,
    why,
    cases: namesOf(cases.map(({ name }) => name)),
    log: row && row.log !== '' ? belowData(ws, row.log) : log,
    cause,
  };
}

const MOST_NAMED = 5;

function namesOf(all: readonly string[]): Names {
  return { names: all.slice(0, MOST_NAMED), more: Math.max(0, all.length - MOST_NAMED) };
}

function adviceOn(
  { goal }: ProofSubject,
  { nodeId, differing: { judges, hidden } }: About,
  saying: JudgesDiffer,
): string[] {
  const paths = listed(namesOf([...judges.map(({ path }) => path), ...hidden]));
  const output = saying.log === null ? '' : `; its output is in .wukong/${saying.log}`;
  return [
    `Put these back as they were before the work began, or make your change pass with them as they were: ${paths}. You may add files and cases, but what was there has to pass without them. Now ${foundText(saying)}${output}.`,
    judges.length > 0
      ? `If they have to change, report "Status: blocked" with that as a question: only a person can accept it, with \`${acceptCommand(goal, nodeId)}\`.`
      : 'Nobody can accept what git does not record: let git see them as they are.',
  ];
}

/** What a copy of the changed tree shows, too: it passed where it is. */
export async function causeInCopy(
  { worktree }: ProofSubject,
  { command }: CommandGate,
  row: Row,
): Promise<TrialCause | null> {
  const copy = row.ended === 'fail' ? 'fail' : 'unavailable';
  return copyCause(worktree, row.log, { command, here: 'pass', copy, linked: row.linked ?? [] });
}

function acceptCommand(goal: Goal, nodeId: string): string {
  return `wukong accept ${goal.id}/${nodeId} --tests-changed "<why>"`;
}

/** What was done to them, `path:line what: text`. */
export async function nameChanges(
  about: ProofSubject,
  { judges }: Differing,
): Promise<readonly string[]> {
  const before = proofOf(about.goal).first?.tree ?? about.tree;
  const paths = judges.filter(({ status }) => status !== 'A').map(({ path }) => path);
  if (paths.length === 0) return [];
  const text = await patch({ ...placeOf(about), before, after: about.tree, paths });
  if (!text.ok) return [];
  return testChanges(text.value.toString('utf8')).map(({ path, line, what, text: words }) =>
    about.clean(`${path}:${line} ${what}${words === '' ? '' : `: ${words}`}`),
  );
}

function changesShown({ judges, hidden }: Differing): string[] {
  const shown = judges.map(({ status, path }) => `${status} ${path}`);
  return [...shown, ...hidden.map((path) => `M ${path}`)].slice(0, 100);
}
