import pc from 'picocolors';
import type { Row, Unit } from './row.ts';

/** The lines of a section. */
export function tableOf(title: string, rows: readonly Row[]): string {
  return `${pc.bold(title)}\n${rows.map((row) => `  ${lineOf(row)}\n`).join('')}`;
}

function lineOf({ name, value, unit, of, spread = 0, limit, figures }: Row): string {
  const isOver = limit !== undefined && value > limit;
  const number = withUnit(value, unit).padStart(18);
  const cells = [
    name.padEnd(28),
    isOver ? pc.yellow(number) : number,
    spread === 0 ? ''.padEnd(8) : ` ±${shown(spread)}`.padEnd(8),
    (limit === undefined ? '' : `${isOver ? '>' : '≤'} ${shown(limit)}`).padEnd(8),
    pc.dim(
      [of, ...Object.entries(figures).map(([key, figure]) => `${key} ${shown(figure)}`)].join('  '),
    ),
  ];
  return cells.join('').trimEnd();
}

export function withUnit(value: number, unit: Unit): string {
  return unit === '×' ? `${value.toFixed(2)}×` : `${shown(value)} ${unit}`;
}

function shown(figure: number): string {
  if (Number.isInteger(figure) || figure >= 100) return Math.round(figure).toLocaleString('en');
  return figure.toFixed(2);
}
