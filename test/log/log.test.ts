import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { describe, expect, test, vi } from 'vitest';
import { besideName, replaceFile } from '../../runtime/files/atomic-write.ts';
import { startGoal } from '../../runtime/kernel/requests/goals.ts';
import { NOBODY } from '../../runtime/kernel/requests/verify-again.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { lookAtLock } from '../../runtime/log/lock.ts';
import { encodeStep } from '../../runtime/log/record.ts';
import { type Delivery, spool } from '../../runtime/step/inbox.ts';
import { readState, runStep } from '../../runtime/step/run-step.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { isAlive, processRef } from '../../runtime/workspace/processes.ts';
import { agentOf, mustCall } from '../kernel/drive.ts';
import { CLIENT, FIX } from '../kernel/plan.ts';
import { temporaryWorkspace } from '../workspace/workspace.ts';

function note(ws: Workspace, text: string) {
  return runStep(ws, (step) =>
    step.emit({ type: 'Stop', session_id: 's1', payload: { key: text, prompt: text } }),
  );
}

function start(ws: Workspace) {
  return runStep(ws, (step) => {
    startGoal(step, ofSession('s1', CLIENT, ''), 'fix it', FIX);
  });
}

function mustRead(ws: Workspace) {
  const now = readState(ws);
  if (!now.ok) throw new Error(JSON.stringify(now.failure));
  return now.state;
}

describe('the log', () => {
  test('has one line a record: keys in order, no spaces, Chinese as it is', () => {
    using at = temporaryWorkspace();
    note(at.ws, '解码器崩溃');
    const line = readFileSync(files.log(at.ws), 'utf8').split('\n')[1] ?? '';
    expect(Object.keys(JSON.parse(line))).toEqual([
      'event_id',
      'type',
      'timestamp',
      'session_id',
      'payload',
      'v',
      'left',
      'prev',
      'crc',
    ]);
    expect(line).toContain('"prompt":"解码器崩溃"');
    expect(line).not.toMatch(/": |, "/);
  });

  test('cut at any byte of its last step loses that step and nothing else, and goes on', () => {
    using at = temporaryWorkspace();
    note(at.ws, 'one');
    const kept = readFileSync(files.log(at.ws));
    start(at.ws);
    const whole = readFileSync(files.log(at.ws));
    const expected = mustRead(at.ws).log.events;
    for (let size = kept.length + 1; size < whole.length; size += 37) {
      writeFileSync(files.log(at.ws), whole.subarray(0, size));
      expect(mustRead(at.ws).log.events).toBe(2);
      const step = note(at.ws, `after ${size}`);
      expect(step.ok).toBe(true);
      expect(mustRead(at.ws).goals).toEqual({});
    }
    expect(expected).toBeGreaterThan(3);
    expect(readdirSync(files.archive(at.ws))).toEqual(['torn-after-E-000002.jsonl']);
  });

  test('with a changed byte before its tail is refused with line and byte', () => {
    using at = temporaryWorkspace();
    for (const text of ['one', 'two', 'three']) note(at.ws, text);
    const bytes = readFileSync(files.log(at.ws));
    const lines = bytes.toString().split('\n');
    const place = (lines[0]?.length ?? 0) + 1;
    bytes[place + 40] = (bytes[place + 40] ?? 0) ^ 1;
    writeFileSync(files.log(at.ws), bytes);
    rmSync(files.state(at.ws));
    expect(readState(at.ws)).toMatchObject({
      ok: false,
      failure: { kind: 'log-damaged', line: 2, byte: place },
    });
    expect(note(at.ws, 'four').ok).toBe(false);
  });

  test('skips the step of a writer that had lost the lock, and counts it', () => {
    using at = temporaryWorkspace();
    const before = mustRead(at.ws).log;
    note(at.ws, 'winner');
    const late = {
      type: 'Stop',
      timestamp: '2026-11-21T10:00:00.000Z',
      payload: { text: 'loser' },
    };
    const encoded = encodeStep([late], before);
    if (!encoded.ok) throw new Error('too large');
    appendFileSync(files.log(at.ws), encoded.bytes);
    note(at.ws, 'next');
    const state = mustRead(at.ws);
    expect(state.log).toMatchObject({ events: 3, void_steps: 1 });
    rmSync(files.state(at.ws));
    expect(mustRead(at.ws).log).toEqual(state.log);
  });

  test('shorter than its cache makes the cache again', () => {
    using at = temporaryWorkspace();
    note(at.ws, 'one');
    const size = readFileSync(files.log(at.ws)).length;
    note(at.ws, 'two');
    truncateSync(files.log(at.ws), size);
    expect(mustRead(at.ws).log.events).toBe(2);
  });

  test('that was deleted is not made again', () => {
    using at = temporaryWorkspace();
    rmSync(files.log(at.ws));
    expect(note(at.ws, 'one')).toEqual({ ok: false, failure: { kind: 'log-missing' } });
    rmSync(at.ws.dir, { recursive: true });
    expect(note(at.ws, 'one')).toEqual({ ok: false, failure: { kind: 'log-missing' } });
  });
});

