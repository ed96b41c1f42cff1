// How long work took, by role and by node, what it used, and how often it had to be done again.

import { retriesIn } from '../kernel/state/retries.ts';
import type { Elsewhere } from '../model/actors/lease.ts';
import type { EvidenceLevel, Role } from '../model/vocabulary.ts';
import { EVIDENCE_LEVELS, ROLES } from '../model/vocabulary.ts';
import { roundedUsd, spentIn } from '../usage/sums.ts';
import type { RunSeen, Seen } from './collect.ts';
import { sumOf, type Usage } from './usage-in.ts';

export type Spent = Readonly<{
  runs: number;
  passed: number;
  /** kernel/state/retries.ts says which runs are. */
  retries: number;
  send_backs: number;
  /** From dispatch to end, of those that ended. */
  seconds: number;
  /** As the transcripts of its agents say. */
  output_tokens: number;
  tokens: Readonly<Omit<Usage, 'usd'>> | null;
  cost_usd: number | null;
  /** What its executors say they used beyond it, and nobody saw. */
  claimed: Readonly<{ tokens: number; cost_usd: number }> | null;
  /** As each run was dispatched; null where nobody knew, or it was not kept. */
  cost_estimated: number | null;
}>;

type RoleStats = Spent &
  Readonly<{
    role: Role;
    /** Of half of its runs it was no more. */
    median_seconds: number | null;
  }>;

type MachineStats = Spent & Elsewhere;

export type NodeStats = Spent &
  Readonly<{
    goal: string;
    node: string;
    role: Role;
    title: string;
    level: EvidenceLevel | null;
  }>;

export type WorkStats = Readonly<{
  goals: Readonly<{ total: number; open: number; completed: number; aborted: number }>;
  turns: number;
  total: Spent;
  /** What the main agents used beside. */
  main_agent: Pick<Spent, 'tokens' | 'cost_usd'>;
  evidence: Readonly<{
    levels: Readonly<Record<EvidenceLevel, number>>;
    overclaimed: number;
    gates_passed: number;
    gates_failed: number;
  }>;
  roles: readonly RoleStats[];
  /** Workers of the team, each with what it carried out. */
  machines: readonly MachineStats[];
  /** The longest first. */
  nodes: readonly NodeStats[];
}>;

/** `retries`: ids of those among all runs, where these are only some. */
export function workStats(seen: Seen, retries = retriesAmong(seen)): WorkStats {
  const { goals, runs, gates } = seen;
  const spent = (of: readonly RunSeen[]): Spent => spentBy(of, retries);
  const all = [...runs.values()];
  const ends = [...goals.values()];
  const byRole = groups(all, ({ role }) => role);
  const roles = ROLES.flatMap((role): RoleStats[] => {
    const of = byRole.get(role);
    if (!of) return [];
    return [
      {
        role,
        ...spent(of),
        median_seconds: median(of.flatMap((run) => secondsOf(run) ?? [])),
      },
    ];
  });
  const away = all.filter(({ elsewhere }) => elsewhere);
  const nameOf = ({ elsewhere: at }: RunSeen): string => `${at?.machine}\n${at?.person}`;
  const machines = [...groups(away, nameOf).values()].flatMap((of): MachineStats[] => {
    const at = of[0]?.elsewhere;
    return at ? [{ ...at, ...spent(of) }] : [];
  });
  const nodes = [...groups(all, ({ goal, node }) => `${goal}/${node}`).values()].flatMap((of) => {
    const [first] = of;
    if (!first) return [];
    const { goal, node, role } = first;
    const planned = goals.get(goal)?.nodes[node];
    return [
      {
        ...{ goal, node, role, title: planned?.title ?? node },
        ...spent(of),
        level: of.findLast(({ outcome }) => outcome === 'success')?.level ?? null,
      },
    ];
  });
  const passed = all.filter(({ outcome }) => outcome === 'success');
  const levels = Object.fromEntries(
    EVIDENCE_LEVELS.map((level) => [level, passed.filter((run) => run.level === level).length]),
  ) as Record<EvidenceLevel, number>;
  const used = ends.map((goal) => goal.used).reduce(sumOf, undefined);
  return {
    goals: {
      total: ends.length,
      open: ends.filter(({ end }) => end === undefined).length,
      completed: ends.filter(({ end }) => end === 'completed').length,
      aborted: ends.filter(({ end }) => end === 'aborted').length,
    },
    turns: ends.reduce((sum, { turns }) => sum + turns, 0),
    total: spent(all),
    main_agent: { tokens: tokensOf(used), cost_usd: used?.usd ?? null },
    evidence: {
      levels,
      overclaimed: all.filter(({ overclaimed }) => overclaimed).length,
      gates_passed: gates.passed,
      gates_failed: gates.failed,
    },
    roles,
    machines,
    nodes: nodes.sort((a, b) => b.seconds - a.seconds || (idOf(a) < idOf(b) ? -1 : 1)),
  };
}

