// A small model of the log, the lock and its writers, for looking at every interleaving of them. The
// file is what encodeStep really writes and decodeLog really reads; everything else is as small as it
// can be: a writer that may be taken over at any time, between any two of its operations.

import type { Decoded } from '../../runtime/log/irregular.ts';
import { encodeStep } from '../../runtime/log/record.ts';
import type { Timed } from '../../runtime/model/facts/fact.ts';
import { decodeWhole } from './counted.ts';

/** What can be left out, to see the search find what it is there for. */
export type Rules = Readonly<{
  /** A step counts only if it names the last counted record. */
  chain: boolean;
  /** Looks before the append whether the log is as it was read. */
  sizeBefore: boolean;
  /** Looks after the append whether the log grew by exactly these bytes. */
  sizeAfter: boolean;
  /** One writer at a time, unless it is taken over. */
  lock: boolean;
  takeOver: boolean;
  /** A writer may be killed in the middle of its append. The next heals the half it left. */
  torn: boolean;
}>;

export const REAL: Rules = {
  chain: true,
  sizeBefore: true,
  sizeAfter: true,
  lock: true,
  takeOver: true,
  torn: false,
};

/** The key of a delivery: two writers may have been given the same one. */
export type Request = Readonly<{ key: string; records: number }>;

type Phase = 'waiting' | 'reading' | 'looking' | 'appending' | 'checking' | 'answering' | 'dead';

type Writer = Readonly<{
  phase: Phase;
  /** Which of its requests it is at. */
  at: number;
  /** Of the log as it was read, and what is to be appended. */
  size: number;
  bytes: string;
  crc: string;
  tornAt: number | null;
  /** Of the file, right before the append, and whether that was what had been read. */
  before: number;
  asRead: boolean;
}>;

type World = Readonly<{
  file: string;
  holder: number | null;
  writers: readonly Writer[];
  acknowledged: readonly string[];
}>;

export type Found = Readonly<{
  states: number;
  ends: number;
  problem: string | null;
  path: readonly string[];
}>;

const IDLE: Writer = {
  phase: 'waiting',
  at: 0,
  size: 0,
  bytes: '',
  crc: '',
  tornAt: null,
  before: 0,
  asRead: true,
};

/** Every interleaving, each state once. Stops at the first that breaks a promise. */
export function search(plans: readonly (readonly Request[])[], rules: Rules): Found {
  const first: World = { file: '', holder: null, writers: plans.map(() => IDLE), acknowledged: [] };
  const seen = new Map<string, readonly [string, string] | null>();
  const open: World[] = [first];
  seen.set(keyOf(first), null);
  let ends = 0;
  const found = (world: World, problem: string): Found => ({
    states: seen.size,
    ends,
    problem,
    path: pathTo(seen, keyOf(world)),
  });
  for (let world = open.pop(); world; world = open.pop()) {
    const wrong = brokenPromise(world, rules);
    if (wrong) return found(world, wrong);
    const nexts = successors(world, plans, rules);
    if (nexts.length === 0) {
      ends += 1;
      const stuck = world.writers.findIndex(
        ({ phase, at }, who) => phase !== 'dead' && at < (plans[who]?.length ?? 0),
      );
      if (stuck >= 0) return found(world, `writer ${stuck} never gets on`);
    }
    for (const [move, next] of nexts) {
      const key = keyOf(next);
      if (seen.has(key)) continue;
      seen.set(key, [keyOf(world), move]);
      if (!isLonger(world.file, next.file, rules)) {
        return found(next, 'what was counted once is not counted any more');
      }
      open.push(next);
    }
  }
  return { states: seen.size, ends, problem: null, path: [] };
}

function pathTo(
  seen: ReadonlyMap<string, readonly [string, string] | null>,
  last: string,
): string[] {
  const path: string[] = [];
  for (let step = seen.get(last); step; step = seen.get(step[0])) path.push(step[1]);
  return path.reverse();
}

/** Texts are long and few. */
const numbers = new Map<string, number>();
function numberOf(text: string): number {
  const known = numbers.get(text);
  if (known !== undefined) return known;
  numbers.set(text, numbers.size);
  return numbers.size - 1;
}

const keys = new WeakMap<World, string>();
function keyOf(world: World): string {
  const known = keys.get(world);
  if (known !== undefined) return known;
  const writers = world.writers.map(
    ({ phase, at, size, bytes, tornAt, before, asRead }) =>
      `${phase} ${at} ${size} ${numberOf(bytes)} ${tornAt} ${before} ${asRead}`,
  );
  const key = `${numberOf(world.file)} ${world.holder} ${world.acknowledged}|${writers.join('|')}`;
  keys.set(world, key);
  return key;
}

const decoded = new Map<string, Decoded>();

/** decodeLog itself; without the chain, a reader that believes every step whose checksums hold. */
function read(file: string, { chain }: Rules): Decoded {
  const key = `${chain}${file}`;
  let result = decoded.get(key);
  if (!result) {
    if (!chain) result = believeAll(file);
    else result = decodeWhole(Buffer.from(file, 'latin1'));
    decoded.set(key, result);
  }
  return result;
}

function believeAll(file: string): Decoded {
  const records = file
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const crc = records.at(-1)?.crc ?? '00000000';
  const cursor = { events: records.length, bytes: file.length, crc };
  return { records, cursor, voids: [], voidSteps: 0, tornAt: null, damage: null };
}

