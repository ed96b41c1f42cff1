// What has to be read before the work of a goal is trusted: what was measured and is not as one would wish. What was
// not measured is named where it is missing.

import type { Beside } from '../model/proof.ts';
import type { Doubt, GoalHead } from './goal-result.ts';
import type { GateSeen, RunResult } from './runs-in.ts';

type Seen = Readonly<{
  /** Of each node the last run that was judged. */
  judged: readonly RunResult[];
  /** Gates of its nodes that ran once more at the end. */
  atEnd: readonly GateSeen[];
}>;

export function doubtsOf(head: GoalHead, { judged, atEnd }: Seen): Doubt[] {
  const { status, beside, criteria, nodes } = head;
  const open = criteria.list.filter(({ standing }) => standing.is !== 'met');
  const stale = nodes.filter(({ is_stale }) => is_stale).map(({ id }) => id);
  const numbers = open.map(({ criterion }) => criterion.number);
  const whole: Array<Doubt | false> = [
    beside !== null && hasDoubt(beside) && { nodes: [], kind: 'beside', beside },
    // While work goes on nobody expects them to hold.
    status === 'completed' && open.length > 0 && { nodes: [], kind: 'criteria', open: numbers },
  ];
  return [
    ...whole.filter((one) => one !== false),
    ...atEnd.flatMap((gate) => gateDoubt(gate, [])),
    ...judged.flatMap((run) => ofRun(run, new Set(atEnd.map(({ gate }) => gate)))),
    ...(stale.length > 0 ? [{ nodes: stale, kind: 'older-tree' } as const] : []),
  ];
}

/** Criteria that nobody looked at, and whose template it is, are told first. */
function hasDoubt({ named, accepted, gone, flaky = [], others = [] }: Beside): boolean {
  return named.length + accepted.length + gone.length + flaky.length + others.length > 0;
}

/** A gate that ran at the end is told of then. */
function ofRun({ node, graded, gates, seal }: RunResult, ranAtEnd: ReadonlySet<string>): Doubt[] {
  const nodes = [node];
  const places = graded?.citations;
  const found: Array<Doubt | undefined | false> = [
    graded?.overclaimed && { nodes, kind: 'claim', claimed: graded.claimed, level: graded.level },
    places && places.resolved < places.total && { nodes, kind: 'places', ...places },
    ...gates.filter(({ gate }) => !ranAtEnd.has(gate)).flatMap((gate) => gateDoubt(gate, nodes)),
    seal && !seal.held && { nodes, kind: 'seal', why: seal.why },
  ];
  return found.filter((one) => typeof one === 'object');
}

function gateDoubt({ node: _, event: __, ...gate }: GateSeen, nodes: readonly string[]): Doubt[] {
  return gate.outcome === 'pass' ? [] : [{ nodes, kind: 'gate', gate }];
}
