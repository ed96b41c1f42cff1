// Makes a fresh clone ready: installs the packages and builds, each only if it is needed. Plain
// JavaScript without dependencies, because there is nothing but Node and git when it first runs.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILD_STAMP, hashSources } from './sources.mjs';

const LEAST_NODE = [20, 19];
/** A lock without a readable owner: its maker was killed between two calls. */
const OWNERLESS_AFTER_MS = 5_000;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockFile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const installStamp = join(modules, '.wukong-installed-from');
const buildStamp = join(root, 'dist', BUILD_STAMP);
const built = ['cli.js', 'meta.json', join('runtime', 'hook.cjs')].map((name) =>
  join(root, 'dist', name),
);

checkNode();
if (!isInstalled() || !isBuilt()) {
  withLock(() => {
    // Another prepare may have done it while this one waited.
    if (!isInstalled()) install();
    if (!isBuilt()) build();
  });
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [leastMajor, leastMinor] = LEAST_NODE;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  stop(`Node ${LEAST_NODE.join('.')} or newer is needed; this is Node ${process.versions.node}.`);
}

function isInstalled() {
  if (!existsSync(modules)) return false;
  const wanted = sha256(lockFile);
  if (read(installStamp) === wanted) return true;
  // Somebody ran `npm ci` by hand: npm's own record says whether that was for this lock file.
  if (!npmInstalledFrom(lockFile)) return false;
  writeFileSync(installStamp, wanted);
  return true;
}

function npmInstalledFrom(path) {
  const record = read(join(modules, '.package-lock.json'));
  if (record === undefined) return false;
  const there = JSON.parse(record).packages;
  const wanted = JSON.parse(readFileSync(path, 'utf8')).packages;
  const same = (a, b) => a?.version === b?.version && a?.integrity === b?.integrity;
  return (
    Object.entries(there).every(([name, entry]) => same(entry, wanted[name])) &&
    Object.entries(wanted).every(
      ([name, entry]) => name === '' || entry.optional === true || same(entry, there[name]),
    )
  );
}

function isBuilt() {
  return built.every((path) => existsSync(path)) && read(buildStamp) === hashSources(root);
}

function install() {
  say('installing packages (npm ci)');
  npm(['ci', '--include=dev', '--no-audit', '--no-fund']);
  mkdirSync(modules, { recursive: true });
  writeFileSync(installStamp, sha256(lockFile));
}

function build() {
  say('building (npm run build)');
  npm(['run', '--silent', 'build']);
}

/** npm's own script where npm started us; its output goes to stderr, so stdout stays the caller's. */
function npm(args) {
  const script = process.env.npm_execpath;
  const viaNode = script !== undefined && /npm-cli\.c?js$/.test(script);
  const ended = viaNode
    ? spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', args, {
        cwd: root,
        stdio: ['ignore', 2, 2],
        shell: process.platform === 'win32',
      });
  if (ended.error) stop(`npm could not be started: ${ended.error.message}`);
  if (ended.status !== 0) stop(`npm ${args[0]} failed (exit ${ended.status ?? ended.signal}).`);
}

/** One prepare at a time in a checkout: two `npm ci` would delete each other's files. */
function withLock(work) {
  const cache = join(root, '.cache');
  const lock = join(cache, 'prepare.lock');
  mkdirSync(cache, { recursive: true });
  let announced = false;
  while (!tryMake(lock)) {
    if (isStale(lock)) {
      setAside(lock);
      continue;
    }
    if (!announced) say('waiting for another prepare in this folder');
    announced = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  process.on('exit', () => rmSync(lock, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
  work();
}

function tryMake(lock) {
  try {
    mkdirSync(lock);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(lock, 'owner'), String(process.pid));
  return true;
}

function isStale(lock) {
  const owner = Number(read(join(lock, 'owner')));
  if (Number.isInteger(owner) && owner > 0) return !isAlive(owner);
  const made = statSync(lock, { throwIfNoEntry: false });
  return made !== undefined && Math.abs(Date.now() - made.mtimeMs) > OWNERLESS_AFTER_MS;
}

/** Renamed first: of two that find it stale only one moves it, and neither removes a new lock. */
function setAside(lock) {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  rmSync(aside, { recursive: true, force: true });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function sha256(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function say(text) {
  process.stderr.write(`wukong: ${text}\n`);
}

function stop(text) {
  say(text);
  process.exit(1);
}
