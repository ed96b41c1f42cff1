// The bench itself, in its smallest form. Its numbers are nobody's promise; their shape is.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { PROJECT } from '../../scripts/example.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

const folder = temporaryFolder('wukong-bench-test-');
const baseline = join(folder, 'baseline.json');

function bench(...args: readonly string[]) {
  return run(process.execPath, ['--import', 'tsx', join('scripts', 'bench.ts'), ...args], {
    cwd: PROJECT,
    // Its repositories are made below this folder, so that what it leaves behind is seen.
    env: { ...systemPaths(), HOME: folder, TMPDIR: folder },
    timeoutMs: 300_000,
  });
}

test('the bench measures a hook beside bare Node and leaves nothing behind', async () => {
  const only = ['--rounds', '1', '--only', 'example/no-goal-Stop'];
  const ended = await bench(...only, '--json', '--update', '--baseline', baseline);
  expect(ended).toMatchObject({ code: 0 });
  const result = JSON.parse(ended.stdout);
  expect(result).toMatchObject({ version: 2, rounds: 1, machine: { node: process.version } });
  expect(result.rows).toEqual([
    {
      name: 'example/no-goal-Stop',
      value: expect.any(Number),
      unit: '×',
      of: 'node -e 0',
      spread: 0,
      limit: 1.15,
      figures: {
        cpuMs: expect.any(Number),
        wallMs: expect.any(Number),
        baseCpuMs: expect.any(Number),
        baseWallMs: expect.any(Number),
      },
    },
  ]);
  expect(result.rows[0].value).toBeGreaterThan(0);
  expect(readdirSync(folder).filter((name) => name.startsWith('wukong-bench-'))).toEqual([]);
});

test('the cold steps bring a real job to its report', async () => {
  const ended = await bench('--rounds', '1', '--only', 'cold/*', '--json');
  expect(ended).toMatchObject({ code: 0 });
  const rows: Array<{ name: string; figures: Record<string, number> }> = JSON.parse(
    ended.stdout,
  ).rows;
  expect(rows.map(({ name }) => name)).toEqual(['cold/start', 'cold/dispatch', 'cold/report']);
  expect(rows.at(-1)?.figures.gatesMs).toBeGreaterThan(0);
});

test('a whole goal is counted with the real client', async () => {
  const ended = await bench('--only', 'goal/*', '--json');
  expect(ended).toMatchObject({ code: 0 });
  const rows: Array<{ name: string; value: number }> = JSON.parse(ended.stdout).rows;
  expect(rows.map(({ name }) => name)).toEqual([
    'goal/main-agent',
    'goal/agents',
    'goal/messages',
    'goal/turns',
    'goal/handover',
  ]);
  expect(rows.every(({ value }) => value > 0)).toBe(true);
});

test('--check fails and names the row that got worse', async () => {
  const before = JSON.parse(readFileSync(baseline, 'utf8'));
  // No hook is ten times cheaper than the Node it runs in.
  before.rows['example/no-goal-Stop'].value = 0.1;
  writeFileSync(baseline, JSON.stringify(before));
  const only = ['--rounds', '1', '--only', 'example/no-goal-*'];
  const ended = await bench(...only, '--check', '--baseline', baseline);
  expect(ended.code).toBe(1);
  expect(ended.stdout).toMatch(/worse {2}example\/no-goal-Stop {2}0\.10× → /);
  expect(ended.stdout).toContain('Not in the baseline: example/no-goal-prompt');
});

test('a baseline that cannot be read ends before anything is measured', async () => {
  const only = ['--only', 'example/no-goal-Stop'];
  const spoilt = join(folder, 'spoilt.json');
  writeFileSync(spoilt, '{"rows":');
  for (const path of [join(folder, 'none.json'), spoilt]) {
    const ended = await bench(...only, '--check', '--baseline', path);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^The baseline \/.*\.json cannot be read: .*\n$/);
  }
});

test('wrong options end with usage, before anything is measured', async () => {
  expect(await bench('--rounds', 'many')).toMatchObject({ code: 2, stdout: '' });
  expect(await bench('--only', 'nothing-like-it')).toMatchObject({ code: 2, stdout: '' });
  expect((await bench('--fast')).stderr).toContain('npm run bench -- [options]');
});
