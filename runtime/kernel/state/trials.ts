import type { CommandGate } from '../../model/gate.ts';
import type { KeptTrial, Trial } from '../../model/gate-schema.ts';

type Command = Readonly<{
  command: readonly string[];
  cwd?: string | null | undefined;
  shell?: boolean | undefined;
}>;

/** The same words in the same folder, started the same way. */
export function isSameCommand(a: Command, b: Command): boolean {
  return (
    (a.cwd ?? '.') === (b.cwd ?? '.') &&
    (a.shell ?? false) === (b.shell ?? false) &&
    a.command.length === b.command.length &&
    a.command.every((word, i) => word === b.command[i])
  );
}

/** How this gate ended when it was tried last, if that is still about the same. */
export function trialOf(
  trials: readonly KeptTrial[] | undefined,
  gate: CommandGate,
  basis: Trial['basis'],
): KeptTrial | undefined {
  return trials?.find((one) => one.basis === basis && isSameCommand(one, gate));
}

/** It could run on this tree and failed there. */
export function failedOn(
  trials: readonly KeptTrial[] | undefined,
  gate: string,
  tree: string | undefined,
): boolean {
  const tried = trials?.find((one) => one.gate === gate && one.tree === tree);
  return tried !== undefined && (tried.here ?? tried.copy).outcome === 'fail';
}

/** It passes in the working tree and not in a copy: what it says there says nothing about the work. */
export function needsMoreThanCopy({ here, copy }: Pick<Trial, 'here' | 'copy'>): boolean {
  return here?.outcome === 'pass' && copy.outcome !== 'pass';
}

/** Why nobody works in a lane, which has no more than a copy. */
export function whyOnlyHere({ gate }: Pick<Trial, 'gate'>): string {
  return `the gate "${gate}" passes here and in no clean copy`;
}

/** It ends in the one as in the other, and could run. */
export function endsAlike({ here, copy }: Pick<Trial, 'here' | 'copy'>): boolean {
  return copy.outcome !== 'unavailable' && (here === null || here.outcome === copy.outcome);
}
