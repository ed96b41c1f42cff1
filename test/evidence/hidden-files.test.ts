import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hiddenFiles } from '../../runtime/evidence/seal/hidden-files.ts';
import { makeScratch } from '../../runtime/evidence/trees/scratch.ts';
import { Repo } from './repo.ts';

async function hidden(repo: Repo, sinceMs = 0): Promise<readonly string[]> {
  const tree = await repo.tree();
  const found = await hiddenFiles({ ...repo.place, first: tree, tree, gates: [], sinceMs });
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  return found.value;
}

/** A repository with one of tests in it. */
function withTestsInside(): Repo {
  const inner = new Repo().write('a.test.js', 'strict\n').commit();
  const repo = new Repo();
  const add = ['-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.top, 'tests'];
  repo.git(...add);
  return repo.commit();
}

describe('files that gates find otherwise than a tree has them', () => {
  test('are those that git takes for not checked out, if they went since', async () => {
    const repo = new Repo().write('test/a.test.js').write('src/a.js').commit();
    for (const path of ['test/a.test.js', 'src/a.js']) {
      repo.git('update-index', '--skip-worktree', path);
      rmSync(join(repo.top, path));
    }
    expect(await hidden(repo)).toEqual(['test/a.test.js']);
    expect(await hidden(repo, Number.POSITIVE_INFINITY)).toEqual([]);
  });

  test('are ignored ones that gates read, and no ignored output of tests', async () => {
    const repo = new Repo().write('.gitignore', '.npmrc\n*.out\nhidden/\n').commit();
    repo.write('.npmrc').write('test/a.out').write('hidden/.npmrc');
    expect(await hidden(repo)).toEqual(['.npmrc']);
  });

  test('are ignored ones that test runners and build tools load', async () => {
    const repo = new Repo().write('.gitignore', 'conftest.py\n.cargo/\n.mvn/\n').commit();
    repo.write('conftest.py').write('tests/conftest.py');
    repo.write('.cargo/config.toml').write('.cargo/registry/src/a/Cargo.toml');
    repo.write('crates/a/.cargo/config.toml').write('.mvn/wrapper/maven-wrapper.properties');
    expect((await hidden(repo)).toSorted()).toEqual([
      '.cargo/config.toml',
      '.mvn/wrapper/maven-wrapper.properties',
      'conftest.py',
      'crates/a/.cargo/config.toml',
      'tests/conftest.py',
    ]);
    expect(await hidden(repo, Number.POSITIVE_INFINITY)).toEqual([]);
  });

  test('are those of an inner repository with changes in it', async () => {
    const repo = withTestsInside();
    expect(await hidden(repo)).toEqual([]);
    expect(await hidden(repo.write('tests/a.test.js', 'weak\n'))).toEqual(['tests']);
  });

  test('are those of an inner repository that nobody tracks, if it was touched since', async () => {
    const repo = withTestsInside();
    repo.git('rm', '-q', '--cached', 'tests', '.gitmodules');
    repo.git('commit', '-q', '-m', 'x');
    expect(await hidden(repo)).toEqual(['tests']);
    expect(await hidden(repo, Number.POSITIVE_INFINITY)).toEqual([]);
  });
});

describe('a copy', () => {
  const copyOf = async (repo: Repo, sinceMs: number) =>
    makeScratch({
      ...repo.place,
      tree: await repo.tree(),
      owner: `${process.pid}-0`,
      isGone: () => false,
      sinceMs,
    });

  test('has no link that leads out of it, and no build output from after the work began', async () => {
    const repo = new Repo().write('.gitignore', 'target\n').write('target/x').write('a.js');
    symlinkSync(join(repo.top, 'a.js'), join(repo.top, 'out.js'));
    symlinkSync('a.js', join(repo.top, 'in.js'));
    const made = await copyOf(repo, 0);
    if (!made.ok) throw new Error(made.why);
    await using copy = made.scratch;
    expect(copy.linked).toEqual([]);
    expect(copy.notes).toEqual(['The link out.js is not in it: it leads out of the repository.']);
    expect(readFileSync(join(copy.path, 'in.js'), 'utf8')).toBe('a.js\n');
  });

  test('has no link that leads out of it by way of another, and keeps those to nothing', async () => {
    const repo = new Repo().write('.gitignore', 'node_modules\n').write('a.js');
    repo.write('node_modules/x/index.js');
    symlinkSync('node_modules/x/../../a.js', join(repo.top, 'by-package.js'));
    symlinkSync('node_modules/x/index.js', join(repo.top, 'package.js'));
    symlinkSync('.', join(repo.top, 'd'));
    // By its words it stays inside: for the system `d/` is no step down.
    const out = `${'d/'.repeat(20)}${'../'.repeat(20)}${join(repo.top, 'a.js').slice(1)}`;
    symlinkSync(out, join(repo.top, 'out.js'));
    symlinkSync('gone.js', join(repo.top, 'nowhere.js'));
    repo.write('lib/x');
    symlinkSync('../d/a.js', join(repo.top, 'lib', 'in.js'));
    const made = await copyOf(repo, Date.now() + 60_000);
    if (!made.ok) throw new Error(made.why);
    await using copy = made.scratch;
    expect(copy.notes).toEqual([
      'The link by-package.js is not in it: it leads out of the repository.',
      'The link out.js is not in it: it leads out of the repository.',
    ]);
    expect(readFileSync(join(copy.path, 'lib', 'in.js'), 'utf8')).toBe('a.js\n');
    expect(readFileSync(join(copy.path, 'package.js'), 'utf8')).toContain('index.js');
    expect(readdirSync(copy.path)).toContain('nowhere.js');
  });
});
