// Writes docs/proof.md.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from '../example.ts';
import type { Repository } from './list.ts';
import { pageOf } from './page.ts';
import type { Counts } from './report.ts';

const PAGE = join(PROJECT, 'docs', 'proof.md');

export function writeReport(
  counts: Counts,
  { list, sources }: Readonly<{ list: readonly Repository[]; sources: string }>,
): string {
  const ours = ['rev-parse', '--short=8', 'HEAD'];
  const made = {
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ours, { cwd: PROJECT, encoding: 'utf8' }).trim(),
    sources,
    list,
    machine: `${availableParallelism()} cores, Node ${process.versions.node}`,
  };
  writeFileSync(PAGE, pageOf(counts, made));
  return PAGE;
}
