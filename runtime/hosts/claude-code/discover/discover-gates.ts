// The checks a repository has, by the files its tools leave. Proposals only: a gate runs when a
// person approved it, and finding them runs nothing but `git ls-files`.

import type { CommandGate } from '../../../model/gate.ts';
import type { Workspace } from '../../../workspace/paths.ts';
import { type Discovered, discovered, takenByInit } from './discovered.ts';
import { repositoryFiles } from './repository-files.ts';

/** `touched`: paths in the repository whose packages are looked into, whatever else is. */
export function proposeGates(
  { root }: Pick<Workspace, 'root'>,
  touched: readonly string[] = [],
): Discovered {
  const files = repositoryFiles(root);
  if (files.ok) return discovered(files.value, touched);
  const unread = [`git cannot list the files here: ${files.error}`];
  return { proposals: [], unread, without: [], leftOut: [] };
}

/** What the first configuration of a repository gets. */
export function discoverGates(ws: Pick<Workspace, 'root'>): CommandGate[] {
  return takenByInit(proposeGates(ws).proposals).map(({ gate }) => gate);
}
