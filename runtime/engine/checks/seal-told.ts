// What became of tests and settings that were there before the first change, in words: for the agent, and for who
// has to say yes to other ones.

import type { SealVerdict } from '../../evidence/level-three.ts';
import { isTestMaterial } from '../../evidence/seal/sealed-files.ts';
import { testChanges } from '../../evidence/seal/test-changes.ts';
import { patch } from '../../evidence/trees/tree-changes.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import type { SealSeen } from '../../kernel/reports/judged.ts';
import type { CommandGate } from '../../model/gate.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Change, ChangedFile } from '../../proof/change.ts';
import type { Row } from '../../proof/row.ts';
import { causeText } from '../../words/trial-cause.ts';
import { copyCause } from '../gates/copy-cause.ts';
import type { ProofSubject } from './bench.ts';
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

export function held(
  { tree }: ProofSubject,
  differing: Differing,
  gates: readonly CommandGate[],
  named: readonly string[],
): SealResult {
  const names = gates.map(({ name }) => `"${name}"`).join(', ');
  const why = `${differ(differing)}, and ${names} passes with the sealed versions too`;
  return {
    verdict: { held: true, why, advice: [] },
    seen: { tree, held: true, why, changed: changesShown(differing), named: [...named] },
  };
}

/** `log`: of the run that says so. */
export function notHeld(
  { goal, tree, ws }: ProofSubject,
  nodeId: string,
  differing: Differing,
  { because, log, named }: Readonly<{ because: string; log?: string; named: readonly string[] }>,
): SealResult {
  const { judges, hidden } = differing;
  const paths = listed([...judges.map(({ path }) => path), ...hidden]);
  const why = `${differ(differing)}, and ${because}`;
  const output =
    log === undefined ? '' : `; its output is in .wukong/${log.slice(ws.dir.length + 1)}`;
  const advice = [
    `Put these back as they were before the work began, or make your change pass with them as they were: ${paths}. You may add files and cases, but what was there has to pass without them. Now ${because}${output}.`,
    judges.length > 0
      ? `If they have to change, report "Status: blocked" with that as a question: only a person can accept it, with \`${acceptCommand(goal, nodeId)}\`.`
      : 'Nobody can accept what git does not record: let git see them as they are.',
  ];
  return {
    verdict: { held: false, why, advice },
    seen: { tree, held: false, why, changed: changesShown(differing), named: [...named] },
  };
}

/** It fails in a clean copy without these changes too: no agent can put that right by what it changes. */
export function notChecked(
  { tree }: ProofSubject,
  differing: Differing,
  gate: CommandGate,
  { because, named }: Readonly<{ because: string; named: readonly string[] }>,
): SealResult {
  const what = `could not be checked: "${gate.name}" does not pass in a clean copy even without these changes`;
  const why = `${differ(differing)}, which ${what}: ${because.replace(/\.$/, '')}`;
  const changed = changesShown(differing);
  return {
    verdict: { held: false, unchecked: true, why, advice: [] },
    seen: { tree, held: false, unchecked: true, why, changed, named: [...named] },
  };
}

/** What a copy of the changed tree shows, too: it passed where it is. */
export async function whyInNoCopy(
  { worktree, ws }: ProofSubject,
  { command }: CommandGate,
  row: Row,
): Promise<string> {
  const copy = row.ended === 'fail' ? 'fail' : 'unavailable';
  const seen = { command, here: 'pass', copy, linked: row.linked ?? [] } as const;
  const cause = await copyCause(worktree, row.log, seen);
  return cause
    ? causeText(cause)
    : `${row.why}; its output is in .wukong/${row.log.slice(ws.dir.length + 1)}`;
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
  return testChanges(text.value.toString('utf8'), new Map()).map(
    ({ path, line, what, text: words }) =>
      about.clean(`${path}:${line} ${what}${words === '' ? '' : `: ${words}`}`),
  );
}

function changesShown({ judges, hidden }: Differing): string[] {
  const shown = judges.map(({ status, path }) => `${status} ${path}`);
  return [...shown, ...hidden.map((path) => `M ${path}`)].slice(0, 100);
}

function differ(differing: Differing): string {
  const { judges, hidden } = differing;
  const what = isOnlyNew({ judges, hidden: [] })
    ? 'were added'
    : 'that were there before were changed';
  const paths = judges.map(({ path }) => path);
  return [
    ...(paths.length > 0 ? [`tests or gates ${what} (${listed(paths)})`] : []),
    ...(hidden.length > 0 ? [`tests or gates are not what git records (${listed(hidden)})`] : []),
  ].join(', and ');
}

function listed(paths: readonly string[]): string {
  const more = paths.length > 5 ? `, and ${paths.length - 5} more` : '';
  return paths.slice(0, 5).join(', ') + more;
}
