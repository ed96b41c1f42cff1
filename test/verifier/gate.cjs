// A gate that a test steers: it says that it runs, and ends as it is told. No test needs to sleep for it.
// gate.cjs <socket> <name>

'use strict';

const net = require('node:net');

const [socket, name] = process.argv.slice(2);
const line = net.connect(socket, () => {
  const { pid, ppid, env } = process;
  line.write(`${JSON.stringify({ name, pid, ppid, env, cwd: process.cwd() })}\n`);
});
line.on('data', (code) => process.exit(Number(code)));
line.on('close', () => process.exit(1));
