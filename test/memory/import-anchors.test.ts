import { describe, expect, test } from 'vitest';
import {
  type Imported,
  importJson,
  importMarkdown,
} from '../../runtime/memory/review/import-anchors.ts';

const ORIGIN = { name: 'old.md', day: '2026-11-23' };
function shown({ candidates }: Imported): string[] {
  return candidates.map(({ type, title, text, source }) => `${type}|${title}|${text}|${source}`);
}

describe('memory of an earlier version', () => {
  test('is read from headings and lists that name a type; everything else is passed over', () => {
    const text = `# Memory

Decision making is hard.

## Decision: Empty input is valid
Gateways send it.
Tags: decoder

## Decisions

- Keep the byte order
- Sort the readings

### D-003: No new dependency
Why: the gateway has 4 MB.

## Notes
- nothing
- [C] At most 1 MB
- **Metric**: 40 ms
`;
    expect(shown(importMarkdown(text, ORIGIN))).toEqual([
      'Decision|Empty input is valid|Gateways send it.|old.md:5, imported 2026-11-23',
      'Decision|Keep the byte order|Keep the byte order|old.md:11, imported 2026-11-23',
      'Decision|Sort the readings|Sort the readings|old.md:12, imported 2026-11-23',
      'Decision|No new dependency|the gateway has 4 MB.|old.md:14, imported 2026-11-23',
      'Constraint|At most 1 MB|At most 1 MB|old.md:19, imported 2026-11-23',
      'Metric|40 ms|40 ms|old.md:20, imported 2026-11-23',
    ]);
  });

  test('keeps a list below an entry, whatever the entry begins with', () => {
    const text = `## Decision: Sort on the server
Decision: The server sorts.

- by time
- then by name

## Decisions
- Keep the byte order
  - of the header
  - of the body
- Sort the readings
  in the device

### D-003: No new dependency
1. none of npm
2. none of apt

Somebody said so.
`;
    expect(importMarkdown(text, ORIGIN).candidates.map(({ title, text }) => [title, text])).toEqual(
      [
        ['Sort on the server', 'The server sorts. - by time - then by name'],
        ['Keep the byte order', '- of the header - of the body'],
        ['Sort the readings', 'in the device'],
        ['No new dependency', '1. none of npm 2. none of apt Somebody said so.'],
      ],
    );
  });

  test('keeps the ids, fields and sources of entries in the present form', () => {
    const text =
      '## A-2025-abcd Decision: a\n\nContext: c\nDecision: d\nWhy: w\nPaths: p.js\nTags: t\nSource: s\n';
    expect(importMarkdown(text, ORIGIN).candidates).toEqual([
      {
        id: 'A-2025-abcd',
        type: 'Decision',
        title: 'a',
        text: 'd',
        context: 'c',
        why: 'w',
        paths: 'p.js',
        tags: 't',
        source: 's (old.md:1, imported 2026-11-23)',
      },
    ]);
  });

  test('is read from JSON, as a list or under "anchors"', () => {
    const entry = { type: 'D', title: 'a', decision: 'd', reason: 'w', tags: ['x', 'y'] };
    const expected = [
      {
        id: expect.stringMatching(/^A-2026-[a-z2-7]{4}$/),
        type: 'Decision',
        title: 'a',
        text: 'd',
        why: 'w',
        tags: 'x, y',
        source: 'old.md:1, imported 2026-11-23',
      },
    ];
    expect(importJson([entry], ORIGIN).candidates).toEqual(expected);
    expect(importJson({ anchors: [entry] }, ORIGIN).candidates).toEqual(expected);
  });

  test('names the entry of JSON that cannot be read', () => {
    const messages = (value: unknown): string[] =>
      importJson(value, ORIGIN).problems.map(({ message }) => message);
    expect(messages([{ type: 'Idea', title: 'a' }, { type: 'm' }, 7])).toEqual([
      'Entry 1: its type is none of Decision, Constraint, Pattern, Metric.',
      'Entry 2: it has neither a title nor a text.',
      'Entry 3: its type is none of Decision, Constraint, Pattern, Metric.',
    ]);
    expect(messages('x')).toEqual(['There are no anchors in it.']);
  });
});
