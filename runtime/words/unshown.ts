// What a verdict comes to for a goal, as clauses in words of any language: why its fault is not shown, why what it
// showed counts for less, and what was shown where nobody asked.

import type { Saying, VerdictSaying } from '../model/saying.ts';
import { isSuspicious } from '../model/trial-kinds.ts';
import { ENGLISH_JUDGES, judgesDifferText } from './judges-differ.ts';
import { causeText, noCauseText } from './trial-cause.ts';
import { doubtText, saidIn } from './verdict.ts';
import { ENGLISH_VERDICT } from './verdict-words.ts';

type Other = Exclude<Saying, VerdictSaying>;

type OtherWords = Readonly<{
  [Is in Exclude<Other['is'], 'judges-differ'>]: (saying: Extract<Other, { is: Is }>) => string;
}>;

/** What a language has to say: all that the English sentences say. */
export type UnshownWords = typeof ENGLISH_UNSHOWN;

/** What is said before it. Where a check shows the fault, and a line is in doubt, it is not said to be unshown. */
export function headIn({ heads }: UnshownWords, saying: Saying | undefined): string {
  const isLookedFor = saying?.is === 'shown' && !isUnread(saying) && isInDoubt(saying);
  return isLookedFor ? heads.doubted : heads.unshown;
}

type Shown = Extract<Saying, { is: 'shown' }>;

function isInDoubt({ doubts }: Shown): boolean {
  return doubts.some(isSuspicious);
}

/** Its tests load with none of the changed places put back. */
function isUnread({ limits }: Shown): boolean {
  return limits.some((one) => one.kind === 'not-there-yet' && one.back === one.of);
}

/** Without a full stop. */
export function unshownIn(words: UnshownWords, saying: Saying): string {
  switch (saying.is) {
    case 'shown': {
      const head = clause(saidIn(words.verdict, saying).head);
      if (isUnread(saying)) return words.notLoaded(head);
      if (isInDoubt(saying)) {
        const doubts = doubtsIn(words, saying).join(words.join);
        return words.doubted(head, doubts);
      }
      const limit = limitIn(words, saying);
      return limit === undefined ? head : words.less(head, limit);
    }
    case 'not-shown': {
      const head = clause(saidIn(words.verdict, saying).head);
      return saying.why === 'fails-now' ? words.inCopy(head) : head;
    }
    case 'nothing':
      return words.nothing(saying.judges.names.length + saying.judges.more, saying.judges.names);
    case 'unable': {
      const head = saidIn(words.verdict, saying).head;
      const cause = saying.because?.cause;
      return cause
        ? `${head}${words.space}${clause(causeText(cause, words.verdict.unable.causes))}`
        : clause(head);
    }
    default:
      return otherText(words, saying);
  }
}

/** The same where nobody asked for it to be shown. Sentences, the first one begun small, the last without its stop. */
export function nothingShownIn(words: UnshownWords, saying: Saying): string {
  if (!isVerdict(saying)) return otherText(words, saying);
  const { head, more } = saidIn(words.verdict, saying);
  return clause(lowerFirst([head, ...more].join(words.space)));
}

/** What of a verdict keeps it from L3, as a clause. That no report names cases does not. */
export function limitIn(words: UnshownWords, saying: Shown): string | undefined {
  const limits = saying.limits.filter(({ kind }) => kind !== 'no-cases');
  const said = saidIn(words.verdict, { ...saying, limits }).limits;
  const doubts = doubtsIn(words, saying);
  const all = [
    ...said.map((one) => lowerFirst(clause(one))),
    ...(doubts.length > 0 ? [words.inDoubt(doubts.join(words.join))] : []),
  ];
  return all.length === 0 ? undefined : all.join(words.join);
}

/** Sentences: which cases show it, and what a person looked at. */
export function moreIn(words: UnshownWords, saying: Saying | undefined): readonly string[] {
  return saying?.is === 'shown' ? saidIn(words.verdict, saying).more : [];
}

