// Preloaded: this process is killed where it puts src/decoder.js back, before or after it did.

'use strict';

const fs = require('node:fs');

const rename = fs.renameSync;
fs.renameSync = (from, to) => {
  if (!`${to}`.endsWith('/src/decoder.js')) return rename(from, to);
  if (process.env.KILLED === 'after') rename(from, to);
  process.kill(process.pid, 'SIGKILL');
};
require('node:module').syncBuiltinESMExports();
