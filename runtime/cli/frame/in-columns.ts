import { columns } from '../../words/plain-text.ts';

/** Lines of a table: the first `names` cells at the left, numbers at the right. */
export function inColumns(rows: ReadonlyArray<readonly string[]>, names: number): string[] {
  const width = (rows[0] ?? []).map((_, i) =>
    Math.max(...rows.map((row) => columns(row[i] ?? ''))),
  );
  return rows.map((row) =>
    row
      .map((cell, i) => {
        const room = ' '.repeat(Math.max(0, (width[i] ?? 0) - columns(cell)));
        return i < names ? cell + room : room + cell;
      })
      .join('  ')
      .trimEnd(),
  );
}
