// Why a goal has no branch, and what to do.

import { explain } from '../../words/explain-failure.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { NoBranch } from './plan-branch.ts';

const REFUSED = {
  'rests-on-uncommitted':
    'rests on lines that you have not committed, or that came after the commit it began on',
  'filter-missing': 'has a filter that is not set up here: its plain bytes would be published',
  'filter-failed': 'its filter failed',
  'lfs-bytes-missing': 'is kept by Git LFS, and its bytes are not here',
  'odd-name': 'has a name that git cannot be given',
} as const;

export function noBranchText(error: NoBranch): string {
  switch (error.kind) {
    case 'nothing':
      return 'No run has changed a file yet, so there is no branch.';
    case 'no-commit':
      return 'There was no commit when the goal began, so there is nothing to put a branch on.';
    case 'gone':
      return `It stands on ${error.commit.slice(0, 12)}, which this clone does not have any more. Where that was pushed, type: git fetch --all`;
    case 'refused': {
      const files = error.refused.map(
        ({ path, why, said }) =>
          `  ${oneLine(path)}: ${REFUSED[why]}${said ? ` (${oneLine(said, 200)})` : ''}`,
      );
      return [
        `The work of ${error.node} cannot be put on a branch by itself:`,
        ...files,
        'Commit it in your own tree instead, or take the file out of what the goal changed.',
      ].join('\n');
    }
    case 'log': {
      const { message, hint } = explain(error.failure);
      return `${message} ${hint}`;
    }
    case 'identity':
      return `git does not know who you are: ${error.said}\nType: git config user.name "…" and git config user.email …`;
    case 'signature':
      return `Your commits are signed, and this one could not be without asking you: ${error.said}\nUnlock your key, then type it again.`;
    case 'git':
      return `git could not do it: ${error.said}`;
  }
}
