// What writers had written in their lanes when their daemon was stopped is still there.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lanesLeft, type Part, repositoryOf } from '../lanes/parts.ts';
import { events, until } from '../run/driven.ts';
import { admitScripts, nothingIsLeft, queue, runEnds, said, started } from './at-work.ts';

const part = (id: string, name: string): Part => ({
  id,
  paths: [`src/${name}/**`],
  does: [`write src/${name}/${name}1.js | export const one = 1;`, 'wait 600'],
});

test('a daemon that is stopped keeps what its writers left in their lanes', async () => {
  const repository = await repositoryOf({ parts: [part('N-010', 'a'), part('N-020', 'b')] });
  onTestFinished(() => repository.remove());
  admitScripts(repository);
  await queue(repository, 'parts');
  await started(repository);
  const written = (): string[] =>
    lanesOf(repository).filter((lane) =>
      ['a', 'b'].some((name) => existsSync(join(lane, 'src', name, `${name}1.js`))),
    );
  await until(() => written().length === 2);
  expect(await said(repository, 'daemon', 'stop')).toMatchObject({ code: 0, killed: false });
  const [, ...writers] = runEnds(repository);
  expect(writers).toEqual([
    ['stopped', false],
    ['stopped', false],
  ]);
  expect(written()).toHaveLength(2);
  // Where `wukong run` and sessions look for them.
  expect(lanesLeft(repository)).toHaveLength(2);
  await nothingIsLeft(repository);
});

/** Where the runs of its writers work. */
function lanesOf(repository: Parameters<typeof events>[0]): string[] {
  return events(repository, 'run.dispatched').flatMap(({ payload }) => {
    const { worktree } = payload.lane as { worktree: string };
    return worktree === repository.path ? [] : [worktree];
  });
}
