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
  ['build', [], 'CMakeCache.txt', 'own-path'],
  ['out', [], 'meson-info', 'own-path'],
  ['bin', ['a.csproj'], undefined, 'built'],
  ['bin', ['package.json'], undefined, 'absent'],
  ['node_modules', ['package-lock.json'], undefined, 'linked', 'npm ci'],
  [
    'packages/a/node_modules',
    ['yarn.lock'],
    undefined,
    'linked',
    'cd packages/a && rm -rf node_modules && yarn install',
  ],
  ['node_modules', [], undefined, 'linked', 'rm -rf node_modules && npm install'],
  ['vendor', ['composer.json'], undefined, 'copied', 'rm -rf vendor && composer install'],
  ['vendor', ['go.mod'], undefined, 'linked', 'go mod vendor'],
  ['vendor', [], undefined, 'linked'],
  ['vendor/bundle', [], undefined, 'linked', 'cd vendor && bundle install --redownload'],
  ['deps', ['mix.exs'], undefined, 'linked', 'rm -rf deps && mix deps.get'],
  ['.pnp.cjs', ['yarn.lock'], undefined, 'copied'],
  ['.yarn/cache', [], undefined, 'copied'],
  ['src/a.egg-info', [], undefined, 'copied'],
  ['.venv', ['uv.lock'], 'pyvenv.cfg', 'own-path', 'uv sync --reinstall'],
  [
    'b c/my env',
    [],
    'pyvenv.cfg',
    'own-path',
    "cd 'b c' && python3 -m venv --clear 'my env' && 'my env'/bin/python -m pip install -e .",
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
