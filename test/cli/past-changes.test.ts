import { describe, expect, test } from 'vitest';
import { changeIn, locksOf, mayShow } from '../../runtime/cli/prove/past-changes.ts';
import { isForNone, rehearsedLines, settingsFor } from '../../runtime/cli/prove/rehearsed.ts';
import type { Row } from '../../runtime/proof/row.ts';

const past = (...paths: string[]) => ({ commit: 'a', parent: 'b', subject: 's', paths });

describe('a commit of the past', () => {
  test('is read with its first parent and its paths, whatever stands in them', () => {
    expect(changeIn('aa bb cc\nfix: 空输入\0\nsrc/a b.js\0test/数据.test.js\0')).toEqual([
      {
        commit: 'aa',
        parent: 'bb',
        subject: 'fix: 空输入',
        paths: ['src/a b.js', 'test/数据.test.js'],
      },
    ]);
  });

  test('is no change where it has no parent', () => {
    expect(changeIn('aa \nfirst\0\na.js\0')).toEqual([]);
  });

  test.each([
    ['the program and its tests', ['src/a.js', 'test/a.test.js'], true],
    ['tests alone', ['test/a.test.js', 'test/b.test.js'], false],
    ['the program alone', ['src/a.js'], false],
    ['a module of Rust, which may have its tests inside', ['src/lib.rs'], true],
  ])('that changed %s: %j', (_, paths, may) => {
    expect(mayShow(past(...paths))).toBe(may);
  });

  test('names the files that say which packages belong to it', () => {
    expect(locksOf(past('web/package-lock.json', 'src/a.js', 'go.sum', 'clock.js'))).toEqual([
      'web/package-lock.json',
      'go.sum',
    ]);
  });
});

test('a past commit whose check failed is told with the line of its output that says why', () => {
  const change = { base: 'b', tree: 't', files: [], places: [], checks: [], doubts: [] };
  const because = { why: 'fails-now', cases: [] } as const;
  const verdict = { is: 'not-shown', check: 0, because, rows: [] } as const;
  const ran = { verdict, rows: [], seconds: 1 };
  const lines = rehearsedLines({ past: past(), locks: [], change, ran, printed: 'no such host' });
  expect(lines.at(-1)).toBe('    It printed: no such host');
});

describe('where the check fails whatever the commit is, a rehearsal ends early:', () => {
  const change = { base: 'b', tree: 't', files: [], places: [], checks: [], doubts: [] };
  const row = (why: string): Row => ({
    recipe: { back: 'nothing' },
    check: 0,
    nth: 1,
    ended: 'cannot-load',
    exitCode: 1,
    why,
    totals: {},
    notes: [],
    seconds: 1,
    log: '',
  });
  const unable = (why: string) => {
    const verdict = {
      is: 'unable',
      check: 0,
      because: { on: 'tree', ended: 'cannot-load', why },
      rows: [row(why)],
    } as const;
    return { past: past('a'), locks: [], change, ran: { verdict, rows: [], seconds: 1 } };
  };
  const left = { past: past('a'), locks: ['go.sum'] };

  test.each([
    ['the third that says the same', ['a', 'a', 'a'], true],
    ['two of them may be two commits', ['a', 'a'], false],
    ['each says something else', ['a', 'b', 'a'], false],
  ])('%s', (_, whys, isOver) => {
    expect(isForNone([left, ...whys.map(unable)])).toBe(isOver);
  });
});

describe('what to set', () => {
  const gate = {
    type: 'test',
    name: 'make check',
    command: ['make', 'check'],
    mustPass: true,
    expect_exit: 0,
    timeout_sec: 300,
  } as const;
  const ranFor = (seconds: number, ended: Row['ended'] = 'pass') => {
    const row = {
      recipe: { back: 'nothing' },
      check: 0,
      nth: 1,
      ended,
      exitCode: 0,
      why: '',
      totals: {},
      notes: [],
      seconds,
      log: '',
    } as const;
    const verdict = { is: 'unable', rows: [row] } as const;
    return [{ past: past('a'), locks: [], ran: { verdict, rows: [row], seconds } }];
  };

  test('is a gate for a check that a person named', () => {
    expect(settingsFor([{ gate }], ranFor(2))).toEqual([
      'gates:',
      '  - { type: test, name: "make check", command: ["make","check"] }',
    ]);
  });

  test('is more time where a run came near the limit', () => {
    const [, line] = settingsFor([{ gate, from: 'Makefile:3' }], ranFor(170));
    expect(line).toContain('timeout_sec: 540');
  });

  test('is no gate for a check that passed nowhere, and more time where it ran out of it', () => {
    expect(settingsFor([{ gate }], ranFor(2, 'cannot-build'))).toEqual([]);
    const [, line] = settingsFor([{ gate }], ranFor(300, 'timeout'));
    expect(line).toContain('timeout_sec: 900');
  });

  test('is nothing for what init finds by itself', () => {
    expect(settingsFor([{ gate, from: 'Makefile:3' }], ranFor(2))).toEqual([]);
  });
});
