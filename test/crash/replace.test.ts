// Putting another file in the place of the log: every interleaving of writers and sealers, with no lock,
// over a small model of files that are open while their name goes to another (log/replace-log.ts).

import { expect, test } from 'vitest';
import { SOAK, Tally } from './tally.ts';

/** What can be left out, to see the search find what it is there for. */
type Rules = Readonly<{
  /** A writer looks after its append whether a file waits to replace the log, and removes it. */
  drops: boolean;
  /** A writer looks after its append whether its file still is the log. */
  place: boolean;
  /** Whoever replaces the log looks, with the file in place, whether it is as it was read. */
  looks: boolean;
}>;

const REAL: Rules = { drops: true, place: true, looks: true };

/** `<id><prev>`: a step counts if it names the one that counts before it. */
type Files = readonly (readonly string[])[];
type Actor = Readonly<{ phase: string; fd: number; size: number; line: string; before: number }>;
type World = Readonly<{
  files: Files;
  /** Which of them is events.jsonl. */
  log: number;
  /** What each actor has waiting in next/. */
  next: readonly (readonly string[] | null)[];
  actors: readonly Actor[];
  acknowledged: readonly string[];
}>;

const IDLE: Actor = { phase: 'opens', fd: 0, size: 0, line: '', before: 0 };

function countedIn(file: readonly string[]): string[] {
  const ids: string[] = [];
  for (const line of file) if (line[1] === (ids.at(-1) ?? '0')) ids.push(line[0] ?? '');
  return ids;
}

/** Capitals seal, the others write. */
function search(names: string, rules: Rules): { states: number; problem: string | null } {
  const who = [...names];
  const first: World = {
    files: [[]],
    log: 0,
    next: who.map(() => null),
    actors: who.map(() => IDLE),
    acknowledged: [],
  };
  const seen = new Set([JSON.stringify(first)]);
  const open = [first];
  for (let world = open.pop(); world; world = open.pop()) {
    const counted = countedIn(world.files[world.log] ?? []);
    const lost = world.acknowledged.find((id) => !counted.includes(id));
    if (lost) return { states: seen.size, problem: `${lost} was acknowledged and is not counted` };
    if (new Set(counted).size < counted.length) return { states: seen.size, problem: 'twice' };
    for (const [n, name] of who.entries()) {
      const next =
        name === name.toUpperCase() ? seal(world, n, name, rules) : write(world, n, name, rules);
      if (!next) continue;
      const key = JSON.stringify(next);
      if (seen.has(key)) continue;
      seen.add(key);
      open.push(next);
    }
  }
  return { states: seen.size, problem: null };
}

function to(world: World, n: number, more: Partial<Actor>, others: Partial<World> = {}): World {
  const actor = { ...(world.actors[n] ?? IDLE), ...more };
  return { ...world, ...others, actors: world.actors.with(n, actor) };
}

function read(file: readonly string[], name: string): Partial<Actor> {
  return { size: file.length, line: `${name}${countedIn(file).at(-1) ?? '0'}` };
}

function write(world: World, n: number, name: string, rules: Rules): World | undefined {
  const { files, log, next } = world;
  const actor = world.actors[n] ?? IDLE;
  const file = files[actor.fd] ?? [];
  const doubt = { phase: rules.drops ? 'drops' : 'finds' };
  switch (actor.phase) {
    case 'opens':
      return to(world, n, { phase: 'reads', fd: log });
    case 'reads':
      return to(world, n, { phase: 'appends', ...read(file, name) });
    case 'appends':
      return to(
        world,
        n,
        { phase: 'checks' },
        { files: files.with(actor.fd, [...file, actor.line]) },
      );
    case 'checks':
      return to(world, n, file.length === actor.size + 1 ? { phase: 'looks' } : doubt);
    case 'looks':
      if (rules.drops && next.some((waiting) => waiting)) return to(world, n, doubt);
      return to(world, n, { phase: rules.place ? 'places' : 'answers' });
    case 'places':
      return to(world, n, actor.fd === log ? { phase: 'answers' } : doubt);
    case 'drops':
      return to(world, n, { phase: 'finds' }, { next: next.map(() => null) });
    case 'finds': {
      const isCounted = countedIn(files[log] ?? []).includes(name);
      return to(world, n, { phase: isCounted ? 'answers' : 'opens' });
    }
    case 'answers':
      return to(
        world,
        n,
        { phase: 'done' },
        { acknowledged: [...world.acknowledged, name].sort() },
      );
    default:
      return undefined;
  }
}

function seal(world: World, n: number, name: string, rules: Rules): World | undefined {
  const { files, log, next } = world;
  const actor = world.actors[n] ?? IDLE;
  const file = files[actor.fd] ?? [];
  switch (actor.phase) {
    case 'opens':
      return to(world, n, { phase: 'reads', fd: log });
    case 'reads':
      return to(world, n, { phase: 'prepares', ...read(file, name) });
    case 'prepares': {
      // All in one row: what was sealed, and the record that seals it.
      const waiting = [...file.slice(0, actor.size), actor.line];
      return to(
        world,
        n,
        { phase: rules.looks ? 'looks' : 'renames' },
        { next: next.with(n, waiting) },
      );
    }
    case 'looks': {
      const asRead = file.length === actor.size && log === actor.fd;
      return to(
        world,
        n,
        { phase: asRead ? 'renames' : 'done' },
        asRead ? {} : { next: next.with(n, null) },
      );
    }
    case 'renames': {
      const waiting = next[n];
      const renamed = {
        files: [...files, waiting ?? []],
        log: files.length,
        next: next.with(n, null),
      };
      return to(world, n, { phase: 'done' }, waiting ? renamed : {});
    }
    default:
      return undefined;
  }
}

test.each(SOAK ? ['abS', 'aST', 'abST'] : ['abS', 'aST'])(
  'whoever is frozen, nothing acknowledged is lost or doubled: %s',
  (names) => {
    using tally = new Tally(`replace: ${names}`);
    const { states, problem } = search(names, REAL);
    tally.rounds = states;
    if (problem) tally.lose(problem);
    expect(states).toBeGreaterThan(100);
  },
);

test.each(['drops', 'place', 'looks'] as const)(
  'without "%s", something acknowledged is lost',
  (rule) => {
    expect(search('abST', { ...REAL, [rule]: false }).problem).toMatch(/is not counted/);
  },
);
