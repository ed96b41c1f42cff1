// P9: a dead lock holder is replaced at once, a frozen one after 10 s; on waking its append is void and
// it repeats its step.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hashOfFile } from '../../runtime/files/hash.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { temporaryWorkspace } from '../workspace/workspace.ts';
import { counted, voidSteps } from './counted.ts';
import { FAULTS, type Fault, Scene } from './scene.ts';
import { talk } from './steps.ts';
import { Tally } from './tally.ts';
import { acknowledged, write, writerArgs } from './writers.ts';

type Held = Readonly<{ child: ChildProcess; output: () => string }> & Disposable;

/** A writer that stops at the operation the fault names; resolves when it stands still there. */
async function stopped(ws: Workspace, name: string, fault: Fault, task = {}): Promise<Held> {
  const child = spawn(
    process.execPath,
    ['--require', FAULTS, ...writerArgs({ repo: ws.root, name, ...task })],
    {
      env: { ...systemPaths(), WUKONG_FAULT: JSON.stringify(fault) },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  child.stdout?.on('data', (text) => {
    output += text;
  });
  child.stderr?.on('data', (text) => {
    output += text;
  });
  while (stateOf(child.pid ?? 0) !== 'T') {
    if (child.exitCode !== null) throw new Error(`it never stopped: ${output}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { child, output: () => output, [Symbol.dispose]: () => child.kill('SIGKILL') };
}

/** The letter of /proc/<pid>/stat: T is stopped. */
function stateOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2)[0] ?? '';
  } catch {
    return ''; // Not there yet, or not there any more.
  }
}

async function goOn({ child }: Held): Promise<void> {
  const ended = once(child, 'close');
  child.kill('SIGCONT');
  await ended;
}

/** As if it had been held for eleven seconds. */
function age(ws: Workspace): void {
  const then = new Date(Date.now() - 11_000);
  utimesSync(files.lock(ws), then, then);
}

const APPEND = { op: 'writeSync', path: 'events.jsonl', how: 'stop-before' } as const;
const texts = (ws: Workspace) => counted(ws).flatMap((record) => record.payload.prompt ?? []);

describe.runIf(process.platform === 'linux')('P9 the holder of the lock', () => {
  test('that is killed is replaced at once: the waiting hook records and need not spool', async () => {
    await using scene = await Scene.create();
    using tally = new Tally('P9 killed holder');
    await scene.deliver(talk('before'));
    using holder = await stopped(scene.ws, 'dead', APPEND);
    expect(existsSync(files.lock(scene.ws))).toBe(true);
    const waiting = scene.deliver(talk('waiting'));
    holder.child.kill('SIGKILL');
    expect(await waiting).toMatchObject({ code: 0, stderr: '' });
    tally.rounds = 1;
    tally.faults = 1;
    const ids = counted(scene.ws).map((record) => record.payload.prompt_id);
    if (!ids.includes('waiting')) tally.lose('the waiting hook');
    const inbox = files.inbox(scene.ws);
    expect(existsSync(inbox) ? readdirSync(inbox) : []).toEqual([]);
    expect(texts(scene.ws)).toEqual([]);
  });

  test('that is alive and slow makes a hook spool, which the next one counts once', async () => {
    await using scene = await Scene.create();
    await scene.deliver(talk('before'));
    using holder = await stopped(scene.ws, 'slow', APPEND);
    expect(await scene.deliver(talk('spooled'))).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(files.inbox(scene.ws))).toHaveLength(1);
    const ended = once(holder.child, 'exit');
    holder.child.kill('SIGCONT');
    await ended;
    await scene.deliver(talk('next'));
    const keys = counted(scene.ws).map((record) => record.payload.prompt_id ?? '');
    expect(keys.filter((id) => id === 'spooled')).toHaveLength(1);
    expect(texts(scene.ws)).toEqual(['slow-0']);
  });

  test('that was frozen past a take-over appends in vain, repeats its step, and is counted once', async () => {
    using at = temporaryWorkspace();
    using tally = new Tally('P9 frozen holder');
    using holder = await stopped(at.ws, 'frozen', APPEND);
    age(at.ws);
    const other = await write({ repo: at.ws.root, name: 'other', count: 3 });
    expect(other).toMatchObject({ code: 0, stderr: '' });
    const ended = once(holder.child, 'close');
    holder.child.kill('SIGCONT');
    await ended;
    tally.rounds = 1;
    tally.faults = 1;
    const all = [...acknowledged(other), ...acknowledged({ stdout: holder.output() })];
    expect(all.sort()).toEqual(['frozen-0', 'other-0', 'other-1', 'other-2']);
    for (const text of all) {
      if (texts(at.ws).filter((each) => each === text).length !== 1) tally.lose(text);
    }
    expect(voidSteps(at.ws)).toBe(1);
  });

  test('that was frozen as it let go, and taken for dead, still knows that its step counts', async () => {
    using at = temporaryWorkspace();
    using tally = new Tally('P9 frozen at letting go');
    const letGo = { op: 'unlinkSync', path: 'events.lock', how: 'stop-before' } as const;
    using holder = await stopped(at.ws, 'frozen', letGo);
    age(at.ws);
    const other = await write({ repo: at.ws.root, name: 'other' });
    const ended = once(holder.child, 'close');
    holder.child.kill('SIGCONT');
    await ended;
    tally.rounds = 1;
    tally.faults = 1;
    expect([...acknowledged({ stdout: holder.output() }), ...acknowledged(other)]).toEqual([
      'frozen-0',
      'other-0',
    ]);
    expect(texts(at.ws)).toEqual(['frozen-0', 'other-0']);
  });

  test('that was frozen before it cut off a torn tail cuts off nothing that others wrote', async () => {
    using at = temporaryWorkspace();
    using tally = new Tally('P9 frozen healer');
    await write({ repo: at.ws.root, name: 'before' });
    appendFileSync(files.log(at.ws), '{"event_id":"E-000003","type":"St');
    // However it heals: it stops before the first operation that changes the log.
    const cut = { op: 'ftruncateSync', path: 'events.jsonl', how: 'stop-before' } as const;
    using holder = await stopped(at.ws, 'healer', cut).catch(() => ({
      child: undefined,
      output: () => '',
      [Symbol.dispose]: () => undefined,
    }));
    if (holder.child) age(at.ws);
    const other = await write({ repo: at.ws.root, name: 'other', count: 3 });
    const done = acknowledged(other);
    expect(done).toHaveLength(3);
    if (holder.child) {
      const ended = once(holder.child, 'close');
      holder.child.kill('SIGCONT');
      await ended;
    }
    tally.rounds = 1;
    tally.faults = 1;
    tally.holds('the log', () => counted(at.ws));
    for (const text of done) if (!texts(at.ws).includes(text)) tally.lose(text);
  });

  test.each([1, 2])(
    'that half-wrote its step and died does not make a frozen step of %d record(s) damage',
    async (records) => {
      using at = temporaryWorkspace();
      using tally = new Tally('P9 frozen behind a torn tail');
      using holder = await stopped(at.ws, 'frozen', APPEND, { records });
      // The one that took over was killed in the middle of its write.
      appendFileSync(files.log(at.ws), '{"event_id":"E-000002","type":"St');
      const ended = once(holder.child, 'close');
      holder.child.kill('SIGCONT');
      await ended;
      const other = await write({ repo: at.ws.root, name: 'other' });
      tally.rounds = 1;
      tally.faults = 1;
      tally.holds('the log', () => {
        const all = [...acknowledged({ stdout: holder.output() }), ...acknowledged(other)];
        expect(all).toEqual(['frozen-0', 'other-0']);
        expect(texts(at.ws).sort()).toEqual(all);
      });
    },
  );

  test('that was frozen before it blanked torn bytes touches no log that was sealed or begun since', async () => {
    using at = temporaryWorkspace();
    using tally = new Tally('P9 frozen healer, sealed log');
    await write({ repo: at.ws.root, name: 'before' });
    appendFileSync(files.log(at.ws), '{"event_id":"E-000003","type":"St');
    const healed = { op: 'fdatasyncSync', path: 'events.jsonl', how: 'stop-after' } as const;
    using healer = await stopped(at.ws, 'healer', healed);
    age(at.ws);
    const other = await write({ repo: at.ws.root, name: 'other', count: 3, seals: true });
    await goOn(healer);
    tally.rounds = 1;
    tally.faults = 1;
    tally.holds('the log', () => {
      const done = [...acknowledged(other), ...acknowledged({ stdout: healer.output() })];
      expect(texts(at.ws).sort()).toEqual(['before-0', ...done].sort());
      const [sealed] = counted(at.ws).filter((record) => record.type === 'log.sealed');
      const { file, bytes, sha256 } = sealed?.payload ?? {};
      expect(hashOfFile(`${at.ws.dir}/${file}`, Number(bytes))).toBe(sha256);
    });
  });

  describe('that was frozen before it put a new log in the place of the sealed one', () => {
    const RENAME = { op: 'renameSync', path: 'events.jsonl', how: 'stop-before' } as const;
    const SEALS = { seals: true, count: 0 };

    function allCounted(ws: Workspace, tally: Tally, done: readonly string[]): void {
      tally.rounds = 1;
      tally.faults = 1;
      tally.holds('the log', () => {
        expect(texts(ws).sort()).toEqual([...done].sort());
      });
    }

    test('takes nothing away of what others recorded meanwhile', async () => {
      using at = temporaryWorkspace();
      using tally = new Tally('P9 frozen sealer');
      using sealer = await stopped(at.ws, 'sealer', RENAME, SEALS);
      age(at.ws);
      const other = await write({ repo: at.ws.root, name: 'other', count: 3 });
      expect(acknowledged(other)).toHaveLength(3);
      await goOn(sealer);
      allCounted(at.ws, tally, acknowledged(other));
    });

    test('takes nothing away of one that had the old file open', async () => {
      using at = temporaryWorkspace();
      using tally = new Tally('P9 sealed before the append');
      using sealer = await stopped(at.ws, 'sealer', RENAME, SEALS);
      age(at.ws);
      using other = await stopped(at.ws, 'other', APPEND);
      await goOn(sealer);
      await goOn(other);
      const done = acknowledged({ stdout: other.output() });
      expect(done).toEqual(['other-0']);
      allCounted(at.ws, tally, done);
    });

    test('takes nothing away of one that it had taken the lock from', async () => {
      using at = temporaryWorkspace();
      using tally = new Tally('P9 frozen sealer, woken writer');
      using other = await stopped(at.ws, 'other', APPEND);
      age(at.ws);
      using sealer = await stopped(at.ws, 'sealer', RENAME, SEALS);
      await goOn(other);
      const done = acknowledged({ stdout: other.output() });
      expect(done).toEqual(['other-0']);
      await goOn(sealer);
      allCounted(at.ws, tally, done);
    });

    test('takes nothing away of a log that was sealed by another', async () => {
      using at = temporaryWorkspace();
      using tally = new Tally('P9 two sealers');
      using sealer = await stopped(at.ws, 'sealer', RENAME, SEALS);
      age(at.ws);
      const other = await write({ repo: at.ws.root, name: 'other', seals: true });
      await goOn(sealer);
      expect(existsSync(`${at.ws.dir}/archive/events-000001.jsonl`)).toBe(true);
      allCounted(at.ws, tally, acknowledged(other));
    });
  });
});
