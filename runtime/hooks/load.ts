// Loads a part of the runtime from beside hook.cjs. `require` would ask of each where it really lies and
// what package it is of: 1.5 % of a bare start for the first part, 0.8 % for each other.

import { readFileSync } from 'node:fs';

const loaded: Record<string, readonly unknown[]> = {};
let hook: readonly unknown[] | undefined;

/** What a part exports, in the order of scripts/parts.ts. */
export function load(name: string): readonly unknown[] {
  const known = loaded[name];
  if (known) return known;
  const path = `${__dirname}/${name}`;
  const part = { exports: [] as unknown[] };
  // By its last line a stack names the file.
  const text = `${readFileSync(path, 'utf8')}\n//# sourceURL=${path}`;
  const run = new Function('module', 'require', 'load', 'hook', '__dirname', text);
  hook ??= module.exports() as unknown[];
  run(part, require, load, hook, __dirname);
  // For the moment in which an install replaces the files one by one.
  if (part.exports[0] !== hook[0]) throw new Error(`${name} is of another version than hook.cjs`);
  loaded[name] = part.exports;
  return part.exports;
}
