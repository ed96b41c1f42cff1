// The plan as a picture: nodes in rows, each below the last of those it waits for. SVG, so that it is
// sharp at every size and its nodes are links. Pure.

import { layersOf } from '../kernel/graph/layers.ts';
import { expressionOf } from '../model/condition.ts';
import type { Edge } from '../model/edge.ts';
import { columns, oneLine } from '../words/plain-text.ts';
import type { Plan, PlanNode } from './goal-page.ts';
import { type Html, html, NOTHING, within } from './html.ts';
import { signOf, stateOf } from './node-state.ts';
import { cut } from './text.ts';

/** More are not drawn: nobody could read them. */
const MOST_NODES = 120;
/** Bytes. */
const ROOM_OF_ARROWS = 60_000;
const WIDTH = 208;
const HEIGHT = 56;
const GAP_X = 20;
const GAP_Y = 34;
const EDGE = 2;
/** Room at the right for arrows that pass rows. */
const PASSING = 30;

type Placed = Readonly<{ node: PlanNode; row: number; x: number; y: number }>;

export function drawPlan({ nodes, edges }: Plan): Html {
  const layers = layersOf(nodes, edges);
  const rows = firstNodes(layers, MOST_NODES);
  const widest = Math.max(1, ...rows.map((row) => row.length));
  const inner = widest * (WIDTH + GAP_X) - GAP_X;
  const placed = new Map<string, Placed>();
  for (const [row, layer] of rows.entries()) {
    const left = (inner - (layer.length * (WIDTH + GAP_X) - GAP_X)) / 2;
    for (const [i, node] of layer.entries()) {
      const x = EDGE + left + i * (WIDTH + GAP_X);
      placed.set(node.id, { node, row, x, y: EDGE + row * (HEIGHT + GAP_Y) });
    }
  }
  const width = inner + 2 * EDGE + PASSING;
  const height = rows.length * (HEIGHT + GAP_Y) - GAP_Y + 2 * EDGE;
  const arrows = within(edges, ROOM_OF_ARROWS, (edge) => {
    const [from, to] = [placed.get(edge.from), placed.get(edge.to)];
    return from && to ? arrow(edge, from, to, width) : NOTHING;
  });
  const left = nodes.length - placed.size;
  const isWhole = left === 0 && arrows.left === 0;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="The plan">
<svg class="plan" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="group" aria-label="${nodes.length} nodes">
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8Z" class="tip"/></marker></defs>
${arrows.shown}
${[...placed.values()].map(box)}
</svg></div>${
    isWhole
      ? NOTHING
      : html`<p class="dim">${`${left} more nodes and ${arrows.left} more arrows are not drawn; `}<code>wukong graph</code> draws all.</p>`
  }`;
}

function firstNodes(
  layers: ReadonlyArray<readonly PlanNode[]>,
  most: number,
): ReadonlyArray<readonly PlanNode[]> {
  const rows: Array<readonly PlanNode[]> = [];
  let room = most;
  for (const layer of layers) {
    if (room <= 0) break;
    rows.push(layer.slice(0, room));
    room -= layer.length;
  }
  return rows;
}

function box({ node, x, y }: Placed): Html {
  const { id, role, title, status, level } = node;
  return html`<a href="#${id}"><g class="node s-${status}"><title>${`${id} ${role}: ${cut(title, 120)} (${stateOf(node)})`}</title><rect x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="6"/><text x="${x + 12}" y="${y + 22}" class="id">${`${signOf(status)} ${id} ${role}`}</text><text x="${x + WIDTH - 12}" y="${y + 22}" class="id" text-anchor="end">${level ?? status}</text><text x="${x + 12}" y="${y + 42}">${fitted(title)}</text></g></a>
`;
}

/** A box holds so many columns. */
const MOST_COLUMNS = 27;

function fitted(title: string): string {
  let max = MOST_COLUMNS;
  while (max > 1 && columns(oneLine(title, max)) > MOST_COLUMNS) max -= 1;
  return oneLine(title, max);
}

/** To the next row straight down; past rows in between along the right side. */
function arrow({ condition }: Edge, from: Placed, to: Placed, width: number): Html {
  const isPlain = condition === 'on_success';
  const asked = expressionOf(condition);
  const style = isPlain ? 'edge' : `edge ${asked === undefined ? condition : 'predicate'}`;
  const [x1, y1] = [from.x + WIDTH / 2, from.y + HEIGHT];
  const [x2, y2] = [to.x + WIDTH / 2, to.y];
  const middle = (y1 + y2) / 2;
  const side = width - PASSING / 2;
  const isNext = to.row === from.row + 1;
  const path = isNext
    ? `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`
    : `M${from.x + WIDTH} ${y1 - HEIGHT / 2}C${side} ${y1 - HEIGHT / 2} ${side} ${y1} ${side} ${(y1 + y2) / 2}S${side} ${y2 + HEIGHT / 2} ${to.x + WIDTH} ${y2 + HEIGHT / 2}`;
  const drawn = html`<path class="${style}" d="${path}" marker-end="url(#tip)"/>
`;
  return asked === undefined
    ? drawn
    : html`<g><title>${`if ${cut(asked, 200)}`}</title>${drawn}</g>`;
}
