import pc from 'picocolors';
import { type Growth, grown, growthOf } from './growth.ts';
import { headline, type Row } from './row.ts';

const BLOCKS = '▁▂▃▄▅▆▇█';

/** The lines of a section. */
export function tableOf(title: string, rows: readonly Row[]): string {
  const lines = rows.map(lineOf);
  return `${pc.bold(title)}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function lineOf(row: Row): string {
  if (row.refused !== undefined) return `${row.name.padEnd(30)}${pc.yellow(row.refused)}`;
  const [measure, value] = headline(row) ?? ['cpu', Number.NaN];
  const ratio = `${value.toFixed(2)}×`.padStart(8);
  const over = row.limit !== undefined && value > row.limit;
  const cells = [
    row.name.padEnd(30),
    measure.padEnd(7),
    over ? pc.yellow(ratio) : ratio,
    ` ±${(row.spread ?? 0).toFixed(2)}`.padEnd(8),
    (row.limit === undefined ? '' : `${over ? '>' : '≤'} ${row.limit.toFixed(2)}`).padEnd(8),
    (measure === 'wall' || row.ratios.wall === undefined
      ? ''
      : `wall ${row.ratios.wall.toFixed(2)}×`
    ).padEnd(14),
    pc.dim(
      Object.entries(row.figures)
        .map(([name, figure]) => `${name} ${shown(figure)}`)
        .join('  '),
    ),
  ];
  return cells.join('').trimEnd();
}

function shown(figure: number): string {
  return Number.isInteger(figure) || figure >= 1000
    ? Math.round(figure).toLocaleString('en')
    : figure.toFixed(1);
}

/** A line for each step, with its ratio at each size; empty if nothing was measured at two sizes. */
export function growthText(rows: readonly Row[]): string {
  return growthOf(rows).map(chart).join('\n');
}

function chart(growth: Growth): string {
  const { title, sizes, limit, series } = growth;
  const highest = Math.max(2, ...series.flatMap(({ ratios }) => ratios.map((ratio) => ratio ?? 1)));
  const head = sizes.map((size) => size.toLocaleString('en').padStart(11)).join('');
  const lines = series.map((one) => {
    const cells = one.ratios.map((ratio) => `${ratio?.toFixed(2) ?? '–'}`.padStart(11)).join('');
    const bars = one.ratios.map((ratio) => block(ratio, highest)).join('');
    const factor = grown(one) ?? Number.NaN;
    const word = `${factor.toFixed(2)}×`;
    return `  ${one.step.padEnd(14)}${cells}   ${bars}   ${factor > limit ? pc.yellow(word) : word}`;
  });
  return `${pc.bold(`CPU × bare node, by ${title}`)} (asked for: at most ${limit}× the first)\n${' '.repeat(16)}${head}\n${lines.join('\n')}\n`;
}

/** On a scale of factors: twice as much is one step up wherever it begins. */
function block(ratio: number | undefined, highest: number): string {
  if (ratio === undefined) return ' ';
  const height = Math.log(Math.max(1, ratio)) / Math.log(highest);
  return BLOCKS[Math.round(height * (BLOCKS.length - 1))] ?? ' ';
}
