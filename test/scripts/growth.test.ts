import { expect, test } from 'vitest';
import { growthSvg } from '../../scripts/bench/figure.ts';
import { growthOf } from '../../scripts/bench/growth.ts';
import type { Row } from '../../scripts/bench/row.ts';
import { growthText } from '../../scripts/bench/table.ts';

const rows: Row[] = Object.entries({
  'nodes-6/Stop': 1.1,
  'nodes-1000/Stop': 2.2,
  'nodes-10000/Stop': 11,
  'events-10000/Stop': 1.1,
  'nodes-6/guard': 1.2,
}).map(([name, cpu]) => ({ name, beside: 'node -e 0', ratios: { cpu }, figures: {} }));

test('growth is told for steps that were measured at two sizes at least', () => {
  const [nodes, events] = growthOf(rows);
  expect(nodes?.series).toEqual([{ step: 'Stop', ratios: [1.1, 2.2, 11] }]);
  expect(events?.series).toEqual([{ step: 'Stop', ratios: [1.1, 1.1, undefined] }]);
  expect(growthOf(rows.slice(0, 1))).toEqual([]);
});

test('the chart in the terminal says how much dearer the largest is than the smallest', () => {
  const [nodes = '', events = ''] = growthText(rows)
    .split('\n')
    .filter((line) => line.includes('Stop'));
  expect(nodes).toMatch(/Stop +1\.10 +2\.20 +11\.00 .*10\.00×/);
  expect(events).toMatch(/Stop +1\.10 +1\.10 +– .*1\.00×/);
});

test('the figure is an SVG with a line for each step and no number that is none', () => {
  const svg = growthSvg(rows, '2 × <a processor>');
  expect(svg.match(/<polyline/g)).toHaveLength(2);
  expect(svg).toContain('Stop (10.00×)');
  expect(svg).toContain('2 × &lt;a processor>');
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
});
