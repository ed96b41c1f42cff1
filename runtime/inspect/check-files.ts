// What lies below .wukong/ and is not the log: links, leftovers, deliveries, the lock.

import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../files/file-failure.ts';
import { lookAtLock } from '../log/lock.ts';
import type { Segment } from '../log/segments.ts';
import type { Finding } from '../model/finding.ts';
import { deliveryIn } from '../step/inbox.ts';
import { oddBelow } from '../workspace/links.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import { isLeftOver } from '../workspace/processes.ts';

/** `aside`: what repairs kept, by the names in the log; undefined where the log was not read to its end. */
export function checkFiles(
  ws: Workspace,
  segments: readonly Segment[],
  aside?: ReadonlySet<string>,
): Finding[] {
  return [
    ...odd(ws),
    ...leftOvers(ws, ''),
    ...noFolders(ws),
    ...archived(ws, segments, aside),
    ...inbox(ws),
    ...lock(ws),
  ];
}

/** All there are, however long it takes. */
function odd(ws: Workspace): Finding[] {
  const { found } = oddBelow(ws, Number.POSITIVE_INFINITY, MOST_SHOWN);
  return found.map(({ file, is }): Finding => {
    const at = { severity: 'finding', file: file.slice('.wukong/'.length) } as const;
    return is === 'link' ? { ...at, kind: 'link' } : { ...at, kind: 'odd', is };
  });
}

const MOST_SHOWN = 1_000;

/** Half-written files. What git keeps in objects/ is git's own affair. */
function leftOvers(ws: Workspace, folder: string): Finding[] {
  return entriesOf(join(ws.dir, folder)).flatMap((entry): Finding[] => {
    const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return file === 'objects' ? [] : leftOvers(ws, file);
    return entry.isFile() && isLeftOver(entry.name)
      ? [{ severity: 'note', kind: 'left-over', file }]
      : [];
  });
}

/** Caches and what a killed sealer left make way by themselves. */
const FOLDERS: readonly string[] = ['archive', 'artifacts', 'graphs', 'inbox', 'objects'];

function noFolders(ws: Workspace): Finding[] {
  return entriesOf(ws.dir)
    .filter((entry) => FOLDERS.includes(entry.name) && entry.isFile())
    .map(({ name }) => ({ severity: 'finding', kind: 'no-folder', file: name }));
}

/** A torn tail is there on purpose (log/set-aside-torn.ts), and a damaged log that a repair names. */
const TORN = /^torn-after-E-\d+\.jsonl$/;
const SEALED_FILE = /^events-\d+\.jsonl$/;
const DAMAGED = /^damaged-[\da-f-]+\.jsonl$/;
/** What a log was before that of another machine took its place (engine/team). */
const SET_ASIDE = /^(?:fork|before-mirror)-\d{8}T\d{6}Z(?:-\d+)?$/;

function archived(
  ws: Workspace,
  segments: readonly Segment[],
  aside: ReadonlySet<string> | undefined,
): Finding[] {
  // Without the way back through the log nobody can say what is named.
  if (segments.length === 0) return [];
  const log = statSync(files.log(ws));
  return entriesOf(files.archive(ws)).flatMap(({ name }): Finding[] => {
    const file = `archive/${name}`;
    if (segments.some((segment) => segment.name === file)) return [];
    if (TORN.test(name) || SET_ASIDE.test(name) || name.endsWith('.tmp')) return [];
    if (DAMAGED.test(name) && (aside?.has(file) ?? true)) return [];
    // Where the way back is damaged, the sealed files may be all that is intact.
    if (SEALED_FILE.test(name) && !aside) return [];
    const stat = lstatSync(join(files.archive(ws), name), { throwIfNoEntry: false });
    const isLog = stat?.ino === log.ino && stat.dev === log.dev;
    return [{ severity: 'note', kind: isLog ? 'unfinished-seal' : 'orphan', file }];
  });
}

function inbox(ws: Workspace): Finding[] {
  const entries = entriesOf(files.inbox(ws));
  const written = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.json'));
  const waiting = written.filter(({ name }) => isDeliveryIn(join(files.inbox(ws), name)));
  const strangers = entries.filter(
    (entry) => !waiting.includes(entry) && !entry.name.endsWith('.tmp'),
  );
  return [
    ...(waiting.length === 0
      ? []
      : [
          {
            severity: 'note',
            kind: 'deliveries',
            file: 'inbox',
            waiting: waiting.length,
          } satisfies Finding,
        ]),
    ...strangers.map((entry): Finding => {
      const severity = written.includes(entry) ? 'finding' : 'note';
      return { severity, kind: 'stranger', file: `inbox/${entry.name}` };
    }),
  ];
}

function isDeliveryIn(path: string): boolean {
  try {
    return deliveryIn(path) !== undefined;
  } catch (error) {
    return codeOf(error) === 'ENOENT'; // A hook has taken it up in this moment.
  }
}

function lock(ws: Workspace): Finding[] {
  const seen = lookAtLock(files.lock(ws));
  if (!seen) return [];
  const { holder, stale } = seen;
  const at = { severity: 'note', file: 'events.lock', holder } as const;
  if (stale) return [{ ...at, kind: 'stale-lock' }];
  return holder.elsewhere ? [{ ...at, kind: 'lock-elsewhere' }] : [];
}

/** None if the folder is not there. */
function entriesOf(folder: string): Dirent[] {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true });
}
