// A run in a copy that opened tests and nothing of the program has tested a program that lies elsewhere:
// an installed one, or that of the working tree. Pure.

import { isProduct, type Product } from './product-paths.ts';
import { isSealed, isTestMaterial } from './sealed-files.ts';

type Opened = Readonly<{
  /** Files of the copy. */
  files: readonly string[];
  /** Those that were opened. */
  read: readonly string[];
}>;

/** Manifests, settings, prose and data: no program is in there. */
const NO_CODE =
  /\.(?:md|markdown|rst|adoc|txt|jsonc?|json5|lock|toml|ini|cfg|conf|properties|ya?ml|xml|csv|tsv|sum|mod)$|(?:^|\/)(?:\.[^/]+|[A-Z]+)$/;

/**
 * Whether it says nothing of this copy. Not where nobody knows what the program is, where no test was
 * opened, nor where a source was that no manifest names: perhaps that is the program.
 */
export function readsElsewhere(product: Product | undefined, { files, read }: Opened): boolean {
  if (product === undefined || product.isGuess) return false;
  if (!read.some(isTestMaterial)) return false;
  const isProgram = (path: string): boolean => isProduct(product, path);
  const isOther = (path: string): boolean => !isSealed(path) && !NO_CODE.test(path);
  return files.some(isProgram) && !read.some((path) => isProgram(path) || isOther(path));
}

export function elsewhereReason({ paths }: Product, { read }: Opened): string {
  const tests = read.filter(isTestMaterial).slice(0, 3).join(', ');
  return `reads the program from elsewhere: in the copy it opened ${tests}, and nothing of ${paths.slice(0, 3).join(', ')}. An editable install, or a link to the working tree, does that. Have the tests load what lies beside them, or a person accepts it as it is`;
}
