// P1 for the two commands that replace whole files: killed at any of their file operations nothing that
// counts is lost, fsck names what was left over, and the same command again gets there.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rebuildCaches } from '../../runtime/cache/rebuild-caches.ts';
import { rebuildState } from '../../runtime/cache/rebuild-state.ts';
import { checkWorkspace } from '../../runtime/inspect/check-workspace.ts';
import type { Finding } from '../../runtime/model/finding.ts';
import type { State } from '../../runtime/model/state/state.ts';
import { archiveLog, readState } from '../../runtime/step/run-step.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { must, start } from '../cli/goals.ts';
import { DIST } from '../install/temporary.ts';
import { isKillPoint } from './kill-points.ts';
import { FAULTS, type Fault, type Faulty, Scene } from './scene.ts';
import { SOAK, Tally } from './tally.ts';

const AT = { goal_id: 'G-0001', node_id: 'N-010' };

type Files = ReadonlyMap<string, Buffer>;
type Ordeal = Readonly<{
  name: string;
  command: readonly string[];
  /** Leaves the repository with something to do for the command. */
  prepare: (ws: Workspace) => void;
  /** What has to hold after a kill, beside what holds for both. */
  keeps: (before: Files, now: Files) => void;
  /** Of findings after the command was given again; `wukong rebuild` settles them. */
  mayLeave: RegExp;
}>;

const logOf = (ws: Workspace) => readFileSync(files.log(ws));

/** Two goals, so that each has a file of its own. */
function begin(ws: Workspace): void {
  for (const title of ['one', 'two']) start(ws, title);
}

/** One record that changes a goal. */
function goOn(ws: Workspace): void {
  must(ws, (step) =>
    step.emit({
      type: 'node.blocked',
      ...AT,
      payload: { kind: 'questions', because: { kind: 'text', text: 'Which one?' } },
    }),
  );
}

/** The caches, and the number of the next event, are those of a history that is no more. */
const REBUILD: Ordeal = {
  name: 'wukong rebuild',
  command: ['rebuild'],
  prepare(ws) {
    begin(ws);
    const older = logOf(ws);
    goOn(ws);
    writeFileSync(files.log(ws), older);
  },
  keeps: (before, now) => expect(now.get('events.jsonl')).toEqual(before.get('events.jsonl')),
  mayLeave: /^$/,
};

const REPAIR: Ordeal = {
  name: 'wukong repair --set-aside',
  command: ['repair', '--set-aside', '--yes'],
  prepare(ws) {
    begin(ws);
    damaged(ws);
  },
  keeps: keptWhole,
  // Killed when the log was repaired already: it is told that there is nothing to repair.
  mayLeave: /^cache-/,
};

const REPAIR_SEALED: Ordeal = {
  ...REPAIR,
  name: 'wukong repair --set-aside over sealed files',
  prepare(ws) {
    begin(ws);
    damaged(ws);
    // The file that is sealed has its damage already, which no reader of its end would see.
    expect(archiveLog(ws)).toMatchObject({ ok: true });
    start(ws, 'three');
  },
};

const ORDEALS: readonly Ordeal[] = [REBUILD, REPAIR, REPAIR_SEALED];

/** In the record before the last, so that the last stands behind it and is no torn tail. */
function damaged(ws: Workspace): void {
  must(ws, (step) => step.emit({ type: 'Stop', session_id: 's9', payload: { prompt: 'spoilt' } }));
  goOn(ws);
  const bytes = logOf(ws);
  const at = bytes.indexOf('spoilt');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(files.log(ws), bytes);
}

/** Of each file of the log every byte is where it was, or in archive/ under the name of its content. */
function keptWhole(before: Files, now: Files): void {
  for (const [name, bytes] of before) {
    if (!/(?:^|\/)events[^/]*\.jsonl$/.test(name) || now.get(name)?.equals(bytes)) continue;
    expect(now.get(`archive/damaged-${sha256(bytes).slice(0, 16)}.jsonl`)).toEqual(bytes);
  }
  for (const [name, bytes] of now) {
    const named = /^archive\/damaged-(.+)\.jsonl$/.exec(name)?.[1];
    if (named !== undefined) expect(sha256(bytes).slice(0, 16)).toBe(named);
  }
}

/** What the files are called by, and what is left over of them, differs before and after these. */
const CHANGING = /^\d+ (?:copyFile|rename|unlink|rm)Sync .*\/\.wukong\//;