describe('caches', () => {
  test('are up to date when a session has ended, so that a rebuild changes no byte', () => {
    using at = temporaryWorkspace();
    start(at.ws);
    for (const text of ['one', 'two']) note(at.ws, text);
    runStep(at.ws, (step) => step.emit({ type: 'SessionEnd', session_id: 's1', payload: {} }));
    const left = readFileSync(files.state(at.ws));
    rmSync(files.state(at.ws));
    runStep(at.ws, () => undefined);
    expect(readFileSync(files.state(at.ws))).toEqual(left);
  });

  test('say where a writer that had lost the lock stands, and what was void before it', () => {
    using at = temporaryWorkspace();
    start(at.ws);
    let tries = 0;
    const ended = runStep(at.ws, (step) => {
      tries += 1;
      if (tries === 1) {
        // As if it had been frozen here, and taken for dead.
        rmSync(files.lock(at.ws));
        note(at.ws, 'faster');
      }
      step.emit({ type: 'SessionEnd', session_id: 's1', payload: {} });
    });
    expect(ended.ok && tries).toBe(2);
    const stored = JSON.parse(readFileSync(files.state(at.ws), 'utf8')).log;
    expect(stored).toMatchObject({ bytes: readFileSync(files.log(at.ws)).length, void_steps: 1 });
    rmSync(files.state(at.ws));
    expect(mustRead(at.ws).log).toEqual(stored);
  });

  test('deleted or damaged come back to the byte', () => {
    using at = temporaryWorkspace();
    start(at.ws);
    note(at.ws, 'one');
    runStep(at.ws, (step) =>
      step.emit({ type: 'goal.continued', goal_id: 'G-0001', payload: { stalls: 1 } }),
    );
    const kept = mustRead(at.ws);
    for (const cache of [files.state(at.ws), files.taskgraph(at.ws)]) rmSync(cache);
    runStep(at.ws, () => undefined);
    expect(mustRead(at.ws)).toEqual(kept);
    const state = readFileSync(files.state(at.ws));
    const graph = readFileSync(files.taskgraph(at.ws));
    for (const spoil of [
      () => rmSync(files.state(at.ws)),
      () => writeFileSync(files.state(at.ws), '{"schema_version":1,"log":{}'),
      () =>
        replaceFile(
          files.state(at.ws),
          state.toString().replace(/"crc":"\w+"/, '"crc":"deadbeef"'),
          false,
        ),
      // As a version leaves it that knows one setting less.
      () => {
        expect(state.toString()).toContain('"send_backs":3,');
        replaceFile(files.state(at.ws), state.toString().replace('"send_backs":3,', ''), false);
      },
    ]) {
      spoil();
      rmSync(files.taskgraph(at.ws), { force: true });
      runStep(at.ws, () => undefined);
      expect(readFileSync(files.state(at.ws)).equals(state)).toBe(true);
      expect(readFileSync(files.taskgraph(at.ws)).equals(graph)).toBe(true);
    }
  });

  test('of closed goals leave the state; the last finished one stays in taskgraph.json', () => {
    using at = temporaryWorkspace();
    start(at.ws);
    runStep(at.ws, (step) =>
      step.emit({
        type: 'graph.aborted',
        goal_id: 'G-0001',
        payload: { because: { kind: 'text', text: 'no' } },
      }),
    );
    note(at.ws, 'one');
    start(at.ws);
    const graphs = JSON.parse(readFileSync(files.taskgraph(at.ws), 'utf8')).graphs;
    expect(
      graphs.map((graph: { goal_id: string; status: string }) => [graph.goal_id, graph.status]),
    ).toEqual([
      ['G-0002', 'running'],
      ['G-0001', 'aborted'],
    ]);
    expect(Object.keys(mustRead(at.ws).goals)).toEqual(['G-0002']);
  });
});

