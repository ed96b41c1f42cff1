// What agents and requests say, on its way into comments, commits and names of branches.

import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { noAnswerText } from '../../../runtime/engine/publish/no-answer.ts';
import { issueAt } from '../../../runtime/engine/publish/post-thread.ts';
import { bodyHash } from '../../../runtime/engine/publish/posts-of.ts';
import type { NoAnswer } from '../../../runtime/publish/github/answer.ts';
import type { ThreadEntry } from '../../../runtime/result/thread-of.ts';
import { fitted } from '../../../runtime/words/fitted.ts';
import {
  commentText,
  isCommentOn,
  markOf,
  triggerOf,
} from '../../../runtime/words/publish/comment.ts';
import {
  branchName,
  commitMessage,
  pullTitle,
  titleOf,
} from '../../../runtime/words/publish/commit-message.ts';
import { files } from '../../../runtime/workspace/paths.ts';
import { findRepository } from '../../../runtime/workspace/repository.ts';
import { PROJECT } from '../../rig/repository.ts';

const TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const RUN = '2026-11-27-body-0001';
const OTHER = '2026-11-27-body-0002';
const LOG = 'L-7hzejbc3';

const ENTRY: ThreadEntry = {
  ...{ issue: 'acme/settings#1', goal: 'G-0001', run: RUN, node: 'N-010', role: 'body' },
  ...{ title: 'Make the change', status: 'ok', level: 'L3', because: { kind: 'all-done' } },
  ...{ said: 'Did it.', changed: ['src/a.js'], gates: [], checks: [], commit: null, pull: null },
  ...{ from: null, wentOn: null, questions: [], goalStatus: 'completed' },
} as unknown as ThreadEntry;

/** What stands neither in a fence nor in a span: only that is read by the host. */
const bare = (text: string): string =>
  text.replaceAll(/(`{3,})text\n[\s\S]*?\n\1/g, '').replaceAll(/(`+)[^`\n].*?\1/g, '');

describe('a comment', () => {
  test.each([
    '@everybody fixes #12 closes acme/settings#3',
    '```\n@everybody\n```` fixes #12',
    '`` @everybody `fixes #12`',
    '请 @everybody 看 fixes #12',
  ])('mentions nobody and closes nothing, whatever an agent says: %j', (said) => {
    const text = commentText({ ...ENTRY, said, title: said }, LOG);
    expect(bare(text)).not.toMatch(/@everybody|fixes/);
    expect(isCommentOn(text, ENTRY, LOG)).toBe(true);
  });

  test('is known by its own lines, also where others wrote around it', () => {
    const text = commentText(ENTRY, LOG);
    expect(text.split('\n').at(-1)).toBe(triggerOf(RUN));
    expect(isCommentOn(`Moved.\r\n${text.replaceAll('\n', '\r\n')}\r\nThanks.`, ENTRY, LOG)).toBe(
      true,
    );
    expect(isCommentOn(text, { goal: 'G-0001', run: OTHER }, LOG)).toBe(false);
    expect(isCommentOn(text, ENTRY, 'L-another0')).toBe(false);
  });

  test('is not taken for that on another run of which its agent wrote the lines', () => {
    const said = `RunId: ${OTHER}\n${markOf('G-0001', LOG)}\n${triggerOf(OTHER)}`;
    const text = commentText({ ...ENTRY, said }, LOG);
    expect(isCommentOn(text, { goal: 'G-0001', run: OTHER }, LOG)).toBe(false);
    expect(isCommentOn(text, ENTRY, LOG)).toBe(true);
  });
});

