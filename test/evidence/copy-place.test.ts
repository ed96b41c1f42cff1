import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { check } from '../../runtime/evidence/gates/check.ts';
import {
  configurationAbove,
  isConfigurationOfTools,
  placeOutside,
} from '../../runtime/evidence/trees/copy-place.ts';
import { Repo } from './repo.ts';
import { gate } from './samples.ts';
import { temporaryFolder } from './temporary.ts';

function folder(name: string, files: readonly string[] = []): string {
  const path = join(temporaryFolder('wukong-place-'), name);
  mkdirSync(path);
  for (const file of files) writeFileSync(join(path, file), '');
  return path;
}

describe('what tools look for upwards', () => {
  test.each(
    (
      'package.json node_modules .npmrc .yarnrc.yml pnpm-workspace.yaml .eslintrc.cjs eslint.config.mjs ' +
      'babel.config.js .babelrc tsconfig.json .mocharc.yml jest.config.ts vitest.config.ts vitest.workspace.ts ' +
      'pytest.ini conftest.py pyproject.toml setup.cfg tox.ini Cargo.toml .cargo go.mod go.work pom.xml ' +
      'build.gradle.kts Makefile CMakeLists.txt Gemfile Directory.Build.props .env .env.local .tool-versions'
    ).split(' '),
  )('is %s', (name) => {
    expect(isConfigurationOfTools(name)).toBe(true);
  });

  test.each(
    'out.json notes.md setup .X11-unix .font-unix tmp.abc .bashrc .gitconfig run.log .dockerenv'.split(
      ' ',
    ),
  )('is not %s, as folders for temporary files and homes have it', (name) => {
    expect(isConfigurationOfTools(name)).toBe(false);
  });
});

describe('a copy lies where no tool finds configuration above it', () => {
  test('in the next folder where the first one holds some, or lies in the repository', () => {
    const [busy, inner, free] = [folder('busy', ['conftest.py']), folder('inner'), folder('free')];
    const found = placeOutside(dirname(inner), [busy, inner, free]);
    expect(found).toEqual({ ok: true, base: realpathSync(free) });
  });

  test('in a home all the same that has what tools read of it wherever they run', () => {
    const home = folder('home', ['.npmrc', '.bashrc']);
    expect(placeOutside(folder('repo'), [home]).ok).toBe(false);
    vi.stubEnv('HOME', home);
    vi.stubEnv('USERPROFILE', home);
    expect(placeOutside(folder('repo'), [home])).toMatchObject({ ok: true });
    writeFileSync(join(home, 'package.json'), '{}');
    expect(placeOutside(folder('repo'), [home]).ok).toBe(false);
    vi.unstubAllEnvs();
  });

  test('and where none is left it says which file is in the way, and what to do', () => {
    const outer = folder('outer', ['package.json']);
    mkdirSync(join(outer, 'tmp'));
    const top = folder('repo');
    const found = placeOutside(top, [join(outer, 'tmp'), outer, join(outer, 'made')]);
    expect(found).toEqual({
      ok: false,
      why: `there is no place for a copy: tools that run in one would find ${join(outer, 'package.json')}. Take that away, or set TMPDIR to a folder outside of the repository with no such file in it or above it`,
    });
  });

  test('a folder of its own is made for it where all others are taken', () => {
    const made = join(folder('cache'), 'wukong');
    const busy = folder('busy', ['.npmrc']);
    expect(placeOutside(folder('repo'), [busy, made])).toMatchObject({ ok: true });
    expect(existsSync(made)).toBe(true);
  });
});

describe('configuration that comes above a copy while a command runs', () => {
  let repo: Repo;
  beforeEach(() => {
    repo = new Repo();
  });

  /** The command writes such a file wherever `above` leads it from its copy. */
  async function run(above: string, places: readonly string[]) {
    const script = `require('node:fs').writeFileSync(require('node:path').resolve(${JSON.stringify(above)}, 'conftest.py'), '')`;
    const logFile = join(repo.top, '.wukong', 'check.log');
    return check({
      ...repo.place,
      owner: `${process.pid}-0`,
      isGone: () => false,
      sinceMs: Number.POSITIVE_INFINITY,
      gate: gate([process.execPath, '-e', `${script}; console.log(process.cwd())`]),
      tree: await repo.write('a').tree(),
      logFile,
      places,
    });
  }

  test('has it run once more, in another place', async () => {
    const [first, second] = [folder('first'), folder('second')];
    expect(await run(first, [first, second])).toMatchObject({ outcome: 'pass' });
    const ranIn = readFileSync(join(repo.top, '.wukong', 'check.log'), 'utf8').trim();
    expect(dirname(dirname(ranIn))).toBe(realpathSync(second));
    expect(configurationAbove(join(second, 'copy'))).toBeUndefined();
    rmSync(join(first, 'conftest.py'));
  });

  test('makes it no proof where it comes again', async () => {
    const ended = await run('..', [folder('only')]);
    expect(ended.outcome).toBe('unavailable');
    expect(ended.why).toMatch(/conftest\.py was put above the copy while it ran/);
  });
});
