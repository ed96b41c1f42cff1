// What an init did, in a sentence: from which version to which, and how many files.

import { join } from 'node:path';
import { readIfThere } from '../../files/reading.ts';
import type { InstallAction } from '../../hosts/claude-code/install/install-action.ts';
import { EDITED, SKILL_OF_THE_USER } from '../../hosts/claude-code/install/plan-files.ts';
import { counted } from '../../words/plain-text.ts';
import { currentVersion } from '../../workspace/current-program.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { programFiles, versionOf } from '../../workspace/program-files.ts';
import { readTrust } from '../../workspace/trust.ts';

/** `release`: as the package is called; `program`: the hash that names it. Null where earlier ones did not say. */
export type Version = Readonly<{ release: string | null; program: string | null }>;

export type WhatChanged = Readonly<{
  from: Version | null;
  to: Version;
  written: number;
  removed: number;
  unchanged: number;
  /** By path: yours, and edited here. */
  kept: readonly string[];
}>;

/** What is in force here; null where nothing is. Asked before an init changes it. */
export function versionHere(ws: Workspace): Version | null {
  const program = currentVersion(ws);
  if (program === undefined) return readTrust(ws) ? { release: null, program: null } : null;
  return { release: releaseIn(files.runtime(ws)), program };
}

export function whatChanged(
  from: Version | null,
  source: string,
  actions: readonly InstallAction[],
): WhatChanged {
  const folder = join(source, 'runtime');
  const count = (...kinds: string[]): number =>
    actions.filter(({ kind }) => kinds.includes(kind)).length;
  const kept = actions.filter(({ why }) => why === EDITED || why === SKILL_OF_THE_USER);
  return {
    from,
    to: { release: releaseIn(folder), program: versionOf(programFiles(folder)) },
    written: count('create', 'update'),
    removed: count('remove'),
    unchanged: count('keep') - kept.length,
    kept: kept.map(({ path }) => path),
  };
}

/** The README beside the launcher says it. */
function releaseIn(folder: string): string | null {
  const text = readIfThere(join(folder, 'README.md'))?.toString('utf8') ?? '';
  return /of Wukong (\d[\w.+-]*[\w])\./.exec(text)?.[1] ?? null;
}

export function changedText({ from, to, written, removed, unchanged, kept }: WhatChanged): string {
  if (written + removed === 0) return 'Nothing to do.';
  if (from === null)
    return `Installed Wukong ${to.release ?? ''}: ${counted(written, 'file')} written.`;
  const isSame = from.program === to.program;
  const head = isSame ? `${nameOf(to)} put right` : `Updated from ${nameOf(from)} to ${nameOf(to)}`;
  const counts = [
    `${counted(written, 'file')} written`,
    ...(removed === 0 ? [] : [`${removed} removed`]),
    `${unchanged} unchanged`,
    ...(kept.length === 0 ? [] : [`${kept.length} kept as edited`]),
  ];
  return `${head}: ${counts.join(', ')}.`;
}

function nameOf({ release, program }: Version): string {
  const name = release === null ? 'an earlier Wukong' : `Wukong ${release}`;
  return program === null ? name : `${name} (${program.slice(0, 8)})`;
}
