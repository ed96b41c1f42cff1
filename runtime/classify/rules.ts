// What in a request speaks for which track, in the words people use in issues. Rules are tried from the first
// to the last, and each takes the words it matched: in "fix the typo" the "fix" belongs to the typo.

import { type Rule, tag } from './rule.ts';
import { DIRECT, TYPO } from './rules-direct.ts';
import { FEATURE } from './rules-feature.ts';
import { FIX } from './rules-fix.ts';
import { REFACTOR, VAGUE } from './rules-refactor.ts';
import { STATEMENT, SYMPTOM } from './rules-statement.ts';

const NAMED: readonly Rule[] = [
  {
    for: ['fix'],
    weight: 5,
    words: tag('bug ?fix|bug(?: report)?|fix|hotfix|缺陷|故障'),
    says: 'names a fix',
  },
  {
    for: ['feature'],
    weight: 5,
    words: [
      ...tag('feat|feature(?: ?request)?|enhancement|功能(?:建议|请求)?|新功能|需求|特性'),
      /\bfeature request\b/i,
    ],
    says: 'names a feature',
  },
  {
    for: ['refactor'],
    weight: 5,
    words: tag('refactor(?:ing)?|ref|重构'),
    says: 'names a refactoring',
  },
];

export const RULES: readonly Rule[] = [
  TYPO,
  ...NAMED,
  ...DIRECT,
  ...REFACTOR,
  ...VAGUE,
  ...FEATURE,
  ...FIX,
  ...SYMPTOM,
];

/** Asked only where no other rule found a word: it takes all of the request. */
export const LAST: readonly Rule[] = STATEMENT;
