// Whose work goes on after it was published, and whose pull request other people touch meanwhile.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { HAS_GH } from '../github/acme.ts';
import { BRANCH, endsEach, GOAL, Publishing } from './published.ts';

const gates = { deterministic: [{ type: 'repository', for: 'test' }] };
const NODE = {
  ...{ title: 'Make the change', instructions: 'Do it.', verification_plan: gates },
  quality: { evidence_level_required: 'L2' },
};
/** The second is for an executor that is set up after the first is published. */
const PAIR = {
  ...{ name: 'pair', version: 1, description: 'A change and its tests.', proof: 'red_green' },
  success_criteria: ['The change is made.'],
  nodes: [
    { ...NODE, id: 'N-010', role: 'body' },
    { ...NODE, id: 'N-020', role: 'tongue', title: 'Test it' },
  ],
  edges: [{ from: 'N-010', to: 'N-020', condition: 'on_success' }],
};
const more = 'echo >> test/reader.test.js';

describe.skipIf(!HAS_GH)('a goal that is published before it has ended', () => {
  const rig = new Publishing();
  beforeAll(async () => {
    const own = () => rig.write('.wukong/templates/pair.yaml', JSON.stringify(PAIR));
    await rig.make({ roles: ['body'], more, own });
    rig.carryOut('refuse lines that were mistyped', 'pair');
    await rig.trust();
    expect(await rig.publish()).toMatchObject({ code: 0 });
    rig.keep('draft');
    await rig.executor({ more });
    rig.must('run', GOAL);
    rig.keep('done');
    await rig.end();
  });
  endsEach(rig);

  const subjects = (): string[] =>
    rig.atRemote('log', '--format=%s', `main..${BRANCH}`).trim().split('\n');
  const onePull = () => {
    expect(rig.there.pulls).toHaveLength(1);
    return rig.there.pulls[0] ?? expect.fail();
  };

  test('has a draft, and for an issue of this clone alone a file and no comments', async () => {
    await rig.restore('draft');
    expect(subjects()).toEqual(['Make the change: refuse lines that were mistyped']);
    expect(onePull()).toMatchObject({
      isDraft: true,
      body: expect.stringContaining('**Not finished**'),
    });
    expect(rig.there.comments).toEqual([]);
    const outbox = readFileSync(join(rig.repo, '.wukong/outbox/local#1.md'), 'utf8');
    expect(outbox).toContain('an issue of this clone alone: nothing is posted');
    expect(outbox).toMatch(/Trigger: workrun:.*body-0001/);
  });

  test('is ready by a further commit, when it is complete', async () => {
    await rig.restore('done');
    const first = rig.atRemote('rev-parse', BRANCH).trim();
    expect(await rig.publish()).toMatchObject({ code: 0 });
    expect(subjects()).toEqual([
      'Test it: refuse lines that were mistyped',
      'Make the change: refuse lines that were mistyped',
    ]);
    expect(rig.atRemote('rev-parse', `${BRANCH}^`).trim()).toBe(first);
    expect(onePull()).toMatchObject({
      isDraft: false,
      body: expect.not.stringContaining('Not finished'),
    });
  });

  test('says which commit is gone where its branch was deleted here, and goes on when that is back', async () => {
    await rig.restore('done');
    const first = rig.atRemote('rev-parse', BRANCH).trim();
    rig.git('branch', '-D', BRANCH);
    rig.git('reflog', 'expire', '--expire=now', '--all');
    rig.git('prune', '--expire=now');
    const gone = await rig.publish();
    expect(gone.code).toBe(3);
    expect(gone.text).toContain(`stands on ${first.slice(0, 12)}, which this clone does not have`);
    rig.git('fetch', '--all', '-q');
    expect(await rig.publish()).toMatchObject({ code: 0 });
    expect(subjects()).toHaveLength(2);
  });

  test('keeps what somebody wrote into its pull request, and is ready all the same', async () => {
    await rig.restore('done');
    onePull().body += 'Please look at the reader first.\n';
    const { body } = onePull();
    const ended = await rig.publish();
    expect(ended).toMatchObject({
      code: 3,
      text: expect.stringContaining('was changed there, and is left as it is'),
    });
    expect(onePull()).toMatchObject({ body, isDraft: false });
  });

  test.each([
    ['closed', null],
    ['merged', '2026-11-27T04:00:00Z'],
  ])('opens no other pull request where its own was %s there', async (word, mergedAt) => {
    await rig.restore('done');
    Object.assign(onePull(), { state: 'closed', mergedAt });
    const { body } = onePull();
    const ended = await rig.publish();
    expect(ended.code).toBe(3);
    expect(ended.text).toMatch(new RegExp(`/pull/2 was ${word} there`));
    expect(onePull()).toMatchObject({ body, isDraft: true });
  });

  test('takes back by a commit what a person rolled back', async () => {
    await rig.restore('draft');
    expect(await rig.person('rollback', 'N-010')).toMatchObject({ code: 0 });
    const ended = await rig.publish();
    expect(ended).toMatchObject({ code: 0, text: expect.stringContaining('Take back: Make') });
    expect(subjects()).toEqual([
      'Take back: Make the change',
      'Make the change: refuse lines that were mistyped',
    ]);
    expect(rig.atRemote('diff', '--stat', 'main', BRANCH)).toBe('');
    expect(onePull().isDraft).toBe(true);
  });
});
