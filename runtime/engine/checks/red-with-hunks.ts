// New tests may need what the change adds: a function, a file. On the first tree they cannot load, so they
// show nothing there. Then the tree of the report is taken instead, with as many hunks of the program put back
// as still load: if the tests fail there, these hunks are what they fail without.

import { join } from 'node:path';
import { couldNotBuild } from '../../evidence/commands/not-built.ts';
import type { Hunk } from '../../evidence/trees/hunks.ts';
import { layOver, type Overlay } from '../../evidence/trees/overlay.ts';
import { readText } from '../../files/reading.ts';
import type { Measured } from '../../kernel/reports/judged.ts';
import type { CommandGate } from '../../model/gate.ts';
import { measure, type ProofSubject, placeOf } from './copies.ts';
import { overlayWithout, productHunks } from './product-hunks.ts';

const MOST_RUNS = 5;

export type RedWithHunks = Readonly<{
  red: Measured;
  /** `5 of 6 changed places` */
  back: string;
  again: () => Promise<Measured>;
}>;

/** `asWere`: the tests and gates that were there, and what the check brings. */
export async function redWithHunks(
  about: ProofSubject,
  gate: CommandGate,
  asWere: Overlay,
): Promise<RedWithHunks | undefined> {
  const hunks = await productHunks(about);
  let left = MOST_RUNS;
  let found: RedWithHunks | undefined;
  const grow = async (back: readonly Hunk[], more: readonly Hunk[]): Promise<readonly Hunk[]> => {
    const all = [...back, ...more];
    // All of them is the first tree, and there it did not load.
    if (more.length > 0 && left > 0 && all.length < hunks.length) {
      left -= 1;
      const overlay = await without(about, asWere, all);
      const again = () => measure(about, 'red', gate, about.tree, overlay ?? asWere);
      const red = overlay && (await again());
      if (red && hasLoaded(about, red)) {
        found = { red, back: `${all.length} of ${hunks.length} changed places`, again };
        return all;
      }
    }
    if (more.length <= 1) return back;
    const half = Math.ceil(more.length / 2);
    return grow(await grow(back, more.slice(0, half)), more.slice(half));
  };
  await grow([], hunks);
  return found;
}

/** Both laid over the tree of the report. */
async function without(
  about: ProofSubject,
  asWere: Overlay,
  hunks: readonly Hunk[],
): Promise<Overlay | undefined> {
  const back = await overlayWithout(about, hunks);
  const both = back && (await layOver(placeOf(about), asWere.tree, back.tree));
  if (!both?.ok) return undefined;
  return {
    tree: both.value,
    files: { ...asWere.files, ...back?.files },
    without: [...(asWere.without ?? []), ...(back?.without ?? [])],
  };
}

function hasLoaded({ ws }: ProofSubject, { outcome, log }: Measured): boolean {
  if (outcome !== 'fail') return outcome === 'pass';
  return !couldNotBuild(readText(join(ws.dir, log)));
}
