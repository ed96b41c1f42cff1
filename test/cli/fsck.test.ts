import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { crc32 } from '../../runtime/files/crc32.ts';
import { filesBelow } from '../../runtime/files/folders.ts';
import { checkWorkspace } from '../../runtime/inspect/check-workspace.ts';
import { type Cursor, encodeStep } from '../../runtime/log/record.ts';
import type { Finding } from '../../runtime/model/finding.ts';
import { FORMAT_VERSION } from '../../runtime/model/vocabulary.ts';
import { spool } from '../../runtime/step/inbox.ts';
import { archiveLog, readState } from '../../runtime/step/run-step.ts';
import { explainFinding } from '../../runtime/words/explain-finding.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { type Json, Sandbox } from '../install/temporary.ts';
import { report } from '../kernel/drive.ts';
import { must, start, work } from './goals.ts';
import { withHistory } from './whole-goal.ts';

const LOG = '.wukong/events.jsonl';

/** Every byte below .wukong/, so that nobody can say that fsck changed one. */
function everything(sandbox: Sandbox): string {
  const dir = join(sandbox.repo, '.wukong');
  return filesBelow(dir)
    .map((name) => join(dir, name))
    .filter((path) => lstatSync(path).isFile())
    .map((path) => `${path} ${readFileSync(path).toString('base64')}`)
    .join('\n');
}

/** What it finds, without a process: exit code, and what JSON would say of it. */
function fsck(sandbox: Sandbox): { code: number; out: Json } {
  const before = everything(sandbox);
  const { asOf, findings, ...rest } = checkWorkspace(sandbox.ws, () => undefined);
  expect(everything(sandbox)).toBe(before);
  const shown = (wanted: Finding['severity']) =>
    findings
      .filter(({ severity }) => severity === wanted)
      .map((finding) => ({ ...finding, ...explainFinding(finding) }));
  const out = { ...rest, as_of: asOf, findings: shown('finding'), notes: shown('note') };
  return { code: out.findings.length === 0 ? 0 : 1, out };
}

/** The same as a person or a program types it; both hear what `fsck` finds, and no byte changes. */
async function typed(sandbox: Sandbox): Promise<{ code: number | null; out: Json; text: string }> {
  const before = everything(sandbox);
  const asJson = await sandbox.json(['fsck']);
  const ended = await sandbox.wukong(['fsck']);
  expect(ended.code).toBe(asJson.code);
  expect(ended.stderr).toBe('');
  expect(everything(sandbox)).toBe(before);
  const { code, out } = fsck(sandbox);
  expect(asJson.code).toBe(code);
  expect(asJson.out).toMatchObject({ as_of: out.as_of, files: out.files, events: out.events });
  for (const kind of ['findings', 'notes'] as const) {
    expect(asJson.out[kind].map(({ message }: Json) => message)).toEqual(
      out[kind].map(({ message }: Json) => message),
    );
  }
  return { ...asJson, text: ended.stdout };
}

function cursor(ws: Workspace): Cursor {
  const now = readState(ws);
  if (!now.ok) throw new Error(JSON.stringify(now.failure));
  return now.state.log;
}

function note(ws: Workspace, text: string): void {
  must(ws, (step) => step.emit({ type: 'Stop', session_id: 's9', payload: { prompt: text } }));
}

function seal(ws: Workspace): string {
  const sealed = archiveLog(ws);
  if (!sealed.ok || sealed.file === null) throw new Error(JSON.stringify(sealed));
  return sealed.file;
}

function flip(sandbox: Sandbox, path: string, byte: number): void {
  const bytes = readFileSync(join(sandbox.repo, path));
  bytes[byte] = (bytes[byte] ?? 0) ^ 1;
  writeFileSync(join(sandbox.repo, path), bytes);
}

function appendLate(ws: Workspace, file: string, from: Cursor): Buffer {
  const late = { type: 'Stop', timestamp: '2026-11-21T10:00:00.000Z', payload: { text: 'late' } };
  const step = encodeStep([late], from);
  if (!step.ok) throw new Error('too large');
  appendFileSync(join(ws.dir, file), step.bytes);
  return step.bytes;
}

