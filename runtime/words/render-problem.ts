import type { Problem } from '../model/failure.ts';
import { columns, oneLine } from './plain-text.ts';

/** In a line. */
export function atItsPlace({ file, line, column, message }: Problem): string {
  return `${file}:${line}:${column} ${message}`;
}

/**
 * One thing wrong in a file, with the place shown:
 *
 *     .wukong/templates/fix.yaml:6:5  Unknown field "need".
 *             need: [N-010]
 *             ~~~~
 *       hint: Did you mean "needs"?
 */
export function renderProblem(problem: Problem): string {
  const { file, line, column, message, source, width, hint } = problem;
  const lines = [`${file}:${line}:${column}  ${message}`];
  if (source !== undefined) {
    // A tab is shown as one column, so that the squiggle stands below what it means.
    const shown = Array.from(source.replaceAll('\t', ' '))
      .map((character) => (/\p{Cc}/u.test(character) ? ' ' : character))
      .join('');
    const before = columns(shown.slice(0, column - 1));
    const meant = shown.slice(column - 1, column - 1 + Math.max(1, width ?? 1));
    lines.push(`    ${shown}`);
    lines.push(`    ${' '.repeat(before)}${'~'.repeat(Math.max(1, columns(meant)))}`);
  }
  if (hint !== undefined) lines.push(`  hint: ${oneLine(hint, 300)}`);
  return lines.join('\n');
}
