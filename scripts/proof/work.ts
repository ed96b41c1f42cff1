// Goes through the repositories, so many at once: one at a time in each, because what a forgery needs is set up in
// its clone.

import { Git } from './git.ts';
import { judge } from './judge.ts';
import { isJudged, type Judged, type Line } from './judged.ts';
import type { Judges } from './judges.ts';
import { Kept } from './kept.ts';
import { nameOf, type Repository } from './list.ts';
import { type Mined, mine } from './mine.ts';
import type { Only } from './only.ts';
import { judgedBy, minedBy, type Places } from './places.ts';
import { PlainCopy } from './plain-copy.ts';
import { Stopped } from './run-command.ts';
import { removeBeside } from './try-one.ts';

export type Asked = Readonly<{
  repositories: readonly Repository[];
  places: Places;
  fixes: number;
  commits: number;
  forged: number;
  workers: number;
  only: Only;
  cli: string;
  what: 'mine' | 'judge' | 'nothing';
  isAgain: boolean;
  judges: Judges;
  stop: AbortSignal;
  progress: (text: string) => void;
  done: (line: Line) => void;
  missing: (text: string) => void;
}>;

/** All that is kept of one repository, as far as it still holds. */
export type FoundIn = Readonly<{
  repository: Repository;
  mined: readonly Mined[];
  judged: readonly Judged[];
}>;

export type Found = Readonly<{ found: readonly FoundIn[]; problems: number }>;

export async function workAll(asked: Asked): Promise<Found> {
  const waiting = [...asked.repositories];
  const found = new Map<Repository, FoundIn>();
  let problems = 0;
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      try {
        const here = await work(asked, one);
        if (here) found.set(one, here);
      } catch (error) {
        if (error instanceof Stopped || asked.stop.aborted) throw new Stopped();
        // The others took hours, and are no worse for it.
        problems += 1;
        const why = error instanceof Error ? error.message : String(error);
        asked.missing(`${nameOf(one)}: ${why}`);
      }
    }
  };
  const workers = Array.from({ length: Math.max(1, asked.workers) }, worker);
  const ended = await Promise.allSettled(workers);
  if (ended.some(({ status }) => status === 'rejected')) throw new Stopped();
  return {
    found: asked.repositories.flatMap((one) => found.get(one) ?? []),
    problems,
  };
}

async function work(asked: Asked, repository: Repository): Promise<FoundIn | undefined> {
  const { places, stop, only, what } = asked;
  const name = nameOf(repository);
  const clone = places.clone(repository);
  if (clone === undefined) {
    asked.missing(`${name} is not there: ${places.howToGet(repository)}`);
    return undefined;
  }
  const git = new Git(clone, stop);
  if (!(await git.has(repository.commit))) {
    asked.missing(`${name} has no ${repository.commit.slice(0, 7)}: git -C ${clone} fetch`);
    return undefined;
  }
  const by = minedBy(repository);
  const kept = new Kept<Mined>(places.mined(repository));
  const lines = new Kept<Line>(places.judged(repository));
  const sources = judgedBy(repository, asked.judges[repository.set].sources);
  let made: Promise<PlainCopy> | undefined;
  const copy = (): Promise<PlainCopy> => {
    made ??= PlainCopy.of(clone, places.copy(repository), stop);
    return made;
  };
  if (what !== 'nothing') {
    const shared = { repository, name, git, copy, progress: asked.progress };
    const most = { fixes: asked.fixes, commits: asked.commits };
    const fixes = await mine({ ...shared, by, kept, most });
    const outside = places.outside(repository);
    await removeBeside(clone, outside);
    for (const fix of what === 'judge' ? fixes : []) {
      if (!only.commit(name, fix.commit)) continue;
      await judge(
        {
          ...shared,
          by: sources,
          kept: lines,
          cli: asked.cli,
          clone,
          outside,
          check: repository.check,
          stop,
          forged: asked.forged,
          wants: (commit, variant) => only.variant(name, commit, variant),
          isAgain: asked.isAgain,
          done: asked.done,
        },
        fix,
      );
    }
  }
  const last = new Map<string, Judged>();
  for (const line of lines.lines) {
    if (line.by === sources && isJudged(line)) last.set(`${line.commit}:${line.variant}`, line);
  }
  return {
    repository,
    mined: kept.lines.filter((one) => one.by === by),
    judged: [...last.values()],
  };
}
