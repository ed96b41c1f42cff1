// A goal of a session that is not there any more, and whose next node is for a program: whoever asks is told who has
// it and what to type, and that carries it on.

import { describe, expect, test } from 'vitest';
import { startGoal } from '../../runtime/kernel/requests/goals.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { DEAD, LIVING, must } from '../cli/goals.ts';
import { FIX } from '../kernel/plan.ts';
import type { Repository } from '../rig/repository.ts';
import { ended, repositoryWith, wukong } from '../run/driven.ts';
import { completed, said, started } from './at-work.ts';

const FIXER = { type: 'command', name: 'fixer' } as const;

/** A goal of a session, whose only node is for the program that is set up. */
function begin(repository: Repository, client: typeof DEAD | null): void {
  const ws = findRepository(repository.path) ?? expect.fail();
  const nodes = FIX.nodes.filter(({ role }) => role === 'ear');
  const plan = { ...FIX, nodes: nodes.map((one) => ({ ...one, executor: FIXER })), edges: [] };
  must(ws, (step): Goal => startGoal(step, ofSession('s1', client, ''), 'look', plan));
}

describe('a goal of a session whose next node is for a program', () => {
  test('goes on by what status and the daemon say, where the client of that session is gone', async () => {
    const repository = await repositoryWith();
    await started(repository);
    begin(repository, DEAD);
    const status = await ended(wukong(repository, 'status'));
    expect(status.out).not.toContain('The daemon carries it out');
    expect(status.out).toContain('Type: `wukong run G-0001`');
    const daemon = await said(repository, 'daemon');
    expect(daemon.waits).toMatchObject([
      { goal: 'G-0001', why: expect.stringContaining('Type: wukong run G-0001') },
    ]);
    const run = await ended(wukong(repository, 'run', 'G-0001'));
    expect(run, run.out).toMatchObject({ code: 0 });
    expect(completed(repository)).toEqual(['G-0001']);
  });

  test('says what keeps a daemon from it, where nobody approved that program', async () => {
    const repository = await repositoryWith();
    const revoked = await ended(
      wukong(repository, 'trust', '--revoke', '--gate', 'executor fixer'),
    );
    expect(revoked, revoked.out).toMatchObject({ code: 0 });
    await started(repository);
    begin(repository, LIVING);
    const approve = 'wukong trust --approve --gate "executor fixer"';
    const status = await ended(wukong(repository, 'status'));
    expect(status.out).toContain(approve);
    expect(status.out).not.toContain('The daemon carries it out');
    const daemon = await said(repository, 'daemon');
    expect(daemon).toMatchObject({
      next: [],
      waits: [{ goal: 'G-0001', why: expect.stringContaining(approve) }],
    });
  });
});