describe('the inbox', () => {
  test('tells what the client did, and states no facts of ours, whoever wrote the file', () => {
    using at = temporaryWorkspace();
    const config = { approval: [], allow_dispatch: true };
    mkdirSync(`${files.inbox(at.ws)}/x.json`, { recursive: true });
    const forge = (key: string, type: string, payload: unknown): void => {
      const delivery = { key, type, session_id: 's1', payload };
      writeFileSync(`${files.inbox(at.ws)}/${key}.json`, JSON.stringify(delivery));
    };
    forge('k1', 'config.loaded', { config });
    forge('k2', 'log.created', { log_id: 'L-x' });
    const before = mustRead(at.ws);
    expect(note(at.ws, 'one').ok).toBe(true);
    expect(mustRead(at.ws)).toMatchObject({ log_id: before.log_id, config: before.config });
    expect(readdirSync(files.inbox(at.ws))).toEqual(['x.json']);
  });

  test('is recorded by the next step, once', () => {
    using at = temporaryWorkspace();
    const delivery: Delivery = { key: 'k1', type: 'Stop', session_id: 's1', payload: { ms: 1 } };
    spool(at.ws, delivery);
    note(at.ws, 'one');
    spool(at.ws, delivery);
    note(at.ws, 'two');
    const text = readFileSync(files.log(at.ws), 'utf8');
    expect(text.match(/"key":"k1"/g)).toHaveLength(1);
    expect(text).toContain('"late":true');
    expect(existsSync(files.inbox(at.ws))).toBe(false);
  });

  test('goes at the next step when nothing waits there, with what a killed writer left', () => {
    using at = temporaryWorkspace();
    const inbox = files.inbox(at.ws);
    mkdirSync(inbox);
    expect(note(at.ws, 'one').ok).toBe(true);
    expect(existsSync(inbox)).toBe(false);
    mkdirSync(inbox);
    expect(runStep(at.ws, () => undefined).ok).toBe(true);
    expect(existsSync(inbox)).toBe(false);
    mkdirSync(inbox);
    const atWork = `1-k.json.${process.pid}-1.tmp`;
    for (const name of ['1-k.json.1073741824-1.tmp', atWork])
      writeFileSync(`${inbox}/${name}`, '{');
    expect(note(at.ws, 'two').ok).toBe(true);
    expect(readdirSync(inbox)).toEqual([atWork]);
    rmSync(`${inbox}/${atWork}`);
    expect(note(at.ws, 'three').ok).toBe(true);
    expect(existsSync(inbox)).toBe(false);
  });

  test('drops what no record can hold or has no shape of ours, says so, and takes up the rest', () => {
    using at = temporaryWorkspace();
    const delivery: Delivery = { key: 'k1', type: 'Stop', session_id: 's1', payload: {} };
    const report = { agentId: 'a', toolUseId: null, key: 'r', file: 'f', transcript: 't' };
    const strangers = [
      { ...delivery, payload: { text: 'x'.repeat(70_000) } },
      // Short as it stands there, long as a record has it.
      { ...delivery, payload: { numbers: '@'.repeat(5000) } },
      { ...delivery, payload: 'text' },
      { ...delivery, report: {} },
      { ...delivery, report: { ...report, agentId: 1 } },
      { ...delivery, report: 'text' },
      { ...delivery, payload: { nested: '#' } },
    ];
    spool(at.ws, { ...delivery, key: 'k2' });
    for (const [n, stranger] of strangers.entries()) {
      const text = JSON.stringify(stranger).replace(/"@+"/, `[${'1e20,'.repeat(5000)}1]`);
      const nested = `${'['.repeat(15_000)}${']'.repeat(15_000)}`;
      writeFileSync(`${files.inbox(at.ws)}/${n}.json`, text.replace('"#"', nested));
    }
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { ok } = note(at.ws, 'one');
    const told = stderr.mock.calls.join('');
    stderr.mockRestore();
    expect(ok).toBe(true);
    expect(readFileSync(files.log(at.ws), 'utf8')).toContain('"key":"k2"');
    expect(mustRead(at.ws).hooks.Stop).toMatchObject({ count: 2 });
    for (const n of strangers.keys()) expect(told).toContain(`.wukong/inbox/${n}.json`);
    expect(existsSync(files.inbox(at.ws))).toBe(false);
  });

  test('takes a report up as one that waits to be verified, whoever its file says verifies it', () => {
    using at = temporaryWorkspace();
    start(at.ws);
    runStep(at.ws, (step) => mustCall(step, 'ear'));
    const payload = { agent_id: 'a1' };
    const report = { agentId: 'a1', toolUseId: null, key: 'r', file: 'f', transcript: 't' };
    const known = [undefined, { pid: 'x' }, processRef(process.pid)];
    for (const [n, verifier] of known.entries()) {
      const [[id, run] = []] = Object.entries(mustRead(at.ws).goals['G-0001']?.runs ?? {});
      const seen = { ...report, toolUseId: run ? agentOf(run).tool_use_id : null, verifier };
      const delivery = {
        key: `k${n}`,
        type: 'SubagentStop',
        session_id: 's1',
        payload,
        report: seen,
      };
      spool(at.ws, delivery as Delivery);
      expect(runStep(at.ws, () => undefined).ok).toBe(true);
      expect(mustRead(at.ws).goals['G-0001']?.runs[id ?? '']?.report?.verifier).toEqual(NOBODY);
      const [line] = readFileSync(files.log(at.ws), 'utf8')
        .split('\n')
        .filter(named(`k${n}`));
      expect(JSON.parse(line ?? '')).toMatchObject({
        goal_id: 'G-0001',
        node_id: run?.node,
        run_id: id,
        payload: { agent: 'ear', evidence_level: 'L0', late: true },
      });
    }
  });
});

