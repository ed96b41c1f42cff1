// Tests as people write them, a file a language in test/fixtures/shapes. `@@ kind: name` begins one, `@@=>` what becomes
// of it, or why it has no line. `«»` is the line that is planted. `FINE` is set by whoever runs them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The case as its runner names it, and its text. */
export type Shape = readonly [name: string, text: string];
export type Rewritten = readonly [name: string, before: string, after: string];
type Without = readonly [name: string, text: string, why: string];

type Shapes = Readonly<{
  /** What stands before them in a file. */
  head: string;
  shapes: readonly Shape[];
  /** A body that has to be written in another way for the line. */
  rewritten: readonly Rewritten[];
  /** The same, for what ends by a callback. */
  callbacks: readonly Rewritten[];
  without: readonly Without[];
}>;

export const JAVASCRIPT = shapesIn('javascript');
export const PYTHON = shapesIn('python');
export const GO = shapesIn('go');
export const RUST = shapesIn('rust');

function shapesIn(language: string): Shapes {
  const file = join(import.meta.dirname, '../fixtures/shapes', `${language}.txt`);
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  const parts = text.split(/^@@ /m).slice(1).map(readPart);
  const of = (kind: string) => parts.filter((part) => part.kind === kind);
  const rewritten = (kind: string) =>
    of(kind).map(({ name, before, after }): Rewritten => [name, before, after]);
  return {
    head: of('head')[0]?.before ?? '',
    shapes: of('shape').map(({ name, before }): Shape => [name, before]),
    rewritten: rewritten('rewritten'),
    callbacks: rewritten('callbacks'),
    without: of('without').map(({ name, before, after }): Without => [name, before, after.trim()]),
  };
}

function readPart(part: string) {
  const [, kind = '', name = '', rest = ''] = /^(\w+)(?:: (.*))?\n([\s\S]*)$/.exec(part) ?? [];
  const [before = '', after = ''] = rest.split(/^@@=>[ \n]/m);
  return { kind, name, before, after };
}
