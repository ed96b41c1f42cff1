// Whether the test of a report shows the fault before anything is fixed: the judge asked for each check that may, on
// the program as it was before the first change.

import type { RedGreenVerdict } from '../../evidence/level-three.ts';
import { isSealed } from '../../evidence/seal/sealed-files.ts';
import { entriesOf } from '../../evidence/trees/overlay.ts';
import { gatesOfGoal } from '../../kernel/graph/proof.ts';
import { type CommandGate, commandText } from '../../model/gate.ts';
import { type NotReproduced, reproduces } from '../../proof/reproduces.ts';
import { inCopies } from '../gates/known-trials.ts';
import { beyondCopies, noCheck, notMet, notReproduced } from './advice.ts';
import type { ProofSubject } from './bench.ts';
import { gateNamed } from './commands.ts';
import { checksOf, MOST_JUDGED } from './judge-goal.ts';
import { placeOf } from './subject.ts';

/** `cited`: command lines of the report. */
export async function reproduced(
  about: ProofSubject,
  cited: readonly string[],
): Promise<RedGreenVerdict> {
  const change = await about.bench.change();
  if (!change) return notMet({ is: 'not-compared' }, []);
  const known = gatesOfGoal(about.goal);
  const gates = cited.flatMap((line) => gateNamed(line, known) ?? []);
  const { may, mayNot } = checksOf(about, gates);
  const { able, beyond } = await inCopies(about, change.base, may);
  const told: RedGreenVerdict[] = [];
  for (const gate of able.slice(0, MOST_JUDGED)) {
    const { because, said, lack } = await about.bench.tell([gate], (of) => reproduces(of, 0));
    if (because === undefined) return { met: true, why: whyMet(gate), advice: [] };
    const check = commandText(gate.command);
    told.push(
      lack
        ? notMet({ is: 'unable', check, because: lack }, [])
        : notReproduced(check, because, said),
    );
    if (!lack && SAYS_MOST.includes(because)) break;
  }
  // What a test said is told before that another check could not run.
  const best = told.findLast(({ saying }) => !isUnable(saying)) ?? told[0];
  return best ?? (beyond ? beyondCopies(beyond) : noCheck(mayNot[0]));
}

/** The test ran, and it was this one: no other check says more of it. */
const SAYS_MOST: readonly NotReproduced[] = ['outside', 'by-chance', 'cannot-load'];

function isUnable(saying: RedGreenVerdict['saying']): boolean {
  return saying?.is === 'unable' || (saying?.is === 'not-reproduced' && saying.why === 'unable');
}

function whyMet({ command }: CommandGate): string {
  return `\`${commandText(command)}\` fails before the first change`;
}

/** Of what a run changed, the tests and their data with their content: from then on they stand as they are. */
export async function sealedBy(
  about: ProofSubject,
  changed: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const listed = await entriesOf(placeOf(about), about.tree);
  const entries = listed.ok ? listed.value : [];
  const mine = entries.filter(({ path }) => changed.includes(path) && isSealed(path));
  return Object.fromEntries(mine.map(({ path, id }) => [path, id]));
}
