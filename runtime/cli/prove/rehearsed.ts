// What past commits came to, a line or two each; and how many would be shown.

import { commandText } from '../../model/gate.ts';
import type { Change, Check } from '../../proof/change.ts';
import type { Ran } from '../../proof/judge-change.ts';
import { isClean, type Verdict } from '../../proof/verdict.ts';
import { verdictText } from '../../words/languages/verdict-text.ts';
import { oneLine, padded } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { done, EXIT, type Outcome, problem } from '../frame/outcome.ts';
import { colors } from '../frame/output.ts';
import { type Checks, othersText } from './allowed-checks.ts';
import type { PastChange } from './past-changes.ts';

export type Rehearsed = Readonly<{
  past: PastChange;
  /** It changed which packages are installed, so it was not judged. */
  locks: readonly string[];
  /** Why it could not be read. */
  why?: string;
  change?: Change;
  ran?: Ran;
  /** Of what was not seen to hold, the line of its output that says most. */
  printed?: string | undefined;
}>;

type Kind = 'shown' | 'in-doubt' | 'not-shown' | 'unable' | 'left-out';

const MARKS: Readonly<Record<Kind, string>> = {
  shown: 'shown',
  'in-doubt': 'in doubt',
  'not-shown': 'not shown',
  unable: 'cannot be judged',
  'left-out': 'left out',
};
const MARK_WIDTH = 17;

function kindOf({ ran }: Rehearsed): Kind {
  if (!ran) return 'left-out';
  const { verdict } = ran;
  if (verdict.is === 'shown') return isClean(verdict) ? 'shown' : 'in-doubt';
  return verdict.is === 'not-shown' ? 'not-shown' : 'unable';
}

/** In one sentence each. */
function reasonsOf({ locks, why, change, ran, printed }: Rehearsed): readonly string[] {
  if (locks.length > 0)
    return [`${locks.join(', ')} changed, and its packages are not those of now.`];
  if (!change || !ran) return [`${why ?? 'It could not be read'}.`];
  const { head, limits, doubts } = verdictText(change, ran.verdict, 'en');
  if (ran.verdict.is === 'shown') return [...limits, ...doubts];
  return printed === undefined ? [head] : [head, `It printed: ${printed}`];
}

const MOST_REASONS = 3;

export function rehearsedLines(one: Rehearsed): readonly string[] {
  const { past, ran } = one;
  const kind = kindOf(one);
  const colour =
    kind === 'shown' ? colors.green : kind === 'not-shown' ? colors.red : colors.yellow;
  const mark = colour(padded(MARKS[kind], MARK_WIDTH));
  const cost = ran ? `  ${ran.rows.length} runs, ${ran.seconds.toFixed(1)} s` : '';
  const reasons = reasonsOf(one);
  const left = reasons.length - MOST_REASONS;
  return [
    `${mark} ${past.commit.slice(0, 7)}  ${oneLine(past.subject, 60)}${colors.dim(cost)}`,
    ...reasons.slice(0, MOST_REASONS).map((text) => `    ${oneLine(text, 300)}`),
    ...(left > 0 ? [`    and ${left} more`] : []),
  ];
}

/** So many of the newest commits that say the same speak of the check as it runs here, and of no commit. */
const SAME = 3;

/** Whether the check fails, or says nothing, in the same words whatever the commit is. */
export function isForNone(all: readonly Rehearsed[]): boolean {
  const judged = all.filter(({ ran }) => ran !== undefined);
  const said = new Set(judged.map((one) => reasonsOf(one).join('\n')));
  return judged.length >= SAME && said.size === 1 && judged.every(({ ran }) => ran && fails(ran));
}

function fails({ verdict }: Ran): boolean {
  return (
    verdict.is === 'unable' || (verdict.is === 'not-shown' && verdict.because.why === 'fails-now')
  );
}

const NONE_HERE = `
The newest ${SAME} say the same, so it is the check as it runs here, and no commit is judged any more. A copy holds
what git has, and the ignored packages of this folder: try the check in a fresh clone, set right what it says, or
name another one: wukong rehearse --check "…"`;

type Rehearsal = Readonly<{
  ws: Workspace;
  checks: Checks;
  all: readonly Rehearsed[];
  /** Commits, newest first. */
  lookedAt: number;
}>;

