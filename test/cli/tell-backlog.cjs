// Preloaded: says on stderr when what was printed waits for its reader, and at the end how much ever waited.

'use strict';

const { stdout, stderr } = process;
const write = stdout.write.bind(stdout);
let most = 0;
stdout.write = (...args) => {
  const isTaken = write(...args);
  if (stdout.writableLength > most) {
    if (most === 0) stderr.write('waits\n');
    most = stdout.writableLength;
  }
  return isTaken;
};
process.on('exit', () => stderr.write(`most ${most}\n`));
