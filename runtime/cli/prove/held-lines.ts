// `--lines` of prove and show: which lines a test holds, and how long that may take.

import { fail, ok, type Result } from '../../model/failure.ts';
import type { HeldPlaces } from '../../proof/held-places.ts';
import type { Args, ArgsDef } from '../frame/command.ts';
import { misused, type Outcome } from '../frame/outcome.ts';

const DEFAULT = 60;

export const LINES_ARGS = {
  lines: {
    type: 'boolean',
    description: 'Also which changed lines a test holds: each place is put back alone',
  },
  seconds: {
    type: 'string',
    valueHint: 'COUNT',
    description: `How long --lines may take. Default: ${DEFAULT}`,
  },
} as const satisfies ArgsDef;

/** Undefined: nobody asked for them. */
export function linesAsked(args: Args): Result<number | undefined, Outcome> {
  const typed = args.text('seconds');
  const isAsked = args.flag('lines');
  if (typed !== undefined && !isAsked) {
    return fail(misused('--seconds is for --lines.', 'Type both, or neither.'));
  }
  const seconds = Number(typed ?? DEFAULT);
  if (!Number.isInteger(seconds) || seconds < 1) {
    return fail(misused(`--seconds takes a count, not "${typed}".`, 'For example: --seconds 120'));
  }
  return ok(isAsked ? seconds : undefined);
}

/** As programs read it. */
export function heldJson({ held, free, silent, untried }: HeldPlaces) {
  return { held: [...held], not_held: [...free], could_not_run: silent, not_tried: untried };
}
