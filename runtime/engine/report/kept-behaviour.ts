// Whether a change kept what was there: the tests passed before it as well, and users see the same names.
// The tests that were there pass after it by the gates of the node and the seal.

import { isTestFile } from '../../evidence/gates/built-in-gates.ts';
import { type Compared, compareSurfaces, readForSurface } from '../../evidence/surface/surface.ts';
import { type Entry, entriesOf, textsOf } from '../../evidence/trees/overlay.ts';
import { belowData } from '../../executors/order-folder.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import { nodeState } from '../../kernel/state/queries.ts';
import type { CommandGate, GateOutcome, TreeGate } from '../../model/gate.ts';
import { isRed } from '../../proof/row.ts';
import type { ProofSubject } from '../checks/bench.ts';
import { mayRun } from '../checks/commands.ts';
import { placeOf } from '../checks/subject.ts';

type Found = Readonly<Pick<GateOutcome, 'outcome' | 'error' | 'notes'>>;

/** `commands` are the gates of the node. */
export async function keptBehaviour(
  about: ProofSubject,
  node: string,
  gates: readonly TreeGate[],
  commands: readonly CommandGate[],
): Promise<readonly GateOutcome[]> {
  const outcomes: GateOutcome[] = [];
  const first = proofOf(about.goal).first?.tree;
  for (const { name, mustPass } of gates) {
    const found: Found =
      first === undefined
        ? { outcome: 'unavailable', error: 'nothing was recorded before the first change' }
        : name === 'tests_before'
          ? await testsBefore(about, commands)
          : await publicSurface(about, node, first);
    outcomes.push({ gate: name, mustPass, ...found });
  }
  return outcomes;
}

async function testsBefore(about: ProofSubject, commands: readonly CommandGate[]): Promise<Found> {
  const required = commands.filter(({ mustPass }) => mustPass);
  if (required.length === 0) {
    return { outcome: 'unavailable', error: 'the repository has no gate that would show it' };
  }
  for (const gate of required) {
    if (!mayRun(about, gate)) {
      return { outcome: 'unavailable', error: `nobody has approved "${gate.name}"` };
    }
    const before = await about.bench.row({ gate, recipe: { back: 'all' } });
    if (before.ended === 'pass') continue;
    const log = belowData(about.ws, before.log);
    const error = `"${gate.name}" on the tree before the first change: ${before.why}; its output is in .wukong/${log}`;
    return isRed(before)
      ? {
          outcome: 'fail',
          error: `${error}. What failed then cannot show that behaviour stayed`,
        }
      : { outcome: 'unavailable', error };
  }
  return { outcome: 'pass' };
}

const MOST_FILES = 5000;
const MOST_NAMED = 12;

async function publicSurface(about: ProofSubject, node: string, first: string): Promise<Found> {
  const compared = await compareTrees(about, first);
  if (typeof compared === 'string') return { outcome: 'unavailable', error: compared };
  const { lost, gained, any, not } = compared;
  const answers = nodeState(about.goal, node).answers;
  const isOpen = (shown: string): boolean => !answers.some((answer) => accepts(answer, shown));
  const [gone, more] = [lost.filter(isOpen), gained.filter(isOpen)];
  if (gone.length + more.length > 0) return { outcome: 'fail', error: differing(gone, more) };
  const notes = not.length > 0 ? [`not compared: ${listed(not)}`] : [];
  if (!any && not.length > 0) {
    return { outcome: 'unavailable', error: `public names are not compared: ${listed(not)}` };
  }
  return { outcome: 'pass', ...(notes.length > 0 && { notes }) };
}

/** A sentence why not, where that is so. */
async function compareTrees(about: ProofSubject, first: string): Promise<Compared | string> {
  const place = placeOf(about);
  const before = await entriesOf(place, first);
  const after = await entriesOf(place, about.tree);
  if (!before.ok || !after.ok) return 'git cannot read the trees';
  const [then, now] = [before.value, after.value].map(
    (entries) => new Map(entries.filter(isOfProgram).map(({ path, id }) => [path, id])),
  ) as [Map<string, string>, Map<string, string>];
  const all = [...new Set([...then.keys(), ...now.keys()])];
  const changed = all.filter((path) => then.get(path) !== now.get(path));
  const read = readForSurface(changed, all);
  if (read.length > MOST_FILES) return `there are more than ${MOST_FILES} files to read`;
  const [old, own] = [await textsOf(place, first, read), await textsOf(place, about.tree, read)];
  if (!old.ok || !own.ok) return 'git cannot read the trees';
  return compareSurfaces(changed, old.value, own.value);
}

function isOfProgram({ path }: Entry): boolean {
  return !isTestFile(path) && !/(?:^|\/)(?:node_modules|examples?)\//.test(path);
}

function differing(lost: readonly string[], gained: readonly string[]): string {
  const parts = [
    ...(lost.length > 0 ? [`gone are ${listed(lost)}`] : []),
    ...(gained.length > 0 ? [`new are ${listed(gained)}`] : []),
  ];
  const words = [...lost, ...gained].slice(0, MOST_NAMED).map(lastWord).join(' ');
  return `users see other names than before the first change: ${parts.join('; ')}. Put them back as they were, or ask under "Questions:" whether they may change, and say there that the answer "accept ${words}" lets them`;
}

function listed(items: readonly string[]): string {
  const more = items.length > MOST_NAMED ? `, and ${items.length - MOST_NAMED} more` : '';
  return (
    items
      .slice(0, MOST_NAMED)
      .map((item) => `"${item}"`)
      .join(', ') + more
  );
}

/** `accept decodeAll`: other words, a "no" among them, accept nothing. */
function accepts(answer: string, shown: string): boolean {
  const [, names] = /^\s*accept[:\s]+([\s\S]*)$/i.exec(answer) ?? [];
  return names?.split(/[\s,;"'`]+/).includes(lastWord(shown)) === true;
}

function lastWord(shown: string): string {
  return shown.slice(shown.lastIndexOf(' ') + 1);
}
