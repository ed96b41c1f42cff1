// `wukong daemon unit`: what systemd is given says the same to it, whatever paths are called.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unitOf } from '../../runtime/cli/daemon/unit.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

function lineOf(unit: string, name: string): string {
  return unit.split('\n').find((line) => line.startsWith(`${name}=`)) ?? '';
}

test('blanks, percent signs, dollars, quotes and backslashes stay what they are, and a line break begins no line', () => {
  const unit = unitOf(
    '/home/a b/100%/$x',
    ['/opt/no"de', '/opt/a\\b\nExecStop=/bin/rm'],
    '/bin:/$y',
  );
  expect(lineOf(unit, 'WorkingDirectory')).toBe('WorkingDirectory=/home/a b/100%%/$x');
  expect(lineOf(unit, 'ExecStart')).toBe(
    'ExecStart=/usr/bin/env "PATH=/bin:/$$y" "/opt/no\\"de" "/opt/a\\\\b ExecStop=/bin/rm" "daemon" "start" "--foreground"',
  );
  expect(lineOf(unit, 'ExecStop')).toBe('');
});

test('systemd takes it, also for a folder of an odd name', (context) => {
  const root = temporaryFolder('wukong unit-');
  const odd = join(root, `a$b 100% "q"`);
  mkdirSync(odd);
  const file = join(root, 'wukong-odd.service');
  writeFileSync(file, unitOf(odd, [process.execPath, join(odd, 'cli.js')], '/bin'));
  const checked = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  if (checked.error) return context.skip(`no systemd-analyze here: ${checked.error.message}`);
  expect(checked.stderr).not.toContain('wukong-odd');
  expect(checked.status).toBe(0);
});
