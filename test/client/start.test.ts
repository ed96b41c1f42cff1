// What README.md shows and says of `npm start`: all of it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { PROJECT } from '../../scripts/example.ts';
import { PICTURES, startPicture } from '../../scripts/pictures/start.ts';
import { recordStart } from '../../scripts/start/record.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { HAS_GH } from '../publish/github/acme.ts';
import { requireClient } from '../rig/client.ts';
import { atTerminal } from '../rig/person.ts';
import { HOW_TO_HAVE_IT, requireEngine } from '../rig/team-engine.ts';

const client = await requireClient();

test.runIf(client)(
  'npm start shows a claimed test run being caught, then the honest fix, and keeps the repository',
  () =>
    started(undefined, async ({ folder, page, stdout }) => {
      expectInOrder(page, [
        'npm test fails',
        '> /wukong_fix the decoder crashes on empty input',
        'claimed    L2, `npm test`: 6 tests pass',
        'seen       L1, "npm test" did not pass when the runtime ran it.',
        'sent back  Make the gate "npm test" pass',
        '3/6 Fix the cause: passes, L3. npm test failed before, passes now',
        'npm test passes',
        '+  if (bytes.length === 0) return [];',
        `kept  cd "${folder}"`,
        'in your own repository',
      ]);
      expect(readFileSync(join(folder, 'src', 'decoder.js'), 'utf8')).toContain('length === 0');
      expectDrawn('fix', stdout);
    }),
);

describe.runIf(client)('npm start -- --example lanes', () => {
  test('shows two agents that write at once, and that what is red together lands when it is repaired', () =>
    started('lanes', async ({ folder, page, stdout }) => {
      expect(page.match(LANE)).toHaveLength(2);
      expectInOrder(page, [
        'works in a lane of its own',
        '1/3 has landed',
        '2/3 gets into its lane what has landed meanwhile',
        'alone      `npm test`: 4 tests pass',
        'together   `npm test` is red, so it does not land',
        'sent back  Make the gate "npm test" pass',
        '2/3 has landed',
        '`npm test` failed before, passes now.',
        'G-0001 is complete',
        'after   npm test passes',
      ]);
      expect(readFileSync(join(folder, 'src', 'reader.js'), 'utf8')).toContain('split(/; ?/)');
      expect(readFileSync(join(folder, 'src', 'writer.js'), 'utf8')).toContain("join('; ')");
      expectDrawn('lanes', stdout);
    }));
});

describe.runIf(client)('npm start -- --example grown', () => {
  test('plans a feature in parts, and only what strangers can reach is audited', () =>
    started('grown', async ({ folder, page }) => {
      expect(page.match(LANE)).toHaveLength(2);
      expectInOrder(page, [
        '3/10 Plan the feature: passes, L1. It planned 4 parts: The store says',
        ' has landed',
        '6/10 The endpoint: passes, L3',
        '7/10 Audit what strangers can reach: passes',
        'G-0001 is complete, 10 of 10 nodes done',
        'after   npm test passes',
      ]);
      const why = await wukong(folder, 'why', 'G-0001/N-070');
      expect(why).toContain('its condition on N-090 does not hold: "src/routes.js" in run.patch_f');
      expect(why).toContain('its condition on N-080 holds');
      expect(await wukong(folder, 'fsck')).toContain('Clean: ');
    }));
});

describe('npm start -- --example overnight', () => {
  test('carries out what is queued, catches a lie, and has a page of it in the morning', () =>
    started('overnight', async ({ page, folder }) => {
      expectInOrder(page, [
        'Next: G-0001 refuse lines that were mistyped (0.68)',
        'taken up by process',
        'before G-0002: 0.68 (priority 0.48, age 0.00, dependencies 0.20)',
        'completed: Proven: `npm test` failed before, passes now.',
        'gate npm test: fail',
        'dispatched to body (run 2 of this node)',
        'handed back, since it waits for a person',
        '## Waits',
        'wukong answer ESC-0001',
        ...(HAS_GH
          ? ['Pull request 1, ready: refuse lines', 'Pull request 2, ready: write a space']
          : ['No pull requests: the GitHub CLI (gh) is']),
      ]);
      expect(await wukong(folder, 'daemon')).toContain('No daemon is at work.');
      const cli = join(PROJECT, 'dist', 'cli.js');
      const env = { ...systemPaths(), HOME: folder, COLUMNS: '200' };
      await atTerminal('node', [cli, 'answer', 'leave it out'], { cwd: folder, env });
      expect(await wukong(folder, 'run', 'G-0003')).toContain('G-0003 is complete');
      expect(readFileSync(join(folder, 'src', 'writer.js'), 'utf8')).toContain("value !== ''");
      expect(await wukong(folder, 'fsck')).toContain('Clean: ');
    }));
});

const engine = await requireEngine();
const TEAM = `npm start -- --example team${engine ? '' : ` (${HOW_TO_HAVE_IT})`}`;

describe.runIf(engine)(TEAM, () => {
  test('goes on when a worker is killed, catches a lie at home, and mirrors the log', () =>
    started('team', async ({ page, folder }) => {
      expectInOrder(page, [
        'worker1 is killed.',
        ' s since worker1 was killed',
        'G-0001 is complete',
        'G-0002/N-010  gate npm test: fail',
        'G-0002 is complete',
        'Byte for byte that of home',
        'here and in the mirror are the same',
        'MACHINES',
        'yes  the program of the killed worker has ended',
      ]);
      expect(await wukong(folder, 'fsck')).toContain('Clean: ');
    }));
});

const LANE = / works in a lane of its own, agent-/g;

type Started = Readonly<{ folder: string; stdout: string; page: string }>;

/** `page`: what it printed, without colours. */
async function started(
  example: string | undefined,
  look: (at: Started) => Promise<void>,
): Promise<void> {
  const folder = temporaryFolder('wukong start ');
  const { stdout, stderr, code } = await recordStart(folder, example);
  expect(code, stdout + stderr).toBe(0);
  await look({ folder, stdout, page: stripVTControlCharacters(stdout) });
}

async function wukong(cwd: string, ...args: readonly string[]): Promise<string> {
  const asked = await run('node', [join(PROJECT, 'dist', 'cli.js'), ...args], {
    ...{ cwd, env: { ...systemPaths(), COLUMNS: '200' }, timeoutMs: 60_000 },
  });
  return asked.stdout + asked.stderr;
}

function expectInOrder(page: string, words: readonly string[]): void {
  const places = words.map((one) => page.indexOf(one));
  expect(places, page).not.toContain(-1);
  expect(places.toSorted((a, b) => a - b)).toEqual(places);
}

function expectDrawn(example: keyof typeof PICTURES, printed: string): void {
  const picture = PICTURES[example];
  const drawn = readFileSync(join(PROJECT, picture.file), 'utf8');
  expect(drawn, 'npm run pictures draws it').toBe(startPicture(picture, printed));
}
