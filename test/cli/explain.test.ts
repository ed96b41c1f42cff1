import { describe, expect, test } from 'vitest';
import type { Failure } from '../../runtime/model/failure.ts';
import { type Explained, explain } from '../../runtime/words/explain-failure.ts';
import { renderProblem } from '../../runtime/words/render-problem.ts';

/** One for each kind: the type makes a missing one an error. */
const CASES: {
  readonly [K in Failure['kind']]: readonly [Extract<Failure, { kind: K }>, Explained];
} = {
  'bad-json': [
    {
      kind: 'bad-json',
      file: '.claude/settings.json',
      line: 2,
      column: 18,
      message: 'No comma may stand before "}".',
    },
    {
      code: 'WK1001',
      message: '.claude/settings.json:2:18  No comma may stand before "}".',
      hint: 'Correct the file and try again. It was not touched. Claude Code ignores the whole of a settings file with such a fault.',
    },
  ],
  'bad-file': [
    {
      kind: 'bad-file',
      problems: [
        {
          file: 'fix.yaml',
          line: 6,
          column: 5,
          message: 'Unknown field "need".',
          source: '    need: [N-010]',
          width: 4,
          hint: 'Did you mean "needs"?',
        },
        { file: 'fix.yaml', line: 9, column: 1, message: 'Something is missing.' },
      ],
    },
    {
      code: 'WK1002',
      message:
        'fix.yaml:6:5  Unknown field "need".\n        need: [N-010]\n        ~~~~\n  hint: Did you mean "needs"?\nfix.yaml:9:1  Something is missing.',
      hint: 'Correct the file and try again.',
    },
  ],
  'not-a-repository': [
    { kind: 'not-a-repository', folder: '/home/ada' },
    {
      code: 'WK1003',
      message: '/home/ada is not in a git repository.',
      hint: 'Go to your repository, or make one with `git init`.',
    },
  ],
  'no-working-tree': [
    { kind: 'no-working-tree', folder: '/home/ada/p', worktrees: ['/home/ada/p/main'] },
    {
      code: 'WK1005',
      message: '/home/ada/p belongs to a bare repository and has no files of its own.',
      hint: 'Go to one that has files: /home/ada/p/main',
    },
  ],
  'not-installed': [
    { kind: 'not-installed', root: '/home/ada/decoder' },
    {
      code: 'WK1004',
      message: 'Wukong is not installed in /home/ada/decoder.',
      hint: 'Type `wukong init` there.',
    },
  ],
  'unknown-template': [
    { kind: 'unknown-template', name: 'fxi', known: ['direct', 'fix'] },
    { code: 'WK2001', message: 'There is no template "fxi".', hint: 'Known are: direct, fix.' },
  ],
  'risk-unreviewed': [
    { kind: 'risk-unreviewed', template: 'direct', node: 'N-010' },
    {
      code: 'WK2002',
      message:
        'A goal of high risk needs an audit, and no nose of the template "direct" can judge N-010.',
      hint: 'Begin it with fix, fix_small, feature or refactor, or add a node of the role nose behind it.',
    },
  ],
  'risk-ungated': [
    { kind: 'risk-ungated', template: 'fix', node: 'N-030' },
    {
      code: 'WK2005',
      message:
        'N-030 of the template "fix" needs L3, and has no gate: a command that the runtime runs itself.',
      hint: 'Name one under "gates" in .wukong/config.yaml and type `wukong trust`, or begin it without high risk: /wukong_fix <what to do>.',
    },
  ],
  'unknown-parameter': [
    { kind: 'unknown-parameter', template: 'unit', name: 'siute', known: ['suite', 'where'] },
    {
      code: 'WK2003',
      message: 'The template "unit" has no parameter "siute".',
      hint: 'Did you mean "suite"?',
    },
  ],
  'missing-parameters': [
    {
      kind: 'missing-parameters',
      template: 'unit',
      missing: [{ name: 'suite', description: 'which tests to run' }],
    },
    {
      code: 'WK2004',
      message: 'The template "unit" needs a value for suite (which tests to run).',
      hint: 'Type: /wukong_unit --param suite="…" <what to do>',
    },
  ],
  'log-locked': [
    { kind: 'log-locked', holder: { name: 'process 4242 on ada', elsewhere: false } },
    {
      code: 'WK3001',
      message: 'The log is held by process 4242 on ada.',
      hint: 'Try again in a moment. A dead holder is replaced at once, a frozen one after 10 seconds.',
    },
  ],
  'log-damaged': [
    {
      kind: 'log-damaged',
      file: 'events.jsonl',
      line: 7,
      byte: 1234,
      why: 'the checksum does not match',
    },
    {
      code: 'WK3002',
      message: '.wukong/events.jsonl is damaged at line 7, byte 1234: the checksum does not match.',
      hint: 'The log cannot be read past that place. Put an undamaged copy back, or discard what comes after with `wukong repair --set-aside`.',
    },
  ],
  'log-newer': [
    { kind: 'log-newer' },
    {
      code: 'WK3003',
      message: 'The log holds records of a newer version of Wukong.',
      hint: 'Update Wukong. Until then this version does not write.',
    },
  ],
  'log-missing': [
    { kind: 'log-missing' },
    {
      code: 'WK3004',
      message: '.wukong/events.jsonl is missing.',
      hint: 'Type `wukong repair --restore`: it brings the log back from the copy in the git directory. Where no goal was begun yet there is none: `wukong init` starts a new log.',
    },
  ],
  'segment-missing': [
    { kind: 'segment-missing', file: 'archive/events-000001.jsonl' },
    {
      code: 'WK3008',
      message: '.wukong/archive/events-000001.jsonl, a sealed part of the log, is missing.',
      hint: 'Put it back: the events in it cannot be replayed without it. If it is lost, move events.jsonl away and start a new log with `wukong init`; open goals are forgotten.',
    },
  ],
  'log-cut': [
    { kind: 'log-cut', event: 'E-000200', ends: 'E-000120' },
    {
      code: 'WK3011',
      message: 'The log has no E-000200: it ends at E-000120.',
      hint: 'It was repaired or brought back from a copy, or it is another log. What was read before may not count any more: begin again with `--since 0`. What a repair took away: `wukong log --type log.repaired`.',
    },
  ],
  'graph-lost': [
    { kind: 'graph-lost', goal: 'G-0001', file: 'graphs/0a1b.json', lost: 'missing' },
    {
      code: 'WK3009',
      message: '.wukong/graphs/0a1b.json, the plan of G-0001, is missing.',
      hint: 'Put it back, then type `wukong rebuild`; or cancel the goal with `wukong goal cancel G-0001`. Nothing is done with it until then; other goals continue.',
    },
  ],
  'record-too-large': [
    { kind: 'record-too-large', type: 'run.reported', bytes: 70000 },
    {
      code: 'WK3005',
      message: 'A record of type run.reported has 70000 bytes; the limit is 65536.',
      hint: 'Nothing was written. Large content belongs in a file that the record names.',
    },
  ],
  'in-the-way': [
    { kind: 'in-the-way', file: '.wukong/artifacts/S-1', is: 'link' },
    {
      code: 'WK3010',
      message: '.wukong/artifacts/S-1 is a symbolic link, and could point anywhere.',
      hint: 'Nothing was written there. Look what it is, take it away (out of git too, if it came with a pull), then try again.',
    },
  ],
  'file-system': [
    { kind: 'file-system', code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' },
    {
      code: 'WK3006',
      message: 'The file system said ENOSPC: no space left on device, write',
      hint: 'The disk is full. Nothing was lost; make room and try again.',
    },
  ],
  git: [
    { kind: 'git', message: 'fatal: bad\nobject' },
    {
      code: 'WK3007',
      message: 'git failed: fatal: bad object',
      hint: 'Run the same git command by hand to see more.',
    },
  ],
  foreign: [
    { kind: 'foreign', root: '/home/ada/decoder' },
    {
      code: 'WK5001',
      message: "/home/ada/decoder has Wukong's files, but Wukong was not set up in this clone.",
      hint: 'Type `wukong init` to trust this clone. Until then hooks answer nothing and commands only read.',
    },
  ],
  'not-home': [
    { kind: 'not-home', home: 'ada-laptop' },
    {
      code: 'WK5003',
      message: 'This clone mirrors the log of ada-laptop; its goals are driven there.',
      hint: 'How it stands, and what was set aside here: wukong status. To move it here: wukong team take',
    },
  ],
  refused: [
    { kind: 'refused', message: 'It is somebody else’s.', hint: 'Ask them.' },
    { code: 'WK5002', message: 'It is somebody else’s.', hint: 'Ask them.' },
  ],
};

describe('every failure has a code, words, and the next thing to do', () => {
  test.each(Object.entries(CASES))('%s', (_, [failure, words]) => {
    expect(explain(failure)).toEqual(words);
  });

  test('a lock of another host names it, and says that a folder is for one host', () => {
    const holder = { name: 'process 7 on turing', elsewhere: true };
    expect(explain({ kind: 'log-locked', holder })).toMatchObject({
      message: 'The log is held by process 7 on turing, another host.',
      hint: expect.stringContaining('One folder must not be used from two hosts'),
    });
  });

  test('no code is used twice', () => {
    const codes = Object.values(CASES).map(([, { code }]) => code);
    expect(new Set(codes).size).toBe(codes.length);
  });

  test('the file system’s word decides the hint', () => {
    const hint = (code: string): string =>
      explain({ kind: 'file-system', code, message: 'x' }).hint;
    expect(hint('EACCES')).toBe('Check the permissions there, then try again.');
    expect(hint('EIO')).toBe(
      'Nothing half-written was left behind. Check the path named and try again.',
    );
  });
});

describe('the squiggle stands below what it means', () => {
  const at = (source: string, column: number, width: number): string =>
    renderProblem({ file: 'f', line: 1, column, message: 'm', source, width });

  test('behind tabs', () =>
    expect(at('\t\tneed: x', 3, 4)).toBe('f:1:3  m\n      need: x\n      ~~~~'));
  test('behind and below wide signs', () => {
    expect(at('标题: 修复', 5, 2)).toBe('f:1:5  m\n    标题: 修复\n          ~~~~');
  });
  test('with signs that would steer the terminal', () => {
    expect(at('a\u001b[2Kb', 1, 1)).toBe('f:1:1  m\n    a [2Kb\n    ~');
  });
  test('at the end of a line', () =>
    expect(at('need:', 6, 1)).toBe('f:1:6  m\n    need:\n         ~'));
});

test('damage before which nothing counts does not suggest to discard what follows', () => {
  const { hint } = explain({
    kind: 'log-damaged',
    file: 'events.jsonl',
    line: 1,
    byte: 0,
    why: 'it does not begin with a complete record',
  });
  expect(hint).not.toContain('discard what comes after');
  expect(hint).toContain('Put an undamaged copy back');
  expect(hint).toContain('wukong repair --set-aside');
});
