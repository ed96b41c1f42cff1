// A person is asked whether what is taken for the program is the program.

import { lstatSync } from 'node:fs';
import { productProblems } from '../../documents/product-globs.ts';
import { readPeopleText, replaceIfSame } from '../../engine/anchors/people-text.ts';
import type { Product } from '../../evidence/seal/product-paths.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { ask, askText } from '../frame/ask.ts';
import { globsTyped, productLine, withProduct } from './product-line.ts';
import { proposedGlobs } from './program-here.ts';

/**
 * The globs by which it is another, or by which a guess is none any more; empty if manifests say it right,
 * undefined if the person broke off.
 */
export async function askProgram(product: Product): Promise<readonly string[] | undefined> {
  const isRight = await ask('Is this the program?', true);
  if (isRight === undefined) return undefined;
  if (isRight) return product.isGuess ? proposedGlobs(product) : [];
  const typed = await askText(
    'Which files are it? Globs, "!" takes away, for example: src/** !src/generated/**',
    proposedGlobs(product).join(' '),
    problemOf,
  );
  return typed === undefined ? undefined : globsTyped(typed);
}

/** What keeps this from being the program, for whoever types it. */
function problemOf(text: string): string | undefined {
  const globs = globsTyped(text);
  if (globs.length === 0) return 'Name at least one file or folder, for example src/**';
  const [first] = productProblems(globs);
  if (!first) return undefined;
  const [, place] = first.path;
  const glob = typeof place === 'number' ? `${globs[place]}: ` : '';
  return `${glob}${first.message}${first.hint ? ` ${first.hint}` : ''}`;
}

/** Written into the configuration, or what to write there where that is not ours to do. */
export function saveProgram(ws: Workspace, globs: readonly string[]): string {
  const path = files.config(ws);
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const before = isFile ? readPeopleText(path, '.wukong/config.yaml') : undefined;
  const after = before?.ok ? withProduct(before.value, globs) : undefined;
  const isSaved = before?.ok && after !== undefined && replaceIfSame(ws, path, before.value, after);
  return `${isSaved ? 'Written' : 'Write'} into .wukong/config.yaml: ${productLine(globs)}`;
}
