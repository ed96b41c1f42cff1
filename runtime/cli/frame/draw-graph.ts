// A plan as lines of text: nodes under each other in the order they can run, those that may run side by side
// in a bracket. Pure; colours are the caller's.

import { layersOf } from '../../kernel/graph/layers.ts';
import { expressionOf, isConditional } from '../../model/condition.ts';
import type { Edge } from '../../model/edge.ts';
import { columns, oneLine, padded } from '../../words/plain-text.ts';

export type PlannedNode = Readonly<{
  id: string;
  role: string;
  title: string;
  /** Absent in a template. */
  status?: string;
  level?: string;
  /** Its time limit, in seconds. */
  budgetSec?: number;
}>;

export type Planned = Readonly<{
  title: string;
  nodes: readonly PlannedNode[];
  edges: readonly Edge[];
}>;

type Look = Readonly<{ width: number; paint: (status: string, text: string) => string }>;

const SIGNS: Readonly<Record<string, string>> = {
  done: '✔',
  running: '▶',
  verify: '▷',
  ready: '○',
  blocked: '!',
  failed: '✗',
  skipped: '–',
  cancelled: '–',
};
const OVER: readonly string[] = ['done', 'failed', 'skipped', 'cancelled'];
const BAR = 24;

export function drawGraph(planned: Planned, { width, paint }: Look): string[] {
  const { nodes, edges } = planned;
  const layers = layersOf(nodes, edges);
  const idWidth = Math.max(0, ...nodes.map(({ id }) => id.length));
  const stateWidth = Math.max(0, ...nodes.map((node) => stateOf(node).length));
  const room = Math.max(16, Math.min(60, width - idWidth - stateWidth - 18));
  const titles = nodes.map(({ title }) => columns(oneLine(title, room)));
  const titleWidth = Math.max(0, ...titles);
  const lines = layers.flatMap((layer, at) => {
    const before = layers[at - 1]?.map(({ id }) => id) ?? [];
    const rows = layer.map((node, i) => {
      const { id, role, status = 'pending' } = node;
      const title = padded(oneLine(node.title, room), titleWidth);
      const sign = paint(status, SIGNS[status] ?? '·');
      const state = paint(status, stateOf(node).padEnd(stateWidth));
      const after = afterText(id, edges, before);
      return `${bracket(i, layer.length)} ${sign} ${id.padEnd(idWidth)}  ${role.padEnd(6)}  ${title} ${state}${after}`.trimEnd();
    });
    return at === 0 ? rows : ['  │', ...rows];
  });
  return [oneLine(planned.title, width), ...progressOf(nodes), '', ...lines];
}

/** The chain of open nodes that takes longest by their time limits, in the order they run. */
export function criticalPath({
  nodes,
  edges,
}: Pick<Planned, 'nodes' | 'edges'>): readonly PlannedNode[] {
  type Way = Readonly<{ sec: number; last: PlannedNode; before: Way | undefined }>;
  const ways = new Map<string, Way>();
  let longest: Way | undefined;
  for (const node of layersOf(nodes, edges).flat()) {
    if (OVER.includes(node.status ?? '')) continue;
    const before = edges
      .filter(({ to }) => to === node.id)
      .map(({ from }) => ways.get(from))
      .reduce<Way | undefined>((a, b) => (b && b.sec > (a?.sec ?? -1) ? b : a), undefined);
    const way = { sec: (before?.sec ?? 0) + (node.budgetSec ?? 0), last: node, before };
    ways.set(node.id, way);
    if (way.sec > (longest?.sec ?? -1)) longest = way;
  }
  const path: PlannedNode[] = [];
  for (let way = longest; way; way = way.before) path.unshift(way.last);
  return path;
}

function bracket(at: number, of: number): string {
  if (of === 1) return ' ';
  return at === 0 ? '╭' : at === of - 1 ? '╰' : '├';
}

/** What the picture does not show: nodes further up, and other conditions than success. */
function afterText(id: string, edges: readonly Edge[], before: readonly string[]): string {
  const ins = edges.filter(({ to }) => to === id);
  const isPlain =
    ins.length === before.length &&
    ins.every(({ from, condition }) => condition === 'on_success' && before.includes(from));
  if (isPlain) return '';
  const named = ins.map(({ from, condition }) => `${from}${conditionText(condition)}`);
  return named.length === 0 ? '' : `  after ${named.slice(0, 6).join(', ')}`;
}

const WORDS = {
  on_success: '',
  on_failure: ' has failed',
  always: ', however it ends',
} as const;

function conditionText(condition: Edge['condition']): string {
  if (!isConditional(condition)) return WORDS[condition];
  return `, if ${oneLine(expressionOf(condition) ?? '', 60)}`;
}

function stateOf({ status, level }: PlannedNode): string {
  return [status, level].filter((word) => word !== undefined).join(' ');
}

function progressOf(all: readonly PlannedNode[]): string[] {
  const nodes = all.filter(({ status }) => status !== 'cancelled');
  if (nodes.every(({ status }) => status === undefined)) return [];
  const over = nodes.filter(({ status = '' }) => status === 'done' || status === 'skipped').length;
  const filled = Math.round((over / Math.max(1, nodes.length)) * BAR);
  return [`${'━'.repeat(filled)}${'╌'.repeat(BAR - filled)}  ${over} of ${nodes.length} done`];
}
