// The parts that the report of a node plans, where it may: checked, and with what is known of how many may write.

import { readGrowth } from '../../documents/growth.ts';
import { grown, partsOf } from '../../kernel/graph/growth.ts';
import type { Growth } from '../../kernel/requests/grow.ts';
import { specOf } from '../../kernel/state/queries.ts';
import type { Problem } from '../../model/failure.ts';
import type { Report } from '../../model/report.ts';
import type { CompiledConfig } from '../../model/state/compiled-config.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { writersOf } from '../lanes/can-have-lanes.ts';

export type GrowthSeen = Readonly<{ growth?: Growth; problem?: string }>;

/** A record has 64 KB. */
const MAX_BYTES = 48 * 1024;
const MOST_TOLD = 5;

/** `report`: as it is kept, without secrets. */
export async function growthOfReport(
  ws: Workspace,
  { goal, node, config }: Readonly<{ goal: Goal; node: string; config: CompiledConfig }>,
  { status, parts }: Report,
): Promise<GrowthSeen> {
  const { may_grow } = specOf(goal, node);
  if (may_grow === undefined || parts === undefined || status !== 'done') return {};
  const whole = specOf(goal, may_grow);
  const read = readGrowth(goal, whole, parts);
  if (!read.ok) return { problem: told(read.error) };
  const { specs, edges } = grown(goal, whole, read.value);
  const bytes = Buffer.byteLength(JSON.stringify({ specs, edges }));
  if (bytes > MAX_BYTES) {
    return {
      problem: `the plan comes to ${bytes} bytes; ${MAX_BYTES} fit into the log. Plan fewer parts, or say less in each`,
    };
  }
  const over = new Set([may_grow, ...partsOf(goal, may_grow)]);
  const outline = {
    specs: [...goal.specs.filter(({ id }) => !over.has(id)), ...specs],
    edges: [...goal.edges, ...edges],
  };
  const writers = await writersOf(ws, outline, config);
  return { growth: { ...read.value, ...(writers && { writers }) } };
}

function told(problems: readonly Problem[]): string {
  const lines = problems.slice(0, MOST_TOLD).map(({ line, column, message, hint }) => {
    return `line ${line}, column ${column} of the section "## Plan": ${message}${hint ? ` ${hint}` : ''}`;
  });
  const more = problems.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join(' · ');
}
