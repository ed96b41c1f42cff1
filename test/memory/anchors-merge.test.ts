import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addSection } from '../../runtime/memory/anchor-sections.ts';
import { parseAnchors } from '../../runtime/memory/anchors.ts';
import type { Candidate } from '../../runtime/memory/candidates.ts';
import { renderSection } from '../../runtime/memory/review/section.ts';
import { Sandbox } from '../install/temporary.ts';
import { git } from '../rig/repository.ts';

const FILE = '.wukong/anchors/anchors.md';

/** As alike as two entries can be: another id, title and text, and another reason and source. */
function entry(id: string, words: string, rest: Partial<Candidate> = {}): string {
  const alike = { context: 'c', when: 'w', paths: 'src/a.js', tags: 'protocol' };
  const own = { id, title: words, text: words, why: `why ${words}`, source: `source ${words}` };
  return renderSection({ type: 'Decision', ...alike, ...own, ...rest }, '2026-11-23');
}

test('two branches that each add anchors merge without a conflict and without a loss', async () => {
  using sandbox = await Sandbox.installed();
  const { repo } = sandbox;
  const commit = async (): Promise<void> => {
    await git(repo, 'add', '.wukong');
    await git(repo, 'commit', '--quiet', '-m', 'anchors');
  };
  const write = (text: string): void => sandbox.write(FILE, text);
  await commit();
  const first = sandbox.read(FILE);
  const ours = entry('A-2026-aaaa', 'one');
  const theirs = [
    entry('A-2026-bbbb', 'two'),
    entry('A-2026-cccc', 'three', { replaces: 'A-2024-abcd' }),
  ];

  await git(repo, 'checkout', '--quiet', '-b', 'theirs');
  write(theirs.reduce(addSection, first));
  await commit();
  await git(repo, 'checkout', '--quiet', 'main');
  write(addSection(first, ours));
  await commit();
  await git(repo, 'merge', '--quiet', '--no-edit', 'theirs');

  const merged = parseAnchors(sandbox.read(FILE));
  expect([...merged.keys()].sort()).toEqual(['A-2026-aaaa', 'A-2026-bbbb', 'A-2026-cccc']);
  for (const section of [ours, ...theirs]) {
    const [one] = parseAnchors(section).values();
    expect(merged.get(one?.id ?? '')).toEqual(one);
  }
});

test('an anchors.md that is there is never written over', async () => {
  using sandbox = await Sandbox.create();
  const mine = '# My own\r\n';
  mkdirSync(join(sandbox.repo, '.wukong/anchors'), { recursive: true });
  writeFileSync(join(sandbox.repo, FILE), mine);
  expect((await sandbox.wukong(['init', '--yes'])).code).toBe(0);
  expect(sandbox.read(FILE)).toBe(mine);
});
