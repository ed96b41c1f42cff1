// One PostgreSQL from its first to its last moment: keeper.ts <folder of PostgreSQL> <seconds>. Its address is the one
// line it prints first. A line on standard input kills it and starts it again, which is told by a line, too. It is ended, and all of it removed, when standard input closes, also where whoever holds that
// was killed; and after so many seconds in any case.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [installed = '', seconds = '0'] = process.argv.slice(2);
const READY = 'ready to accept connections';
/** Without a last checkpoint: what it wrote is removed with it. */
const ENDINGS = ['SIGQUIT', 'SIGKILL'] as const;
const EACH_MS = 5_000;
/** Of a terminal they come to all that was started there, to this process as well. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type User = Readonly<{ uid: number; gid: number }>;

/** What PostgreSQL started may be there for a moment longer. */
const GONE = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 } as const;

const folder = mkdtempSync(join(tmpdir(), 'wukong-postgres-'));
let server: ChildProcess | undefined;
process.on('exit', () => rmSync(folder, GONE));
const told = SIGNALS.map((signal) => once(process, signal));
try {
  const { url, start } = await prepare();
  server = await start();
  process.stdout.write(`${url}\n`);
  await Promise.race([passed(Number(seconds) * 1_000), again(start), ...told]);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
await stop();
process.exit();

/** To the end of standard input. */
async function again(start: () => Promise<ChildProcess>): Promise<void> {
  for await (const _ of createInterface(process.stdin)) {
    await stop();
    server = await start();
    process.stdout.write('started\n');
  }
}

async function prepare(): Promise<Readonly<{ url: string; start: () => Promise<ChildProcess> }>> {
  const user = unprivileged();
  const postgres = user ? copyFor(user) : installed;
  const password = randomBytes(12).toString('hex');
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const file = join(folder, 'password');
  writeFileSync(file, `${password}\n`);
  if (user) for (const path of [data, file]) chownSync(path, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } };
  const how = ['--auth=scram-sha-256', '--username=wukong', `--pwfile=${file}`];
  const made = spawnSync(
    join(postgres, 'bin', 'initdb'),
    ['-D', data, ...how, '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...options, encoding: 'utf8' },
  );
  if (made.status !== 0) throw made.error ?? new Error(`initdb: ${made.stderr.trim()}`);
  rmSync(file);
  const port = await freePort();
  // No socket in the file system, and no other machine; what a crash of the machine leaves is nobody's.
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])];
  return {
    url: `postgres://wukong:${password}@127.0.0.1:${port}/postgres`,
    async start() {
      const started = spawn(join(postgres, 'bin', 'postgres'), args, {
        ...options,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      await ready(started);
      return started;
    },
  };
}

/** PostgreSQL refuses to run as root: a user that every system has, and that owns nothing. */
function unprivileged(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  if (!line) throw new Error('PostgreSQL refuses to run as root, and there is no user nobody');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/** Where that user can get at it, which the cache of root is not. */
function copyFor({ uid, gid }: User): string {
  const postgres = join(folder, 'postgres');
  cpSync(installed, postgres, { recursive: true, verbatimSymlinks: true });
  chmodSync(folder, 0o711);
  chownSync(postgres, uid, gid);
  return postgres;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function ready({ stderr, exitCode }: ChildProcess): Promise<void> {
  let said = '';
  const lines = stderr?.setEncoding('utf8').iterator({ destroyOnReturn: false }) ?? [];
  for await (const text of lines) {
    said += text;
    if (!said.includes(READY)) continue;
    // It goes on writing, and a full pipe would hold it up.
    stderr?.resume();
    return;
  }
  throw new Error(`postgres ended with ${exitCode}: ${said.trim()}`);
}

async function stop(): Promise<void> {
  for (const signal of ENDINGS) {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await Promise.race([once(server, 'exit'), passed(EACH_MS)]);
  }
}

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
