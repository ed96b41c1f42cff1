// Wukong is installed into its own repository by its own init. What is committed must be what the
// sources build; `npm run self` brings it up to date.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow } from '../../runtime/files/folders.ts';
import { mergeSettings } from '../../runtime/hosts/claude-code/settings/settings.ts';
import { PROJECT } from '../../scripts/example.ts';

const HINT = 'run: npm run self';

test('the launcher in .wukong is the one the sources build, and lies there alone with its README', () => {
  const built = join(PROJECT, 'dist', 'runtime');
  const installed = join(PROJECT, '.wukong', 'runtime');
  expect(filesBelow(installed), HINT).toEqual(['README.md', 'hook.cjs']);
  for (const file of filesBelow(installed)) {
    const same = readFileSync(join(installed, file)).equals(readFileSync(join(built, file)));
    expect(same, `${file} differs, ${HINT}`).toBe(true);
  }
});

test('the settings of this repository have every hook and deny rule', () => {
  const merged = mergeSettings(readFileSync(join(PROJECT, '.claude', 'settings.json'), 'utf8'));
  expect(merged.ok && merged.value.changes, HINT).toEqual([]);
});

test('the log and the caches of this repository are not in git', () => {
  const tracked = execFileSync('git', ['ls-files', '.wukong'], { cwd: PROJECT, encoding: 'utf8' });
  expect(tracked).toContain('.wukong/config.yaml');
  expect(tracked).not.toMatch(/events\.jsonl|state\.json|taskgraph\.json|artifacts|objects/);
});
