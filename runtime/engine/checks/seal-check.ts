// Tests and gates as they were before the first change of a goal are sealed. Where some were changed or
// added, the gates run a second time with those that were there, and only them.

import { join } from 'node:path';
import type { SealVerdict } from '../../evidence/level-three.ts';
import { hiddenFiles } from '../../evidence/seal/hidden-files.ts';
import type { Trees } from '../../evidence/seal/inline-changes.ts';
import {
  asTheyWere,
  type SealedChange,
  sealedChanges,
} from '../../evidence/seal/sealed-changes.ts';
import { isReadBy, isTestMaterial } from '../../evidence/seal/sealed-files.ts';
import { testChanges } from '../../evidence/seal/test-changes.ts';
import type { Overlay } from '../../evidence/trees/overlay.ts';
import { patch } from '../../evidence/trees/tree-changes.ts';
import { gatesOfGoal, productAsked, proofOf, workBegan } from '../../kernel/graph/proof.ts';
import type { Measured, SealSeen } from '../../kernel/reports/judged.ts';
import type { CommandGate, GateOutcome } from '../../model/gate.ts';
import type { Goal } from '../../model/state/goal.ts';
import { causeText, wayOutText } from '../../words/evidence-copies.ts';
import { copyCause } from '../gates/copy-cause.ts';
import { beyondCopy } from '../gates/known-trials.ts';
import { mayRun, measure, type ProofSubject, placeOf } from './copies.ts';
import { type Swayed, swayingFiles } from './swaying-files.ts';

export type SealResult = Readonly<{
  /** Absent: nothing sealed was changed. */
  verdict?: SealVerdict;
  measured: readonly Measured[];
  seen: SealSeen | null;
}>;

/** Nothing sealed was changed, or nobody looked. */
export const NOTHING_SEALED: SealResult = { measured: [], seen: null };

/**
 * `passed` are the gates that passed on this tree; without any, `cited` are the commands the evidence
 * rests on.
 */
export async function checkSeal(
  about: ProofSubject,
  nodeId: string,
  passed: readonly CommandGate[],
  cited: readonly CommandGate[],
): Promise<SealResult> {
  const seal = await checkSealed(about, nodeId, passed, cited);
  const first = proofOf(about.goal).first?.tree;
  if (seal.verdict?.held === false || first === undefined) return seal;
  const again = (passed.length > 0 ? passed : cited).filter((gate) => mayRun(about, gate));
  const found = await swayingFiles(about, first, again);
  const measured = [...seal.measured, ...found.measured];
  return found.gate ? { ...swayed(about, nodeId, found), measured } : { ...seal, measured };
}

async function checkSealed(
  about: ProofSubject,
  nodeId: string,
  passed: readonly CommandGate[],
  cited: readonly CommandGate[],
): Promise<SealResult> {
  const { goal, tree } = about;
  const first = proofOf(goal).first?.tree;
  if (first === undefined) return NOTHING_SEALED;
  const differing = await differingSince(about, first, first);
  if (!differing) return notHeld(about, nodeId, NONE, 'git cannot compare the trees', [], []);
  const { changed, hidden } = differing;
  if (changed.length + hidden.length === 0) return NOTHING_SEALED;
  const old = changed.filter(({ status }) => status !== 'A');
  // Where nothing that was there is different, only a gate can have been swayed.
  const isOnlyNew = old.length + hidden.length === 0;
  if (isOnlyNew && passed.length === 0) return NOTHING_SEALED;
  const named = await nameChanges(about, first, old);
  const sealed = await sealedVersions(about, { first, tree }, changed);
  if (!sealed) return notHeld(about, nodeId, differing, 'git cannot read them', named, []);

  const again = (passed.length > 0 ? passed : cited).filter((gate) => mayRun(about, gate));
  if (again.length === 0) {
    const why = 'no gate and no plain command of the report could run with the sealed versions';
    return notHeld(about, nodeId, differing, why, named, []);
  }
  const measured: Measured[] = [];
  for (const [gate, version] of again.flatMap((gate) =>
    sealed.map((one) => [gate, one] as const),
  )) {
    const trial = await beyondCopy(about, first, gate);
    if (trial) {
      if (isOnlyNew && !changed.some(({ path }) => isReadBy(gate, path))) continue;
      return notChecked(about, differing, gate, wayOutText(trial), named, measured);
    }
    const second = await measure(about, 'sealed', gate, tree, version, { keep: isTestMaterial });
    measured.push(second);
    if (second.outcome === 'pass') continue;
    const sways = changed.some(({ path }) => isReadBy(gate, path));
    if (isOnlyNew && second.outcome === 'unavailable') {
      // Nothing ran, and new tests alone are not suspected for that.
      if (!sways && second.exit_code === null) continue;
      const before = await measure(about, 'plain', gate, first, null);
      measured.push(before);
      if (hadNoTest(before)) continue;
    }
    const why = `"${gate.name}" does not pass with the sealed versions (${second.why})`;
    // Perhaps it passes in no copy at all: then that is what has to be said.
    const plain = await measure(about, 'plain', gate, tree, null);
    measured.push(plain);
    if (isOnlyNew && !sways && plain.outcome !== 'pass') continue;
    if (plain.outcome === 'pass') return notHeld(about, nodeId, differing, why, named, measured);
    const because = await whyInNoCopy(about, gate, plain);
    return notChecked(about, differing, gate, because, named, measured);
  }
  const good = measured.filter(({ side, outcome }) => side === 'sealed' && outcome === 'pass');
  // Nothing said no, and nothing yes.
  if (good.length < again.length * sealed.length) return { measured, seen: null };
  const names = again.map((gate) => `"${gate.name}"`).join(', ');
  const why = `${differ(differing)}, and ${names} passes with the sealed versions too`;
  return {
    verdict: { held: true, why, advice: [] },
    measured,
    seen: { tree, held: true, why, changed: changesShown(differing), named: [...named] },
  };
}

