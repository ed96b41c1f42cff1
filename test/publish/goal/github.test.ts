// What GitHub does and who is there, as the command meets it.

import { describe, expect, test } from 'vitest';
import { UNDER_WAY_MS } from '../../../runtime/kernel/state/posts.ts';
import { clockAt } from '../../rig/clock.ts';
import { HAS_GH } from '../github/acme.ts';
import { carriedOut, GOAL } from './published.ts';

const made = { method: 'POST', path: /\/pulls$/ };
const commented = { method: 'POST', path: /\/comments$/ };

describe.skipIf(!HAS_GH)('a goal is published', () => {
  const rig = carriedOut();

  const there = () => [rig.there.pulls.length, rig.there.comments.length];
  const authors = () => rig.there.comments.map(({ user }) => user.login);

  test('as comments alone, where only those are asked for: no branch is made or judged', async () => {
    const ended = await rig.person('publish', GOAL, '--thread');
    expect(ended).toMatchObject({ code: 0, text: expect.not.stringContaining('Branch') });
    expect(there()).toEqual([0, 1]);
    const log = rig.must('log', '--goal', GOAL, '--json');
    expect([log.includes('branch.made'), rig.atRemote('branch', '--list', 'wukong/*')]).toEqual([
      false,
      '',
    ]);
  });

  test('once, where the answers were cut off after it was carried out', async () => {
    rig.server.fault({ does: 'cut', carriedOut: true }, made);
    rig.server.fault({ does: 'drop', carriedOut: true }, commented);
    expect(await rig.publish()).toMatchObject({ code: 0 });
    expect(there()).toEqual([1, 1]);
  });

  test('later where GitHub does not let it, and what to do is said', async () => {
    const refused = async (status: number, message: string): Promise<string> => {
      rig.server.fault({ does: 'answer', status, body: { message } }, made);
      const ended = await rig.publish();
      expect(ended.code).toBe(3);
      return ended.text;
    };
    const missing = 'Resource not accessible by personal access token';
    expect(await refused(403, missing)).toContain('say its scopes: gh auth status');
    expect(await refused(422, 'Validation Failed: PullRequest base invalid')).toContain(
      'main, on which it began, is not there: push that first',
    );
    expect(there()).toEqual([0, 0]);
    expect(await rig.publish()).toMatchObject({ code: 0 });
    expect(there()).toEqual([1, 1]);
  });

  describe('with a comment of which no answer came', () => {
    const later = (): Readonly<Record<string, string>> =>
      clockAt(rig.dir, new Date(Date.now() + UNDER_WAY_MS + 60_000).toISOString()).env;
    const run = (): string => rig.lastIntent().key.replace('comment:', '');
    const publishLater = () => rig.personWith(later(), 'publish', GOAL);

    test('by the comment of no stranger that has its marks, and by what a person says then', async () => {
      rig.server.fault({ does: 'drop', carriedOut: false }, commented);
      const { comments } = JSON.parse(rig.must('publish', GOAL, '--dry-run', '--json'));
      const user = { login: 'eve', id: 7 };
      rig.server.memory.addComment(rig.there, { issue: 1, user, body: comments[0].text });
      expect((await rig.publish()).text).toContain('It may be there, or arrive yet');
      const unsure = await publishLater();
      expect(unsure).toMatchObject({
        code: 3,
        text: expect.stringContaining(`wukong thread ${GOAL} --sent ${run()}, or --not-sent`),
      });
      expect(rig.alone({}, 'thread', GOAL, '--not-sent', run())).toMatchObject({ status: 3 });
      expect(authors()).toEqual(['eve']);
      expect(await rig.person('thread', GOAL, '--not-sent', run())).toMatchObject({ code: 0 });
      expect(await rig.publish()).toMatchObject({ code: 0 });
      expect(authors()).toEqual(['eve', 'ann']);
    });

    test('and never again, where a person says that it is there', async () => {
      rig.server.fault({ does: 'drop', carriedOut: false }, commented);
      await rig.publish();
      await publishLater();
      expect(await rig.person('thread', GOAL, '--sent', run())).toMatchObject({ code: 0 });
      expect(rig.alone({}, 'publish', GOAL)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('All of it is published already.'),
      });
      expect(there()).toEqual([1, 0]);
    });
  });
});