/** Whether all that is counted in the one is counted, in the same place, in the other. */
function isLonger(before: string, now: string, rules: Rules): boolean {
  if (before === now) return true;
  const { records } = read(now, rules);
  return read(before, rules).records.every(({ crc }, i) => records[i]?.crc === crc);
}

type Look = Readonly<{ problem: string | undefined; counted: ReadonlySet<string> }>;
const looks = new WeakMap<Decoded, Look>();

/** Undefined: all is well here. */
function brokenPromise(world: World, rules: Rules): string | undefined {
  const result = read(world.file, rules);
  const look = looks.get(result) ?? lookAt(result);
  looks.set(result, look);
  if (look.problem) return look.problem;
  const lost = world.acknowledged.find((key) => !look.counted.has(key));
  return lost === undefined ? undefined : `${lost} was acknowledged and is not counted`;
}

function lookAt(result: Decoded): Look {
  const counted = new Set<string>();
  return { problem: problemOf(result, counted), counted };
}

function problemOf({ records, damage }: Decoded, counted: Set<string>): string | undefined {
  if (damage) return `the log is damaged: ${damage.why}`;
  const ids = records.map((record) => record.event_id);
  if (new Set(ids).size !== ids.length) return 'two records have one id';
  const ends = records.filter((record) => record.left === 0 && record.type === 'Stop');
  for (const { payload } of ends) {
    const key = String(payload.key);
    if (counted.has(key)) return `${key} is counted twice`;
    counted.add(key);
  }
  return undefined;
}

type Move = readonly [move: string, next: World];

function successors(world: World, plans: readonly (readonly Request[])[], rules: Rules): Move[] {
  return world.writers.flatMap((writer, who) => {
    const request = plans[who]?.[writer.at];
    return request ? moves(world, who, writer, request, rules) : [];
  });
}

/** What this writer can do next: one operation on the file or the lock. */
function moves(world: World, who: number, writer: Writer, request: Request, rules: Rules): Move[] {
  const { file, holder } = world;
  const to = (move: string, more: Partial<Writer>, others: Partial<World> = {}): Move => [
    `${who} ${move}`,
    { ...world, ...others, writers: world.writers.with(who, { ...writer, ...more }) },
  ];
  switch (writer.phase) {
    case 'waiting': {
      if (!rules.lock) return [to('begins', { phase: 'reading' })];
      if (holder === null) return [to('takes the lock', { phase: 'reading' }, { holder: who })];
      return rules.takeOver ? [to('takes over', { phase: 'reading' }, { holder: who })] : [];
    }
    case 'reading':
      return [to('reads', afterReading(file, request, who, rules))];
    case 'looking': {
      const asRead = !rules.sizeBefore || file.length === writer.size;
      return [to('looks', { phase: 'appending', before: file.length, asRead })];
    }
    case 'appending': {
      const whole = to('appends', { phase: 'checking' }, { file: file + writer.bytes });
      if (!rules.torn) return [whole];
      // A dead holder is replaced at once, which is a lock that nobody holds.
      const freed = holder === who ? null : holder;
      const dies = (length: number): Move =>
        to(
          `dies after ${length} bytes`,
          { ...IDLE, phase: 'dead', at: writer.at },
          { file: file + writer.bytes.slice(0, length), holder: freed },
        );
      // In the middle, and between two of its lines.
      const firstLine = writer.bytes.indexOf('\n', 1) + 1;
      const lengths = new Set([writer.bytes.length >> 1, firstLine % writer.bytes.length || 1]);
      return [whole, ...[...lengths].map(dies)];
    }
    case 'checking':
      return [check(world, writer, rules, to)];
    case 'answering': {
      const next = { ...IDLE, at: writer.at + 1 };
      const acknowledged = [...new Set([...world.acknowledged, request.key])].sort();
      return [to('answers', next, { acknowledged, holder: holder === who ? null : holder })];
    }
    case 'dead':
      return [];
  }
}

function afterReading(file: string, request: Request, who: number, rules: Rules): Partial<Writer> {
  const { records, cursor, tornAt } = read(file, rules);
  // The body of a step: a delivery that is counted already has no second effect.
  if (records.some((record) => record.payload.key === request.key)) return { phase: 'answering' };
  const stamp = { timestamp: '2026-11-21T10:00:00.000Z' };
  const drafts: Timed[] = Array.from({ length: request.records }, () => ({
    ...stamp,
    type: 'Stop' as const,
    payload: { key: request.key, agent_id: `${who}` },
  }));
  if (tornAt !== null)
    drafts.unshift({ ...stamp, type: 'log.healed', payload: { byte: tornAt, bytes: 0 } });
  const step = encodeStep(drafts, cursor);
  if (!step.ok) throw new Error('a record of the model is too large');
  const crc = step.records.at(-1)?.crc ?? '';
  // Behind half a line a new one is begun.
  const bytes = `${tornAt === null ? '' : '\n'}${step.bytes.toString('latin1')}`;
  return { phase: 'looking', size: file.length, bytes, crc, tornAt: null };
}

function check(
  { file }: World,
  writer: Writer,
  rules: Rules,
  to: (move: string, more: Partial<Writer>) => Move,
): Move {
  const grew = !rules.sizeAfter || file.length === writer.before + writer.bytes.length;
  if (writer.asRead && grew) return to('sees its bytes alone', { phase: 'answering' });
  const isCounted = read(file, rules).records.some((record) => record.crc === writer.crc);
  if (isCounted) return to('finds its step counted', { phase: 'answering' });
  return to('finds its step void', { phase: 'reading' });
}
