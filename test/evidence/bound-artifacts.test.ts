import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { boundArtifacts } from '../../runtime/engine/report/bound-artifacts.ts';
import { temporaryFolder } from './temporary.ts';

test('max_size_mb bounds each artifact: text is cut and says so, a note stands in place of what is no text', () => {
  const folder = temporaryFolder('wukong artifacts ');
  const put = (name: string, bytes: number) =>
    writeFileSync(join(folder, name), Buffer.alloc(bytes, 'x'));
  put('gate-unit.log', 5000);
  put('report.md', 1000);
  put('patch.diff', 1001);
  put('outcome.json', 2000);
  boundArtifacts(folder, 1000);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  expect(readdirSync(folder).sort()).toEqual([
    'gate-unit.log',
    'outcome.json',
    'patch.diff.left-out.txt',
    'report.md',
  ]);
  expect(read('gate-unit.log')).toHaveLength(998);
  expect(read('gate-unit.log')).toMatch(
    /^x+\n… cut here: it had 5000 bytes, and artifacts.max_size_mb allows 1000\n$/,
  );
  expect(read('report.md')).toBe('x'.repeat(1000));
  expect(read('patch.diff.left-out.txt')).toContain('patch.diff was not kept: it had 1001 bytes');
});
