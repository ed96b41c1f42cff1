import type { Counts } from '../../../model/gate.ts';
import { MAX_SAID, Malformed, type Tally, type Told, withTotal } from './shape.ts';

const POINT = /^( *)(not )?ok\b(?:\s+\d+)?(.*)$/;
const PLAN = /^1\.\.(\d+)\s*(?:#.*)?$/;
/** Lines of diagnostics that are looked at. */
const MAX_YAML = 100;
const DIRECTIVE = /(?:^|[^\\])#\s*(skip|todo)/i;

/**
 * TAP of versions 12 to 14. Tests with subtests are counted by these. The plan must be there and be
 * kept: a run that broke off looks like a shorter one.
 */
export function readTap(text: string): Counts {
  const { points, bailed } = whole(text);
  const tally: Tally = { passed: 0, failed: bailed, skipped: 0 };
  for (const { outcome } of points) tally[outcome] += 1;
  return { tests: withTotal(tally) };
}

function whole(text: string): Walked {
  const walked = walk(text);
  const { planned, top } = walked;
  if (planned === undefined) throw new Malformed('it has no plan (1..N)');
  if (planned !== top) throw new Malformed(`it plans ${planned} tests and reports ${top}`);
  return walked;
}

/** A test without subtests, or one that failed although all of them passed. */
type Point = {
  readonly outcome: keyof Tally;
  readonly name: string;
  groups: readonly string[];
  indent: number;
  diagnostics?: readonly string[];
};

/** The same tests, each with those it stands in: what broke off names less than there is. */
export function tapTold(text: string): readonly Told[] {
  return whole(text).points.map(({ outcome, name, groups, diagnostics = [] }) => {
    const said = outcome === 'failed' ? { said: saidIn(diagnostics) } : {};
    return { groups, name, ended: outcome, ...said };
  });
}

/** The first test that failed, also of what broke off, and what is told of it. */
export function failedIn(text: string) {
  const found = walk(text).points.find(isFailed);
  const { name = '', diagnostics = [] } = found ?? {};
  return found && { name, diagnostics, said: saidIn(diagnostics) };
}

type Walked = { points: Point[]; top: number; planned: number | undefined; bailed: number };

function walk(text: string): Walked {
  const found: Walked = { points: [], top: 0, planned: undefined, bailed: 0 };
  let yamlIndent: number | undefined;
  let yaml: string[] = [];
  /** That the diagnostics are about, where it is counted. */
  let told: Point | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (yamlIndent !== undefined) {
      // Diagnostics of a test: whatever they quote, they report nothing.
      if (line.trim() !== '...' || indentOf(line) !== yamlIndent) {
        if (yaml.length < MAX_YAML) yaml.push(line.slice(0, MAX_SAID));
        continue;
      }
      yamlIndent = undefined;
      continue;
    }
    if (/^ +---\s*$/.test(line)) {
      yamlIndent = indentOf(line);
      yaml = [];
      if (told) told.diagnostics = yaml;
      continue;
    }
    const plan = PLAN.exec(line);
    if (plan) found.planned = Number(plan[1]);
    if (/^Bail out!/.test(line)) found.bailed += 1;
    const point = POINT.exec(line);
    if (!point) continue;
    const [, spaces = '', not, rest = ''] = point;
    const indent = spaces.length;
    if (indent === 0) found.top += 1;
    const directive = DIRECTIVE.exec(rest);
    const failed = not !== undefined && directive === null;
    const name = rest.slice(0, directive?.index).replace(/^\s*-?\s*/, '');
    const inside = adopt(found.points, indent, name);
    const isCounted = inside.length === 0 || (failed && !inside.some(isFailed));
    const outcome = failed ? 'failed' : directive ? 'skipped' : 'passed';
    told = isCounted ? { outcome, name, groups: [], indent } : undefined;
    if (told) found.points.push(told);
  }
  return found;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The subtests of a point at this indent: all that were met deeper since the last one. */
function adopt(points: Point[], indent: number, name: string): readonly Point[] {
  const last = points.findLastIndex((one) => one.indent <= indent);
  const inside = points.slice(last + 1);
  for (const one of inside) {
    one.groups = [name, ...one.groups];
    one.indent = indent;
  }
  return inside;
}

function isFailed({ outcome }: Point): boolean {
  return outcome === 'failed';
}

/** The message; where there is none, what was expected and what came. */
function saidIn(yaml: readonly string[]): string {
  const at = yaml.findIndex((line) => /^\s*(?:error|message|reason):/.test(line));
  const first = yaml[at] ?? '';
  const value = first.replace(/^\s*\w+:\s*/, '').trim();
  if (at < 0) {
    const both = yaml.filter((line) => /^\s*(?:operator|expected|actual):/.test(line));
    return both.map((line) => line.trim()).join(' ');
  }
  if (!/^[|>][-+]?$/.test(value)) return value.replace(/^(['"])(.*)\1$/, '$2');
  const rest = yaml.slice(at + 1);
  const end = rest.findIndex((line) => line.trim() !== '' && indentOf(line) <= indentOf(first));
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .join('\n')
    .slice(0, MAX_SAID);
}