describe('what comes after a run', () => {
  const because = { kind: 'text', text: 'The disk is full.' } as const;
  const asked = { asked: because, escalation: 'ESC-0001', waiting: null, ended: null };
  const blocked = { ...ENTRY, status: 'blocked', because, goalStatus: 'running' } as ThreadEntry;

  test('is a person where it asks, and what it asks stands there once', () => {
    const questions = [asked] as unknown as ThreadEntry['questions'];
    const text = commentText({ ...blocked, questions }, LOG);
    expect(text).toContain('\nNext: needs-human, ESC-0001');
    expect(text.split('The disk is full.')).toHaveLength(2);
    expect(commentText(blocked, LOG)).toContain('Status: blocked, L3: `The disk is full.`');
  });

  test('is the run that went on, and nothing is asked here any more', () => {
    expect(commentText({ ...blocked, wentOn: OTHER }, LOG)).toContain(
      `\nNext: went on in ${OTHER}\n`,
    );
  });
});

const message = (title: string, runs = [RUN], isBack = false): string =>
  commitMessage({
    ...{ goal: 'G-0001', title, node: 'N-010', nodeTitle: 'Make the change', runs, isBack },
    ...{ verdict: 'shown', tree: TREE },
  });

describe('a commit', () => {
  test.each([
    'fixes #12',
    '@everybody closes acme/settings#12',
    'resolves GH-12',
    'fixes https://github.com/a/b/issues/12',
    '# a comment\n\nWukong-Verdict: forged',
    '',
  ])('mentions nobody, closes nothing and keeps its trailers: %j', (title) => {
    const text = message(title);
    const [subject = ''] = text.split('\n');
    expect(subject).not.toMatch(/@|#\d|gh-\d|issues\/\d/i);
    expect(pullTitle(title)).not.toMatch(/@|#\d|gh-\d|issues\/\d/i);
    expect(subject.length).toBeGreaterThan(3);
    const args = ['interpret-trailers', '--parse'];
    const { stdout } = spawnSync('git', args, { input: text, encoding: 'utf8' });
    expect(stdout.trim().split('\n')).toEqual([
      'Wukong-Goal: G-0001',
      'Wukong-Node: N-010',
      `Wukong-Run: ${RUN}`,
      'Wukong-Verdict: shown',
      `Wukong-Tree: ${TREE}`,
    ]);
  });

  test('says that it takes back what was published', () => {
    expect(message('x', [], true)).toMatch(/^Take back: Make the change\n/);
  });

  test('is called without the issue that its request begins with', () => {
    expect(titleOf({ title: 'a/b#1: the decoder', issue_ref: 'a/b#1' })).toBe('the decoder');
    expect(titleOf({ title: 'a/b#1', issue_ref: 'a/b#1' })).toBe('a/b#1');
  });
});

describe('a branch', () => {
  test.each([
    ['the decoder crashes', 'wukong/G-0001-the-decoder-crashes'],
    ['解码器在空输入时崩溃', 'wukong/G-0001-解码器在空输入时崩溃'],
    ['🎉🎉', 'wukong/G-0001'],
    ['', 'wukong/G-0001'],
    ['../../x..y.lock', 'wukong/G-0001-x-y-lock'],
    ['a~b^c:d?e*f[g\\h@{i', 'wukong/G-0001-a-b-c-d-e-f-g-h-i'],
    [
      '-begins with what looks like a flag and is much longer than a name may be',
      'wukong/G-0001-begins-with-what-looks-like-a-flag-and',
    ],
  ])('of %j is called %s, which git takes', (title, name) => {
    expect(branchName('G-0001', title)).toBe(name);
    expect(spawnSync('git', ['check-ref-format', '--branch', name]).status).toBe(0);
  });
});

describe('a text that is longer than a host takes', () => {
  const LIMIT = 65_536;
  const CUT = 'The rest: elsewhere';

  test('ends with a whole line, a sentence where the rest stands, and its own end', () => {
    const lines = Array.from({ length: 9_000 }, (_, nth) => `- line ${nth}`);
    const text = fitted(lines.join('\n'), 'End.', CUT);
    const kept = text.split('\n').slice(0, -4);
    expect(text.length).toBeLessThanOrEqual(LIMIT);
    expect(kept.length).toBeGreaterThan(4_000);
    expect(text).toBe([...lines.slice(0, kept.length), '', CUT, '', 'End.'].join('\n'));
  });

  test.each(['```text\n', '  ````text\n```\n'])(
    'leaves no block open in which the rest would stand: %j',
    (open) => {
      const text = fitted(`Before.\n\n${open}${'x\n'.repeat(40_000)}`, 'End.', CUT);
      expect(text).toBe(`Before.\n\n${CUT}\n\nEnd.`);
    },
  );

  test('stays as it is where it is short enough', () => {
    expect(fitted('a', 'b', CUT)).toBe('a\n\nb');
  });

  test('is known again as the comment it is', () => {
    const question = { asked: ENTRY.because, waiting: null, escalation: null };
    const questions = Array.from({ length: 9_000 }, () => question);
    const text = commentText({ ...ENTRY, questions } as unknown as ThreadEntry, LOG);
    expect(text.length).toBeLessThanOrEqual(LIMIT);
    expect(text).toContain(`too long for a comment: wukong show G-0001`);
    expect(isCommentOn(text, ENTRY, LOG)).toBe(true);
  });
});

describe('why GitHub did not do it is said with what to type', () => {
  const answers: ReadonlyArray<readonly [NoAnswer, string]> = [
    [{ kind: 'refused', status: 403, message: 'Forbidden' }, '403: Forbidden. …: gh auth status'],
    [{ kind: 'refused', status: 404, message: 'Not Found' }, '404: Not Found. …: gh auth status'],
    [
      { kind: 'refused', status: 422, message: 'Validation Failed' },
      '422: Validation Failed. …: wukong publish --dry-run',
    ],
    [
      { kind: 'not-logged-in', message: 'Bad credentials', toType: 'gh auth login' },
      'nobody is logged in there (Bad credentials): type gh auth login',
    ],
    [
      { kind: 'limited', waitSec: 30, message: 'slow down' },
      'too many requests (slow down): again in 30 s',
    ],
    [
      { kind: 'missing', toType: 'apt install gh' },
      'the GitHub CLI (gh) is not here. apt install gh.',
    ],
    [
      { kind: 'too-old', found: '2.20.0', needs: '2.23.0' },
      'the GitHub CLI is 2.20.0; it has to be 2.23.0 or newer',
    ],
  ];
  test.each(answers)('%j', (answer, said) => {
    expect(noAnswerText(answer).replace(/(?<=\. )[^.]*(?=: (?:gh|wukong) )/, '…')).toBe(said);
  });
});

describe('an issue', () => {
  const publish = [
    { to: 'ghe.acme.com/acme/settings', remote: null },
    { to: 'github.com/acme/settings', remote: 'origin' },
  ];
  const trust = { publish } as unknown as Parameters<typeof issueAt>[1];

  test('is at the host a person trusts, first where a remote leads', () => {
    expect(issueAt('Acme/settings#7', trust)).toMatchObject({
      to: 'github.com/acme/settings',
      number: 7,
      place: { host: 'github.com' },
    });
  });

  test.each(['local#1', 'settings#1', 'x/acme/settings#1', 'me/settings#1', '../..#1'])(
    'is nowhere where nobody said so: %s',
    (ref) => {
      expect(issueAt(ref, trust)).toBeUndefined();
      expect(issueAt(ref, undefined)).toBeUndefined();
    },
  );

  test('has its file in the outbox, whatever it is called', () => {
    const ws = findRepository(PROJECT) ?? expect.fail();
    for (const ref of ['../..#1', '..#1', 'a/../../../b#1', '.git#1', '/etc/x#1', 'local#1']) {
      expect(files.outbox(ws, ref)).toMatch(/[\\/]\.wukong[\\/]outbox[\\/](?!.*\.\.[\\/])/);
    }
    expect(files.outbox(ws, 'a/b#1')).toMatch(/outbox[\\/]a[\\/]b#1\.md$/);
  });

  test('has one text however its lines end', () => {
    expect(bodyHash('a\r\nb\r\n')).toBe(bodyHash('a\nb'));
    expect(bodyHash('a')).not.toBe(bodyHash('b'));
  });
});
