import { type HookStats, hookStats } from '../../kernel/views/hook-stats.ts';
import type { Command } from '../frame/command.ts';
import { newerNotice, openWorkspace, shownState } from '../frame/open-workspace.ts';
import { done, failed } from '../frame/outcome.ts';
import { colors } from '../frame/output.ts';
import { timeOf } from '../frame/when.ts';

export const stats: Command = {
  description: 'Show how often each hook ran, how long it took, and how often it failed',
  args: {
    hooks: { type: 'boolean', description: 'Of the hooks of Claude Code (the only kind so far)' },
    utc: { type: 'boolean', description: 'Times in UTC, not in the zone of this machine' },
  },
  run(args) {
    const opened = openWorkspace();
    if (!opened.ok) return failed(opened.error);
    const read = shownState(opened.value.ws);
    if (!read.ok) return failed(read.error);
    const { state, newer } = read.value;
    const hooks = hookStats(state);
    const text =
      hooks.length === 0
        ? 'No hook was recorded yet. They run in Claude Code.'
        : table(hooks, args.flag('utc'));
    const lines = [...(newer === 0 ? [] : [colors.yellow(newerNotice(newer))]), text];
    return done(lines.join('\n'), { newer_records: newer, hooks });
  },
};

const HEAD = ['hook', 'count', 'p50', 'p95', 'errors', 'last'];

const ABOUT = `From the start of the process until the event was recorded, in milliseconds.
The guard writes nothing for a call it lets pass, and is not counted here: wukong doctor shows whether it runs.`;

function table(hooks: readonly HookStats[], utc: boolean): string {
  const rows = hooks.map(({ event, count, p50, p95, errors, last }) => [
    event,
    `${count}`,
    upTo(p50),
    upTo(p95),
    `${errors}`,
    timeOf(last, utc),
  ]);
  const width = HEAD.map((head, i) =>
    Math.max(head.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const lines = [HEAD, ...rows].map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(width[i] ?? 0) : cell.padStart(width[i] ?? 0)))
      .join('  '),
  );
  return [...lines, ABOUT].join('\n');
}

function upTo(ms: number | null): string {
  return ms === null ? '-' : `≤ ${ms}`;
}
