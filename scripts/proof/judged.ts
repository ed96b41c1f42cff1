// What the judge said of one change, honest or forged, as it is kept.

/** A verdict of `wukong prove --json`, as far as it is read here. */
export type Said = Readonly<{
  verdict: string;
  why: string | null;
  text: string;
  more: readonly string[];
  doubts: readonly Readonly<{ kind: string; path: string; line: number | null; text: string }>[];
  limits: readonly string[];
  rows: readonly Readonly<{ ended: string; seconds: number }>[];
  seconds: number;
}>;

export type Judged = Readonly<{
  repo: string;
  commit: string;
  variant: string;
  /** Of the sources that judge, and of what was judged by which check. */
  by: string;
  /** The commit that was judged, and against which one. */
  head: string;
  base: string;
  verdict: string;
  why: string | null;
  limits: readonly string[];
  doubts: readonly string[];
  /** Up to three places. */
  doubted: readonly string[];
  sentence: string;
  /** Whether its own check passes: a forgery that fails there fools nobody. */
  passes: boolean;
  seconds: number;
  runs: number;
  /** Of the check alone, once. */
  checkSeconds: number;
  /** How each run ended. */
  rows: readonly string[];
}>;

/** A variant that cannot be made of this fix, or makes no forgery of it. */
export type LeftOut = Readonly<{
  repo: string;
  commit: string;
  variant: string;
  by: string;
  out: string;
}>;

export type Line = Judged | LeftOut;

export function isJudged(line: Line): line is Judged {
  return 'verdict' in line;
}

export const NO_VERDICT = 'no-verdict';

export function judgedOf(
  line: Pick<Judged, 'repo' | 'commit' | 'variant' | 'by' | 'head' | 'base'>,
  said: Said,
  seconds: number,
): Judged {
  const { verdict, why, limits, doubts, rows } = said;
  return {
    ...line,
    verdict,
    why,
    limits,
    doubts: [...new Set(doubts.map(({ kind }) => kind))],
    doubted: [...new Set(doubts.map(placeOf).filter(Boolean))].slice(0, MOST_DOUBTED),
    sentence: withoutFolders(said.text.split('\n')[0] ?? '').slice(0, MOST_SAID),
    passes: rows[0]?.ended === 'pass',
    seconds: tenths(seconds),
    runs: rows.length,
    checkSeconds: tenths(rows[0]?.seconds ?? 0),
    rows: rows.map(({ ended }) => ended),
  };
}

export function tenths(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

function placeOf({ path, line }: Said['doubts'][number]): string {
  return withoutFolders(line === null ? path : `${path}:${line}`);
}

const MOST_DOUBTED = 3;
const MOST_SAID = 240;

/** Kept lines go with the project: where something lay on this machine is nobody's business. */
export function withoutFolders(text: string): string {
  return text.replace(/(?<![\w.*/:])\/(?:[\w.@+-]+\/)+/g, '…/');
}

/** How an outcome counts. */
export type Counted = 'shown' | 'limited' | 'in doubt' | 'asked' | 'refused' | 'unable';

/** What was expected before does not hold any more, and nothing else is doubted. */
const ASKED = 'changed-expectation';
/** Of packages of this machine; nobody is asked about them. */
const TOLD = 'dependencies';
/** Told beside a verdict, and no reason to look: its runner has no report of cases. */
const NO_LIMIT = ['no-cases'];

export function countedAs({ verdict, why, limits, doubts }: Judged): Counted {
  if (verdict === 'in-doubt') {
    const isAsked = doubts.includes(ASKED) && doubts.every((one) => [ASKED, TOLD].includes(one));
    return isAsked ? 'asked' : 'in doubt';
  }
  if (verdict === 'shown') {
    const isLess = limits.some((one) => !NO_LIMIT.includes(one)) || doubts.length > 0;
    return isLess ? 'limited' : 'shown';
  }
  if (verdict === 'not-shown' || verdict === 'nothing') {
    return why === 'fails-as-it-was' ? 'asked' : 'refused';
  }
  return 'unable';
}
