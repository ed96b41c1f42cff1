// A check that cannot fail is none: once a goal, each test file that the green run opened gets a line that
// throws, and the same command has to fail and to show it.

import { randomBytes } from 'node:crypto';
import { plantFault } from '../../evidence/seal/planted-fault.ts';
import { isTestMaterial } from '../../evidence/seal/sealed-files.ts';
import { layOver, type Overlay, rewrite } from '../../evidence/trees/overlay.ts';
import { success } from '../../evidence/trees/result.ts';
import { listFiles } from '../../evidence/trees/tree-changes.ts';
import type { Measured } from '../../kernel/reports/judged.ts';
import type { CommandGate } from '../../model/gate.ts';
import { measure, type ProofSubject, placeOf } from './copies.ts';

const MOST_FILES = 50;

/** Undefined: none of its test files is in a language that such a line is known for. */
export async function ableToFail(
  about: ProofSubject,
  side: 'planted' | 'planted-first',
  gate: CommandGate,
  { read, brought }: Pick<Measured, 'read' | 'brought'>,
  overlay: Overlay | null,
): Promise<Measured | undefined> {
  const place = placeOf(about);
  const laid = overlay
    ? await layOver(place, about.tree, overlay.tree, overlay.without)
    : success(about.tree);
  if (!laid.ok) return undefined;
  const listed = read ? success(read) : await listFiles({ ...place, tree: laid.value });
  const tests = listed.ok ? listed.value.filter(isTestMaterial) : [];
  // Letters alone: what looks like a secret would not be shown.
  const word = `WukongThrows${letters(12)}`;
  const planted = await rewrite(place, laid.value, tests.slice(0, MOST_FILES), (path, text) =>
    plantFault(path, text, word),
  );
  if (!planted.ok || Object.keys(planted.value.files).length === 0) return undefined;
  const run = await measure(about, side, gate, laid.value, planted.value, { for: word });
  return { ...run, brought };
}

function letters(count: number): string {
  return [...randomBytes(count)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
}
