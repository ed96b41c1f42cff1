// Which files are the program: as a person typed it, else as the configuration in the base says. What the change
// itself wrote there counts for nothing.

import { productOfText } from '../../documents/config-file.ts';
import { compileProduct } from '../../documents/product-globs.ts';
import type { TreePlace } from '../../evidence/trees/overlay.ts';
import { textsOf } from '../../evidence/trees/overlay.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { ProductGlob } from '../../model/gate-schema.ts';
import type { Trees } from '../../proof/which-trees.ts';
import { ENGLISH_TRIALS } from '../../words/trial-words.ts';
import { treeName } from './trial-text.ts';

const CONFIG = '.wukong/config.yaml';

export async function productAsked(
  place: TreePlace,
  { base, recorded }: Trees,
  typed: readonly string[],
): Promise<Result<readonly ProductGlob[], Readonly<{ message: string; hint: string }>>> {
  if (typed.length > 0 || recorded === undefined) return ok(compileProduct(typed));
  const texts = await textsOf(place, recorded, [CONFIG]);
  const globs = texts.ok ? productOfText(texts.value.get(CONFIG) ?? '') : undefined;
  if (globs) return ok(compileProduct(globs));
  const message = `${CONFIG} in ${treeName(ENGLISH_TRIALS, base)} cannot be read, so nothing says which files are the program.`;
  return fail({ message, hint: 'Say it here, for example: --product "src/**"' });
}
