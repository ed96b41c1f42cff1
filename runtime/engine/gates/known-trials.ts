// What a trial of a gate stands on, and what is known by it. Where all of that is as it was, the gate needs
// not be tried again: never sources, which change nothing about where a gate can run.

import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { folder } from '../../evidence/gates/approval.ts';
import { toolHomes } from '../../evidence/gates/gate-environment.ts';
import { isSealed, isTestMaterial } from '../../evidence/seal/sealed-files.ts';
import { isLockFile } from '../../evidence/trees/lock-files.ts';
import { type Entry, entriesOf } from '../../evidence/trees/overlay.ts';
import { realPath } from '../../files/real-path.ts';
import { needsMoreThanCopy, trialOf } from '../../kernel/state/trials.ts';
import type { CommandGate } from '../../model/gate.ts';
import type { KeptTrial } from '../../model/gate-schema.ts';
import type { Goal } from '../../model/state/goal.ts';
import { readState } from '../../step/run-step.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { gateSettings, startOf } from './gate-settings.ts';

export type TrialBasis = Readonly<{
  gate: CommandGate;
  wrapper: readonly string[];
  /** The variables the gate gets, and where programs are looked for. */
  env: Readonly<Record<string, string | undefined>>;
  /** Of the tree that is tried. */
  entries: ReadonlyArray<Pick<Entry, 'path' | 'id'>>;
  /** The file its first word starts, with size and time: another version of a tool is another file. */
  program: string;
  /** Goes into the hash, so that equal values in two clones look different. */
  logId: string;
}>;

const MORE =
  /^(?:requirements[\w.-]*\.txt|constraints[\w.-]*\.txt|go\.mod|Pipfile|Gemfile|pubspec\.yaml|Package\.swift|global\.json|flake\.nix|\.gitignore)$|\.(?:cs|fs|vb)proj$|\.sln$/;

/** Manifests, locks, and what says how tools run; also what git ignores, for that is in no copy. */
export function isManifest(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return isLockFile(name) || MORE.test(name) || (isSealed(path) && !isTestMaterial(path));
}

/** Pure. */
export function basisHash({ gate, wrapper, env, entries, program, logId }: TrialBasis): string {
  const { command, cwd, shell = false, expect_exit, timeout_sec } = gate;
  const variables = Object.entries(env)
    .map(([name, value = null]) => [name, name === 'PATH' ? searched(value ?? '') : value])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  const manifests = entries.filter(({ path }) => isManifest(path));
  const parts = [
    [command, folder(cwd), shell, expect_exit, timeout_sec],
    wrapper,
    [logId, variables],
    manifests.map(({ path, id }) => [path, id]),
    [process.platform, process.arch, process.version, program],
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** What npm and npx put before it is a matter of how Wukong was started. */
function searched(path: string): string {
  return path
    .split(delimiter)
    .filter((one) => !/node_modules[\\/]\.bin$|node-gyp-bin$/.test(one))
    .join(delimiter);
}

function programOf(word: string, path: string): string {
  if (word.includes('/') || word.includes('\\')) return '';
  for (const place of searched(path).split(delimiter)) {
    const file = place === '' ? undefined : realPath(join(place, word));
    const stat = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
    if (stat?.isFile()) return `${file} ${stat.size} ${Math.trunc(stat.mtimeMs)}`;
  }
  return '';
}

type OnTree = Readonly<{
  ws: Workspace;
  worktree: string;
  tree: string;
  /** Whose settings count; without one those there are now. */
  goal?: Pick<Goal, 'pinned'> | undefined;
}>;

/** Undefined: it may not have its variables, or git cannot list the tree. */
export async function basisOf(at: OnTree, gate: CommandGate): Promise<string | undefined> {
  const { ws, worktree, tree, goal = {} } = at;
  const start = startOf(gate, gateSettings(ws, goal));
  const now = readState(ws, () => undefined);
  const entries = await entriesOf({ worktree, objectsDir: files.objects(ws) }, tree);
  if (!start.ok || !entries.ok || !now.ok) return undefined;
  const { PATH = '' } = process.env;
  return basisHash({
    gate,
    wrapper: start.value.wrapper,
    env: { ...toolHomes(process.env, worktree), ...start.value.env, PATH },
    entries: entries.value,
    program: gate.shell ? '' : programOf(gate.command[0] ?? '', PATH),
    logId: now.state.log_id,
  });
}

/** How a gate ended when it was tried, if what it stands on is as it was then. */
export async function knownTrial(at: OnTree, gate: CommandGate): Promise<KeptTrial | undefined> {
  const now = readState(at.ws, ({ trials }) => trials);
  // Most repositories have none, and git is not asked for them.
  if (!now.ok || !now.value?.length) return undefined;
  const basis = await basisOf(at, gate);
  return basis === undefined ? undefined : trialOf(now.value, gate, basis);
}

/**
 * The trial by which a gate passes where it is and in no copy: what it says in one shows nothing of the work.
 * `first`: the tree before the work, by which nobody who works decides it.
 */
export async function beyondCopy(
  { ws, worktree, goal }: Omit<OnTree, 'tree'>,
  first: string,
  gate: CommandGate,
): Promise<KeptTrial | undefined> {
  const trial = await knownTrial({ ws, worktree, goal, tree: first }, gate);
  return trial && needsMoreThanCopy(trial) ? trial : undefined;
}

/**
 * The trial by which a gate could run in a copy before the work, where it still stands on the same. What it
 * says in one now is about the work.
 */
export async function ranInCopy(
  { tree, ...at }: OnTree,
  first: string,
  gate: CommandGate,
): Promise<KeptTrial | undefined> {
  const trial = await knownTrial({ ...at, tree: first }, gate);
  if (!trial || trial.copy.outcome === 'unavailable' || needsMoreThanCopy(trial)) return undefined;
  return (await basisOf({ ...at, tree }, gate)) === trial.basis ? trial : undefined;
}

/** The gates that can show something in a copy, and the first trial by which another cannot. */
export async function inCopies(
  at: Omit<OnTree, 'tree'>,
  first: string,
  gates: readonly CommandGate[],
): Promise<Readonly<{ able: readonly CommandGate[]; beyond: KeptTrial | undefined }>> {
  const trials = await Promise.all(gates.map((gate) => beyondCopy(at, first, gate)));
  return {
    able: gates.filter((_, i) => trials[i] === undefined),
    beyond: trials.find((trial) => trial !== undefined),
  };
}