export function rehearsalOutcome({ ws, checks, all, lookedAt }: Rehearsal): Outcome {
  const judged = all.filter(({ ran }) => ran !== undefined);
  const json = {
    looked_at: lookedAt,
    judged: judged.length,
    counts: countsOf(all),
    commits: all.map((one) => ({
      commit: one.past.commit,
      subject: one.past.subject,
      verdict: kindOf(one),
      why: one.ran?.verdict.is === 'not-shown' ? one.ran.verdict.because.why : null,
      text: [...reasonsOf(one)],
      runs: one.ran?.rows.length ?? 0,
      seconds: one.ran?.seconds ?? 0,
    })),
    settings: settingsFor(checks.may, all),
  };
  if (checks.may.length === 0) {
    const message = 'No check may run, so nothing was judged.';
    const others = othersText(ws, checks, 'rehearse').join('\n').trim();
    const hint = others === '' ? 'Name one: wukong rehearse --check "npm test"' : others;
    return problem(EXIT.unable, { kind: 'no-check', message, hint });
  }
  if (all.length === 0) {
    const text = `None of the last ${lookedAt} commits changed the program together with its tests.`;
    return done(text, json);
  }
  if (isForNone(all)) {
    return { exit: EXIT.unable, text: NONE_HERE, json, isAnswer: true };
  }
  return done(
    [
      '',
      summary(judged, lookedAt, all),
      ...costLines(judged),
      ...settingLines(checks.may, all),
    ].join('\n'),
    json,
  );
}

function countsOf(all: readonly Rehearsed[]): Readonly<Record<Kind, number>> {
  const counts = { shown: 0, 'in-doubt': 0, 'not-shown': 0, unable: 0, 'left-out': 0 };
  for (const one of all) counts[kindOf(one)] += 1;
  return counts;
}

function summary(
  judged: readonly Rehearsed[],
  lookedAt: number,
  all: readonly Rehearsed[],
): string {
  const counts = countsOf(all);
  const others = (['in-doubt', 'not-shown', 'unable', 'left-out'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${MARKS[kind]}`);
  const more = others.length > 0 ? `; ${others.join(', ')}` : '';
  return `${counts.shown} of ${judged.length} would be shown${more}. ${lookedAt} commits were looked at.`;
}

/** Of the middle one, and of the longest. */
function costLines(judged: readonly Rehearsed[]): readonly string[] {
  const seconds = judged.map(({ ran }) => ran?.seconds ?? 0).toSorted((a, b) => a - b);
  if (seconds.length === 0) return [];
  const middle = seconds[Math.floor(seconds.length / 2)] ?? 0;
  const most = seconds.at(-1) ?? 0;
  return [`A verdict takes ${middle.toFixed(1)} s, at most ${most.toFixed(1)} s.`];
}

/** What a person would set for goals in this repository. Nothing: what is set by itself will do. */
export function settingsFor(
  checks: readonly Check[],
  all: readonly Rehearsed[],
): readonly string[] {
  const lines = checks.flatMap(({ gate, from }, check) => {
    const rows = all.flatMap(({ ran }) => ran?.rows ?? []).filter((row) => row.check === check);
    const longest = Math.max(0, ...rows.map(({ seconds }) => seconds));
    const isShort = longest > gate.timeout_sec / 2;
    // What is found is set up by `wukong init`; and what passed nowhere is no gate.
    const isNews = from === undefined && rows.some(({ ended }) => ended === 'pass');
    if (!isNews && !isShort) return [];
    const parts = [
      `type: ${gate.type}`,
      `name: ${JSON.stringify(commandText(gate.command))}`,
      `command: ${JSON.stringify(gate.command)}`,
      ...(gate.cwd ? [`cwd: ${JSON.stringify(gate.cwd)}`] : []),
      ...(gate.shell ? ['shell: true'] : []),
      ...(isShort ? [`timeout_sec: ${Math.ceil((longest * 3) / 60) * 60}`] : []),
    ];
    return [`  - { ${parts.join(', ')} }`];
  });
  return lines.length > 0 ? ['gates:', ...lines] : [];
}

function settingLines(checks: readonly Check[], all: readonly Rehearsed[]): readonly string[] {
  const lines = settingsFor(checks, all);
  const isNamed = all.some(({ ran }) => ran !== undefined && isWithoutCases(ran.verdict));
  return [
    ...(lines.length > 0 ? ['', 'For goals here, write into .wukong/config.yaml:', ...lines] : []),
    ...(isNamed
      ? [
          '',
          'The runner names no cases. Where it can write JUnit XML or TAP, `outputs:` of the gate reads it (docs/gates.md).',
        ]
      : []),
  ];
}

function isWithoutCases(verdict: Verdict): boolean {
  return verdict.is === 'shown' && verdict.limits.some(({ kind }) => kind === 'no-cases');
}
