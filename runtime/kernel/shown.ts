import type { State } from '../model/state.ts';

const SHOWN: readonly string[] = [
  'goal.created',
  'run.dispatched',
  'run.reported',
  'run.sent_back',
  'run.ended',
  'run.excused',
  'evidence.graded',
];

/** Whether taskgraph.json looks different after an event of this type. */
export function isShown(type: string): boolean {
  if (type === 'node.offered') return false;
  return SHOWN.includes(type) || type.startsWith('node.') || type.startsWith('graph.');
}

/** Above this many open nodes taskgraph.json is refreshed at Stop and by the CLI only. */
const SMALL_GRAPH_NODES = 32;

/** Above this many it would take longer than the whole hook: neither is it refreshed at Stop. */
const MOST_AT_STOP = 512;

export function isVeryLarge(state: State): boolean {
  return state.counters.open_nodes > MOST_AT_STOP;
}

/** A graph that is over is carried along by every small one after it, unless it is very large. */
export function isCarried(nodes: number): boolean {
  return nodes <= MOST_AT_STOP;
}

export function isLarge(state: State): boolean {
  return state.counters.open_nodes > SMALL_GRAPH_NODES;
}
