import { describe, expect, test } from 'vitest';
import { criticalPath, drawGraph, type PlannedNode } from '../../runtime/cli/frame/draw-graph.ts';
import type { Edge } from '../../runtime/model/edge.ts';

const LOOK = { width: 80, paint: (_: string, text: string) => text };

function node(id: string, more: Partial<PlannedNode> = {}): PlannedNode {
  return { id, role: 'body', title: `Do ${id}`, ...more };
}

function edge(from: string, to: string, condition: Edge['condition'] = 'on_success'): Edge {
  return { from, to, condition };
}

/** Two at once, then one, and one for a failure. */
const NODES = [
  node('N-001', { role: 'ear', status: 'done', level: 'L1', budgetSec: 60 }),
  node('N-002', { role: 'eye', status: 'running', budgetSec: 600 }),
  node('N-010', { status: 'pending', budgetSec: 1200, title: '修复空报文的解码' }),
  node('N-020', { role: 'tongue', status: 'pending', budgetSec: 300 }),
];
const EDGES = [
  edge('N-001', 'N-010'),
  edge('N-002', 'N-010'),
  edge('N-010', 'N-020', 'on_failure'),
];

describe('a drawn plan', () => {
  test('shows nodes in the order they run, those that may run at once in a bracket', () => {
    expect(drawGraph({ title: 'G-0001  It crashes', nodes: NODES, edges: EDGES }, LOOK)).toEqual([
      'G-0001 It crashes',
      '━━━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌  1 of 4 done',
      '',
      '╭ ✔ N-001  ear     Do N-001         done L1',
      '╰ ▶ N-002  eye     Do N-002         running',
      '  │',
      '  · N-010  body    修复空报文的解码 pending',
      '  │',
      '  · N-020  tongue  Do N-020         pending  after N-010 has failed',
    ]);
  });

  test('says which nodes further up one waits for, and shows a circle all the same', () => {
    const nodes = ['N-001', 'N-002', 'N-003', 'N-004'].map((id) => node(id));
    const edges = [edge('N-001', 'N-002'), edge('N-002', 'N-003'), edge('N-001', 'N-003')];
    const lines = drawGraph({ title: 'fix 1', nodes: nodes.slice(0, 3), edges }, LOOK);
    expect(lines.at(-1)).toBe('  · N-003  body    Do N-003   after N-002, N-001');
    const circle = [edge('N-003', 'N-004'), edge('N-004', 'N-003')];
    const drawn = drawGraph({ title: 'x', nodes, edges: circle }, LOOK).join('\n');
    for (const { id } of nodes) expect(drawn).toContain(id);
  });

  test('keeps to the width of the terminal, also with long titles', () => {
    const long = node('N-001', { title: 'x'.repeat(200), status: 'running' });
    const lines = drawGraph({ title: 'y'.repeat(200), nodes: [long], edges: [] }, LOOK);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe('the critical path', () => {
  test('is the chain of open nodes that takes longest by their time limits', () => {
    expect(criticalPath({ nodes: NODES, edges: EDGES }).map(({ id }) => id)).toEqual([
      'N-002',
      'N-010',
      'N-020',
    ]);
    const over = NODES.map((one) => ({ ...one, status: 'done' }));
    expect(criticalPath({ nodes: over, edges: EDGES })).toEqual([]);
  });
});
