// Preloaded into a hook (`node --require faults.cjs hook.cjs …`): counts what it asks of the file system
// and, at one operation, fails, writes half, stops the process or ends it. The hook itself is the
// built one and knows nothing of this.
//
// WUKONG_FAULT is JSON: { trace, at | op + path + nth, how }. `how` is an errno such as EIO, or short,
// kill-before, kill-half, kill-after, stop-before, stop-after; `until-end` makes each later one fit too.

'use strict';

const fs = require('node:fs');
const childProcess = require('node:child_process');

const plan = JSON.parse(process.env.WUKONG_FAULT || '{}');
const real = {
  openSync: fs.openSync,
  writeSync: fs.writeSync,
  statSync: fs.statSync,
  truncateSync: fs.truncateSync,
};
const MESSAGES = {
  EIO: 'i/o error',
  EMFILE: 'too many open files',
  EACCES: 'permission denied',
  ENOSPC: 'no space left on device',
};
/** With the place of the buffer's length among their arguments, where a count can be short. */
const OPERATIONS = {
  openSync: 0,
  closeSync: 0,
  readSync: 3,
  writeSync: 3,
  readFileSync: 0,
  writeFileSync: 0,
  appendFileSync: 0,
  copyFileSync: 0,
  renameSync: 0,
  linkSync: 0,
  symlinkSync: 0,
  unlinkSync: 0,
  rmSync: 0,
  fdatasyncSync: 0,
  fsyncSync: 0,
  ftruncateSync: 0,
  truncateSync: 0,
  mkdirSync: 0,
  mkdtempSync: 0,
  readdirSync: 0,
  statSync: 0,
  lstatSync: 0,
  fstatSync: 0,
  utimesSync: 0,
  lutimesSync: 0,
  chmodSync: 0,
  fchmodSync: 0,
};

const trace = plan.trace ? real.openSync(plan.trace, 'a') : undefined;
const paths = new Map([
  [0, '<stdin>'],
  [1, '<stdout>'],
  [2, '<stderr>'],
]);
let count = 0;
let matched = 0;
/** Node's own functions call each other: only the outermost call is an operation of ours. */
let depth = 0;

function note(line) {
  if (trace !== undefined) real.writeSync(trace, `${line}\n`);
}

function fits(name, path) {
  if (plan.how === undefined) return false;
  if (plan.op === undefined) return plan.untilEnd ? count >= plan.at : count === plan.at;
  if (plan.op !== name || !path.includes(plan.path || '')) return false;
  matched += 1;
  return plan.untilEnd ? matched >= (plan.nth || 1) : matched === (plan.nth || 1);
}

function signalSelf(signal) {
  process.kill(process.pid, signal);
  // Long enough for the signal to arrive; after SIGCONT it goes on from here.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, signal === 'SIGSTOP' ? 20 : 60_000);
}

function failure(code, name, path) {
  const text = `${code}: ${MESSAGES[code] || 'failed'}, ${name.replace(/Sync$/, '')} '${path}'`;
  return Object.assign(new Error(text), { code, syscall: name.replace(/Sync$/, ''), path });
}

/** Of a copy half is there, too. Other calls have no half. */
function halve(name, args) {
  if (name === 'copyFileSync') real.truncateSync(args[1], real.statSync(args[1]).size >> 1);
}

/** The same call for the first half of its bytes. */
function shortened(name, args) {
  const at = OPERATIONS[name];
  if (at === 0 || !ArrayBuffer.isView(args[1])) return undefined;
  const offset = typeof args[2] === 'number' ? args[2] : 0;
  const length = typeof args[3] === 'number' ? args[3] : args[1].byteLength - offset;
  if (length < 2) return undefined;
  const short = [...args];
  short[2] = offset;
  short[at] = Math.floor(length / 2);
  return short;
}

const { O_WRONLY, O_RDWR, O_CREAT } = fs.constants;

/** To open what is only read changes nothing. */
function shownName(name, [, flags = 'r']) {
  const isRead =
    typeof flags === 'number' ? (flags & (O_WRONLY | O_RDWR | O_CREAT)) === 0 : flags === 'r';
  return name === 'openSync' && isRead ? 'openForReadSync' : name;
}

for (const name of Object.keys(OPERATIONS)) {
  const original = fs[name];
  fs[name] = function faulty(...args) {
    if (depth > 0) return original.apply(fs, args);
    const path = typeof args[0] === 'number' ? paths.get(args[0]) || `fd ${args[0]}` : `${args[0]}`;
    count += 1;
    const fires = fits(name, path);
    const half = plan.how === 'short' || (plan.how === 'kill-half' && name !== 'copyFileSync');
    const used = fires && half ? shortened(name, args) : args;
    const fired = fires && used !== undefined;
    // Before it happens: of what ends the process nothing could be said afterwards.
    note(`${count} ${shownName(name, args)} ${path}${fired ? ` !${plan.how}` : ''}`);
    if (fired && plan.how === 'kill-before') signalSelf('SIGKILL');
    if (fired && plan.how === 'stop-before') signalSelf('SIGSTOP');
    if (fired && /^E[A-Z]+$/.test(plan.how)) throw failure(plan.how, name, path);
    depth += 1;
    let result;
    try {
      result = original.apply(fs, used || args);
    } finally {
      depth -= 1;
    }
    if (name === 'openSync') paths.set(result, path);
    if (fired && plan.how === 'kill-half') {
      halve(name, args);
      signalSelf('SIGKILL');
    }
    if (fired && plan.how === 'kill-after') signalSelf('SIGKILL');
    if (fired && plan.how === 'stop-after') signalSelf('SIGSTOP');
    return result;
  };
  // realpathSync and existsSync are left alone: the one is only asked for names, the other can't fail.
  Object.assign(fs[name], original);
}

// What another process changes stands between what was written before it and after it. It can be killed before, and
// has no errors of the file system.
for (const name of ['spawn', 'spawnSync', 'execFileSync']) {
  const original = childProcess[name];
  childProcess[name] = function started(...args) {
    count += 1;
    const fired = plan.how === 'kill-before' && fits(name, `${args[0]}`);
    note(`${count} ${name} ${args[0]}${fired ? ` !${plan.how}` : ''}`);
    if (fired) signalSelf('SIGKILL');
    return original.apply(childProcess, args);
  };
}
