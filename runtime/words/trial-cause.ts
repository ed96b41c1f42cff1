// Why a check passes here and not in a clean copy, or in no copy at all.

import type { TrialCause } from '../model/trial-cause.ts';

/** As a clause behind a colon. */
export function lackText({ kind, path = '' }: TrialCause): string {
  switch (kind) {
    case 'not-in-copy':
      return `it misses ${path}, which git ignores`;
    case 'perhaps-not-in-copy':
      return `it may miss ${path}, which git ignores`;
    case 'linked':
      return `${path} is a link there`;
    case 'network':
      return 'it got no network';
    case 'terminal':
      return 'it got no terminal';
    case 'stdin':
      return 'its standard input is empty';
    case 'no-tool':
      return `\`${path}\` ${path.includes('/') ? 'cannot be started' : 'is not on the path'}`;
    case 'no-module':
      return `it misses the package ${path}`;
    case 'silent':
      return 'it failed without printing a word';
    case 'beside':
      return 'what stands beside its tests failed, so they were not asked';
    case 'elsewhere':
      return 'it opens no file of the program there: it tests one that is installed elsewhere, or none';
  }
}

/** What keeps it from passing in a copy, and the way out. */
export function causeText({ kind, path = '' }: TrialCause): string {
  switch (kind) {
    case 'not-in-copy':
      return `${path} is not in a clean copy, because git ignores it. Let the check make it, in one line that makes it and then tests (of a gate: with \`shell: true\`).`;
    case 'perhaps-not-in-copy':
      return `${path} is not in a clean copy, because git ignores it. If the check needs it, let the check make it, in one line that makes it and then tests (of a gate: with \`shell: true\`).`;
    case 'no-tool':
      return `\`${path}\` ${path.includes('/') ? 'is not there, is not executable, or its first line names a program that is not there. Put it right' : 'is not on the path. Install it'}, or name a check that runs here.`;
    case 'no-module':
      return `The package ${path} is not installed. Install it, or name a check that runs here.`;
    case 'silent':
      return 'It failed without printing a word, so nothing tells why. Let it print what fails: leave out what makes it quiet, or leads its output away.';
    case 'beside':
      return 'What stands beside its tests failed, so they were not asked. Name the tests alone as the check.';
    case 'elsewhere':
      return 'Its tests load a program that is installed elsewhere, or none. Have them load the one that lies beside them.';
    case 'linked':
      return `Packages in ${path} are links in a clean copy, which npm does not take for installed ones (\`npm audit\`, \`npm ls\`). Name a script that only tests as the gate.`;
    case 'network':
      return 'Its output speaks of a network that it did not get. Let the gate run only what needs none, or start what it asks in the same line, with `shell: true`.';
    case 'terminal':
      return 'It asks for a terminal, and a gate has none. Take the option that watches or asks out of its command.';
    case 'stdin':
      return 'It reads its standard input, which is empty for a gate. Give it a file in one line, with `shell: true`.';
  }
}

/** `log`: below .wukong/. */
export function noCauseText(log: string): string {
  return `Why was not found: only what git has, or would add, is in a copy, and installed dependencies. Its output is in .wukong/${log}.`;
}
