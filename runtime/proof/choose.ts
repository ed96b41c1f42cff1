// One verdict out of what several checks say. It depends on what they say alone, and on no order of theirs. Pure.

import type { Beside } from './beside.ts';
import type { Change, Doubt } from './change.ts';
import { withLooks } from './looked.ts';
import { caseKey, type Row } from './row.ts';
import { type Limit, levelOf, type NotShown, type Verdict } from './verdict.ts';

type Shown = Extract<Verdict, { is: 'shown' }>;
type Asked = Beside & Readonly<{ probe: Readonly<{ check: number; rows: readonly Row[] }> }>;

/** Most telling first. */
const ORDER: ReadonlyArray<NotShown['why']> = [
  'fails-now',
  'fails-as-it-was',
  'case-gone',
  'by-chance',
  'cannot-fail',
  'passes-before',
];

/** What a check said no to says more than that another one could not run. */
export function mostTelling(change: Change, verdicts: readonly Verdict[]): Verdict | undefined {
  const rank = (verdict: Verdict): number => {
    if (verdict.is === 'not-shown') return ORDER.indexOf(verdict.because.why);
    return ORDER.length + ('because' in verdict ? 0 : 1);
  };
  return [...verdicts].sort((a, b) => rank(a) - rank(b) || byCall(change, a, b))[0];
}

/** Of those that show it the one that shows most. */
export function firstOf(change: Change, shown: readonly Shown[]): Shown | undefined {
  const sorted = [...shown].sort(
    (a, b) =>
      levelOf(b) - levelOf(a) ||
      a.doubts.length - b.doubts.length ||
      a.limits.length - b.limits.length ||
      b.cases.length - a.cases.length ||
      byCall(change, a, b),
  );
  return sorted[0];
}

/** What shows it, with what the other checks say beside it. */
export function together(change: Change, shown: Shown, asked: readonly Asked[]): Verdict {
  const no = asked.flatMap(({ probe: { check, rows }, no: because }): Verdict[] =>
    because ? [{ is: 'not-shown', check, because, rows }] : [],
  );
  if (no.length > 0) return mostTelling(change, no) ?? shown;
  const others = [...asked].sort((a, b) => byCall(change, a.probe, b.probe));
  return {
    ...shown,
    limits: limitsOnce([...shown.limits, ...others.flatMap(({ limits }) => limits)]),
    doubts: doubtsOnce(change, [...shown.doubts, ...others.flatMap(({ doubts }) => doubts)]),
    rows: [...shown.rows, ...others.flatMap(({ probe }) => probe.rows)],
  };
}

export function doubtsOnce(change: Change, doubts: readonly Doubt[]): readonly Doubt[] {
  const keyOf = ({ path, line, kind, text }: Doubt): string =>
    JSON.stringify([path, line, kind, text]);
  return withLooks(change, [...new Map(doubts.map((one) => [keyOf(one), one])).values()]);
}

/** One of a kind, with the cases of all. */
function limitsOnce(limits: readonly Limit[]): readonly Limit[] {
  const found = new Map<string, Limit>();
  for (const limit of limits) {
    const key = limit.kind === 'says-nothing' ? `${limit.kind} ${limit.check}` : limit.kind;
    const known = found.get(key);
    if (known?.kind === 'flaky' && limit.kind === 'flaky') {
      const cases = new Map([...known.cases, ...limit.cases].map((one) => [caseKey(one), one]));
      found.set('flaky', { kind: 'flaky', cases: [...cases.values()] });
    } else if (!known) found.set(key, limit);
  }
  return [...found.values()];
}

type OfCheck = Readonly<{ check?: number | undefined }>;

/** By what is called, wherever it stands among the others. */
function byCall({ checks }: Change, a: OfCheck | Verdict, b: OfCheck | Verdict): number {
  const callOf = (one: OfCheck | Verdict): string => {
    const { command = [], cwd = '.' } = checks[('check' in one && one.check) || 0]?.gate ?? {};
    return JSON.stringify([cwd, command]);
  };
  const [one, other] = [callOf(a), callOf(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}
