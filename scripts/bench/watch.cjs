// Loaded before a hook by `node --require`, from a folder of the bench: notes there when the process ends,
// and from when to when each of its children ran, by program. The process that verifies is started with
// the same options, so it notes its own.

const childProcess = require('node:child_process');
const { appendFileSync } = require('node:fs');
const { basename, join } = require('node:path');

const notes = join(__dirname, 'notes.jsonl');
const now = () => performance.timeOrigin + performance.now();
const note = (program, fromMs) =>
  appendFileSync(notes, `${JSON.stringify({ program, fromMs, toMs: now() })}\n`);

/** Our own process that verifies is started by its last argument. */
const nameOf = (command, args) =>
  Array.isArray(args) && args.at(-1) === 'verify' ? 'verify' : basename(command);

const { spawn, spawnSync } = childProcess;

childProcess.spawn = (command, ...rest) => {
  const fromMs = now();
  const child = spawn(command, ...rest);
  child.once('close', () => note(nameOf(command, rest[0]), fromMs));
  return child;
};

childProcess.spawnSync = (command, ...rest) => {
  const fromMs = now();
  const ended = spawnSync(command, ...rest);
  note(nameOf(command, rest[0]), fromMs);
  return ended;
};

// A hook ends by reallyExit, which calls no exit handlers.
const { reallyExit } = process;
process.reallyExit = (code) => {
  note(process.argv.at(-1), performance.timeOrigin);
  reallyExit.call(process, code);
};
