// An audit reads the log, so it takes longer the longer that is. What grows beyond that is what counts.

import { takeCommand } from './hooks.ts';
import type { Row, Run } from './row.ts';
import { median, spread } from './timed.ts';
import type { Prepared } from './workspace.ts';

const MOST_ROUNDS = 5;
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
  const audits = AUDITS.map((audit) => ({
    name: `${where}/audit-${audit}`,
    at: both(few, many, ['audit', audit, 'G-0001']),
    seen: [] as Seen[],
  })).filter(({ name }) => run.wants(name));
  if (audits.length === 0) return [];
  const read = both(few, many, READING);
  // Round 0 warms the page cache.
  for (let round = 0; round <= Math.min(run.rounds, MOST_ROUNDS); round += 1) {
    run.progress(`${where}/audit-…, round ${round}`);
    const reading = read();
    for (const { at, seen } of audits) if (round > 0) seen.push({ reading, audit: at() });
  }
  return audits.map(({ name, seen }) => {
    const ratios = seen.map(({ reading, audit }) => {
      const longer = Math.max(0, reading.many - reading.few);
      return (audit.many - longer) / audit.few;
    });
    const figure = (of: (one: Seen) => number): number => median(seen.map(of));
    return {
      name,
      value: median(ratios),
      unit: '×',
      of: 'the same with 10 goals, reading the log apart',
      spread: spread(ratios),
      limit,
      figures: {
        cpuMs: figure(({ audit }) => audit.many),
        baseCpuMs: figure(({ audit }) => audit.few),
        readCpuMs: figure(({ reading }) => reading.many),
      },
    };
  });
}

type Cpu = Readonly<{ few: number; many: number }>;
type Seen = Readonly<{ reading: Cpu; audit: Cpu }>;

function both(few: Prepared, many: Prepared, command: readonly string[]): () => Cpu {
  const takes = { few: takeCommand(few, command), many: takeCommand(many, command) };
  return () => ({ few: takes.few().cpuMs, many: takes.many().cpuMs });
}
