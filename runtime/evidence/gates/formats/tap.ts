import type { Counts } from '../../../model/gate.ts';
import { Malformed, type Tally, withTotal } from './shape.ts';

const POINT = /^( *)(not )?ok\b(?:\s+\d+)?(.*)$/;
const PLAN = /^1\.\.(\d+)\s*(?:#.*)?$/;
const DIRECTIVE = /(?:^|[^\\])#\s*(skip|todo)/i;

type Level = { indent: number; points: number; failed: boolean };

/**
 * TAP of versions 12 to 14. Tests with subtests are counted by these. The plan must be there and be
 * kept: a run that broke off looks like a shorter one.
 */
export function readTap(text: string): Counts {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  /** Points met at deeper levels than the one to come, deepest last. */
  const below: Level[] = [];
  let planned: number | undefined;
  let top = 0;
  let yamlIndent: number | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (yamlIndent !== undefined) {
      // Diagnostics of a test: whatever they quote, they report nothing.
      if (line.trim() === '...' && indentOf(line) === yamlIndent) yamlIndent = undefined;
      continue;
    }
    if (/^ +---\s*$/.test(line)) {
      yamlIndent = indentOf(line);
      continue;
    }
    const plan = PLAN.exec(line);
    if (plan) planned = Number(plan[1]);
    if (/^Bail out!/.test(line)) tally.failed += 1;
    const point = POINT.exec(line);
    if (!point) continue;
    const [, spaces = '', not, rest = ''] = point;
    const indent = spaces.length;
    if (indent === 0) top += 1;
    const directive = DIRECTIVE.exec(rest)?.[1]?.toLowerCase();
    const failed = not !== undefined && directive === undefined;
    const children = takeBelow(below, indent);
    if (children === undefined || (failed && !children.failed)) {
      if (failed) tally.failed += 1;
      else if (directive !== undefined) tally.skipped += 1;
      else tally.passed += 1;
    }
    addTo(below, indent, failed || (children?.failed ?? false));
  }
  if (planned === undefined) throw new Malformed('it has no plan (1..N)');
  if (planned !== top) throw new Malformed(`it plans ${planned} tests and reports ${top}`);
  return { tests: withTotal(tally) };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The subtests of a point at this indent: all that were met deeper since the last one. */
function takeBelow(below: Level[], indent: number): Level | undefined {
  let found: Level | undefined;
  for (let last = below.at(-1); last && last.indent > indent; last = below.at(-1)) {
    found = { ...last, failed: last.failed || (found?.failed ?? false) };
    below.pop();
  }
  return found;
}

function addTo(below: Level[], indent: number, failed: boolean): void {
  const last = below.at(-1);
  if (last?.indent === indent) {
    last.points += 1;
    last.failed ||= failed;
  } else {
    below.push({ indent, points: 1, failed });
  }
}
