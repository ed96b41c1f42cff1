// Whether a check fails before the first change, for a reason that says something.

import { join } from 'node:path';
import { couldNotLoad, missingFile } from '../../evidence/commands/no-test-ran.ts';
import { isTestMaterial } from '../../evidence/seal/sealed-files.ts';
import { layOver, type Overlay } from '../../evidence/trees/overlay.ts';
import { listFiles } from '../../evidence/trees/tree-changes.ts';
import { readText } from '../../files/reading.ts';
import type { Measured } from '../../kernel/reports/judged.ts';
import type { CommandGate } from '../../model/gate.ts';
import { measure, type ProofSubject, placeOf } from './copies.ts';
import { redWithHunks } from './red-with-hunks.ts';
import { testsAsTheyWere } from './tests-as-they-were.ts';
import { triedRed } from './tried-red.ts';

export type Red = Readonly<{ red: Measured; again: () => Promise<Measured> }>;

const NOT_LOADED = 'it could not load what it tests';

/** Red before the first change; of tests that need what the change adds, as near to it as they load. */
export async function findRed(
  about: ProofSubject,
  first: string,
  gate: CommandGate,
  overlay: Overlay | null,
): Promise<Red> {
  const again = () => measureRed(about, first, gate, overlay);
  const red = await again();
  const isNew = overlay !== null && red.why === NOT_LOADED;
  const asWere = isNew ? await testsAsTheyWere(about, overlay) : undefined;
  const near = asWere ? await redWithHunks(about, gate, asWere) : undefined;
  if (!near) return { red, again };
  if (near.red.outcome !== 'fail') {
    return { red: { ...red, why: `${NOT_LOADED}, and passes with ${near.back} put back` }, again };
  }
  const limit = `the tests need what the change adds, and could not load before it; they failed with ${near.back} put back`;
  const ofCheck = (one: Measured) => ({ ...one, brought: overlay?.tree ?? null, limit });
  return { red: ofCheck(near.red), again: async () => ofCheck(await near.again()) };
}

async function measureRed(
  about: ProofSubject,
  first: string,
  gate: CommandGate,
  overlay: Overlay | null,
): Promise<Measured> {
  const tried = overlay ? undefined : await triedRed(about, first, gate);
  const red =
    tried ?? (await measure(about, 'red', gate, first, overlay, { keep: isTestMaterial }));
  if (red.outcome !== 'fail') return red;
  if (overlay && couldNotLoad(readText(join(about.ws.dir, red.log)))) {
    return { ...red, outcome: 'unavailable', why: NOT_LOADED };
  }
  // A file that only the change brings is missing there, and that is all it shows.
  const laid = overlay ? await layOver(placeOf(about), first, overlay.tree) : undefined;
  const before = laid ? (laid.ok ? laid.value : undefined) : first;
  const there = before ? await listFiles({ ...placeOf(about), tree: before }) : undefined;
  const now = await listFiles({ ...placeOf(about), tree: about.tree });
  if (!there?.ok || !now.ok)
    return { ...red, outcome: 'unavailable', why: 'git cannot list files' };
  const missing = missingFile(gate.command, gate.cwd, there.value, now.value);
  if (missing === undefined) return red;
  return { ...red, outcome: 'unavailable', why: `${missing} was not there yet` };
}
