#!/usr/bin/env node
// What `wukong` starts. `status` is asked all day, by people, scripts and status lines: it has a file of
// its own, without the other commands, because most of what it would cost is reading them.

import { createRequire } from 'node:module';

const load = createRequire(__filename);

/** All that the small file takes; what else there is (`--watch`, help, a mistake) is the whole program's. */
const QUICK = ['--json', '--utc'];

function isNodeTooOld(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major < 20 || (major === 20 && minor < 19);
}

/** Not for the bundler: these stand beside this file in dist/. */
const STATUS: string = './cli/status.cjs';
const WHOLE: string = './cli/main.js';

const [command, ...words] = process.argv.slice(2);
if (isNodeTooOld()) {
  process.stderr.write(`wukong needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else if (command === 'status' && words.every((word) => QUICK.includes(word))) {
  load(STATUS);
} else {
  import(WHOLE);
}
