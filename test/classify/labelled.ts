// The labelled requests, and what the rules make of them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Choice, classify } from '../../runtime/classify/classify.ts';

export const SETS = ['known', 'held-out'] as const;
type SetName = (typeof SETS)[number];

type Labelled = Readonly<{
  set: SetName;
  language: 'en' | 'zh';
  /** A track, `fix_small`, or `ask`. */
  label: string;
  risk: string;
  source: string;
  text: string;
}>;

export type Judged = Labelled &
  Readonly<{
    got: string;
    choice: Choice;
    /** `wrong`: it chose, and not what the label says. The other template of the right track is asked too much or too little. */
    outcome: 'right' | 'asked' | 'template' | 'wrong';
  }>;

export function labelled(): Labelled[] {
  return SETS.flatMap((set) => {
    const table = readFileSync(join(import.meta.dirname, `${set}.tsv`), 'utf8');
    const [, ...lines] = table.trimEnd().split('\n');
    return lines.map((line) => {
      const [label = '', risk = '', source = '', text = ''] = line.split('\t');
      const language = /\p{Script=Han}/u.test(text) ? 'zh' : 'en';
      return { set, language, label, risk, source, text };
    });
  });
}

export function judge(one: Labelled): Judged {
  const choice = classify(one.text);
  const got = choice.template ?? 'ask';
  return { ...one, choice, got, outcome: outcomeOf(one.label, got) };
}

function outcomeOf(label: string, got: string): Judged['outcome'] {
  if (got === label) return 'right';
  if (got === 'ask') return 'asked';
  return trackOf(got) === trackOf(label) ? 'template' : 'wrong';
}

function trackOf(label: string): string {
  return label === 'fix_small' ? 'fix' : label;
}