/** Of the first tree: what has never tested anything was not kept from it. */
function hadNoTest({ outcome, exit_code }: Measured): boolean {
  return outcome === 'unavailable' && exit_code !== null;
}

/** `hidden`: what they are is in no tree. */
type Differing = Readonly<{ changed: readonly SealedChange[]; hidden: readonly string[] }>;

/** Sealed files that are not as in the tree `since`, or not as git records them. Undefined: git cannot say. */
export async function differingSince(
  about: ProofSubject,
  first: string,
  since: string,
): Promise<Differing | undefined> {
  const { goal, tree } = about;
  const request = { ...placeOf(about), tree, gates: gatesOfGoal(goal) };
  const { accepted } = proofOf(goal);
  const changed = await sealedChanges({
    ...request,
    first: since,
    accepted,
    byProduct: productAsked(goal),
    productOn: first,
  });
  const hidden = await hiddenFiles({ ...request, first, sinceMs: workBegan(goal) });
  return changed.ok && hidden.ok ? { changed: changed.value, hidden: hidden.value } : undefined;
}

const NONE: Differing = { changed: [], hidden: [] };

/**
 * All that is sealed as it was. Where tests and what runs them are different, also the tests of now, and
 * those that are gone, run as they were run before: a new test that passes by its new configuration alone
 * shows nothing.
 */
async function sealedVersions(
  about: ProofSubject,
  trees: Trees,
  found: readonly SealedChange[],
): Promise<readonly Overlay[] | undefined> {
  const isConfig = ({ path, inline, isTest }: SealedChange): boolean =>
    !inline && !isTest && !isTestMaterial(path);
  const isMixed = found.some(isConfig) && !found.every(isConfig);
  const config = found.filter((one) => isConfig(one) || one.status === 'D');
  const versions: Overlay[] = [];
  for (const changed of isMixed ? [found, config] : [found]) {
    const version = await asTheyWere(placeOf(about), trees, changed, null);
    if (!version.ok) return undefined;
    versions.push(version.value);
  }
  return versions;
}

function notHeld(
  { goal, tree }: ProofSubject,
  nodeId: string,
  differing: Differing,
  because: string,
  named: readonly string[],
  measured: readonly Measured[],
): SealResult {
  const { changed, hidden } = differing;
  const paths = listed([...changed.map(nameOf), ...hidden]);
  const why = `${differ(differing)}, and ${because}`;
  const log = measured.find((one) => one.outcome !== 'pass')?.log;
  const advice = [
    `Put these back as they were before the work began, or make your change pass with them as they were: ${paths}. You may add files and cases, but what was there has to pass without them. Now ${because}${log === undefined ? '' : `; its output is in .wukong/${log}`}.`,
    changed.length > 0
      ? `If they have to change, report "Status: blocked" with that as a question: only a person can accept it, with \`${acceptCommand(goal, nodeId)}\`.`
      : 'Nobody can accept what git does not record: let git see them as they are.',
  ];
  return {
    verdict: { held: false, why, advice },
    measured,
    seen: { tree, held: false, why, changed: changesShown(differing), named: [...named] },
  };
}

