// Writes docs/proof.md.

import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from '../example.ts';
import type { Judges } from './judges.ts';
import type { Repository } from './list.ts';
import { pageOf } from './page.ts';
import type { Counts } from './report.ts';

const PAGE = join(PROJECT, 'docs', 'proof.md');

export function writeReport(
  counts: Counts,
  { list, judges }: Readonly<{ list: readonly Repository[]; judges: Judges }>,
): string {
  const made = {
    date: new Date().toISOString().slice(0, 10),
    judges,
    list,
    machine: `${availableParallelism()} cores, Node ${process.versions.node}`,
  };
  writeFileSync(PAGE, pageOf(counts, made));
  return PAGE;
}
