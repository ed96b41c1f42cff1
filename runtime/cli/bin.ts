#!/usr/bin/env node
// What `wukong` starts. `status` is asked all day, by people, scripts and status lines: it has a file of
// its own, without the other commands, because most of what it would cost is reading them.

import { createRequire } from 'node:module';
import { isBelowFloor, NODE_FLOOR } from '../workspace/node-floor.ts';

const load = createRequire(__filename);

/** All that the small file takes; what else there is (`--watch`, help, a mistake) is the whole program's. */
const QUICK = ['--json', '--utc'];

/** Not for the bundler: these stand beside this file in dist/. */
const STATUS: string = './cli/status.cjs';
const WHOLE: string = './cli/main.js';

const [command, ...words] = process.argv.slice(2);
if (isBelowFloor(process.versions.node)) {
  process.stderr.write(
    `wukong needs Node ${NODE_FLOOR} or newer; this is ${process.versions.node} (${process.execPath}).\n`,
  );
  process.exitCode = 2;
} else if (command === 'status' && words.every((word) => QUICK.includes(word))) {
  load(STATUS);
} else {
  import(WHOLE);
}
