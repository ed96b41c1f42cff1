// Whether a goal changed nothing but files that no check opens: then no check could show its fault, and
// nothing is missing where none does.

import { isTestMaterial } from '../../evidence/seal/sealed-files.ts';
import { gatesOfGoal } from '../../kernel/graph/proof.ts';
import type { ProofSubject } from './bench.ts';
import { mayRun } from './commands.ts';

const MOST_RUNS = 2;
const MOST_FILES = 50;

/**
 * What was changed, where the test gates run in copies of the tree and open none of it. Undefined: something of it
 * was opened, or nobody can say: where no run opened a test file, they read from elsewhere, or from a cache.
 */
export async function documentationOf(about: ProofSubject): Promise<readonly string[] | undefined> {
  const { goal, bench } = about;
  const change = await bench.change();
  if (!change || change.files.length === 0 || change.files.length > MOST_FILES) return undefined;
  // A file of the program that no check opens is not tested; that makes it no documentation.
  const isPlain = change.files.every(({ status, meaning, path }) => {
    return status !== 'D' && !isTestMaterial(path) && (meaning === 'prose' || meaning === 'judge');
  });
  const gates = gatesOfGoal(goal).filter((gate) => gate.type === 'test' && mayRun(about, gate));
  if (!isPlain || gates.length === 0 || gates.length > MOST_RUNS) return undefined;
  let isSeen = false;
  for (const gate of gates) {
    const { ended, touched = [], opened } = await bench.row({ gate, recipe: { back: 'nothing' } });
    // What passes with an installed package that was changed shows nothing.
    const isClean = ended === 'pass' && touched.length === 0;
    if (!isClean || !opened || opened.changed.length > 0) return undefined;
    isSeen ||= opened.tests.length > 0;
  }
  return isSeen ? change.files.map(({ path }) => path) : undefined;
}
