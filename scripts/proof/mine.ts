// Looks for fixes in the history of a repository: commits whose tests say no to the program of before, and yes to
// that of now. Plain runs say so.

import { roleIn, whyLeftOut } from './change.ts';
import type { Git } from './git.ts';
import { tenths } from './judged.ts';
import type { Kept } from './kept.ts';
import type { Repository } from './list.ts';
import { isPass, type PlainCopy } from './plain-copy.ts';
import type { Ran } from './run-command.ts';

/** One a commit that was looked at by its runs. */
export type Mined = Readonly<{
  repo: string;
  commit: string;
  parent: string;
  /** By what it was looked at: another check or other globs find something else. */
  by: string;
  /** Why it is left out; null: it is a fix. */
  out: string | null;
  /** Of a fix: with the program of before. */
  red?: 'fails' | 'no end';
  /** Whether the tests of before say no to the fix: then a person has to be asked. */
  oldTests?: 'pass' | 'fail';
  /** One plain run. */
  seconds?: number;
}>;

export type Mining = Readonly<{
  repository: Repository;
  name: string;
  by: string;
  git: Git;
  copy: () => Promise<PlainCopy>;
  kept: Kept<Mined>;
  most: Readonly<{ fixes: number; commits: number }>;
  progress: (text: string) => void;
}>;

export async function mine(mining: Mining): Promise<readonly Mined[]> {
  const { repository, by, git, kept, most } = mining;
  const known = new Map(kept.lines.filter((one) => one.by === by).map((one) => [one.commit, one]));
  const fixes: Mined[] = [];
  for (const [commit, parent] of await git.history(repository.commit, most.commits)) {
    if (fixes.length >= most.fixes) break;
    const was = known.get(commit);
    const one = was ?? (await look(mining, commit, parent));
    if (one === undefined) continue;
    if (!was) kept.add(one);
    if (one.out === null) fixes.push(one);
  }
  return fixes;
}

/** Undefined: it needs no run to leave it out, and is as quickly seen again. */
async function look(mining: Mining, commit: string, parent: string): Promise<Mined | undefined> {
  const { repository, name, by, git, progress } = mining;
  const line = { repo: name, commit, parent, by };
  const role = roleIn(repository);
  const changed = await git.changed(parent, commit);
  if (whyLeftOut(changed, role) !== undefined) return undefined;
  progress(`${name}: ${commit.slice(0, 7)}`);
  const copy = await mining.copy();
  const green = await copy.run(commit, repository);
  if (!isPass(green)) return { ...line, out: 'fails with the change' };
  const back = async (wanted: 'program' | 'test'): Promise<Ran> => {
    const those = changed.filter(({ path }) => role(path) === wanted);
    const files = new Map(those.map(({ path, before }) => [path, before]));
    return copy.run(await git.commitWith(commit, files, parent), repository);
  };
  const red = await back('program');
  const seconds = tenths(green.seconds);
  if (isPass(red)) return { ...line, out: 'passes without the change', seconds };
  // What passes by chance is no fix.
  const again = await copy.run(commit, repository);
  if (!isPass(again)) return { ...line, out: 'passes by chance' };
  const old = await back('test');
  return {
    ...line,
    out: null,
    red: red.isLate ? 'no end' : 'fails',
    oldTests: isPass(old) ? 'pass' : 'fail',
    seconds,
  };
}
