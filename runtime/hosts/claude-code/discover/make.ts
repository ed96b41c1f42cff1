import { type Folder, lineOf, type Proposal, propose, read } from './proposal.ts';

const TARGETS = [
  ['test', 'test'],
  ['test', 'check'],
  ['lint', 'lint'],
  ['typecheck', 'typecheck'],
  ['build', 'build'],
] as const;

/** Targets of a Makefile and recipes of a justfile. They often only call what another tool's file says. */
export function makeProposals(folder: Folder): Proposal[] {
  return [
    ...targets(folder, 'make', ['GNUmakefile', 'makefile', 'Makefile'], (name) => {
      return new RegExp(`^${name}[ \\t]*::?(?!=)`);
    }),
    // A recipe with parameters needs words nobody gives it here.
    ...targets(folder, 'just', ['justfile', 'Justfile', '.justfile'], (name) => {
      return new RegExp(`^@?${name}[ \\t]*:(?!=)`);
    }),
  ];
}

function targets(
  folder: Folder,
  tool: 'make' | 'just',
  names: readonly string[],
  pattern: (target: string) => RegExp,
): Proposal[] {
  const file = names.find((name) => read(folder, name) !== undefined);
  if (file === undefined) return [];
  const text = read(folder, file);
  const what = tool === 'make' ? 'target' : 'recipe';
  const found = TARGETS.flatMap(([type, target]) => {
    const line = lineOf(text, pattern(target));
    if (line === undefined) return [];
    const from = { file, line, why: `the ${what} "${target}"`, origin: 'wrapper' as const };
    return [propose(folder, type, [tool, target], from)];
  });
  // `check` stands for the tests only where nothing is called so.
  const hasTest = found.some(({ gate }) => gate.command[1] === 'test');
  return found.filter(({ gate }) => !hasTest || gate.command[1] !== 'check');
}
