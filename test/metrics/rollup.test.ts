// The roll-up as files: when it is due, that it is written, by a command and by a hook.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { crc32 } from '../../runtime/files/crc32.ts';
import { DEFAULTS } from '../../runtime/model/defaults.ts';
import { isRollupDue } from '../../runtime/rollups/due.ts';
import { endOfDay, localDay } from '../../runtime/rollups/local-day.ts';
import { writeLastRollup } from '../../runtime/rollups/write-rollup.ts';
import { files, rollupMarkOf, type Workspace } from '../../runtime/workspace/paths.ts';
import { DEAD, start, work } from '../cli/goals.ts';
import { Sandbox } from '../install/temporary.ts';
import { Rig } from '../rig/rig.ts';

const DAY_MS = 24 * 3600 * 1000;

/** The same log, written so many days ago. */
function daysAgo(ws: Workspace, days: number): void {
  let prev = '00000000';
  const lines = readFileSync(files.log(ws), 'utf8').trimEnd().split('\n');
  const moved = lines.map((line) => {
    const { crc: _, ...record } = JSON.parse(line);
    const timestamp = new Date(Date.parse(record.timestamp) - days * DAY_MS).toISOString();
    const text = JSON.stringify({ ...record, timestamp, prev }).slice(0, -1);
    prev = crc32(Buffer.from(text));
    return `${text},"crc":"${prev}"}\n`;
  });
  writeFileSync(files.log(ws), moved.join(''));
}

/** A goal was worked at two days ago, and nothing was done since. */
async function worked(): Promise<Sandbox> {
  const sandbox = await Sandbox.installed();
  start(sandbox.ws, 'the decoder crashes');
  work(sandbox.ws, 'G-0001', 'ear', DEAD);
  daysAgo(sandbox.ws, 2);
  return sandbox;
}

const twoDaysAgo = (): string => localDay(Date.now() - 2 * DAY_MS);

describe('the roll-up of the last day of work', () => {
  test('is due after the hour, once a day, and not on the day the log began', async () => {
    using sandbox = await worked();
    const { ws } = sandbox;
    const at = (hour: number): number => new Date(new Date().setHours(hour, 30)).getTime();
    expect(isRollupDue(ws, DEFAULTS, at(1))).toBe(false);
    expect(isRollupDue(ws, DEFAULTS, at(2))).toBe(true);
    expect(isRollupDue(ws, { daily_rollup_hour: 9 }, at(8))).toBe(false);
    expect(isRollupDue(ws, DEFAULTS, at(2) - 2 * DAY_MS)).toBe(false);
    expect(writeLastRollup(ws, at(2)).ok).toBe(true);
    expect(isRollupDue(ws, DEFAULTS, at(3))).toBe(false);
    expect(isRollupDue(ws, DEFAULTS, at(3) + DAY_MS)).toBe(true);
  });

  test('is written by the first command, for the last day on which something was done', async () => {
    using sandbox = await worked();
    sandbox.write('.wukong/config.yaml', '');
    // In this zone it is past the hour.
    const TZ = new Date().getUTCHours() < 12 ? 'Etc/GMT-10' : 'UTC';
    expect((await sandbox.wukong(['status'], { env: { TZ } })).code).toBe(0);
    const marked = readFileSync(rollupMarkOf(sandbox.ws), 'utf8');
    const page = readFileSync(pageOf(sandbox.ws, dayBefore(marked, 2)), 'utf8');
    expect(page).toContain('- ear: 1 run');
    expect(page).toContain('## Next');
  });

  test('is written by a process of its own when a session begins', async () => {
    await using rig = await Rig.create();
    const ws = { ...mainOf(rig) };
    start(ws, 'the decoder crashes');
    daysAgo(ws, 2);
    const TZ = new Date().getUTCHours() < 12 ? 'Etc/GMT-10' : 'UTC';
    await rig.hook('SessionStart', { source: 'startup' }, { TZ });
    const mark = await rig.waitUntil(() =>
      existsSync(rollupMarkOf(ws)) ? readFileSync(rollupMarkOf(ws), 'utf8') : undefined,
    );
    expect(readFileSync(pageOf(ws, dayBefore(mark ?? '', 2)), 'utf8')).toContain('## Done');
  });
});

describe('wukong stats --day', () => {
  test('writes the page of a day, the same each time, whatever stood there', async () => {
    using sandbox = await worked();
    const day = twoDaysAgo();
    const first = await sandbox.wukong(['stats', '--day', day]);
    expect(first.stdout).toContain(`Written: .wukong/rollups/${day}.md`);
    const path = join(sandbox.repo, '.wukong', 'rollups', `${day}.md`);
    const page = readFileSync(path, 'utf8');
    writeFileSync(path, 'mine');
    const { code, out } = await sandbox.json(['stats', '--day', day]);
    expect([code, out.file]).toEqual([0, `.wukong/rollups/${day}.md`]);
    expect(readFileSync(path, 'utf8')).toBe(page);
  });

  test('says of today that it is not over, and of a day without work that nothing was done', async () => {
    using sandbox = await worked();
    const today = await sandbox.wukong(['stats', '--day']);
    expect(today.stdout).toMatch(/^# [-\d]+, so far$/m);
    const yesterday = localDay(Date.now() - DAY_MS);
    const { out } = await sandbox.json(['stats', '--day', yesterday]);
    expect(out).toMatchObject({ day: yesterday, so_far: false, nothing_done: true });
    const page = readFileSync(pageOf(sandbox.ws, yesterday), 'utf8');
    expect(page).toContain('Nothing was done on this day.');
    expect(page).not.toContain('so far');
  });

  test.each([
    ['tomorrow', '"tomorrow" is no day.'],
    ['2026-02-30', '"2026-02-30" is no day.'],
    ['2999-01-01', '2999-01-01 did not begin yet.'],
    ['2001-01-01', 'nothing is known of 2001-01-01.'],
  ])('refuses %s', async (day, message) => {
    using sandbox = await Sandbox.installed();
    const { code, stderr } = await sandbox.wukong(['stats', '--day', day]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(existsSync(join(sandbox.repo, '.wukong', 'rollups'))).toBe(false);
  });
});

test('a day ends where the next one begins, and no other text is a day', () => {
  expect(localDay((endOfDay('2026-11-23') ?? 0) + 1)).toBe('2026-11-24');
  expect(['', '2026-13-01', '2026-11-31', '26-11-23'].map(endOfDay)).toEqual(
    Array(4).fill(undefined),
  );
});

function pageOf(ws: Workspace, day: string): string {
  return join(files.rollups(ws), `${day}.md`);
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}

function mainOf(rig: Rig): Workspace {
  const dir = join(rig.repo, '.wukong');
  return { root: rig.repo, worktree: rig.repo, commonDir: join(rig.repo, '.git'), dir };
}
