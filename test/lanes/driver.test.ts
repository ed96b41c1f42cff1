// Merge drivers of a person's git configuration, when what two did is brought together.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { git, type Repository } from '../rig/repository.ts';
import { ended, events, until, wukong } from '../run/driven.ts';
import { areThere, type Part, repositoryOf, textOf } from './parts.ts';

const LINES = Array.from({ length: 20 }, (_, n) => `// line ${n}\n`);
const MINE = 'export const mine = true;\n';
const A: Part = {
  id: 'N-010',
  paths: ['src/a/**'],
  does: [
    'meet 3',
    'write src/a/on.js | export const a = 1;',
    'again write src/a/second.js | export const a = 1;',
  ],
};
const B: Part = {
  id: 'N-020',
  paths: ['src/b/**'],
  does: ['meet 3', 'begin src/b/lines.js | // first'],
};

/** A person saves both files while they are written. */
async function driven(approved: boolean): Promise<Repository> {
  const repository = await repositoryOf({ parts: [A, B] });
  onTestFinished(() => repository.remove());
  const { path, root } = repository;
  for (const folder of ['a', 'b']) mkdirSync(join(path, 'src', folder), { recursive: true });
  writeFileSync(join(path, 'src', 'b', 'lines.js'), LINES.join(''));
  writeFileSync(join(path, 'src', '.gitattributes'), '*.js merge=both\n');
  await git(path, 'add', '--all');
  await git(path, 'commit', '--quiet', '--message', 'Merged by a driver');
  await git(path, 'config', 'merge.both.driver', 'cat %A >> %B; cp %B %A');
  const listed = await ended(wukong(repository, 'trust'));
  expect(listed.out).toContain('sh -c "cat %A >> %B; cp %B %A"  merge driver both');
  const yes = ['trust', '--approve', '--gate', 'merge driver both'];
  if (approved) expect(await ended(wukong(repository, ...yes))).toMatchObject({ code: 0 });
  const end = ended(wukong(repository, 'run', 'write both', '--track', 'parts'));
  expect(await Promise.race([until(() => areThere(repository, 2)), end])).toBeUndefined();
  writeFileSync(join(path, 'src', 'a', 'on.js'), MINE);
  writeFileSync(join(path, 'src', 'b', 'lines.js'), LINES.with(19, '// mine\n').join(''));
  writeFileSync(join(root, 'here', 'person'), '');
  const ran = await end;
  expect(ran, ran.out).toMatchObject({ code: 0 });
  return repository;
}

const lastsOf = (repository: Repository, type: string, node: string) =>
  events(repository, type).find(({ node_id }) => node_id === node)?.payload;

test('one that a person approved merges what both changed', async () => {
  const repository = await driven(true);
  expect(textOf(repository, 'src/a/on.js')).toBe(`export const a = 1;\n${MINE}`);
  expect(events(repository, 'run.ended').map(({ payload }) => payload.outcome)).not.toContain(
    'failed',
  );
});

test('one that nobody approved does not run: git merges by itself, and with which file that was, and what to type, is said', async () => {
  const repository = await driven(false);
  expect(textOf(repository, 'src/a/on.js')).toBe(MINE);
  expect(textOf(repository, 'src/b/lines.js')).toBe(
    `// first\n${LINES.with(19, '// mine\n').join('')}`,
  );
  expect(lastsOf(repository, 'run.ended', A.id)).toMatchObject({
    because: { kind: 'lane-conflict', paths: ['src/a/on.js'], unasked: ['both'] },
  });
  const why = 'which nobody approved as it is, or which did not end: wukong trust';
  const said = `src/b/lines.js was merged without your merge driver both, ${why}`;
  expect(lastsOf(repository, 'evidence.graded', B.id)?.outputs).toMatchObject({ warnings: [said] });
});
