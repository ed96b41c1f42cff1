// Why a gate passes here and not in a clean copy.

import type { TrialCause } from '../model/gate-schema.ts';

/** What keeps it from passing in a copy, and the way out. */
export function causeText({ kind, path = '' }: TrialCause): string {
  switch (kind) {
    case 'not-in-copy':
      return `${path} is not in a clean copy, because git ignores it. Let the gate make it: one line that builds and then tests, with \`shell: true\`.`;
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
