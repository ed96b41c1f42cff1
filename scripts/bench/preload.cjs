// Loaded before a hook by `node --require`: tells at the end what the process used, and what it spent
// waiting for its children, by program. The product has nothing of it.

const childProcess = require('node:child_process');
const { writeFileSync } = require('node:fs');
const { basename } = require('node:path');

const file = process.env.WUKONG_BENCH_TOLD;
/** Program and the time it ran, on this process's clock. */
const children = [];

const { spawn, spawnSync } = childProcess;

childProcess.spawn = (command, ...rest) => {
  const child = { program: basename(command), fromMs: performance.now(), toMs: Infinity };
  children.push(child);
  const running = spawn(command, ...rest);
  running.once('close', () => {
    child.toMs = performance.now();
  });
  return running;
};

childProcess.spawnSync = (command, ...rest) => {
  const fromMs = performance.now();
  const ended = spawnSync(command, ...rest);
  children.push({ program: basename(command), fromMs, toMs: performance.now() });
  return ended;
};

let told = false;
function tell() {
  if (told || file === undefined) return;
  told = true;
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const cpuMs = (userCPUTime + systemCPUTime) / 1000;
  const endedMs = performance.now();
  // A child that still ran did so to the end.
  for (const child of children) child.toMs = Math.min(child.toMs, endedMs);
  writeFileSync(file, JSON.stringify({ peakKb: maxRSS, cpuMs, endedMs, children }));
}

// A hook ends by reallyExit, which calls no exit handlers; bare Node comes by `exit`.
const { reallyExit } = process;
process.reallyExit = (code) => {
  tell();
  reallyExit.call(process, code);
};
process.once('exit', tell);
