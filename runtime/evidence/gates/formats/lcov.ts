import type { Counts, Covered } from '../../../model/gate.ts';
import { Malformed } from './shape.ts';

type Sum = { covered: number; total: number };

const TOTALS = { LF: 'lines', FNF: 'functions', BRF: 'branches' } as const;
const HITS = { LH: 'lines', FNH: 'functions', BRH: 'branches' } as const;

/** A tracefile of lcov: the totals of all its records. */
export function readLcov(text: string): Counts {
  const sums = {
    lines: { covered: 0, total: 0 },
    functions: { covered: 0, total: 0 },
    branches: { covered: 0, total: 0 },
  };
  let records = 0;
  let open: { lines: Sum; hasTotals: boolean } | undefined;
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const key = colon < 0 ? line.trim() : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1);
    if (key === 'SF') {
      if (open) throw new Malformed('a record has no end');
      open = { lines: { covered: 0, total: 0 }, hasTotals: false };
    } else if (key === 'end_of_record') {
      if (!open) throw new Malformed('a record has no beginning');
      if (!open.hasTotals) add(sums.lines, open.lines);
      records += 1;
      open = undefined;
    } else if (open && key === 'DA') {
      open.lines.total += 1;
      if (number(value.split(',')[1]) > 0) open.lines.covered += 1;
    } else if (open && Object.hasOwn(TOTALS, key)) {
      sums[TOTALS[key as keyof typeof TOTALS]].total += number(value);
      open.hasTotals ||= key === 'LF';
    } else if (open && Object.hasOwn(HITS, key)) {
      sums[HITS[key as keyof typeof HITS]].covered += number(value);
    }
  }
  if (open) throw new Malformed('its last record has no end');
  if (records === 0) throw new Malformed('it has no record');
  return {
    coverage: {
      lines: checked(sums.lines),
      ...(sums.functions.total > 0 ? { functions: checked(sums.functions) } : {}),
      ...(sums.branches.total > 0 ? { branches: checked(sums.branches) } : {}),
    },
  };
}

function add(sum: Sum, more: Sum): void {
  sum.covered += more.covered;
  sum.total += more.total;
}

function number(value = ''): number {
  const text = value.trim();
  if (!/^\d{1,15}$/.test(text)) throw new Malformed('a figure in it is no count');
  return Number(text);
}

function checked({ covered, total }: Sum): Covered {
  if (covered > total) throw new Malformed('more is covered than there is');
  return { covered, total };
}
