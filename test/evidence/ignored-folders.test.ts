// The table of folders that git ignores: what each is, by its name and what lies around it.

import { expect, test } from 'vitest';
import { repairOf, rowOf } from '../../runtime/evidence/trees/ignored-folders.ts';

type Case = readonly [
  path: string,
  beside: readonly string[],
  holds: string | undefined,
  is: string,
  repair?: string,
];

const CASES: readonly Case[] = [
  ['target', ['Cargo.toml'], undefined, 'built'],
  ['a/_build', ['mix.exs'], undefined, 'built'],
  ['build', [], undefined, 'built'],
  ['build', [], 'CMakeCache.txt', 'own-path', 'cmake --fresh -B build'],
  ['out', [], 'meson-info', 'own-path', 'meson setup --wipe out'],
  ['bin', ['a.csproj'], undefined, 'built'],
  ['bin', ['package.json'], undefined, 'absent'],
  ['node_modules', ['package-lock.json'], undefined, 'linked', 'npm ci'],
  [
    'packages/a/node_modules',
    ['yarn.lock'],
    undefined,
    'linked',
    'cd packages/a && yarn install --force',
  ],
  ['node_modules', [], undefined, 'linked', 'npm install'],
  ['vendor', ['composer.json'], undefined, 'copied', 'composer install'],
  ['vendor', ['go.mod'], undefined, 'linked', 'go mod vendor'],
  ['vendor', [], undefined, 'linked'],
  ['vendor/bundle', [], undefined, 'linked', 'cd vendor && bundle install --redownload'],
  ['deps', ['mix.exs'], undefined, 'linked', 'mix deps.get'],
  ['.pnp.cjs', ['yarn.lock'], undefined, 'copied', 'yarn install'],
  ['.yarn/cache', [], undefined, 'copied', 'cd .yarn && yarn install'],
  ['src/a.egg-info', [], undefined, 'copied', 'cd src && pip install -e .'],
  ['.venv', ['uv.lock'], 'pyvenv.cfg', 'own-path', 'uv sync --reinstall'],
  [
    'env',
    [],
    'pyvenv.cfg',
    'own-path',
    'python3 -m venv --clear env && env/bin/python -m pip install -e .',
  ],
  ['.venv', [], undefined, 'absent'],
  ['.env', [], undefined, 'absent'],
];

const ALL = CASES.map(
  ([path, beside, inside, is, repair]) => [path, beside, inside, is, repair] as const,
);

test.each(ALL)('%s beside %j, holding %s, is %s', (path, beside, inside, is, repair) => {
  const row = rowOf(path, { beside, holds: (name) => name === inside });
  const installed = row?.isCopied ? 'copied' : 'linked';
  expect(row?.kind === 'installed' ? installed : (row?.kind ?? 'absent')).toBe(is);
  expect(row && repairOf(row, path, beside)).toBe(repair);
});
