// `ESC-0001` stands for the node or the goal it is about, wherever one of these can be named.

import { readStored } from '../../cache/read-state.ts';
import { upcast } from '../../kernel/reduce/upcast.ts';
import { readHistory } from '../../log/history.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { findRepository, isInstalled } from '../../workspace/repository.ts';

/** `G-0001/N-020`, or `G-0001`; what is no name of one, or of none there was, stays as it is. */
export function placeNamed(word: string): string {
  if (!/^ESC-\d+$/i.test(word)) return word;
  const ws = findRepository(process.cwd());
  if (!ws || !isInstalled(ws)) return word;
  return placeOf(ws, escalationId(word)) ?? word;
}

/** `ESC-0007`, `esc-7`; anything else as it is, in capitals. */
export function escalationId(word: string): string {
  const number = /^ESC-(\d+)$/i.exec(word)?.[1];
  return number === undefined
    ? word.toUpperCase()
    : `ESC-${number.replace(/^0+/, '').padStart(4, '0')}`;
}

function placeOf(ws: Workspace, id: string): string | undefined {
  const open = readStored(ws)?.escalations?.[id];
  if (open) return open.node === null ? open.goal : `${open.goal}/${open.node}`;
  let place: string | undefined;
  readHistory(
    ws,
    (record) => {
      const fact = record.type === 'escalation.opened' ? upcast(record) : undefined;
      if (fact?.type === 'escalation.opened' && fact.payload.id === id) {
        place = fact.node_id === undefined ? fact.goal_id : `${fact.goal_id}/${fact.node_id}`;
      }
      return place === undefined;
    },
    'count',
  );
  return place;
}
