// Files of Wukong are in no tree that is compared; a person's own, also beside them, are.

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow } from '../../runtime/files/folders.ts';
import { allTexts, type Part, partsOf } from '../../runtime/hosts/claude-code/install/parts.ts';
import {
  mergeSettings,
  removeFromSettings,
} from '../../runtime/hosts/claude-code/settings/settings.ts';
import {
  isOwnData,
  isOwnFile,
  OWN_TEXTS,
  withoutOwnEntries,
} from '../../runtime/model/own-files.ts';
import { readChange } from '../../runtime/proof/read-change.ts';
import { whichTrees } from '../../runtime/proof/which-trees.ts';
import { mainCheckout } from '../../runtime/workspace/paths.ts';
import { DIST } from '../install/temporary.ts';
import { Repo } from './repo.ts';

test('ours is known by any case, and by its whole name', () => {
  const paths = ['.wukong', '.wukong/a', '.Wukong/a', '.wukongs/a', 'a/.wukong/b', '.claude/a'];
  expect(paths.filter(isOwnData)).toEqual(['.wukong', '.wukong/a', '.Wukong/a']);
});

test('every text that init puts in is on the list, and known by its content', () => {
  const repo = new Repo();
  const parts = partsOf(mainCheckout(repo.top), DIST, 'shared');
  expect(allTexts(parts).length).toBeGreaterThan(15);
  for (const path of allTexts(parts)) expect(OWN_TEXTS, path).toContain(path);
  for (const one of parts.flatMap(textsOf)) {
    if (isOwnData(one.path)) continue;
    expect(isOwnFile(one.path, one.content.toString()), one.path).toBe(true);
    expect(isOwnFile(one.path, 'text of a person'), one.path).toBe(false);
  }
});

test.each([
  ['nothing', undefined],
  ['an empty object', '{}'],
  ['a person’s', '{\n\t"model": "opus",\n\t"permissions": {"deny": ["Read(.env)"]}\n}'],
  ['their hook beside ours', '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say"}]}]}}'],
])('settings that were %s are the same with our entries, and without them again', (_, before) => {
  const merged = mergeSettings(before);
  if (!merged.ok) throw new Error('not merged');
  const { text } = merged.value;
  expect(withoutOwnEntries(text)).toBe(withoutOwnEntries(before));
  const removed = removeFromSettings(text);
  if (!removed.ok) throw new Error('not removed');
  expect(withoutOwnEntries(removed.value.text)).toBe(withoutOwnEntries(before));
  const changed = JSON.stringify({ ...JSON.parse(text), language: 'de' });
  expect(withoutOwnEntries(changed)).not.toBe(withoutOwnEntries(before));
});

function textsOf(part: Part): ReadonlyArray<Readonly<{ path: string; content: Buffer }>> {
  if (part.is === 'skill') return part.texts;
  return part.is === 'text' || part.is === 'file' ? [part] : [];
}

/** As `init` leaves a repository, as far as git sees it. */
function install(repo: Repo): void {
  const parts = partsOf(mainCheckout(repo.top), DIST, 'shared');
  for (const { path, content } of parts.flatMap(textsOf)) repo.write(path, content);
  const merged = mergeSettings(undefined);
  if (merged.ok) repo.write('.claude/settings.json', merged.value.text);
}

async function changed(repo: Repo, asked: Readonly<{ base?: string; head?: string }> = {}) {
  const trees = await whichTrees(repo.place, asked);
  if (!trees.ok) throw new Error(JSON.stringify(trees.error));
  const { base, head } = trees.value;
  const read = await readChange({
    ...repo.place,
    ...{ base: base.tree, tree: head.tree, product: [], checks: [] },
  });
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return [base.kind, ...read.value.files.map(({ path, status }) => `${status} ${path}`)];
}

test('a clean tree with committed files of ours is compared with the commit before the last', async () => {
  const repo = new Repo();
  repo.write('src/a.js', 'none').commit();
  repo.write('src/a.js', 'one').commit();
  install(repo);
  expect(await changed(repo)).toEqual(['one-before', 'M src/a.js']);
  repo.commit();
  expect(await changed(repo)).toEqual(['one-before', 'M src/a.js']);
  repo.write('src/a.js', 'two');
  expect(await changed(repo)).toEqual(['last', 'M src/a.js']);
  repo.commit();
  expect(await changed(repo)).toEqual(['one-before', 'M src/a.js']);
});

test('commits before and after an installation, an update and a removal differ in what people did', async () => {
  const repo = new Repo();
  repo.write('src/a.js', 'one').write('.claude/commands/mine.md', 'mine').commit();
  repo.git('tag', 'before');
  install(repo);
  repo.write('src/a.js', 'two').commit();
  repo.git('tag', 'installed');
  // An update brings another text, a person shapes one, and a submodule of theirs has a folder of our name.
  repo.write('.claude/commands/wukong.md', '---\nwukong: 2\n---\nother\n');
  repo.write('.claude/agents/body.md', '---\nname: body\nwukong: 1\nmodel: opus\n---\nother\n');
  repo.write('.claude/commands/mine.md', 'mine, changed').write('packages/a/.wukong/b', 'theirs');
  repo.commit();
  repo.git('tag', 'updated');
  for (const path of [...filesBelow(join(repo.top, '.claude')), 'gone']) {
    if (path !== 'commands/mine.md') rmSync(join(repo.top, '.claude', path), { force: true });
  }
  rmSync(join(repo.top, '.wukong/runtime'), { recursive: true });
  repo.write('src/a.js', 'three').commit();
  repo.git('tag', 'removed');
  const between = async (base: string, head: string) =>
    (await changed(repo, { base, head })).slice(1);
  expect(await between('before', 'installed')).toEqual(['M src/a.js']);
  const theirs = ['M .claude/commands/mine.md', 'A packages/a/.wukong/b'];
  expect(await between('installed', 'updated')).toEqual(theirs);
  expect(await between('updated', 'removed')).toEqual(['M src/a.js']);
  expect(await between('before', 'removed')).toEqual([theirs[0], theirs[1], 'M src/a.js']);
});

test('a file of a person with the name of one of ours is theirs, also where it becomes so', async () => {
  const repo = new Repo();
  repo.write('.claude/skills/evidence/SKILL.md', '---\nname: evidence\n---\nOurs.').commit();
  repo.write('.claude/skills/evidence/SKILL.md', '---\nname: evidence\n---\nMore.');
  expect(await changed(repo)).toEqual(['last', 'M .claude/skills/evidence/SKILL.md']);
  install(repo);
  repo.commit();
  const path = '.claude/commands/wukong.md';
  const tree = await repo.tree();
  repo.write(path, 'nothing of it is left');
  expect(await repo.files()).toContain(path);
  repo.write(path, '---\nwukong: 1\n---\n');
  expect(await repo.tree()).toBe(tree);
});

test('where git ignores files of ours, as after init --local, all else is recorded', async () => {
  const repo = new Repo();
  repo.write('a.js').commit();
  install(repo);
  repo.write('.git/info/exclude', '.wukong/\n.claude/commands/wukong*.md\n.claude/agents/*.md\n');
  repo.write('b.js');
  expect(await repo.files()).toEqual(['.claude/settings.json', 'a.js', 'b.js']);
  repo.write('.git/info/exclude', '.wukong\n.claude\n');
  expect(await repo.files()).toEqual(['a.js', 'b.js']);
  expect(existsSync(join(repo.top, '.claude/agents/body.md'))).toBe(true);
});
