// P6: delete every cache: rebuilt to the byte. P7: a cache ahead of, behind or foreign to the log is
// ignored and rebuilt.

import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readState, runStep } from '../../runtime/step/run-step.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { temporaryWorkspace } from '../workspace/workspace.ts';
import { type Chapter, STORY } from './story.ts';
import { Tally } from './tally.ts';

/** A workspace made for a test holds its log, what is not a cache by name, and caches. */
const NO_CACHE = /^(?:events\.(?:jsonl|lock)|archive|escalations|inbox)(?:\/|$)/;

function caches(ws: Workspace): Map<string, string> {
  const names = readdirSync(ws.dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => !NO_CACHE.test(name) && statSync(join(ws.dir, name)).isFile())
    .sort();
  return new Map(names.map((name) => [name, readFileSync(join(ws.dir, name), 'utf8')]));
}

function put(ws: Workspace, kept: ReadonlyMap<string, string>): void {
  for (const name of caches(ws).keys()) rmSync(join(ws.dir, name));
  for (const [name, text] of kept) {
    mkdirSync(dirname(join(ws.dir, name)), { recursive: true });
    writeFileSync(join(ws.dir, name), text);
  }
}

function tell(ws: Workspace, chapter: Chapter): void {
  const told = runStep(ws, chapter);
  if (!told.ok) throw new Error(JSON.stringify(told.failure));
}

function meaning(ws: Workspace): unknown {
  const now = readState(ws);
  if (!now.ok) throw new Error(JSON.stringify(now.failure));
  // Only there while taskgraph.json is made of it, and in no cache.
  const { finished: _, ...state } = now.state;
  return state;
}

/** What a reader makes of the log alone. */
function rebuilt(ws: Workspace): Map<string, string> {
  put(ws, new Map());
  runStep(ws, () => undefined);
  return caches(ws);
}

/** Whether state.json was refreshed by this step: it may lag a few records behind. */
function isCurrent(kept: ReadonlyMap<string, string>, asOf: string): boolean {
  return JSON.parse(kept.get('state.json') ?? '{}').as_of === asOf;
}

type Prefix = Readonly<{ bytes: number; asOf: string; kept: Map<string, string> }>;

/** The whole story, with the caches as the hooks left them after each step. */
function tellAll(ws: Workspace): Prefix[] {
  return STORY.map((chapter) => {
    tell(ws, chapter);
    const now = readState(ws);
    const asOf = now.ok ? (now.state.as_of ?? '') : '';
    return { bytes: statSync(files.log(ws)).size, asOf, kept: caches(ws) };
  });
}

test('P6 at every prefix of a log the caches come back to the byte', () => {
  using at = temporaryWorkspace();
  using tally = new Tally('P6 caches rebuilt');
  const prefixes = tellAll(at.ws);
  let compared = 0;
  for (const { bytes, asOf, kept } of prefixes.toReversed()) {
    tally.rounds += 1;
    truncateSync(files.log(at.ws), bytes);
    put(at.ws, kept);
    const withCaches = meaning(at.ws);
    put(at.ws, new Map());
    tally.holds(asOf, () => expect(meaning(at.ws)).toEqual(withCaches));
    const fresh = rebuilt(at.ws);
    const current = isCurrent(kept, asOf);
    if (current) compared += 1;
    tally.holds(asOf, () => {
      expect(fresh.get('taskgraph.json')).toBe(kept.get('taskgraph.json'));
      if (current) expect([...fresh]).toEqual([...kept]);
    });
  }
  expect(compared).toBeGreaterThan(20);
});

test('P7 caches ahead of the log, behind it, or of another log are ignored and rebuilt', () => {
  using at = temporaryWorkspace();
  using other = temporaryWorkspace();
  using tally = new Tally('P7 wrong caches');
  const prefixes = tellAll(at.ws);
  tellAll(other.ws);
  const foreign = caches(other.ws);
  for (const [i, prefix] of [...prefixes.entries()].toReversed()) {
    truncateSync(files.log(at.ws), prefix.bytes);
    const fresh = rebuilt(at.ws);
    const truth = meaning(at.ws);
    const wrong = {
      ahead: prefixes.at(Math.min(i + 3, prefixes.length - 1))?.kept ?? foreign,
      behind: prefixes.at(Math.max(i - 3, 0))?.kept ?? foreign,
      foreign,
    };
    for (const [what, kept] of Object.entries(wrong)) {
      tally.rounds += 1;
      tally.faults += 1;
      put(at.ws, kept);
      tally.holds(`${what} at ${prefix.asOf}`, () => expect(meaning(at.ws)).toEqual(truth));
      runStep(at.ws, () => undefined);
      tally.holds(`${what} at ${prefix.asOf}, after a step`, () => {
        expect(meaning(at.ws)).toEqual(truth);
        expect(caches(at.ws).get('taskgraph.json')).toBe(fresh.get('taskgraph.json'));
      });
    }
  }
});

test('P7 a hook that was killed between its append and its caches leaves nothing wrong behind', () => {
  using at = temporaryWorkspace();
  using copy = temporaryWorkspace();
  using tally = new Tally('P7 killed before the caches');
  let before = caches(at.ws);
  for (const [i, chapter] of STORY.entries()) {
    tell(at.ws, chapter);
    tally.rounds += 1;
    tally.faults += 1;
    // The same log, and the caches of before the step.
    cpSync(files.log(at.ws), files.log(copy.ws));
    put(copy.ws, before);
    tally.holds(`chapter ${i}`, () => expect(meaning(copy.ws)).toEqual(meaning(at.ws)));
    runStep(copy.ws, () => undefined);
    before = caches(at.ws);
    tally.holds(`chapter ${i}`, () => {
      expect(caches(copy.ws).get('taskgraph.json')).toBe(before.get('taskgraph.json'));
    });
  }
});
