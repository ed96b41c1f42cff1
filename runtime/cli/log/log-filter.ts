// Which records `wukong log` is asked for.

import { behind } from '../../log/read-on.ts';
import type { Cursor } from '../../log/record.ts';
import type { EventRecord } from '../../model/event.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { KNOWN_TYPES } from '../../words/facts.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Args } from '../frame/command.ts';
import { joined, misused, type Outcome } from '../frame/outcome.ts';
import { goalId } from '../frame/pick-goal.ts';

export type Filter = Readonly<{
  matches: (record: EventRecord) => boolean;
  since: Cursor;
  limit: number;
  goal: string | undefined;
  node: string | undefined;
}>;

export function readFilter(args: Args): Result<Filter, Outcome> {
  for (const name of ['type', 'node', 'goal']) {
    if (args.text(name)?.trim() === '') {
      return fail(misused(`--${name} is empty.`, 'See `wukong log --help`.'));
    }
  }
  const since = placeNamed(args.text('since') ?? '0');
  if (!since) {
    const hint = 'For example --since E-000123, or --since E-000123:a07efbcf with its checksum.';
    return fail(misused('--since needs the number of an event, or 0.', hint));
  }
  const limit = Number(args.text('limit') ?? Number.POSITIVE_INFINITY);
  if (args.text('limit') !== undefined && !/^\d+$/.test(args.text('limit') ?? '')) {
    return fail(misused('--limit needs a whole number.', 'For example --limit 20.'));
  }
  const typed = args.text('type');
  const type = typed?.toLowerCase();
  if (type !== undefined && !KNOWN_TYPES.some((one) => isOfType(one.toLowerCase(), type))) {
    const hints = [didYouMean(type, KNOWN_TYPES), 'For example: node.done, run, Stop.'];
    return fail(misused(`"${oneLine(typed ?? '', 60)}" is no type of event.`, joined(hints)));
  }
  const [node, goalOfNode] = (args.text('node') ?? '').toUpperCase().split('/').reverse();
  if (node && !/^N-\d+$/.test(node)) {
    const message = `"${oneLine(args.text('node') ?? '', 60)}" is no node.`;
    return fail(misused(message, 'For example --node N-010 or --node G-0001/N-010.'));
  }
  const named = args.text('goal') ?? goalOfNode;
  const goal = named === undefined ? undefined : goalId(named);
  if (goal !== undefined && !/^G-\d+$/.test(goal)) {
    return fail(misused(`"${oneLine(goal, 60)}" is no goal.`, 'For example --goal G-0001.'));
  }
  return ok({
    since,
    limit,
    goal,
    node: node || undefined,
    matches(record) {
      if (type !== undefined && !isOfType(record.type.toLowerCase(), type)) return false;
      if (node && record.node_id !== node) return false;
      return goal === undefined || record.goal_id === goal;
    },
  });
}

/** `E-000123`, `123`, and with its checksum `E-000123:a07efbcf`; 0 is before the first. */
export function placeNamed(text: string): Cursor | undefined {
  const [, digits, crc = ''] = /^(?:E-)?0*(\d{1,15})(?::([0-9a-f]{8}))?$/i.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : { ...behind(Number(digits)), crc: crc.toLowerCase() };
}

/** `run` means all of `run.dispatched`, `run.ended`, … */
function isOfType(type: string, wanted: string): boolean {
  return type === wanted || type.startsWith(`${wanted}.`);
}