describe('wukong fsck says that all is clean', () => {
  test('right after init, in the middle of a goal, and over sealed files', async () => {
    using sandbox = await Sandbox.installed();
    expect((await typed(sandbox)).code).toBe(0);
    start(sandbox.ws, 'the decoder crashes');
    work(sandbox.ws, 'G-0001', 'ear');
    expect(fsck(sandbox)).toMatchObject({ code: 0, out: { findings: [], notes: [] } });
    seal(sandbox.ws);
    note(sandbox.ws, 'between');
    seal(sandbox.ws);
    // A host event: state.json lags behind, and is right about where it stands.
    note(sandbox.ws, 'after');
    const state = JSON.parse(sandbox.read('.wukong/state.json'));
    const { code, out, text } = await typed(sandbox);
    expect(state.as_of).not.toBe(out.as_of);
    expect({ code, findings: out.findings, notes: out.notes }).toEqual({
      code: 0,
      findings: [],
      notes: [],
    });
    expect(out.files).toEqual([
      'archive/events-000001.jsonl',
      'archive/events-000002.jsonl',
      'events.jsonl',
    ]);
    expect(text).toMatch(/^Clean: \d+ events in 3 files up to E-\d{6}, 0 evidence files\.\n$/);
  });

  test('in a clone nobody set up: it only reads', async () => {
    using sandbox = await withHistory();
    rmSync(files.trust(sandbox.ws));
    expect((await typed(sandbox)).code).toBe(0);
  });

  test('while others write', async () => {
    using sandbox = await withHistory();
    const checks = Array.from({ length: 4 }, () => sandbox.json(['fsck']));
    for (let n = 0; n < 200; n += 1) note(sandbox.ws, `event ${n}`);
    for (const { code, out } of await Promise.all(checks)) {
      expect({ code, findings: out.findings }).toEqual({ code: 0, findings: [] });
    }
  });
});

