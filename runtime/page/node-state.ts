// How a node stands, in a sign and in words: never by colour alone. Pure.

import type { PlanNode } from './goal-page.ts';

const SIGNS: Readonly<Record<string, string>> = {
  done: '✓',
  running: '▶',
  verify: '▷',
  ready: '○',
  blocked: '!',
  failed: '✗',
  skipped: '–',
  cancelled: '–',
};

export function signOf(status: string): string {
  return SIGNS[status] ?? '·';
}

export function stateOf({ status, level }: Pick<PlanNode, 'status' | 'level'>): string {
  return level === null ? status : `${status}, ${level} proven`;
}