/** What a person has to look at. */
export function doubtsIn({ verdict }: UnshownWords, { doubts }: Shown): readonly string[] {
  return doubts.filter(({ looked }) => looked === undefined).map((one) => doubtText(verdict, one));
}

function isVerdict(saying: Saying): saying is VerdictSaying {
  return ['shown', 'not-shown', 'nothing', 'unable'].includes(saying.is);
}

function otherText(words: UnshownWords, saying: Other): string {
  if (saying.is === 'judges-differ') return judgesDifferText(saying, words.judges);
  // One word for each kind: the table has it for exactly this one.
  const say = words.others[saying.is] as (saying: Other) => string;
  return say(saying);
}

function clause(text: string): string {
  return text.replace(/[.。]$/, '');
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

export const ENGLISH_UNSHOWN = {
  verdict: ENGLISH_VERDICT,
  /** Between clauses, and between sentences. */
  join: '; ',
  space: ' ',
  /** A fault was there before, and a test of it has something to say of what there was. */
  notLoaded: (head: string) =>
    `${head}: its tests need what the change adds, so they show that it is there, and not what it does`,
  /** Before the reason; `doubted`: all that is asked is that a person looks. */
  heads: {
    unshown: 'The fault was not shown: ',
    doubted: 'The fault is shown, and a person has to look: ',
  },
  inDoubt: (doubts: string) => `in doubt: ${doubts}`,
  doubted: (head: string, doubts: string) => `${head}, in doubt: ${doubts}`,
  /** It is shown, and counts for less. */
  less: (head: string, why: string) => `${head}, but ${why}`,
  inCopy: (head: string) => `${head}, in a clean copy of this tree`,
  nothing: (judges: number, files: readonly string[]) => {
    const tests =
      judges === 0
        ? ''
        : `; ${judges === 1 ? '1 file of tests or settings differs' : `${judges} files of tests or settings differ`} (${files.join(', ')}), with which the checks pass either way`;
    return `the fault was not seen, and nothing in the program was changed${tests}`;
  },
  judges: ENGLISH_JUDGES,
  others: {
    'not-approved': ({ check }) =>
      `the check \`${check}\` is not approved, so it did not run (wukong trust --approve)`,
    'no-check-known': () => 'no check is known: the goal has no test gate',
    'no-gate': () => 'the goal has no test gate',
    'no-check': () => 'no check may run here',
    'cannot-run': ({ check, why }) =>
      `the check \`${check}\` cannot run (${why ?? 'no reason is known'})`,
    'beyond-copies': ({ check, cause, log }) =>
      `it could not be checked, because \`${check}\` passes here and did not in a clean copy before anything was changed. ${clause(cause ? causeText(cause) : noCauseText(log))}`,
    installed: ({ files }) =>
      `installed dependencies were changed since the work began (${files.join(', ')}), which no tree shows`,
    fails: ({ check, on }) => `\`${check}\` fails ${on === 'tree' ? 'with' : 'without'} the change`,
    'not-reproduced': (saying) => NOT_REPRODUCED[saying.why](`\`${saying.check}\``, saying.said),
    unchanged: () => 'nothing was changed yet',
    'not-opened': () => 'no check opens what was changed',
    'not-measured': () => 'no check was run in a copy',
    'not-compared': () => 'git cannot compare the trees',
  } satisfies OtherWords,
};

type NotReproduced = Extract<Saying, { is: 'not-reproduced' }>['why'];

const NOT_REPRODUCED: Readonly<Record<NotReproduced, (check: string, said: string) => string>> = {
  passes: (check) => `${check} passes on the files as they were before the first change`,
  'as-before': (check) =>
    `${check} fails on the files as they were, and in nothing that does not fail without the test`,
  'cannot-load': (check, said) =>
    `${check} could not load on the files as they were (${said}): that a name or a module is missing shows no fault`,
  outside: (check, said) =>
    `${check} fails on the files as they were neither by an assertion nor inside of the program (${said})`,
  'by-chance': (check) =>
    `${check} does not fail alike on the files as they were each time it is run`,
  unable: (check, said) => `${check} says nothing on the files as they were (${said})`,
};
