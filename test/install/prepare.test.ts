import { cpSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { type Ended, run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { hashSources } from '../../scripts/sources.mjs';
import { specifiers } from '../architecture/imports.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { PROJECT } from '../rig/repository.ts';

/** A project of the same shape with nothing to download, whose build counts how often it ran. */
class Clone implements Disposable {
  readonly root = temporaryFolder('wukong prepare-');

  constructor() {
    mkdirSync(join(this.root, 'scripts'));
    for (const name of ['prepare.mjs', 'sources.mjs']) {
      cpSync(join(PROJECT, 'scripts', name), join(this.root, 'scripts', name));
    }
    const project = { name: 'clone', version: '1.0.0', scripts: { build: 'node build.cjs' } };
    this.write('package.json', JSON.stringify(project));
    const lock = { name: 'clone', version: '1.0.0', lockfileVersion: 3, requires: true };
    this.write('package-lock.json', JSON.stringify({ ...lock, packages: { '': project } }));
    this.write('runtime/main.ts', 'export const answer = 42;\n');
    this.write(
      'build.cjs',
      `const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
      appendFileSync('builds', 'x');
      import('./scripts/sources.mjs').then(({ BUILD_STAMP, hashSources }) => {
        mkdirSync('dist/runtime', { recursive: true });
        for (const name of ['cli.js', 'meta.json', 'runtime/hook.cjs']) writeFileSync('dist/' + name, '');
        writeFileSync('dist/' + BUILD_STAMP, hashSources('.'));
      });`,
    );
  }

  write(path: string, text: string): void {
    mkdirSync(join(this.root, path, '..'), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  builds(): number {
    return readFileSync(join(this.root, 'builds')).length;
  }

  prepare(): Promise<Ended> {
    const home = {
      HOME: this.root,
      npm_config_cache: join(this.root, '.npm'),
      npm_config_offline: 'true',
    };
    return run(process.execPath, [join(this.root, 'scripts', 'prepare.mjs')], {
      cwd: tmpdir(),
      env: { ...systemPaths(), ...home },
      timeoutMs: 60_000,
    });
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

test('a fresh clone is installed and built, and a second call does nothing', async () => {
  using clone = new Clone();
  const first = await clone.prepare();
  expect(first).toMatchObject({ code: 0, stdout: '' });
  expect(first.stderr).toContain('wukong: installing packages (npm ci)');
  expect(first.stderr).toContain('wukong: building (npm run build)');
  expect(await clone.prepare()).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(clone.builds()).toBe(1);
});

test('a changed source is built, a changed lock file installed', async () => {
  using clone = new Clone();
  await clone.prepare();
  clone.write('runtime/main.ts', 'export const answer = 43;\n');
  const built = await clone.prepare();
  expect(built.stderr).toBe('wukong: building (npm run build)\n');
  clone.write('templates/fix.yaml', 'name: fix\n');
  expect((await clone.prepare()).stderr).toBe('wukong: building (npm run build)\n');
  expect(clone.builds()).toBe(3);
});

test('a change of anything that makes the build is a change of its sources', () => {
  using clone = new Clone();
  const makers = reachedFrom('scripts/build.ts').filter((path) => path.startsWith('scripts/'));
  expect(makers).toContain('scripts/hook-files.ts');
  for (const path of makers) {
    const before = hashSources(clone.root);
    clone.write(path, '// changed\n');
    expect(hashSources(clone.root), path).not.toBe(before);
  }
});

function reachedFrom(path: string, seen = new Set<string>()): string[] {
  if (!seen.has(path)) {
    seen.add(path);
    for (const to of specifiers(readFileSync(join(PROJECT, path), 'utf8'))) {
      if (to.startsWith('.')) reachedFrom(posix.join(posix.dirname(path), to), seen);
    }
  }
  return [...seen];
}

test('packages somebody installed by hand are not installed again', async () => {
  using clone = new Clone();
  await clone.prepare();
  rmSync(join(clone.root, 'node_modules', '.wukong-installed-from'));
  clone.write('node_modules/.package-lock.json', '{"packages":{}}');
  expect((await clone.prepare()).stderr).toBe('');
});

test('several at once do the work once', async () => {
  using clone = new Clone();
  const ended = await Promise.all([clone.prepare(), clone.prepare(), clone.prepare()]);
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(clone.builds()).toBe(1);
});

test.each(['2147483646', ''])(
  'the lock of one that was killed is taken over (owner "%s")',
  async (owner) => {
    using clone = new Clone();
    const lock = join(clone.root, '.cache', 'prepare.lock');
    mkdirSync(lock, { recursive: true });
    if (owner === '') utimesSync(lock, new Date(0), new Date(0));
    else writeFileSync(join(lock, 'owner'), owner);
    expect((await clone.prepare()).code).toBe(0);
    expect(clone.builds()).toBe(1);
  },
);

test('a build that fails is a failure, and is tried again', async () => {
  using clone = new Clone();
  clone.write('build.cjs', 'process.exit(7)');
  const failed = await clone.prepare();
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('wukong: npm run failed (exit 7).');
  expect((await clone.prepare()).code).toBe(1);
});
