// P1 for `wukong init`: killed at any of its file operations, the next one completes what is there.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readState } from '../../runtime/step/run-step.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { readTrust } from '../../runtime/workspace/trust.ts';
import { Sandbox } from '../install/temporary.ts';
import { isKillPoint, sample, withFault } from './kill-points.ts';
import { Tally } from './tally.ts';

/** More often where nothing half may be left. */
function dueIn(lines: readonly string[]): number[] {
  const isDelicate = (line: string): boolean =>
    / (?:write|link|rename|rm)Sync .*(?:events\.jsonl|trust\.json)/.test(line);
  const all = lines.flatMap((line, n) =>
    isKillPoint(line) ? [{ at: n + 1, often: isDelicate(line) }] : [],
  );
  return [
    ...sample(
      all.filter(({ often }) => often),
      6,
    ),
    ...sample(all, 6),
  ].map(({ at }) => at);
}

test('P1 wukong init killed at any of its file operations is completed by the next, with one log', async () => {
  using tally = new Tally('P1 init killed');
  using whole = await Sandbox.create();
  const { lines, code } = await withFault(whole, 'init', {});
  expect(code).toBe(0);
  for (const at of dueIn(lines)) {
    using sandbox = await Sandbox.create();
    const killed = await withFault(sandbox, 'init', { at, how: 'kill-before' });
    if (killed.signal === null) continue;
    tally.rounds += 1;
    tally.faults += 1;
    // A killed holder of the lock for minutes is waited for by its age; the clock need not be.
    rmSync(join(sandbox.repo, '.git/wukong/init.lock'), { recursive: true, force: true });
    const log = join(sandbox.repo, '.wukong/events.jsonl');
    const before = existsSync(log) ? readFileSync(log, 'utf8') : '';
    const completed = await sandbox.wukong(['init', '--yes']);
    tally.holds(`killed at operation ${at}`, () => {
      expect(completed.code, completed.stderr).toBe(0);
      // A log that was whole is kept: nobody begins a second one behind a user's back.
      if (before.endsWith('\n')) expect(readFileSync(log, 'utf8').startsWith(before)).toBe(true);
      const now = findRepository(sandbox.repo);
      const state = now && readState(now);
      expect(state?.ok && state.state.log_id).toBe(now && readTrust(now)?.log_id);
      expect(state?.ok && state.state.log.events).toBeGreaterThan(0);
    });
  }
  expect(tally.faults).toBeGreaterThan(5);
});