export function retriesAmong({ runs }: Seen): ReadonlySet<string> {
  const retries = retriesIn(runs.values(), ({ goal, node, outcome }) => ({
    node: `${goal}/${node}`,
    isLost: outcome === 'lost',
  }));
  return new Set(retries.map(({ id }) => id));
}

function spentBy(runs: readonly RunSeen[], retries: ReadonlySet<string>): Spent {
  const used = runs.map((run) => run.used).reduce(sumOf, undefined);
  const sum = (of: (run: RunSeen) => number): number =>
    runs.reduce((total, run) => total + of(run), 0);
  return {
    runs: runs.length,
    passed: runs.filter(({ outcome }) => outcome === 'success').length,
    retries: runs.filter((run) => retries.has(run.id)).length,
    send_backs: sum(({ sent_back }) => sent_back),
    seconds: sum((run) => secondsOf(run) ?? 0),
    output_tokens: sum(({ output_tokens }) => output_tokens),
    tokens: tokensOf(used),
    cost_usd: used?.usd ?? null,
    claimed: claimedBy(runs),
    cost_estimated: expectedOf(runs),
  };
}

function expectedOf(runs: readonly RunSeen[]): number | null {
  const each = runs.flatMap(({ expected_usd }) => expected_usd ?? []);
  return each.length < runs.length ? null : roundedUsd(each.reduce((sum, usd) => sum + usd, 0));
}

function claimedBy(runs: readonly RunSeen[]): Spent['claimed'] {
  const said = runs.flatMap(({ claimed, used }) =>
    claimed ? [{ ...spentIn(claimed), used }] : [],
  );
  if (said.length === 0) return null;
  const tokens = said.map((one) => Math.max(0, one.tokens - seenTokens(one.used)));
  const usd = said.map((one) => Math.max(0, one.usd - (one.used?.usd ?? 0)));
  const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
  return { tokens: sum(tokens), cost_usd: roundedUsd(sum(usd)) };
}

function seenTokens(used: Usage | undefined): number {
  return used ? used.input + used.output + used.cache_creation : 0;
}

function tokensOf(used: Usage | undefined): Spent['tokens'] {
  if (!used) return null;
  const { usd: _, ...tokens } = used;
  return tokens;
}

/** A clock that was put back counts for none. */
function secondsOf({ dispatched_at, ended_at }: RunSeen): number | undefined {
  if (ended_at === undefined) return undefined;
  return Math.max(0, Math.round((Date.parse(ended_at) - Date.parse(dispatched_at)) / 1000));
}

/** Of an even number the lower one of the two in the middle. */
function median(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

function idOf({ goal, node }: Pick<NodeStats, 'goal' | 'node'>): string {
  return `${goal}/${node}`;
}

function groups<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const group = found.get(keyOf(item));
    if (group) group.push(item);
    else found.set(keyOf(item), [item]);
  }
  return found;
}