function named(key: string) {
  return (line: string) => line.includes(`"key":"${key}"`);
}

test('half a file of a killed process that had our number is in nobody’s way', () => {
  using at = temporaryWorkspace();
  const next = besideName(files.state(at.ws));
  const number = Number(/-(\d+)\.tmp$/.exec(next)?.[1]);
  const [one, two] = [1, 2].map((more) => next.replace(`-${number}.`, `-${number + more}.`));
  writeFileSync(one ?? '', 'half');
  symlinkSync('nowhere', two ?? '');
  replaceFile(files.state(at.ws), 'whole', false);
  expect(readFileSync(files.state(at.ws), 'utf8')).toBe('whole');
  expect(readFileSync(one ?? '', 'utf8')).toBe('half');
});

test('a process id of zero or below is nobody, though a signal to it would reach somebody', () => {
  for (const pid of [0, -1]) expect(isAlive({ pid, started: null })).toBe(false);
  expect(isAlive(processRef(process.pid))).toBe(true);
});

describe('the lock', () => {
  test('of a dead process is taken over at once, of a living one is waited for', () => {
    using at = temporaryWorkspace();
    const host = JSON.stringify({ host: hostname(), pid: 999_999_999, started: null });
    writeFileSync(files.lock(at.ws), host);
    expect(note(at.ws, 'one').ok).toBe(true);
    const living = JSON.stringify({ host: hostname(), pid: process.ppid, started: null });
    writeFileSync(files.lock(at.ws), living);
    const blocked = runStep(at.ws, () => undefined, { waitMs: 60 });
    expect(blocked).toMatchObject({ ok: false, failure: { kind: 'log-locked' } });
  });

  test('that is a folder, as a pull can bring one, is taken away', () => {
    using at = temporaryWorkspace();
    mkdirSync(files.lock(at.ws));
    writeFileSync(`${files.lock(at.ws)}/file`, '');
    expect(lookAtLock(files.lock(at.ws))).toMatchObject({ stale: true });
    expect(note(at.ws, 'one').ok).toBe(true);
    expect(readdirSync(at.ws.dir).filter((name) => name.startsWith('events.'))).toEqual([
      'events.jsonl',
    ]);
  });
});

test('a checksum in state.json with one bit flipped, from a small letter to a large one, is not believed', () => {
  using at = temporaryWorkspace();
  const stop = () =>
    runStep(at.ws, (step) =>
      step.emit({
        type: 'notice.added',
        session_id: 's',
        payload: { about: { kind: 'text', text: '' } },
      }),
    );
  const crc = (): string => JSON.parse(readFileSync(files.state(at.ws), 'utf8')).log.crc;
  do expect(stop().ok).toBe(true);
  while (!/[a-f]/.test(crc()));
  const stored = readFileSync(files.state(at.ws), 'utf8');
  const flipped = crc().replace(/[a-f]/, (letter) => letter.toUpperCase());
  writeFileSync(files.state(at.ws), stored.replace(`"crc":"${crc()}"`, `"crc":"${flipped}"`));
  expect(stop()).toMatchObject({ ok: true });
  rmSync(files.state(at.ws));
  const now = readState(at.ws);
  const lines = readFileSync(files.log(at.ws), 'utf8').trimEnd().split('\n');
  expect(now.ok && now.state.log).toMatchObject({ events: lines.length, void_steps: 0 });
});

test('a number of events in state.json that was changed gives no event a wrong id', () => {
  using at = temporaryWorkspace();
  start(at.ws);
  const stored = JSON.parse(readFileSync(files.state(at.ws), 'utf8'));
  stored.log.events += 1;
  const { goals, ...head } = stored;
  const first = JSON.stringify(head).slice(0, -1);
  writeFileSync(files.state(at.ws), `${first}\n,"goals":${JSON.stringify(goals)}}\n`);
  note(at.ws, 'next');
  rmSync(files.state(at.ws));
  expect(mustRead(at.ws).log.events).toBe(stored.log.events);
});