/** The control run fails as well: no agent can put that right by what it changes. */
function notChecked(
  { tree }: ProofSubject,
  differing: Differing,
  gate: CommandGate,
  because: string,
  named: readonly string[],
  measured: readonly Measured[],
): SealResult {
  const what = `could not be checked: "${gate.name}" does not pass in a clean copy even without these changes`;
  const why = `${differ(differing)}, which ${what}: ${because.replace(/\.$/, '')}`;
  const changed = changesShown(differing);
  return {
    verdict: { held: false, unchecked: true, why, advice: [] },
    measured,
    seen: { tree, held: false, unchecked: true, why, changed, named: [...named] },
  };
}

/** What a copy of the changed tree shows, too: it passed where it is. */
async function whyInNoCopy(
  { ws, worktree }: ProofSubject,
  { command }: CommandGate,
  { outcome: copy, why, log, linked }: Measured,
): Promise<string> {
  const seen = { command, here: 'pass', copy, linked } as const;
  const cause = await copyCause(worktree, join(ws.dir, log), seen);
  return cause ? causeText(cause) : `${why}; its output is in .wukong/${log}`;
}

function swayed(
  { goal, tree }: ProofSubject,
  nodeId: string,
  { gate, how, log, changed }: Swayed,
): Omit<SealResult, 'measured'> {
  const paths = listed(changed.map((one) => one.slice(2)));
  const why = `"${gate?.name}" failed on the tree before the first change, and ${how}, which are no part of the program: ${paths}`;
  const advice = [
    `Make "${gate?.name}" pass by a change of the program: ${why}; its output is in .wukong/${log}. If these files are right, report "Status: blocked" with that as a question: only a person can accept them, with \`${acceptCommand(goal, nodeId)}\`.`,
  ];
  const seen = { tree, held: false, why, changed: changed.slice(0, 100), named: [] };
  return { verdict: { held: false, why, advice }, seen };
}

export function acceptCommand(goal: Goal, nodeId: string): string {
  return `wukong accept ${goal.id}/${nodeId} --tests-changed "<why>"`;
}

async function nameChanges(
  about: ProofSubject,
  before: string,
  changed: readonly SealedChange[],
): Promise<readonly string[]> {
  const paths = changed.map(({ path }) => path);
  const text = await patch({ ...placeOf(about), before, after: about.tree, paths });
  if (!text.ok) return [];
  const inside = changed.flatMap(({ path, inline }) => (inline ? [[path, inline] as const] : []));
  return testChanges(text.value.toString('utf8'), new Map(inside)).map(
    ({ path, line, what, text: words }) =>
      about.clean(`${path}:${line} ${what}${words === '' ? '' : `: ${words}`}`),
  );
}

function nameOf({ path, inline }: SealedChange): string {
  return inline ? `${path}: the tests inside` : path;
}

function changesShown({ changed, hidden }: Differing): string[] {
  const shown = changed.map((one) => `${one.status} ${nameOf(one)}`);
  return [...shown, ...hidden.map((path) => `M ${path}`)].slice(0, 100);
}

function differ({ changed, hidden }: Differing): string {
  const isNew = changed.every(({ status }) => status === 'A');
  const what = isNew ? 'were added' : 'that were there before were changed';
  const paths = changed.map(nameOf);
  return [
    ...(paths.length > 0 ? [`tests or gates ${what} (${listed(paths)})`] : []),
    ...(hidden.length > 0 ? [`tests or gates are not what git records (${listed(hidden)})`] : []),
  ].join(', and ');
}

function listed(paths: readonly string[]): string {
  const more = paths.length > 5 ? `, and ${paths.length - 5} more` : '';
  return paths.slice(0, 5).join(', ') + more;
}

/** Of the gates that ran, those that have to pass and did. */
export function passedGates(
  gates: readonly CommandGate[],
  outcomes: readonly GateOutcome[],
): CommandGate[] {
  return gates.filter(
    (gate) =>
      gate.mustPass &&
      outcomes.some(({ gate: name, outcome }) => name === gate.name && outcome === 'pass'),
  );
}
