// Loads a part of the runtime from beside hook.cjs. `require` would ask of each where it really lies and
// what package it is of: 1.5 % of a bare start for the first part, 0.8 % for each other.

import { readFileSync } from 'node:fs';

const loaded: Record<string, Record<string, unknown>> = {};

export function load(name: string): Record<string, unknown> {
  const known = loaded[name];
  if (known) return known;
  const path = `${__dirname}/${name}`;
  const part = { exports: {} };
  // By its last line a stack names the file.
  const text = `${readFileSync(path, 'utf8')}\n//# sourceURL=${path}`;
  const run = new Function('module', 'require', 'load', 'hook', '__dirname', text);
  run(part, require, load, module.exports, __dirname);
  loaded[name] = part.exports;
  return part.exports;
}
