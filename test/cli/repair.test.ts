import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { archiveLog, readState } from '../../runtime/step/run-step.ts';
import { files } from '../../runtime/workspace/paths.ts';
import { Sandbox } from '../install/temporary.ts';
import { block, must, start, work } from './goals.ts';

const LOG = '.wukong/events.jsonl';
const CACHES = ['.wukong/state.json', '.wukong/taskgraph.json'];

async function withHistory(): Promise<Sandbox> {
  const sandbox = await Sandbox.installed();
  start(sandbox.ws, 'the decoder crashes');
  work(sandbox.ws, 'G-0001', 'ear');
  block(sandbox.ws, 'G-0001', 'N-010', 'questions', 'Which one?');
  return sandbox;
}

/** Spoils one byte of the line that holds these words, and gives the line's number and place. */
function spoil(sandbox: Sandbox, path: string, words: string): { line: number; byte: number } {
  const bytes = readFileSync(join(sandbox.repo, path));
  const at = bytes.indexOf(words);
  expect(at).toBeGreaterThan(0);
  const byte = bytes.lastIndexOf(10, at) + 1;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  // Replaced, as an editor does: a sealed file may be a second name of the log.
  rmSync(join(sandbox.repo, path));
  writeFileSync(join(sandbox.repo, path), bytes);
  return { line: bytes.subarray(0, at).toString().split('\n').length, byte };
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('wukong rebuild', () => {
  test('gives deleted and spoilt caches their bytes back, and says what it changed', async () => {
    using sandbox = await withHistory();
    const before = CACHES.map((path) => sandbox.read(path));
    rmSync(files.state(sandbox.ws));
    sandbox.write('.wukong/taskgraph.json', '{}');
    const rebuilt = await sandbox.json(['rebuild']);
    expect(rebuilt).toMatchObject({
      code: 0,
      out: {
        files: expect.arrayContaining([
          { file: 'state.json', change: 'made' },
          { file: 'taskgraph.json', change: 'corrected' },
        ]),
      },
    });
    expect(CACHES.map((path) => sandbox.read(path))).toEqual(before);
    const again = await sandbox.wukong(['rebuild']);
    expect(again.stdout).toContain('.wukong/state.json was right already.');
  });

  test('brings a cache that lags to the last event, with the goal that finished last', async () => {
    using sandbox = await withHistory();
    must(sandbox.ws, (step) =>
      step.emit({
        type: 'graph.aborted',
        goal_id: 'G-0001',
        payload: { because: { kind: 'text', text: 'no' } },
      }),
    );
    const graph = sandbox.read('.wukong/taskgraph.json');
    must(sandbox.ws, (step) => step.emit({ type: 'Stop', session_id: 's', payload: {} }));
    rmSync(join(sandbox.ws.dir, 'taskgraph.json'));
    const { out } = await sandbox.json(['rebuild']);
    expect(JSON.parse(sandbox.read('.wukong/state.json')).as_of).toBe(out.as_of);
    expect(sandbox.read('.wukong/taskgraph.json')).toBe(graph);
  });

  test('leaves a torn tail alone and says so; a damaged log it refuses', async () => {
    using sandbox = await withHistory();
    appendFileSync(join(sandbox.repo, LOG), '{"event');
    const torn = await sandbox.wukong(['rebuild']);
    expect(torn).toMatchObject({ code: 0 });
    expect(torn.stdout).toContain('half a step');
    expect(sandbox.read(LOG)).toMatch(/\{"event$/);
    spoil(sandbox, LOG, 'decoder');
    expect(await sandbox.json(['rebuild'])).toMatchObject({
      code: 1,
      out: { error: { kind: 'log-damaged' } },
    });
  });

  test('writes nothing in a clone nobody set up, and waits for nobody who holds the lock', async () => {
    using sandbox = await withHistory();
    rmSync(files.state(sandbox.ws));
    writeFileSync(files.lock(sandbox.ws), JSON.stringify({ host: 'far', pid: 1, at: Date.now() }));
    expect((await sandbox.json(['rebuild'])).out.error.kind).toBe('log-locked');
    rmSync(files.lock(sandbox.ws));
    rmSync(files.trust(sandbox.ws));
    expect((await sandbox.json(['rebuild'])).out.error.kind).toBe('foreign');
    expect(sandbox.has('.wukong/state.json')).toBe(false);
  });
});

describe('wukong repair', () => {
  test('has to be named, and does nothing where nothing is damaged', async () => {
    using sandbox = await withHistory();
    const before = sandbox.read(LOG);
    expect((await sandbox.wukong(['repair'])).code).toBe(2);
    const nothing = await sandbox.json(['repair', '--set-aside', '--yes']);
    expect(nothing).toMatchObject({ code: 0, out: { repaired: false } });
    appendFileSync(join(sandbox.repo, LOG), '{"event');
    expect(await sandbox.json(['repair', '--set-aside', '--yes'])).toMatchObject({
      out: { repaired: false },
    });
    expect(sandbox.read(LOG)).toBe(`${before}{"event`);
  });

  test('without a person and without --yes shows what would be lost, and does nothing', async () => {
    using sandbox = await withHistory();
    const { line, byte } = spoil(sandbox, LOG, 'run.started');
    const before = sandbox.read(LOG);
    const asked = await sandbox.wukong(['repair', '--set-aside']);
    expect(asked.code).toBe(3);
    expect(asked.stdout).toContain(`damaged at line ${line}, byte ${byte}`);
    expect(asked.stdout).toContain('waits for a person (questions): Which one?');
    expect(asked.stderr).toContain('wukong repair --set-aside --yes');
    expect(sandbox.read(LOG)).toBe(before);
    expect(sandbox.has('.wukong/archive')).toBe(false);
  });

  test('keeps what counts and a complete copy of the damaged file, and records what was set aside', async () => {
    using sandbox = await withHistory();
    const { line, byte } = spoil(sandbox, LOG, 'run.started');
    const damaged = readFileSync(join(sandbox.repo, LOG));
    const { code, out } = await sandbox.json(['repair', '--set-aside', '--yes']);
    expect(code).toBe(0);
    const [copy] = out.set_aside;
    expect(copy).toMatchObject({ bytes: damaged.length, sha256: sha256(damaged) });
    expect(readFileSync(join(sandbox.ws.dir, copy.file)).equals(damaged)).toBe(true);
    const now = readFileSync(join(sandbox.repo, LOG));
    const kept = now.subarray(0, now.lastIndexOf(10, now.length - 2) + 1);
    expect(damaged.subarray(0, kept.length).equals(kept)).toBe(true);
    const fact = JSON.parse(now.subarray(kept.length).toString());
    expect(fact).toMatchObject({
      event_id: out.event,
      type: 'log.repaired',
      payload: { file: 'events.jsonl', line, byte, bytes: damaged.length - kept.length },
    });
    expect(fact.payload.set_aside).toEqual(out.set_aside);
    expect(await sandbox.json(['fsck'])).toMatchObject({
      code: 0,
      out: { findings: [], notes: [] },
    });
    // Work goes on, from where the prefix ends.
    start(sandbox.ws, 'another');
    expect(Object.keys((await sandbox.json(['fsck'])).out)).toContain('as_of');
    expect((await sandbox.json(['fsck'])).code).toBe(0);
    expect((await sandbox.json(['repair', '--set-aside', '--yes'])).out.repaired).toBe(false);
  });

  test('a step that is damaged in its middle goes as a whole', async () => {
    using sandbox = await withHistory();
    spoil(sandbox, LOG, '"node.ready"');
    await sandbox.wukong(['repair', '--set-aside', '--yes']);
    const read = readState(sandbox.ws);
    expect(read).toMatchObject({ ok: true, state: { goals: {}, as_of: 'E-000002' } });
  });

  test('with the damage in a sealed file sets that and everything behind it aside', async () => {
    using sandbox = await withHistory();
    const sealed = archiveLog(sandbox.ws);
    if (!sealed.ok || sealed.file === null) throw new Error('not sealed');
    start(sandbox.ws, 'lost');
    spoil(sandbox, `.wukong/${sealed.file}`, 'run.started');
    const { code, out } = await sandbox.json(['repair', '--set-aside', '--yes']);
    expect(code).toBe(0);
    expect(out.set_aside).toHaveLength(2);
    const { out: checked } = await sandbox.json(['fsck']);
    expect(checked.findings).toEqual([]);
    expect(checked.notes).toMatchObject([{ kind: 'orphan', file: sealed.file }]);
    expect(archiveLog(sandbox.ws)).toMatchObject({ ok: true, file: 'archive/events-000002.jsonl' });
  });

  test('refuses where nothing before the damage counts, and under a lock that is held', async () => {
    using sandbox = await withHistory();
    spoil(sandbox, LOG, 'run.started');
    writeFileSync(files.lock(sandbox.ws), JSON.stringify({ host: 'far', pid: 1, at: Date.now() }));
    const locked = await sandbox.json(['repair', '--set-aside', '--yes']);
    expect(locked).toMatchObject({ code: 1, out: { error: { kind: 'log-locked' } } });
    rmSync(files.lock(sandbox.ws));
    spoil(sandbox, LOG, 'log.created');
    const before = sandbox.read(LOG);
    const refused = await sandbox.json(['repair', '--set-aside', '--yes']);
    expect(refused.code).not.toBe(0);
    expect(refused.out.error.hint).toContain('Put an undamaged copy back');
    expect(sandbox.read(LOG)).toBe(before);
  });

  test('where nothing in the last file counts, names the sealed file from which the log can go on', async () => {
    using sandbox = await withHistory();
    archiveLog(sandbox.ws);
    must(sandbox.ws, (step) => step.emit({ type: 'Stop', payload: {} }));
    const sealed = '.wukong/archive/events-000001.jsonl';
    for (const spoilt of ['Z","payload"', '"event_id"']) {
      spoil(sandbox, LOG, spoilt);
      const refused = await sandbox.json(['repair', '--set-aside', '--yes']);
      expect(refused.code).not.toBe(0);
      expect(refused.out.error.hint).toContain('archive/events-');
    }
    writeFileSync(join(sandbox.repo, LOG), sandbox.read(sealed));
    await sandbox.wukong(['rebuild']);
    expect((await sandbox.json(['fsck'])).out).toMatchObject({ ok: true });
    must(sandbox.ws, (step) => step.emit({ type: 'Stop', payload: {} }));
  });

  test('two at once repair once', async () => {
    using sandbox = await withHistory();
    spoil(sandbox, LOG, 'run.started');
    const both = await Promise.all(
      [1, 2].map(() => sandbox.json(['repair', '--set-aside', '--yes'])),
    );
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.filter(({ out }) => out.repaired)).toHaveLength(1);
    expect(sandbox.read(LOG).match(/log\.repaired/g)).toHaveLength(1);
  });
});

test('wukong archive counts what is in the file, and seals nothing twice', async () => {
  using sandbox = await Sandbox.installed();
  start(sandbox.ws, 'one');
  for (const title of ['two', 'three']) {
    const lines = sandbox.read('.wukong/events.jsonl').trimEnd().split('\n').length;
    const { code, out } = await sandbox.json(['archive']);
    expect({ code, events: out.events }).toEqual({ code: 0, events: lines });
    if (title === 'two') start(sandbox.ws, title);
  }
  const before = sandbox.read('.wukong/events.jsonl');
  const again = await sandbox.wukong(['archive']);
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(again.stdout).toContain('Nothing to seal');
  expect(sandbox.read('.wukong/events.jsonl')).toBe(before);
});
