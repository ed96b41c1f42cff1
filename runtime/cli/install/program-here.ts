// Which files are taken for the program here, as a goal that began now would take it.

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { configOf } from '../../documents/config.ts';
import {
  type Product,
  productOf,
  productOfPerson,
  readForProduct,
} from '../../evidence/seal/product-paths.ts';
import { MOST_READ } from '../../evidence/seal/read-product.ts';
import { fields, git } from '../../evidence/trees/git.ts';
import { readText } from '../../files/reading.ts';
import type { HealthFinding } from '../../hosts/claude-code/settings/health-finding.ts';
import { programParts } from '../../words/evidence-copies.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { productLine } from './product-line.ts';

/** Undefined: git cannot list the files. */
export async function programHere(ws: Workspace): Promise<Product | undefined> {
  const { product } = configOf(ws).config;
  if (product) return productOfPerson(product);
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = await git({ cwd: ws.root, args });
  if (!listed.ok) return undefined;
  const paths = [...new Set(fields(listed.value.stdout))];
  const texts = [...readForProduct(paths)]
    .slice(0, MOST_READ)
    .map((path) => [path, textOf(join(ws.root, path))] as const);
  return productOf(paths, new Map(texts));
}

/** As git has it in a goal: a link has no text of its own. One that is deleted has none either. */
function textOf(path: string): string {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? readText(path) : '';
}

/** `src/, index.js (package.json)`, and what to write where nothing says it. */
export function programLines(product: Product): readonly string[] {
  const text = programText(product);
  if (!product.isGuess) return [`Program: ${text}`];
  return [`Program: ${text}`, `  ${HOW_TO_SAY_IT}`, `    ${globsLine(product)}`];
}

const HOW_TO_SAY_IT = 'If it is another, write into .wukong/config.yaml, for example:';

function programText(product: Product): string {
  const { names, more, source } = programParts(product);
  if (names.length === 0) return 'no file of it was found; only tests are sealed, by their names';
  return oneLine(`${names.join(', ')}${more} (${source})`, 400);
}

/** What to begin with. */
export function proposedGlobs({ paths }: Product): readonly string[] {
  const globs = paths.map((path) => (path.endsWith('/') ? `${path}**` : path));
  return globs.length === 0 ? ['src/**'] : globs;
}

function globsLine(product: Product): string {
  const { names } = programParts(product);
  return oneLine(productLine(proposedGlobs({ ...product, paths: names })), 400);
}

export function programJson(product: Product) {
  const { paths, isGuess, by, globs } = product;
  const said = globs?.map(({ glob }) => glob);
  return { paths, guess: isGuess, manifests: by, ...(said && { globs: said }) };
}

/** For `wukong doctor`: a fact where something says it, else a note. */
export function programHealth(
  product: Product | undefined,
): Readonly<{ findings: readonly HealthFinding[]; facts: Readonly<Record<string, string>> }> {
  if (!product) return { findings: [], facts: {} };
  const text = programText(product);
  if (!product.isGuess) return { findings: [], facts: { program: text } };
  const note: HealthFinding = {
    severity: 'note',
    kind: 'program-guessed',
    place: '.wukong/config.yaml',
    message: `Which files are the program is a guess: ${text}.`,
    next: `Write there which they are, for example ${globsLine(product)}`,
  };
  return { findings: [note], facts: {} };
}
