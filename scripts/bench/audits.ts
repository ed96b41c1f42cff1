// An audit reads the log, so it takes longer the longer that is. What grows beyond that is what counts.

import { takeCommand } from './hooks.ts';
import type { Row, Run } from './row.ts';
import { median, type Sample, spread } from './timed.ts';
import type { Prepared } from './workspace.ts';

const AUDITS = ['decisions', 'attempts', 'budget', 'trace'] as const;

/** Reads the whole log and shows nothing of it. */
const READING = ['log', '--type', 'goal.set'] as const;

export function auditNames(where: string): string[] {
  return AUDITS.map((audit) => `${where}/audit-${audit}`);
}

/** One goal looked at, in a repository with few and in one with many. */
export function measureAudits(
  few: Prepared,
  many: Prepared,
  { where, limit }: Readonly<{ where: string; limit: number }>,
  run: Run,
): Row[] {
  return AUDITS.filter((audit) => run.wants(`${where}/audit-${audit}`)).map((audit) => {
    const name = `${where}/audit-${audit}`;
    const command = ['audit', audit, 'G-0001'];
    const takes = [
      takeCommand(few, READING),
      takeCommand(many, READING),
      takeCommand(few, command),
      takeCommand(many, command),
    ];
    const seen: number[][] = [];
    // Round 0 warms the page cache.
    for (let round = 0; round <= run.rounds; round += 1) {
      run.progress(`${name}, round ${round} of ${run.rounds}`);
      const cpu = takes.map((take): Sample['cpuMs'] => take().cpuMs);
      if (round > 0) seen.push(cpu);
    }
    const ratios = seen.map(([readFew = 0, readMany = 0, atFew = 0, atMany = 0]) => {
      const reading = Math.max(0, readMany - readFew);
      return (atMany - reading) / atFew;
    });
    const figure = (i: number): number => median(seen.map((cpu) => cpu[i] ?? Number.NaN));
    return {
      name,
      value: median(ratios),
      unit: '×',
      of: 'the same with 10 goals, reading the log apart',
      spread: spread(ratios),
      limit,
      figures: { cpuMs: figure(3), baseCpuMs: figure(2), readCpuMs: figure(1) },
    };
  });
}
