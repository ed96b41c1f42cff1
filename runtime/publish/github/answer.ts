import { plainText } from '../../model/terminal-text.ts';

/**
 * What came of one call. Only `unknown` leaves open whether it was carried out: after a write the caller looks
 * before it tries again. All texts are one line, without secrets.
 */
export type Answer<T> = Readonly<{ kind: 'ok'; value: T }> | NoAnswer;

export type NoAnswer =
  /** It will be refused again as long as nobody changes something. `message`: GitHub's own words. */
  | Readonly<{ kind: 'refused'; status: number; message: string }>
  /** Nobody is logged in at this host, or the token is not taken any more. */
  | Readonly<{ kind: 'not-logged-in'; message: string; toType: string }>
  /** Not carried out: too many requests. From now on. */
  | Readonly<{ kind: 'limited'; waitSec: number; message: string }>
  /** No connection was made, so nothing arrived. */
  | Readonly<{ kind: 'unreachable'; why: string }>
  | Readonly<{ kind: 'unknown'; why: string }>
  /** There is no GitHub CLI on PATH. */
  | Readonly<{ kind: 'missing'; toType: string }>
  | Readonly<{ kind: 'too-old'; found: string; needs: string }>;

/** What a program printed for a person, short enough to stand in a sentence. Redact first. */
export function oneLine(text: string): string {
  const line = plainText(text).replaceAll(/\s+/g, ' ').trim();
  const points = [...line];
  return points.length > MOST_POINTS ? `${points.slice(0, MOST_POINTS - 1).join('')}…` : line;
}

const MOST_POINTS = 300;
