// What a copy reaches that no tree holds, and what of it is younger than the install.

import { linkSync, mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { youngDependencies } from '../../runtime/proof/outside.ts';
import { Repo } from '../evidence/repo.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

const OLD = new Date('2020-01-01T00:00:00Z');

/** Written now, with the time of writing long ago, as archives have it. */
function unpacked(path: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, 'packed\n');
  utimesSync(path, OLD, OLD);
}

/** Later than all that was written before, as the clock of the file system sees it. */
function later(path: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, 'before\n');
  const { ctimeMs } = statSync(path);
  while (statSync(path).ctimeMs === ctimeMs) writeFileSync(path, 'mine\n');
}

async function young(repo: Repo, sinceMs?: number): Promise<readonly string[]> {
  const found = await youngDependencies(repo.top, sinceMs);
  if (!found.ok) throw new Error(found.error.kind);
  expect(found.value.every(({ kind }) => kind === 'dependencies')).toBe(true);
  return found.value.map(({ path }) => path);
}

function installed(mark = '.package-lock.json'): Repo {
  const repo = new Repo().write('.gitignore', 'node_modules\n.venv\n');
  unpacked(join(repo.top, 'node_modules/a/index.js'));
  repo.write(`node_modules/${mark}`, '{}');
  return repo;
}

test('packages as they were installed are in no doubt, and one that was edited since is', async () => {
  const repo = installed();
  expect(await young(repo)).toEqual([]);
  later(join(repo.top, 'node_modules/a/index.js'));
  later(join(repo.top, 'node_modules/.cache/a'));
  expect(await young(repo)).toEqual(['node_modules/a/index.js']);
});

test('a hard link from a store, and packages put back from an archive, are no change', async () => {
  const repo = installed('.modules.yaml');
  const store = join(temporaryFolder('wukong-store-'), 'index.js');
  unpacked(store);
  later(join(repo.base, 'clock'));
  linkSync(store, join(repo.top, 'node_modules/a/linked.js'));
  unpacked(join(repo.top, 'node_modules/b/index.js'));
  expect(await young(repo)).toEqual([]);
});

test('a package that a link leads to outside is in doubt where it is younger than the base, whatever was installed since', async () => {
  const repo = installed();
  const outside = temporaryFolder('wukong-linked-');
  unpacked(join(outside, 'index.js'));
  mkdirSync(join(repo.top, 'packages/own'), { recursive: true });
  symlinkSync(outside, join(repo.top, 'node_modules/linked'), 'junction');
  symlinkSync(join(repo.top, 'packages/own'), join(repo.top, 'node_modules/own'), 'junction');
  later(join(outside, 'fix.js'));
  const fixed = statSync(join(outside, 'fix.js')).ctimeMs;
  later(join(outside, 'node_modules/b/index.js'));
  later(join(repo.top, 'packages/own/index.js'));
  repo.write('node_modules/.package-lock.json', '{"again": 1}');
  expect(await young(repo, fixed)).toEqual([]);
  expect(await young(repo, fixed - 1)).toEqual(['node_modules/linked/fix.js']);
});

test('so it is where nothing tells when packages were installed', async () => {
  const repo = new Repo().write('.gitignore', 'node_modules\n').write('node_modules/a/index.js');
  const outside = temporaryFolder('wukong-linked-');
  mkdirSync(join(repo.top, 'node_modules/@a'));
  symlinkSync(outside, join(repo.top, 'node_modules/@a/linked'), 'junction');
  later(join(outside, 'fix.js'));
  expect(await young(repo, 0)).toEqual(['node_modules/@a/linked/fix.js']);
});

test('a package of Python that was edited since the last install is in doubt, and what it compiled is not', async () => {
  const repo = installed();
  const site = join(repo.top, '.venv/lib/python3.12/site-packages');
  unpacked(join(repo.top, '.venv/pyvenv.cfg'));
  unpacked(join(site, 'a/b.py'));
  mkdirSync(join(site, 'a.dist-info'), { recursive: true });
  writeFileSync(join(site, 'a.dist-info/RECORD'), '');
  expect(await young(repo)).toEqual([]);
  later(join(site, 'a/b.py'));
  later(join(site, 'a/__pycache__/b.pyc'));
  expect(await young(repo)).toEqual(['.venv/lib/python3.12/site-packages/a/b.py']);
});

test('a package of Python that is installed as editable from elsewhere is in doubt where it is younger than the base', async () => {
  const repo = installed();
  const [lines, finder] = [temporaryFolder('wukong-pth-'), temporaryFolder('wukong-finder-')];
  const site = join(repo.top, '.venv/lib/python3.12/site-packages');
  mkdirSync(site, { recursive: true });
  writeFileSync(join(repo.top, '.venv/pyvenv.cfg'), '');
  writeFileSync(join(site, 'a.pth'), `${lines}\n${repo.top}\n`);
  writeFileSync(join(site, '__editable___b_finder.py'), `MAPPING = {'b': '${finder}'}\n`);
  for (const name of ['a.py', 'a.egg-info/x.py', '__pycache__/a.pyc']) later(join(lines, name));
  later(join(finder, 'b.py'));
  expect(await young(repo, 0)).toEqual([`${finder}/b.py`, `${lines}/a.py`].sort());
  expect(await young(repo)).toEqual([]);
});

test('where nothing tells when packages were installed, nothing is said', async () => {
  const repo = new Repo().write('.gitignore', 'node_modules\n');
  later(join(repo.top, 'node_modules/a/index.js'));
  expect(await young(repo)).toEqual([]);
});
