// The bench itself, in its smallest form. Its numbers are nobody's promise; their shape is.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { PROJECT } from '../../scripts/example.ts';

const folder = mkdtempSync(join(tmpdir(), 'wukong-bench-test-'));
const baseline = join(folder, 'baseline.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function bench(...args: readonly string[]) {
  return run(process.execPath, ['--import', 'tsx', join('scripts', 'bench.ts'), ...args], {
    cwd: PROJECT,
    // Its repositories are made below this folder, so that what it leaves behind is seen.
    env: { ...systemPaths(), HOME: folder, TMPDIR: folder },
    timeoutMs: 300_000,
  });
}

test('the bench measures a hook beside bare Node and leaves nothing behind', async () => {
  const only = ['--rounds', '1', '--only', 'nodes-6/no-op-Stop'];
  const ended = await bench(...only, '--json', '--update', '--baseline', baseline);
  expect(ended).toMatchObject({ code: 0 });
  const result = JSON.parse(ended.stdout);
  expect(result).toMatchObject({ version: 1, rounds: 1, machine: { node: process.version } });
  expect(result.rows).toEqual([
    {
      name: 'nodes-6/no-op-Stop',
      beside: 'node -e 0',
      ratios: { cpu: expect.any(Number), wall: expect.any(Number) },
      spread: 0,
      limit: 1.05,
      figures: {
        cpuMs: expect.any(Number),
        wallMs: expect.any(Number),
        bareCpuMs: expect.any(Number),
        bareWallMs: expect.any(Number),
      },
    },
  ]);
  expect(result.rows[0].ratios.cpu).toBeGreaterThan(0);
  expect(readdirSync(folder).filter((name) => name.startsWith('wukong-bench-'))).toEqual([]);
});

test('the cold steps bring a real job to its report', async () => {
  const ended = await bench('--rounds', '1', '--only', 'cold/*', '--json');
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const rows: Array<{ name: string; figures: Record<string, number> }> = JSON.parse(
    ended.stdout,
  ).rows;
  expect(rows.map(({ name }) => name)).toEqual([
    'cold/start',
    'cold/dispatch-body',
    'cold/report-body',
  ]);
  expect(rows.at(-1)?.figures.gatesMs).toBeGreaterThan(0);
});

test('--check fails and names the row that got worse', async () => {
  const before = JSON.parse(readFileSync(baseline, 'utf8'));
  // No hook is ten times cheaper than the Node it runs in.
  before.rows['nodes-6/no-op-Stop'].cpu = 0.1;
  writeFileSync(baseline, JSON.stringify(before));
  const only = ['--rounds', '1', '--only', 'nodes-6/no-op-*'];
  const ended = await bench(...only, '--check', '--baseline', baseline);
  expect(ended.code).toBe(1);
  expect(ended.stdout).toMatch(/worse {2}nodes-6\/no-op-Stop {2}cpu 0\.10 → /);
  expect(ended.stdout).toContain('Not in the baseline: nodes-6/no-op-prompt');
});

test('a baseline that is no use, and a figure with nothing in it, end before anything is measured', async () => {
  const only = ['--only', 'nodes-6/no-op-Stop'];
  const spoilt = join(folder, 'spoilt.json');
  writeFileSync(spoilt, '{"rows":');
  for (const path of [join(folder, 'none.json'), spoilt]) {
    const ended = await bench(...only, '--check', '--baseline', path);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^The baseline \/.*\.json can not be read: .*\n$/);
  }
  expect(await bench(...only, '--figure')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^There is nothing to draw: /),
  });
});

test('wrong options end with usage, before anything is measured', async () => {
  expect(await bench('--rounds', 'many')).toMatchObject({ code: 2, stdout: '' });
  expect(await bench('--only', 'nothing-like-it')).toMatchObject({ code: 2, stdout: '' });
  expect((await bench('--fast')).stderr).toContain('npm run bench -- [options]');
});
