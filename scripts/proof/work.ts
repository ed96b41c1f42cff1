// Goes through the repositories, so many at once: one at a time in each, because what a forgery needs is set up in
// its clone.

import { Git } from './git.ts';
import { judge } from './judge.ts';
import type { Line } from './judged.ts';
import type { Judges } from './judges.ts';
import { Kept } from './kept.ts';
import { nameOf, type Repository } from './list.ts';
import { type Mined, mine } from './mine.ts';
import type { Only } from './only.ts';
import { judgedBy, type KeptPlaces, minedBy, type Places } from './places.ts';
import { PlainCopy } from './plain-copy.ts';
import { Stopped } from './run-command.ts';
import { removeBeside } from './try-one.ts';

export type Asked = Readonly<{
  repositories: readonly Repository[];
  places: Places;
  kept: KeptPlaces;
  fixes: number;
  commits: number;
  forged: number;
  workers: number;
  only: Only;
  cli: string;
  what: 'mine' | 'judge';
  isAgain: boolean;
  judges: Judges;
  stop: AbortSignal;
  progress: (text: string) => void;
  done: (line: Line) => void;
  missing: (text: string) => void;
}>;

/** How many repositories could not be gone through. */
export async function workAll(asked: Asked): Promise<number> {
  const waiting = [...asked.repositories];
  let problems = 0;
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      try {
        await work(asked, one);
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
  return problems;
}

async function work(asked: Asked, repository: Repository): Promise<void> {
  const { places, stop, only, judges } = asked;
  const name = nameOf(repository);
  const clone = places.clone(repository);
  if (clone === undefined) {
    asked.missing(`${name} is not there: ${places.howToGet(repository)}`);
    return;
  }
  const git = new Git(clone, stop);
  if (!(await git.has(repository.commit))) {
    asked.missing(`${name} has no ${repository.commit.slice(0, 7)}: git -C ${clone} fetch`);
    return;
  }
  let made: Promise<PlainCopy> | undefined;
  const copy = (): Promise<PlainCopy> => {
    made ??= PlainCopy.of(clone, places.copy(repository), stop);
    return made;
  };
  const shared = { repository, name, git, copy, progress: asked.progress };
  const fixes = await mine({
    ...shared,
    by: minedBy(repository),
    kept: new Kept<Mined>(asked.kept.mined(repository)),
    most: { fixes: asked.fixes, commits: asked.commits },
  });
  const outside = places.outside(repository);
  await removeBeside(clone, outside);
  if (asked.what === 'mine') return;
  const judging = {
    ...shared,
    by: judgedBy(repository, judges[repository.set].sources),
    kept: new Kept<Line>(asked.kept.judged(repository)),
    cli: asked.cli,
    clone,
    outside,
    check: repository.check,
    stop,
    forged: asked.forged,
    wants: (commit: string, variant: string) => only.variant(name, commit, variant),
    isAgain: asked.isAgain,
    done: asked.done,
  };
  for (const fix of fixes) if (only.commit(name, fix.commit)) await judge(judging, fix);
}
