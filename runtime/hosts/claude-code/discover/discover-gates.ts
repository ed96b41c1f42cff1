// The checks a repository has, by the files its tools leave. Proposals only: a gate runs when a
// person approved it, and finding them runs nothing.

import type { CommandGate } from '../../../model/gate.ts';
import type { Workspace } from '../../../workspace/paths.ts';
import { ciProposals } from './ci.ts';
import { compiledProposals } from './compiled.ts';
import { makeProposals } from './make.ts';
import { nativeProposals } from './native.ts';
import { nodeProposals } from './node.ts';
import { packagesNear } from './packages.ts';
import type { Folder, Proposal } from './proposal.ts';
import { pythonProposals } from './python.ts';
import { shellProposals } from './shell.ts';

type Discovered = Readonly<{
  /** In the order they should run, each command once. Names are unique. */
  proposals: readonly Proposal[];
  /** Files that could not be read, in a sentence each. */
  unread: readonly string[];
}>;

/** `touched`: paths in the repository whose packages are looked into as well. */
export function proposeGates(
  { root }: Pick<Workspace, 'root'>,
  touched: readonly string[] = [],
): Discovered {
  const top = { root, below: '' };
  const ci = ciProposals(top);
  const near = packagesNear(root, touched).flatMap(({ folder, touched: path, listed }) => {
    const place = listed ? `, ${listed.file}:${listed.line} lists the package` : '';
    return ofTools(folder).map((one): Proposal => {
      return { ...one, origin: 'package', why: `${one.why}; near ${path}${place}` };
    });
  });
  const all = [...ofTools(top), ...ci.proposals, ...near];
  return { proposals: eachOnce(all), unread: ci.unread };
}

function ofTools(folder: Folder): Proposal[] {
  return [
    ...nodeProposals(folder),
    ...compiledProposals(folder),
    ...nativeProposals(folder),
    ...pythonProposals(folder),
    ...makeProposals(folder),
    ...shellProposals(folder),
  ];
}

function eachOnce(all: readonly Proposal[]): Proposal[] {
  const byCommand = new Map<string, Proposal>();
  for (const one of all) {
    const key = JSON.stringify([one.gate.command, one.gate.cwd ?? '', one.gate.shell ?? false]);
    const first = byCommand.get(key);
    const also = first && [...first.also, one.source];
    byCommand.set(key, first && also ? { ...first, also } : one);
  }
  return withNames([...byCommand.values()]);
}

/** A line for a shell is called by its last command, and so may another one be. */
function withNames(proposals: readonly Proposal[]): Proposal[] {
  const taken = new Set<string>();
  return proposals.map((one) => {
    let name = one.gate.name;
    for (let n = 2; taken.has(name); n += 1) name = `${one.gate.name} ${n}`;
    taken.add(name);
    return { ...one, gate: { ...one.gate, name } };
  });
}

/** What the first configuration of a repository gets. */
export function discoverGates(ws: Pick<Workspace, 'root'>): CommandGate[] {
  return takenByInit(proposeGates(ws).proposals).map(({ gate }) => gate);
}

/**
 * What tools say themselves; what wraps them or runs in CI only where they say nothing of the kind.
 * No builds: tests build what they need, and a second build only takes time.
 */
export function takenByInit(proposals: readonly Proposal[]): Proposal[] {
  const taken: Proposal[] = [];
  for (const origin of ['tool', 'wrapper', 'ci'] as const) {
    const known = new Set(taken.map(({ gate }) => gate.type));
    for (const one of proposals) {
      const { type } = one.gate;
      if (one.origin !== origin || type === 'build' || known.has(type)) continue;
      taken.push(one);
      if (origin !== 'tool') known.add(type);
    }
  }
  return taken;
}