/** In the quick form where names below .wukong change, in the full one everywhere. */
function faultsAt(line: string, at: number): Fault[] {
  if (!(SOAK ? isKillPoint(line) : CHANGING.test(line))) return [];
  const hasHalf = SOAK ? /^\d+ (?:write|copyFile)Sync / : /^\d+ copyFileSync /;
  const kinds = hasHalf.test(line) ? ['kill-before', 'kill-half'] : ['kill-before'];
  return kinds.map((how) => ({ at, how }));
}

describe('P1 a command that replaces whole files', () => {
  test.each(SOAK ? ORDEALS : ORDEALS.slice(0, 2))(
    'killed at any of its file operations loses nothing that counts, leaves nothing unnamed, and gets there the next time: $name',
    async (ordeal) => {
      await using scene = await Scene.create();
      using tally = new Tally(`P1 ${ordeal.name} killed`);
      ordeal.prepare(scene.ws);
      const before = scene.keep();
      const clean = await run(scene, ordeal);
      expect(clean).toMatchObject({ code: 0, stderr: '' });
      expect(problems(scene.ws)).toEqual([]);
      const ended: Ended = { before, files: scene.keep(), records: withoutTime(scene) };
      for (const [i, line] of clean.trace.entries()) {
        for (const fault of faultsAt(line, i + 1)) {
          scene.putBack(before);
          await killAndRepeat(scene, ordeal, fault, ended, tally);
        }
      }
      tally.rounds = tally.faults;
      expect(tally.faults).toBeGreaterThan(3);
    },
  );
});

/** What was there before, and what is there when nobody kills the command. */
type Ended = Readonly<{ before: Files; files: Files; records: readonly unknown[] }>;

async function killAndRepeat(
  scene: Scene,
  ordeal: Ordeal,
  fault: Fault,
  ended: Ended,
  tally: Tally,
): Promise<void> {
  const { ws } = scene;
  const killed = await run(scene, ordeal, fault);
  // A call without halves is killed in none.
  if (killed.fired === undefined) return;
  const where = `${ordeal.name}, ${killed.fired}`;
  tally.faults += 1;
  tally.holds(where, () => {
    expect(killed.signal).toBe('SIGKILL');
    ordeal.keeps(ended.before, scene.keep());
    expect(unnamed(scene, ended)).toEqual([]);
    speaksTrue(ws);
  });
  const again = await run(scene, ordeal);
  tally.holds(`${where}, and again`, () => {
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(withoutTime(scene)).toEqual(ended.records);
    ordeal.keeps(ended.before, scene.keep());
    const left = problems(ws);
    expect(left.filter(({ kind }) => !ordeal.mayLeave.test(kind))).toEqual([]);
    if (left.length === 0) return;
    expect(rebuildCaches(ws, () => undefined)).toMatchObject({ ok: true });
    expect(problems(ws)).toEqual([]);
  });
  tally.holds(`${where}, in the end`, () => {
    // With a number that the other history had given away.
    must(ws, (step) =>
      step.emit({ type: 'node.skipped', ...AT, payload: { because: { kind: 'text', text: '' } } }),
    );
    speaksTrue(ws);
  });
}

function run(scene: Scene, { command }: Ordeal, fault?: Fault): Promise<Faulty> {
  const args = ['--require', FAULTS, join(DIST, 'cli.js'), ...command];
  return scene.runWith(fault, args);
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function look(ws: Workspace): readonly Finding[] {
  return checkWorkspace(ws, () => undefined).findings;
}

function problems(ws: Workspace): Finding[] {
  return look(ws).filter(({ severity }) => severity === 'finding');
}

/** What the log says, but for the time of the repair. */
function withoutTime(scene: Scene): unknown[] {
  return scene.counted().map(({ event_id, type, payload }) => ({ event_id, type, payload }));
}

/** Files that were not there before, that no command leaves which ends, and that fsck does not name. */
function unnamed(scene: Scene, { before, files: wanted }: Ended): string[] {
  const { ws } = scene;
  // An empty lock belongs to a holder that is about to write; the clock need not be waited for.
  if (existsSync(files.lock(ws))) utimesSync(files.lock(ws), 0, 0);
  const named = new Set(look(ws).map(({ file }) => file));
  return [...scene.keep().keys()].filter(
    (name) => !before.has(name) && !wanted.has(name) && !named.has(name),
  );
}

/** Whatever lies there as a cache, who looks sees what the log says, if the log can be read. */
function speaksTrue(ws: Workspace): void {
  const truth = rebuildState(ws);
  const now = readState(ws);
  if (truth.ok) expect(now.ok && lasting(now.state)).toEqual(lasting(truth.state));
}

/** Only there while taskgraph.json is made of it, and in no cache. */
function lasting({ finished: _, ...state }: State): unknown {
  return state;
}
