// Which files are the program: as a person typed it, else as the configuration in the base says. What the change
// itself wrote there counts for nothing.

import { productOfText } from '../../documents/config-file.ts';
import { compileProduct } from '../../documents/product-globs.ts';
import type { TreePlace } from '../../evidence/trees/overlay.ts';
import { listFiles, textsOf } from '../../evidence/trees/overlay.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { ProductGlob } from '../../model/gate-schema.ts';
import type { Language } from '../../model/vocabulary.ts';
import type { Trees } from '../../proof/which-trees.ts';
import { trialWords } from '../../words/languages/verdict-text.ts';
import { ENGLISH_TRIALS } from '../../words/trial-words.ts';
import { treeName } from './trial-text.ts';

const CONFIG = '.wukong/config.yaml';

export async function productAsked(
  place: TreePlace,
  { base, head, recorded }: Trees,
  typed: readonly string[],
  language: Language = 'en',
): Promise<Result<readonly ProductGlob[], Readonly<{ message: string; hint: string }>>> {
  const texts = typed.length === 0 && recorded && (await textsOf(place, recorded, [CONFIG]));
  const said = texts ? texts.ok && productOfText(texts.value.get(CONFIG) ?? '') : typed;
  if (said) {
    const globs = compileProduct(said);
    const none = await namesNone(place, [base.tree, head.tree], globs, typed.length > 0);
    if (none === undefined) return ok(globs);
    const words = trialWords(language);
    const [now, before] = [treeName(words, head), treeName(words, base)];
    return fail({ message: words.namesNone(none, now, before), hint: words.nameOther });
  }
  const message = `${CONFIG} in ${treeName(ENGLISH_TRIALS, base)} cannot be read, so nothing says which files are the program.`;
  return fail({ message, hint: 'Say it here, for example: --product "src/**"' });
}

/** One that names no file of either: of those that are typed each has to, of settings one of them. */
async function namesNone(
  place: TreePlace,
  trees: readonly string[],
  globs: readonly ProductGlob[],
  isTyped: boolean,
): Promise<string | undefined> {
  const listed = await Promise.all(trees.map((tree) => listFiles({ ...place, tree })));
  // Who compares them says why git cannot list them.
  if (listed.some(({ ok: isListed }) => !isListed)) return undefined;
  const paths = listed.flatMap((one) => (one.ok ? one.value : []));
  const wanted = globs.filter(({ glob }) => !glob.startsWith('!'));
  const none = wanted.filter(({ re }) => !paths.some((path) => new RegExp(re).test(path)));
  return isTyped || none.length === wanted.length ? none[0]?.glob : undefined;
}
