// Whose tree is full of what is the person's own: all of that stays here.

import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cryptFilter, lfsFilter } from '../branch/branch-rig.ts';
import { HAS_GH, TOKEN } from '../github/acme.ts';
import { BRANCH, type Ended, GOAL, Publishing } from './published.ts';

/** `.wukong` and `.claude` are committed, so all that git tells of is the person's. */
function ofThePerson(rig: Publishing): readonly unknown[] {
  const told = [
    ['status', '--porcelain', '--ignored'],
    ['stash', 'list'],
    ['rev-parse', 'HEAD'],
  ];
  return [...told.map((args) => rig.git(...args)), readFileSync(join(rig.repo, '.git/index'))];
}

describe.skipIf(!HAS_GH)('a goal is published from a tree full of the person’s own', () => {
  const rig = new Publishing();
  let planned: Record<string, unknown> & Readonly<{ commits: { paths: string[] }[] }>;
  let before: readonly unknown[];
  let after: readonly unknown[];
  let ended: Ended;

  beforeAll(async () => {
    await rig.make({
      own: () => {
        const rules = '*.key filter=crypt\n*.bin filter=lfs -text\nwin.txt text eol=crlf\n';
        rig.write('.gitattributes', rules);
        for (const [key, value] of [...cryptFilter(), ...lfsFilter()])
          rig.git('config', key, value);
        rig.write('site.key', 'secret\n');
        rig.write('my.key', 'secret\n');
        rig.write('big.bin', 'large\n');
        rig.write('win.txt', 'one\r\n');
      },
      more: "echo run >> site.key; echo run >> big.bin; printf 'run\\r\\n' >> win.txt",
    });
    appendFileSync(join(rig.repo, 'README.md'), '\nMINE uncommitted\n');
    appendFileSync(join(rig.repo, 'src/reader.js'), '\n\n\n// MINE in the same file\n');
    rig.write('my.key', 'secret\nMINE\n');
    rig.write('staged.txt', 'MINE staged\n');
    rig.git('add', 'staged.txt');
    rig.write('notes.txt', 'MINE untracked\n');
    rig.write('.git/info/exclude', 'mine.env\n');
    rig.write('mine.env', 'MINE ignored\n');
    rig.carryOut();
    await rig.trust();
    planned = JSON.parse(rig.must('publish', GOAL, '--dry-run', '--json'));
    before = ofThePerson(rig);
    ended = await rig.publish();
    after = ofThePerson(rig);
  });
  afterAll(async () => {
    expect(rig.server.faults).toEqual([]);
    await rig.end();
  });

  test('just as it was shown before', () => {
    expect(ended).toMatchObject({ code: 0, text: expect.stringContaining('Pull request: sent') });
    const { title, body } = rig.there.pulls[0] ?? {};
    expect(planned).toMatchObject({
      branch: { tip: rig.atRemote('rev-parse', BRANCH).trim() },
      pull: { title, body, ready: false },
      comments: [{ stands: null }],
    });
    expect([rig.there.pulls.length, rig.there.comments.length]).toEqual([1, 1]);
  });

  test('and nothing of theirs leaves or changes', () => {
    const changed = rig.atRemote('diff', '--name-only', 'main', BRANCH).trim().split('\n');
    const made = ['big.bin', 'site.key', 'src/reader.js', 'test/reader.test.js', 'win.txt'];
    expect([changed, planned.commits[0]?.paths.toSorted()]).toEqual([made, made]);
    const out = `${rig.atRemote('log', '-p', BRANCH)}${JSON.stringify(rig.there)}`;
    expect(out).not.toMatch(/MINE|ZVAR/);
    expect(out).not.toContain(TOKEN);
    expect(after).toEqual(before);
  });

  test('through the filters and line ends of their git', () => {
    const blob = (path: string): string => rig.atRemote('cat-file', 'blob', `${BRANCH}:${path}`);
    expect([blob('site.key'), blob('win.txt')]).toEqual(['frperg\neha\n', 'one\nrun\n']);
    expect(blob('big.bin')).toMatch(/^version https:\/\/git-lfs.*\noid sha256:.*\nsize 10\n$/);
  });

  test('judged by itself, as a draft where what goes through a filter is in doubt', () => {
    expect(ended.text).toMatch(/Judged by itself: in-doubt\.\n {2}site\.key .* filter/);
    expect(rig.there.pulls[0]).toMatchObject({
      isDraft: true,
      body: expect.stringMatching(/itself: \*\*in-doubt\*\*\.\n\n- `site\.key .* filter/),
    });
    const trailers = rig.atRemote('log', '-1', '--format=%(trailers:only)', BRANCH);
    expect(trailers).toContain('Wukong-Verdict: in-doubt\n');
    const tree = rig.atRemote('rev-parse', `${BRANCH}^{tree}`);
    expect(trailers).toContain(`Wukong-Tree: ${tree}`);
  });
});

test.skipIf(!HAS_GH)(
  'a goal whose work rests on lines that nobody committed is refused with their file',
  async () => {
    const rig = new Publishing();
    await rig.make();
    const reader = readFileSync(join(rig.repo, 'src/reader.js'), 'utf8');
    rig.write('src/reader.js', reader.replace("split('=');", "split('='); // mine"));
    rig.carryOut();
    await rig.trust();
    const ended = await rig.publish();
    expect(ended.code).toBe(3);
    expect(ended.text).toMatch(
      /N-010 cannot .*\n {2}src\/reader\.js: rests on lines that you have not/,
    );
    expect(ended.text).toContain(`Only its comments: wukong publish ${GOAL} --thread`);
    expect([rig.posts(), rig.atRemote('branch', '--list', 'wukong/*')]).toEqual([[], '']);
    await rig.end();
  },
);
