// What came of a mirror, in words.

import type { WithTrees } from '../../engine/team/mirror.ts';
import type { Read } from '../../engine/team/read-mirror.ts';
import type { Fork } from '../../engine/team/set-aside-fork.ts';
import { eventId } from '../../kernel/state/ids.ts';
import { movedText, unsentText } from '../../words/moved-text.ts';
import { counted, oneLine } from '../../words/plain-text.ts';

export function mirroredText(mirrored: WithTrees): string {
  switch (mirrored.kind) {
    case 'mirrored':
      return [
        `${counted(mirrored.added, 'record')} mirrored, up to ${eventId(mirrored.cursor.events)}.`,
        ...(mirrored.unsent ?? []).map(unsentText),
      ].join('\n');
    case 'moved':
      return movedText(mirrored.home, mirrored.fork);
    case 'mirror':
      return `This clone mirrors the log of ${oneLine(mirrored.home, 60)}.`;
    case 'nothing':
      return 'There is nothing to mirror yet: no goal was begun here. To mirror the log of another clone: wukong team mirror LOG';
  }
}

export function readText({ row, added, cursor, fork }: Read): string {
  const read = `${counted(added, 'record')} read of the log of ${oneLine(row.name, 60)}, up to ${eventId(cursor.events)}.`;
  return fork ? `${movedText(row.name, fork)}\n${read}` : read;
}

export function mirroredJson(mirrored: WithTrees) {
  const { kind } = mirrored;
  if (kind === 'mirrored') {
    const { added, cursor, unsent = [] } = mirrored;
    return { kind, added, as_of: eventId(cursor.events), unsent };
  }
  if (kind === 'moved') return { kind, home: mirrored.home, ...forkJson(mirrored.fork) };
  return kind === 'mirror' ? { kind, home: mirrored.home } : { kind };
}

export function readJson({ row, added, cursor, fork }: Read) {
  const { log, name, epoch } = row;
  const as_of = eventId(cursor.events);
  return { kind: 'read', log, home: name, epoch, added, as_of, ...forkJson(fork) };
}

function forkJson(fork: Fork | undefined) {
  return fork ? { set_aside: fork } : {};
}