describe('wukong fsck finds in the log', () => {
  test('one changed byte in the middle, with line and byte', async () => {
    using sandbox = await withHistory();
    const lines = sandbox.read(LOG).split('\n');
    const byte = Buffer.byteLength(`${lines.slice(0, 3).join('\n')}\n`);
    flip(sandbox, LOG, byte + 30);
    const { code, out, text } = await typed(sandbox);
    expect(code).toBe(1);
    expect(out.findings).toMatchObject([
      { kind: 'log', file: 'events.jsonl', line: 4, byte, hint: expect.stringContaining('repair') },
    ]);
    expect(out.as_of).toBeNull();
    expect(text).toContain(`finding  .wukong/events.jsonl is damaged at line 4, byte ${byte}`);
  });

  test('a torn tail, which the next step heals', async () => {
    using sandbox = await withHistory();
    const { bytes: byte } = cursor(sandbox.ws);
    const line = sandbox.read(LOG).split('\n').length;
    appendFileSync(join(sandbox.repo, LOG), '{"event_id":"E-0000');
    const { code, out } = fsck(sandbox);
    expect(code).toBe(1);
    expect(out.findings).toMatchObject([{ kind: 'torn-tail', file: 'events.jsonl', line, byte }]);
    note(sandbox.ws, 'on');
    expect(fsck(sandbox)).toMatchObject({ code: 0, out: { findings: [], notes: [] } });
  });

  test('a sealed file whose SHA-256 is not what the log names', async () => {
    using sandbox = await withHistory();
    const file = seal(sandbox.ws);
    // The record that names the SHA-256 is the only one behind it, so that its chain still holds.
    const [line = ''] = sandbox.read(LOG).split('\n');
    sandbox.write(LOG, summed(line.replace(/"sha256":"\w{4}/, '"sha256":"0000')));
    const { code, out } = fsck(sandbox);
    expect(code).toBe(1);
    expect(out.findings).toMatchObject([
      { kind: 'sealed-changed', file, message: expect.stringContaining('the log names 0000') },
      { kind: 'cache-foreign', file: 'state.json' },
    ]);
  });

  test('a sealed file that is missing', async () => {
    using sandbox = await withHistory();
    const file = seal(sandbox.ws);
    rmSync(join(sandbox.ws.dir, file));
    const { code, out } = fsck(sandbox);
    expect(code).toBe(1);
    expect(out.findings).toMatchObject([{ kind: 'log', file }]);
  });

  test('void steps, bytes behind a sealed end, and files it does not name, as notes with their place', async () => {
    using sandbox = await withHistory();
    const early = cursor(sandbox.ws);
    note(sandbox.ws, 'one');
    const at = cursor(sandbox.ws);
    const line = sandbox.read(LOG).split('\n').length;
    appendLate(sandbox.ws, 'events.jsonl', early);
    note(sandbox.ws, 'two');
    const file = seal(sandbox.ws);
    const end = readFileSync(join(sandbox.ws.dir, file)).length;
    const late = appendLate(sandbox.ws, file, early);
    sandbox.write('.wukong/archive/copy.jsonl', 'x');
    sandbox.write('.wukong/archive/damaged-0123456789abcdef.jsonl', 'x');
    const { code, out } = await typed(sandbox);
    expect(code).toBe(0);
    expect(out.notes).toMatchObject([
      { kind: 'void-step', file, line, byte: at.bytes },
      { kind: 'behind-seal', file, byte: end, message: expect.stringContaining(`${late.length}`) },
      { kind: 'orphan', file: 'archive/copy.jsonl' },
      { kind: 'orphan', file: 'archive/damaged-0123456789abcdef.jsonl' },
    ]);
  });

  test('records of a newer version: counted, marked, and no reason to call anything wrong', async () => {
    using sandbox = await withHistory();
    appendNewer(sandbox.ws);
    const { code, out } = fsck(sandbox);
    expect(code).toBe(0);
    expect(out.notes).toMatchObject([
      { kind: 'newer-records', event: out.as_of },
      { kind: 'caches-unchecked' },
    ]);
  });
});

describe('wukong fsck finds', () => {
  test.each([
    ['state.json', '"goals":{"G-0001"', '"goals":{"G-0009"'],
    ['taskgraph.json', '"status": "running"', '"status": "done"'],
  ])('a byte of %s that the log does not say', async (name, is, becomes) => {
    using sandbox = await withHistory();
    const path = `.wukong/${name}`;
    const text = sandbox.read(path);
    expect(text).toContain(is);
    sandbox.write(path, text.replace(is, becomes));
    const { code, out } = fsck(sandbox);
    expect(code).toBe(1);
    expect(out.findings).toMatchObject([{ kind: 'cache-differs', file: name }]);
    expect(out.findings[0].byte).toBeGreaterThan(text.indexOf(is) - 1);
    expect((await sandbox.wukong(['rebuild'])).code).toBe(0);
    expect(fsck(sandbox).code).toBe(0);
  });

  test('caches that are no caches, or of another log; missing ones are a note', async () => {
    using sandbox = await withHistory();
    const state = sandbox.read('.wukong/state.json');
    sandbox.write('.wukong/state.json', state.replace(/"crc":"\w+"/, '"crc":"deadbeef"'));
    sandbox.write('.wukong/taskgraph.json', '{');
    expect(fsck(sandbox).out.findings).toMatchObject([
      { kind: 'cache-foreign', file: 'state.json' },
      { kind: 'cache-unreadable', file: 'taskgraph.json' },
    ]);
    for (const name of ['state.json', 'taskgraph.json']) rmSync(join(sandbox.ws.dir, name));
    expect(fsck(sandbox)).toMatchObject({
      code: 0,
      out: { notes: [{ kind: 'cache-missing' }, { kind: 'cache-missing' }] },
    });
  });

  test('proof that was changed or deleted, with the event that names it', async () => {
    using sandbox = await withHistory();
    const dir = 'artifacts/S-1/N-001/run';
    const path = `.wukong/${dir}/report.md`;
    sandbox.write(path, 'hello\n');
    const sha256 = '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03';
    const [event] = must(sandbox.ws, (step) => {
      const goal = step.state.goals['G-0001'];
      const [run] = Object.values(goal?.runs ?? {});
      if (!run) throw new Error('no run');
      const artifacts = [{ name: 'report.md', sha256, bytes: 6 }];
      report(step, run, { dir, artifacts });
      return [step.facts.findIndex((draft) => draft.type === 'artifacts.stored')];
    }).value;
    expect(event).toBeGreaterThan(0);
    expect(fsck(sandbox)).toMatchObject({ code: 0, out: { artifacts: 1 } });
    sandbox.write(path, 'hellO\n');
    expect(fsck(sandbox).out.findings).toMatchObject([
      { kind: 'artifact-changed', file: `${dir}/report.md`, event: expect.stringMatching(/^E-/) },
    ]);
    rmSync(join(sandbox.repo, path));
    expect(fsck(sandbox).out.findings).toMatchObject([{ kind: 'artifact-missing' }]);
    rmSync(join(sandbox.repo, '.wukong', dir), { recursive: true });
    expect(fsck(sandbox).out.findings).toMatchObject([{ kind: 'artifacts-missing', file: dir }]);
  });

  test('facts that no honest step writes: a node done without a run', async () => {
    using sandbox = await withHistory();
    must(sandbox.ws, (step) =>
      step.emit({
        type: 'node.done',
        goal_id: 'G-0001',
        node_id: 'N-010',
        payload: { run: 'none', level: 'L1' },
      }),
    );
    const { code, out } = fsck(sandbox);
    expect(code).toBe(1);
    expect(out.findings).toMatchObject([
      { kind: 'entity', message: 'G-0001/N-010: names the run none, which does not exist.' },
      { kind: 'entity', message: 'G-0001/N-020: waits although all that it needs is done.' },
    ]);
  });

  test('symbolic links below .wukong', async () => {
    using sandbox = await withHistory();
    symlinkSync('/tmp', join(sandbox.ws.dir, 'context_packs'));
    const { code, out } = fsck(sandbox);
    expect(code).toBe(1);
    expect(out.findings).toMatchObject([{ kind: 'link', file: 'context_packs' }]);
  });

  test('a sealed file that is lost for good, and the way on that it names', async () => {
    using sandbox = await withHistory();
    expect((await sandbox.wukong(['archive'])).code).toBe(0);
    rmSync(files.archive(sandbox.ws), { recursive: true });
    const { stdout } = await sandbox.wukong(['fsck']);
    expect(stdout).toContain('move events.jsonl away and start a new log with `wukong init`');
    renameSync(files.log(sandbox.ws), join(sandbox.repo, 'elsewhere.jsonl'));
    // Its second copy would bring it back; init names it.
    rmSync(join(sandbox.repo, '.git/wukong/log'), { recursive: true });
    expect((await sandbox.wukong(['init', '--yes'])).code).toBe(0);
    // The caches of the log before are foreign to it, as fsck says.
    expect((await sandbox.wukong(['rebuild'])).code).toBe(0);
    expect(fsck(sandbox)).toMatchObject({ code: 0, out: { findings: [] } });
  });

  test.each(['archive', 'artifacts', 'graphs', 'inbox', 'objects'])(
    'a file in place of the folder %s, in which no hook can put anything',
    async (name) => {
      using sandbox = await withHistory();
      must(sandbox.ws, (step) => {
        const [run] = Object.values(step.state.goals['G-0001']?.runs ?? {});
        const artifacts = [{ name: 'report.md', sha256: 'of a file', bytes: 6 }];
        if (run) report(step, run, { dir: 'artifacts/S-1/N-001/run', artifacts });
      });
      rmSync(join(sandbox.ws.dir, name), { recursive: true, force: true });
      sandbox.write(`.wukong/${name}`, '');
      const { code, out } = fsck(sandbox);
      expect(code).toBe(1);
      expect(out.findings).toContainEqual(
        expect.objectContaining({ kind: 'no-folder', file: name, hint: 'Move it away.' }),
      );
    },
  );

  test('leftovers, waiting deliveries and a lock nobody alive holds, as notes', async () => {
    using sandbox = await withHistory();
    sandbox.write('.wukong/state.json.1073741824-1.tmp', '{');
    spool(sandbox.ws, { key: 'k', type: 'Stop', session_id: 's1', payload: {} });
    mkdirSync(join(sandbox.ws.dir, 'inbox', 'x.json'));
    const dead = { host: readHost(), pid: 2 ** 30, at: Date.now() };
    writeFileSync(files.lock(sandbox.ws), JSON.stringify(dead));
    const { code, out } = fsck(sandbox);
    expect(code).toBe(0);
    expect(out.notes.map(({ kind, file }: Json) => `${kind} ${file}`).sort()).toEqual([
      'deliveries inbox',
      'left-over state.json.1073741824-1.tmp',
      'stale-lock events.lock',
      'stranger inbox/x.json',
    ]);
  });

  test('the lock of another host, and says that a folder is for one host', async () => {
    using sandbox = await withHistory();
    const far = { host: 'far-away', pid: 7, at: Date.now() };
    writeFileSync(files.lock(sandbox.ws), JSON.stringify(far));
    const { out } = fsck(sandbox);
    expect(out.notes).toMatchObject([
      {
        kind: 'lock-elsewhere',
        message: 'The log is held by process 7 on far-away, another host.',
      },
    ]);
    const refused = await sandbox.wukong(['pause']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('One folder must not be used from two hosts');
  });
});

function readHost(): string {
  return readFileSync('/proc/sys/kernel/hostname', 'utf8').trim();
}

/** As a later version of Wukong would have written it. */
function appendNewer(ws: Workspace): void {
  const { events, crc, bytes } = cursor(ws);
  const newer = { type: 'node.dreamt', timestamp: '2026-11-21T10:00:00.000Z', payload: {} };
  const step = encodeStep([newer], { events, crc, bytes });
  if (!step.ok) throw new Error('too large');
  appendFileSync(
    files.log(ws),
    summed(step.bytes.toString().replace(`"v":${FORMAT_VERSION}`, `"v":${FORMAT_VERSION + 1}`)),
  );
}

/** A line with the checksum of what it says now. */
function summed(line: string): string {
  const head = line.slice(0, line.lastIndexOf(',"crc":'));
  return `${head},"crc":"${crc32(Buffer.from(head))}"}\n`;
}

describe('a log with records of a newer version', () => {
  test('is shown and marked by commands that read, and written by none', async () => {
    using sandbox = await withHistory();
    appendNewer(sandbox.ws);
    const before = sandbox.read(LOG);
    const log = await sandbox.wukong(['log']);
    expect(log.stdout.trimEnd().split('\n').at(-1)).toMatch(
      /node\.dreamt \(of a newer version: 3\)$/,
    );
    const status = await sandbox.json(['status']);
    expect(status).toMatchObject({ code: 0, out: { newer_records: 1, goals: [{ id: 'G-0001' }] } });
    expect((await sandbox.wukong(['status'])).stdout).toContain('of a newer version of Wukong');
    expect(
      (await sandbox.wukong(['why', log.stdout.slice(-200).match(/E-\d+/g)?.at(-1) ?? ''])).stdout,
    ).toMatch(/node\.dreamt \(of a newer version: 3\)$/m);
    for (const words of [['replay'], ['stats']]) {
      expect([words, await sandbox.json(words)]).toMatchObject([
        words,
        { code: 0, out: { newer_records: 1 } },
      ]);
    }
    expect((await sandbox.wukong(['stats'])).stdout).toContain('of a newer version of Wukong');
    for (const words of [
      ['pause'],
      ['abort', '--yes'],
      ['archive'],
      ['rebuild'],
      ['repair', '--set-aside', '--yes'],
    ]) {
      const refused = await sandbox.json(words);
      expect([words, refused.code, refused.out.error?.kind]).toEqual([words, 1, 'log-newer']);
    }
    expect(sandbox.read(LOG)).toBe(before);
  });
});

test('fsck needs no caches, no archive and no inbox', async () => {
  using sandbox = await Sandbox.installed();
  expect(existsSync(files.archive(sandbox.ws))).toBe(false);
  expect(fsck(sandbox)).toMatchObject({ code: 0, out: { events: 1, as_of: 'E-000001' } });
});
