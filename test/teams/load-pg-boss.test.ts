// pg-boss is not there for whoever works alone: what is said then, in one sentence with what to type.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadPgBoss, PG_BOSS_VERSION } from '../../runtime/team/load-pg-boss.ts';
import { PROJECT } from '../../scripts/example.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

const MODERN = '22.12.0';

describe('a team', () => {
  test.each(['20.19.0', '22.11.9'])('on Node %s is told which one it needs', async (node) => {
    expect(await loadPgBoss(folder(), node)).toEqual({
      ok: false,
      error: {
        kind: 'refused',
        message: `Teams need Node 22.12 or newer, and this is ${node}.`,
        hint: 'Type: npm install --global node@22',
      },
    });
  });

  test.each(['22.12.0', '23.0.0', '26.10.0'])(
    'on Node %s without pg-boss is told how to install it',
    async (node) => {
      const from = join(folder(), 'lib', 'node_modules', 'wukong', 'dist');
      expect(await loadPgBoss(from, node)).toEqual({
        ok: false,
        error: {
          kind: 'refused',
          message: 'Teams need pg-boss, which is not installed beside Wukong.',
          hint: 'Type: npm install --global pg-boss@12.38.0',
        },
      });
    },
  );

  test('of a Wukong that is linked from its clone is told to install it there', async () => {
    const clone = join(folder(), 'the clone');
    const hint = `Type: npm install --no-save --prefix '${clone}' pg-boss@12.38.0`;
    expect(await loadPgBoss(join(clone, 'dist'), MODERN)).toMatchObject({ error: { hint } });
  });

  test.each(['11.0.0', '12.34.9', '13.0.0'])(
    'with pg-boss %s is told which one it needs, and nothing of it is run',
    async (version) => {
      const from = folder();
      install(from, version);
      expect(await loadPgBoss(from, MODERN)).toMatchObject({
        ok: false,
        error: {
          message: `Teams need pg-boss 12.35 or a newer 12, and beside Wukong is ${version}.`,
        },
      });
    },
  );

  test.each(['12.35.0', '12.38.0'])('with pg-boss %s is given it', async (version) => {
    const from = folder();
    install(from, version, 'export const PgBoss = 1;');
    expect(await loadPgBoss(from, MODERN)).toMatchObject({ ok: true, value: { PgBoss: 1 } });
  });
});

test('the version that people are told to install is the one that is tested', () => {
  const file = join(PROJECT, 'scripts/teams/engine/package.json');
  const { dependencies } = JSON.parse(readFileSync(file, 'utf8'));
  expect(dependencies['pg-boss']).toBe(PG_BOSS_VERSION);
});

function folder(): string {
  const made = temporaryFolder('wukong-beside-');
  return made;
}

function install(from: string, version: string, code = "throw new Error('it was run');"): void {
  const place = join(from, 'node_modules', 'pg-boss');
  mkdirSync(join(place, 'dist'), { recursive: true });
  const manifest = { name: 'pg-boss', version, type: 'module', main: './dist/index.js' };
  writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(place, 'dist', 'index.js'), `${code}\n`);
}
