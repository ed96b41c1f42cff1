// How often each hook ran, and how long it took.

import type { HookStats } from '../../kernel/views/hook-stats.ts';
import { inColumns } from '../frame/in-columns.ts';
import { timeOf } from '../frame/when.ts';

const HEAD = ['hook', 'count', 'p50', 'p95', 'errors', 'last'];

const ABOUT = `From the start of the process until the event was recorded, in milliseconds.
The guard writes nothing for a call it lets pass, and is not counted here: wukong doctor shows whether it runs.`;

export function hooksText(hooks: readonly HookStats[], utc: boolean): string {
  if (hooks.length === 0) return 'No hook was recorded yet. They run in Claude Code.';
  const rows = hooks.map(({ event, count, p50, p95, errors, last }) => [
    event,
    `${count}`,
    upTo(p50),
    upTo(p95),
    `${errors}`,
    timeOf(last, utc),
  ]);
  return [...inColumns([HEAD, ...rows], 1), ABOUT].join('\n');
}

function upTo(ms: number | null): string {
  return ms === null ? '-' : `≤ ${ms}`;
}
