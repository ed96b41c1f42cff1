import { expect, test } from 'vitest';
import { checkAnchors, type Repository } from '../../runtime/memory/review/check-anchors.ts';

const FINE: Repository = { isThere: () => true, changesSince: () => [] };
const DAY = '2026-11-23';

function section(id: string, title: string, lines = ''): string {
  return `## ${id} Decision: ${title}\n\n${lines}Source: s ${id}\n\n`;
}
function kinds(text: string, repository = FINE): string[] {
  return checkAnchors(text, DAY, repository).map(({ id, kind }) => `${id} ${kind}`);
}

test('anchors that hold have nothing wrong with them', () => {
  const text = section('A-2026-aaaa', 'a', 'Paths: src/a.js\nValidated: 2026-01-01.\n');
  expect(kinds(text + section('A-2026-bbbb', 'b'))).toEqual([]);
});

test('what has expired is named from the day after its last one', () => {
  const until = (day: string): string =>
    section('A-2026-aaaa', 'a', `Validated: 2026-01-01. Expires: ${day}\n`);
  expect(kinds(until(DAY))).toEqual([]);
  expect(kinds(until('2026-11-22'))).toEqual(['A-2026-aaaa expired']);
});

test('two Decisions of one title are named, unless one replaces the other', () => {
  const first = section('A-2026-aaaa', 'The same');
  expect(kinds(first + section('A-2026-bbbb', 'the same'))).toEqual(['A-2026-aaaa conflict']);
  const newer = section('A-2026-bbbb', 'the same', 'Replaces: A-2026-aaaa\n');
  expect(kinds(first + newer)).toEqual(['A-2026-aaaa replaced']);
});

test('an id that stands twice, a heading without a type and an entry without a source are named', () => {
  const text = `${section('A-2026-aaaa', 'a')}${section('A-2026-aaaa', 'b')}## A-2026-cccc c\n\nwords\n`;
  expect(kinds(text)).toEqual([
    'A-2026-aaaa duplicate',
    'A-2026-cccc no-type',
    'A-2026-cccc no-source',
  ]);
  expect(checkAnchors(text, DAY, FINE)[0]).toMatchObject({
    line: 5,
    message: 'A-2026-aaaa stands in line 1 already, and this one does not count.',
  });
});

test('files that are gone, or were changed after the day of Validated, are named', () => {
  const text = section('A-2026-aaaa', 'a', 'Paths: src/a.js\nValidated: 2026-01-01.\n');
  const changesSince = () => [{ day: '2026-01-02', path: 'src/a.js' }];
  expect(kinds(text, { isThere: () => false, changesSince })).toEqual([
    'A-2026-aaaa path-gone',
    'A-2026-aaaa path-changed',
  ]);
});
