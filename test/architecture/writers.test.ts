// Who changes files. Below `.wukong` a pull can put a link anywhere at any time, so what writes there looks at
// the way; that it does so is decided in one room, and nobody else gets at Node's own functions.

import { describe, expect, test } from 'vitest';
import { readSource, roomOf, sourceFiles } from './imports.ts';

/** They have the functions that write; `log` has its own fence. */
const WRITERS = ['files', 'log'];

/** All that others may take of `node:fs` and `node:fs/promises`: none of it changes what is in a folder. */
const READS = [
  ...[
    'accessSync',
    'closeSync',
    'constants',
    'existsSync',
    'fstatSync',
    'lstatSync',
    'opendirSync',
  ],
  ...['openSync', 'readFileSync', 'readSync', 'readdirSync', 'readlinkSync', 'realpathSync'],
  ...['fdatasyncSync', 'statSync', 'statfsSync', 'watch', 'lstat', 'readdir', 'stat'],
  ...['Dirent', 'FSWatcher', 'Stats', 'BigIntStats'],
];

/**
 * They hold programs of others as text: the line by which the client starts a hook, which only reads, and what a
 * runner of tests loads in a copy, which writes the report it was asked for.
 */
const TEXT = [
  'hosts/claude-code/settings/registration.ts',
  'proof/ask-cases.ts',
  'proof/in-node.ts',
];

const IMPORT = /\bimport\s+([^'"`;]*?)\s+from\s+'(?:node:)?fs(?:\/promises)?'/g;
const OTHER_WAY = /(?:require|import|getBuiltinModule)\(\s*['"](?:node:)?fs|process\.binding/;

/** What a source takes of `node:fs` that could change a file, and how it opens files to write. */
function writesIn(source: string): string[] {
  const taken = [...source.matchAll(IMPORT)].flatMap(([, names = '']) =>
    names.startsWith('{') || names.startsWith('type {')
      ? names
          .replaceAll(/^type|[{}\s]/g, ' ')
          .split(',')
          .map((name) =>
            name
              .trim()
              .replace(/^type /, '')
              .replace(/ as .*$/, ''),
          )
          .filter((name) => name !== '' && !READS.includes(name))
      : [names],
  );
  const opened = [...source.matchAll(/\bopenSync\(/g)]
    .map(({ index }) => callAt(source, index))
    .filter((call) => !/, 'r'\)$|O_RDONLY/.test(call));
  return [...taken, ...opened, ...(OTHER_WAY.exec(source) ?? [])];
}

function callAt(source: string, from: number): string {
  let open = 0;
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '(') open += 1;
    if (source[at] === ')') open -= 1;
    if (source[at] === ')' && open === 0) return source.slice(from, at + 1);
  }
  return source.slice(from);
}

describe('files are changed', () => {
  test('by files/ and the log alone: nobody else has a function of Node that writes', () => {
    const others = sourceFiles().filter(
      (name) => !WRITERS.includes(roomOf(name)) && !TEXT.includes(name),
    );
    const found = others.flatMap((name) =>
      writesIn(readSource(name)).map((at) => `${name}: ${at}`),
    );
    expect(found).toEqual([]);
  });

  test.each([
    ["import { readFileSync, writeFileSync } from 'node:fs';", ['writeFileSync']],
    ["import {\n  lstatSync,\n  rmSync as gone,\n  type Stats,\n} from 'node:fs';", ['rmSync']],
    ["import * as fs from 'node:fs';", ['* as fs']],
    ["import fs from 'fs';", ['fs']],
    ["import { rm } from 'node:fs/promises';", ['rm']],
    ["const fd = openSync(path, 'r');", []],
    ["const fd = openSync(path, 'w');", ["openSync(path, 'w')"]],
    ["const { rmSync } = require('fs');", ["require('fs"]],
    ["import type { Stats } from 'node:fs';", []],
  ])('and this test sees every way to one: %s', (source, found) => {
    expect(writesIn(source)).toEqual(found);
  });
});
