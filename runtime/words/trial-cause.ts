// Why a check passes here and not in a clean copy, or in no copy at all: decided by the kind of its cause, said in words
// of any language.

import type { TrialCause } from '../model/trial-cause.ts';

type OfEach = Readonly<Record<TrialCause['kind'], (path: string) => string>>;

export type CauseWords = typeof ENGLISH_CAUSES;

export const ENGLISH_CAUSES = {
  /** As a clause behind a colon. */
  lacks: {
    'not-in-copy': (path) => `it misses ${path}, which git ignores`,
    'perhaps-not-in-copy': (path) => `it may miss ${path}, which git ignores`,
    linked: (path) => `${path} is a link there`,
    network: () => 'it got no network',
    terminal: () => 'it got no terminal',
    stdin: () => 'its standard input is empty',
    'no-tool': (path) =>
      `\`${path}\` ${path.includes('/') ? 'cannot be started' : 'is not on the path'}`,
    'no-module': (path) => `it misses the package ${path}`,
    silent: () => 'it failed without printing a word',
    beside: () => 'what stands beside its tests failed, so they were not asked',
    elsewhere: () =>
      'it opens no file of the program there: it tests one that is installed elsewhere, or none',
  } satisfies OfEach,
  /** What keeps it from passing in a copy, and the way out. */
  waysOut: {
    'not-in-copy': (path) =>
      `${path} is not in a clean copy, because git ignores it. Let the check make it, in one line that makes it and then tests (of a gate: with \`shell: true\`).`,
    'perhaps-not-in-copy': (path) =>
      `${path} is not in a clean copy, because git ignores it. If the check needs it, let the check make it, in one line that makes it and then tests (of a gate: with \`shell: true\`).`,
    'no-tool': (path) =>
      `\`${path}\` ${path.includes('/') ? 'is not there, is not executable, or its first line names a program that is not there. Put it right' : 'is not on the path. Install it'}, or name a check that runs here.`,
    'no-module': (path) =>
      `The package ${path} is not installed. Install it, or name a check that runs here.`,
    silent: () =>
      'It failed without printing a word, so nothing tells why. Let it print what fails: leave out what makes it quiet, or leads its output away.',
    beside: () =>
      'What stands beside its tests failed, so they were not asked. Name the tests alone as the check.',
    elsewhere: () =>
      'Its tests load a program that is installed elsewhere, or none. Have them load the one that lies beside them.',
    linked: (path) =>
      `Packages in ${path} are links in a clean copy, which npm does not take for installed ones (\`npm audit\`, \`npm ls\`). Name a script that only tests as the gate.`,
    network: () =>
      'Its output speaks of a network that it did not get. Let the gate run only what needs none, or start what it asks in the same line, with `shell: true`.',
    terminal: () =>
      'It asks for a terminal, and a gate has none. Take the option that watches or asks out of its command.',
    stdin: () =>
      'It reads its standard input, which is empty for a gate. Give it a file in one line, with `shell: true`.',
  } satisfies OfEach,
  /** `log`: below .wukong/. */
  notFound: (log: string) =>
    `Why was not found: only what git has, or would add, is in a copy, and installed dependencies. Its output is in .wukong/${log}.`,
};

export function lackText({ kind, path = '' }: TrialCause, { lacks } = ENGLISH_CAUSES): string {
  return lacks[kind](path);
}

export function causeText({ kind, path = '' }: TrialCause, { waysOut } = ENGLISH_CAUSES): string {
  return waysOut[kind](path);
}

export function noCauseText(log: string, { notFound } = ENGLISH_CAUSES): string {
  return notFound(log);
}
