// Judges what was mined: each fix as it is, and forged in some of the ways of the table.

import { createHash } from 'node:crypto';
import { type Fix, type Forged, over, type Variant } from './forge/fix.ts';
import { HONEST, VARIANTS } from './forge/table.ts';
import type { Git } from './git.ts';
import { isJudged, type Line } from './judged.ts';
import type { Kept } from './kept.ts';
import type { Repository } from './list.ts';
import type { Mined } from './mine.ts';
import { isPass, type PlainCopy } from './plain-copy.ts';
import { readFix } from './read-fix.ts';
import { type Trying, tryOne } from './try-one.ts';

export type Judging = Trying &
  Readonly<{
    repository: Repository;
    name: string;
    by: string;
    git: Git;
    copy: () => Promise<PlainCopy>;
    kept: Kept<Line>;
    /** So many forgeries a fix, beside the honest one. */
    forged: number;
    wants: (commit: string, variant: string) => boolean;
    isAgain: boolean;
    progress: (text: string) => void;
    done: (line: Line) => void;
  }>;

export async function judge(judging: Judging, { commit, parent }: Mined): Promise<void> {
  const { repository, name, by, git, kept, outside, wants } = judging;
  const known = (variant: string): Line | undefined =>
    judging.isAgain
      ? undefined
      : kept.lines.findLast(
          (line) => line.commit === commit && line.variant === variant && line.by === by,
        );
  const keep = (line: Line): Line => {
    kept.add(line);
    judging.done(line);
    return line;
  };
  const which = { repo: name, commit, by };
  if (wants(commit, HONEST) && !known(HONEST)) {
    judging.progress(`${name}: ${commit.slice(0, 7)} ${HONEST}`);
    const trees = { head: commit, base: parent };
    keep(await tryOne(judging, { ...which, ...trees, variant: HONEST }));
  }
  if (judging.forged === 0) return;
  let fix: Fix | undefined;
  let count = 0;
  for (const variant of inTurn(VARIANTS, commit)) {
    if (count >= judging.forged) break;
    if (!wants(commit, variant.name)) continue;
    const was = known(variant.name);
    if (was) {
      if (isJudged(was)) count += 1;
      continue;
    }
    judging.progress(`${name}: ${commit.slice(0, 7)} ${variant.name}`);
    fix ??= await readFix(git, repository, { commit, parent }, outside);
    const line = { ...which, variant: variant.name };
    const made = await forgedOf(judging, fix, variant, parent);
    // Whether it applies is quickly seen again.
    if (made === undefined) continue;
    if (typeof made === 'string') {
      keep({ ...line, out: made });
      continue;
    }
    count += 1;
    keep(await tryOne(judging, { ...line, head: made.head, base: parent }, made.forged));
  }
}

const MOST_TRIES = 3;

/** The forged commit; why it is no forgery; undefined: it does not apply. */
async function forgedOf(
  { git, copy, repository }: Judging,
  fix: Fix,
  variant: Variant,
  parent: string,
): Promise<Readonly<{ head: string; forged: Forged }> | string | undefined> {
  const all = variant.forge(fix);
  if (all.length === 0) return undefined;
  for (const forged of all.slice(0, MOST_TRIES)) {
    const head = await git.commitWith(fix.commit, forged.files, parent);
    if (forged.without === undefined) return { head, forged };
    const without = await git.commitWith(fix.commit, over(forged.without), parent);
    if (!isPass(await (await copy()).run(without, repository))) return { head, forged };
  }
  return 'it puts the fault right';
}

/** Another order for each fix, and the same whenever it is asked for: no kind is tried more than the others. */
export function inTurn(variants: readonly Variant[], commit: string): readonly Variant[] {
  const at = ({ name }: Variant): string =>
    createHash('sha256').update(`${commit}:${name}`).digest('hex');
  return [...variants].sort((one, other) => (at(one) < at(other) ? -1 : 1));
}
