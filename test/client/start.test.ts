// What README.md shows and says of `npm start`: all of it, once.

import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { PROJECT } from '../../scripts/example.ts';
import { START_PICTURE, startPicture } from '../../scripts/pictures/start.ts';
import { recordStart } from '../../scripts/start/record.ts';
import { requireClient } from '../rig/client.ts';

const client = await requireClient();

test.runIf(client)(
  'npm start shows a claimed test run being caught, then the honest fix, and keeps the repository',
  async () => {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'wukong start '));
    try {
      const { stdout, stderr, code } = await recordStart(folder);
      expect(code, stdout + stderr).toBe(0);
      const page = stripVTControlCharacters(stdout);
      const order = [
        'npm test fails',
        '> /wukong_fix the decoder crashes on empty input',
        'claimed    L2, `npm test`: 6 tests pass',
        'seen       L1, `npm test` was not seen to run.',
        'sent back  Run `npm test` exactly as your report cites it. Make the gate "npm test" pass',
        '3/6 Fix the cause: passes, L3. npm test failed before, passes now',
        'npm test passes',
        '+  if (bytes.length === 0) return [];',
        `kept  cd "${folder}"`,
        'in your own repository',
      ].map((words) => page.indexOf(words));
      expect(order, page).not.toContain(-1);
      expect([...order].sort((a, b) => a - b)).toEqual(order);
      expect(readFileSync(join(folder, 'src', 'decoder.js'), 'utf8')).toContain('length === 0');
      const picture = readFileSync(join(PROJECT, START_PICTURE), 'utf8');
      expect(picture, 'npm run pictures draws it').toBe(startPicture(stdout));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
