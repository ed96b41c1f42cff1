// The growth of the hot steps as an SVG, with nothing in it that a browser has to fetch.

import { type Growth, grown, growthOf } from './growth.ts';
import type { Row } from './row.ts';

const PANEL = { width: 430, height: 300, left: 48, top: 40, gap: 150 };
const COLORS = [
  '#0072b2',
  '#56b4e9',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#e69f00',
  '#6f4e7c',
  '#7f7f00',
  '#444444',
];
const LABEL_HEIGHT = 13;

export function growthSvg(rows: readonly Row[], about: string): string {
  const panels = growthOf(rows);
  const width = PANEL.left + panels.length * (PANEL.width + PANEL.gap);
  const height = PANEL.top + PANEL.height + 60;
  const drawn = panels.map((growth, i) =>
    panel(growth, PANEL.left + i * (PANEL.width + PANEL.gap)),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">
<title>CPU of hooks against bare Node, by open nodes and by past events</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${drawn.join('\n')}
<text x="${PANEL.left}" y="${height - 8}" fill="#666">${escaped(about)}</text>
</svg>
`;
}

function panel(growth: Growth, x0: number): string {
  const { sizes, series, title } = growth;
  const highest = Math.max(2, ...series.flatMap(({ ratios }) => ratios.map((r) => r ?? 1)));
  const { top, height, width } = PANEL;
  const x = scale(sizes[0] ?? 1, sizes.at(-1) ?? 10, x0, x0 + width);
  const y = scale(1, highest * 1.1, top + height, top);
  const bottom = top + height;
  const parts = [
    text(x0, top - 16, `CPU × bare node, by ${title}`, 'font-size="13" font-weight="bold"'),
    ...ticks(highest).map(
      (tick) =>
        `<path d="M${x0} ${y(tick)}H${x0 + width}" stroke="#ddd"/>${text(x0 - 8, y(tick) + 4, String(tick), 'text-anchor="end" fill="#666"')}`,
    ),
    ...sizes.map(
      (size) =>
        `<path d="M${x(size)} ${bottom}v5" stroke="#666"/>${text(x(size), bottom + 18, size.toLocaleString('en'), 'text-anchor="middle" fill="#666"')}`,
    ),
  ];
  const ends = series.map((one, i) => {
    const points = one.ratios.flatMap((ratio, at) =>
      ratio === undefined ? [] : [`${x(sizes[at] ?? 1)},${y(ratio)}`],
    );
    const color = COLORS[i % COLORS.length] ?? '#000';
    parts.push(
      `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`,
    );
    const last = one.ratios.findLast((ratio) => ratio !== undefined) ?? 1;
    return { at: y(last), color, label: `${one.step} (${(grown(one) ?? 1).toFixed(2)}×)` };
  });
  for (const { at, color, label } of apart(ends)) {
    parts.push(text(x0 + width + 8, at + 4, label, `fill="${color}"`));
  }
  return parts.join('\n');
}

/** Equal factors are equal distances. */
function scale(from: number, to: number, a: number, b: number): (value: number) => number {
  const span = Math.log(to) - Math.log(from) || 1;
  return (value) => {
    const at = a + ((Math.log(Math.max(value, from)) - Math.log(from)) / span) * (b - a);
    return Math.round(at * 10) / 10;
  };
}

function ticks(highest: number): number[] {
  return [1, 1.25, 1.5, 2, 3, 5, 10, 20, 50, 100, 200].filter(
    (tick) => tick <= highest * 1.1 && (highest < 4 || ![1.25, 1.5].includes(tick)),
  );
}

/** Labels of lines that end close together stand below each other, and none below the frame. */
function apart<T extends { at: number }>(labels: readonly T[]): T[] {
  let free = PANEL.top + PANEL.height + LABEL_HEIGHT;
  return [...labels]
    .sort((a, b) => b.at - a.at)
    .map((label) => {
      const at = Math.min(label.at, free - LABEL_HEIGHT);
      free = at;
      return { ...label, at };
    });
}

function text(x: number, y: number, words: string, attributes: string): string {
  return `<text x="${x}" y="${y}" ${attributes}>${escaped(words)}</text>`;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
