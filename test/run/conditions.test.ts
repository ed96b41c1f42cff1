// `wukong run` on a plan of which the conditions say what is audited.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Repository } from '../rig/repository.ts';
import { ended, events, REQUEST, repositoryWith, wukong } from './driven.ts';
import { personAt as person } from './person-at.ts';

const RISKY = 'run.patch_files.exists(f, f.startsWith("src/"))';

/** The body changes the program, the tongue tests alone; each is audited if a condition says so. */
function planWith({ path }: Repository, ofBody: string, ofTongue: string): void {
  const folder = join(path, '.wukong', 'templates');
  mkdirSync(folder, { recursive: true });
  const plan = {
    name: 'risky',
    version: 1,
    description: 'What is risky is audited.',
    success_criteria: ['an empty body decodes'],
    proof: 'red_green',
    nodes: [
      { id: 'N-010', title: 'Fix it', role: 'body' },
      { id: 'N-020', title: 'Audit the fix', role: 'nose' },
      { id: 'N-030', title: 'Test it', role: 'tongue' },
      { id: 'N-040', title: 'Audit the tests', role: 'nose' },
    ],
    edges: [
      { from: 'N-010', to: 'N-020', condition: `predicate:${ofBody}` },
      { from: 'N-010', to: 'N-030' },
      { from: 'N-030', to: 'N-040', condition: `predicate:${ofTongue}` },
    ],
  };
  writeFileSync(join(folder, 'risky.yaml'), JSON.stringify(plan));
}

function ends(repository: Repository): string[] {
  return ['node.done', 'node.skipped'].flatMap((type) =>
    events(repository, type).map(({ node_id }) => `${node_id} ${type.slice(5)}`),
  );
}

describe('a condition', () => {
  test('sends a risky change through an audit, and skips it for any other', async () => {
    const repository = await repositoryWith();
    planWith(repository, RISKY, RISKY);
    const run = await ended(wukong(repository, 'run', REQUEST, '--track', 'risky'));
    expect(run.code, run.out).toBe(0);
    expect(ends(repository).toSorted()).toEqual([
      'N-010 done',
      'N-020 done',
      'N-030 done',
      'N-040 skipped',
    ]);
    const decided = events(repository, 'edge.decided');
    expect(decided.map(({ node_id, payload }) => [node_id, payload.outcome])).toEqual([
      ['N-020', true],
      ['N-040', false],
    ]);
    // In the step in which its node is done, so that nothing can come between.
    const all = events(repository);
    const [done, asked] = ['node.done', 'edge.decided'].map((of) =>
      all.findIndex(({ type }) => type === of),
    );
    const stepOf = (at = -1) => at + (all[at]?.left ?? 0);
    expect(stepOf(asked)).toBe(stepOf(done));
    const why = await ended(wukong(repository, 'why', 'G-0001/N-040'));
    expect(why.out.replaceAll(/\s+/g, ' ')).toContain(
      `its condition on N-030 does not hold: ${RISKY} (run.patch_files = ["test/decoder.test.js"])`,
    );
    const graph = await ended(wukong(repository, 'graph', 'G-0001', '--mermaid'));
    expect(graph.out).toContain('N_010 -- "if run.patch#95;files.exists(f');
    const sound = await ended(wukong(repository, 'fsck'));
    expect(sound.code, sound.out).toBe(0);
    const replayed = await ended(wukong(repository, 'replay'));
    expect(replayed.code, replayed.out).toBe(0);
  });

  test('that cannot be answered waits for a person, whose word decides it', async () => {
    const repository = await repositoryWith();
    planWith(repository, 'goal.parameters.area == "api"', 'false');
    const run = await ended(wukong(repository, 'run', REQUEST, '--track', 'risky'));
    expect(run.code, run.out).toBe(3);
    expect(run.out.replaceAll(/\s+/g, ' ')).toContain(
      'a condition that cannot be answered: `goal.parameters.area == "api"`. No such key: area.',
    );
    const words = ['resume', 'G-0001/N-020', '--answer'];
    const unclear = await person(repository, [], ...words, 'I do not know');
    expect(unclear.stdout).toContain('to whether N-020 runs the answer is "yes" or "no".');
    const decided = () =>
      events(repository, 'edge.decided').filter(({ node_id }) => node_id === 'N-020');
    expect(decided()).toEqual([]);
    const said = await person(repository, [], ...words, 'no');
    expect(said, said.stdout).toMatchObject({ code: 0 });
    const again = await ended(wukong(repository, 'run', 'G-0001'));
    expect(again.code, again.out).toBe(0);
    expect(ends(repository).toSorted()).toEqual([
      'N-010 done',
      'N-020 skipped',
      'N-030 done',
      'N-040 skipped',
    ]);
    expect(decided()).toMatchObject([{ payload: { outcome: false, by: expect.any(String) } }]);
  });
});
