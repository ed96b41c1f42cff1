// The message of a commit that has the work of one node: what it is for, and in trailers what it was judged by.

import type { VerdictTold } from '../../model/vocabulary.ts';
import { oneLine } from '../plain-text.ts';

const MAX_SUBJECT = 72;

/** A request may begin with its issue, which is named beside it. */
export function titleOf({
  title,
  issue_ref,
}: Readonly<{ title: string; issue_ref: string }>): string {
  const rest = title.startsWith(issue_ref) ? title.slice(issue_ref.length) : title;
  return rest.replace(/^[\s:–—-]+/, '') || title;
}

export type CommitSaid = Readonly<{
  goal: string;
  title: string;
  node: string;
  nodeTitle: string;
  runs: readonly string[];
  /** Takes back what was published before. */
  isBack: boolean;
  verdict: VerdictTold;
  tree: string;
}>;

/** `git interpret-trailers` reads its last lines. */
export function commitMessage(said: CommitSaid): string {
  const { goal, title, node, nodeTitle, runs, isBack, verdict, tree } = said;
  const what = isBack ? `Take back: ${nodeTitle}` : `${nodeTitle}: ${title}`;
  const trailers = [
    `Wukong-Goal: ${goal}`,
    `Wukong-Node: ${node}`,
    ...runs.map((run) => `Wukong-Run: ${run}`),
    `Wukong-Verdict: ${verdict}`,
    `Wukong-Tree: ${tree}`,
  ];
  return `${subjectOf(what)}\n\n${trailers.join('\n')}\n`;
}

/** No line that git drops as a comment. */
function subjectOf(text: string): string {
  return (
    defused(oneLine(text, MAX_SUBJECT))
      .replace(/^[#\s]+/, '')
      .trim() || 'Change'
  );
}

/**
 * No word that mentions somebody, closes an issue or leads somewhere. Where a subject is read a code span is none, so
 * each is broken up: a mention, the number of an issue, an address, a commit.
 */
function defused(line: string): string {
  return line
    .replaceAll('@', '＠')
    .replaceAll(/#(?=\d)/g, '# ')
    .replaceAll(/\b(gh-|\/issues\/|\/pull\/)(?=\d)/gi, '$1 ')
    .replaceAll('://', ':// ')
    .replaceAll(/\bwww\.(?=\S)/gi, 'www. ')
    .replaceAll(/\b(?=[a-f]*\d)([0-9a-f]{6})[0-9a-f]{1,34}\b/g, '$1…');
}

/** Of a pull request: where it is merged into one commit, that begins with it. */
export function pullTitle(title: string): string {
  return defused(oneLine(title, 120)).trim();
}

const MOST_SLUG = 40;

/** `wukong/G-0001-the-decoder-crashes`: of words of any language, what a branch can be called. */
export function branchName(goal: string, title: string): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  const slug = [...words]
    .slice(0, MOST_SLUG)
    .join('')
    .replace(/-[^-]*$/, (end) => (words.length > MOST_SLUG ? '' : end));
  return slug === '' ? `wukong/${goal}` : `wukong/${goal}-${slug}`;
}
