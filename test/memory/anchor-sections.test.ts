import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addSection,
  editSection,
  partsOf,
  printParts,
} from '../../runtime/memory/anchor-sections.ts';
import type { Candidate } from '../../runtime/memory/candidates.ts';
import { fieldsOf } from '../../runtime/memory/recall/fields.ts';
import { confirmed, expiring, renderSection } from '../../runtime/memory/review/section.ts';

const CANDIDATE: Candidate = {
  id: 'A-2026-k3f7',
  type: 'Decision',
  title: 'Version 1 keeps its byte order',
  text: 'New fields are appended.',
  why: 'Two clients read it.',
  paths: 'src/decoder.js, src/encoder.js',
  tags: 'protocol',
  expires: 'when version 1 is switched off',
  replaces: 'A-2024-abcd',
  source: 'L-1 E-000123 N-050: "Decision: New fields are appended."',
};
const DAY = '2026-11-23';

const markdown = fc
  .array(
    fc.oneof(
      fc.constantFrom('## A-2026-aaaa Decision: a', '### A-2026-bbbb', '# Other', '```', '~~~~'),
      fc.constantFrom('<!-- a', '-->', '<!-- b -->', 'Source: x', 'Validated: 2026-01-01.', ''),
      fc.string(),
    ),
    { maxLength: 20 },
  )
  .chain((lines) =>
    fc
      .array(fc.constantFrom('\n', '\r\n', '\r', ' \n'), {
        minLength: lines.length,
        maxLength: lines.length,
      })
      .map((ends) => lines.map((line, at) => line + ends[at]).join('')),
  );
const anyText = fc.oneof(
  markdown,
  markdown.map((text) => text.trimEnd()),
  fc.string(),
);

describe('anchors.md', () => {
  test('is the same to the byte when nothing in it is changed, whatever it says', () => {
    fc.assert(fc.property(anyText, (text) => printParts(partsOf(text)) === text));
  });

  test('keeps every byte when an entry is added, and every entry it had', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const after = addSection(text, renderSection(CANDIDATE, DAY));
        expect(after.startsWith(text)).toBe(true);
        const ids = partsOf(text).flatMap(({ entry }) => entry?.id ?? []);
        const then = partsOf(after).flatMap(({ entry }) => entry?.id ?? []);
        expect(then).toEqual([...ids, CANDIDATE.id]);
      }),
    );
  });

  test('keeps every byte outside of the entry that is edited', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, behind) => {
        const text = `${before}\n## A-2026-zzzz Decision: z\r\n\r\nSource: y\r\n# End\n${behind}`;
        fc.pre(partsOf(text).some(({ entry }) => entry?.title === 'z'));
        const after = editSection(text, 'A-2026-zzzz', (lines) => confirmed(lines, 's', DAY));
        expect(after.startsWith(`${before}\n## A-2026-zzzz Decision: z\r\n\r\nSource: y\r\n`)).toBe(
          true,
        );
        expect(after.endsWith(`# End\n${behind}`)).toBe(true);
      }),
    );
  });

  test('takes an example in a comment for text', () => {
    const text = '<!--\n## A-2026-k3f7 Decision: an example\n-->\n\n## A-2026-aaaa Metric: m\n';
    expect(partsOf(text).map(({ entry }) => entry?.id)).toEqual([undefined, 'A-2026-aaaa']);
    const open = '<!-- nobody closes it\n## A-2026-aaaa Metric: m\n';
    expect(partsOf(open).map(({ entry }) => entry?.id)).toEqual([undefined, 'A-2026-aaaa']);
  });

  test('gets an entry in its own line ends', () => {
    const after = addSection('# Anchors\r\n', renderSection(CANDIDATE, DAY));
    expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    expect(after.startsWith('# Anchors\r\n\r\n## A-')).toBe(true);
  });
});

describe('an entry', () => {
  test('reads as the skill teaches, with its source as its last line', () => {
    expect(
      renderSection(CANDIDATE, DAY),
    ).toBe(`## A-2026-k3f7 Decision: Version 1 keeps its byte order

Decision: New fields are appended.
Why: Two clients read it.
Paths: src/decoder.js, src/encoder.js
Tags: protocol
Validated: 2026-11-23. Expires: when version 1 is switched off
Replaces: A-2024-abcd
Source: L-1 E-000123 N-050: "Decision: New fields are appended."
`);
  });

  test('says in its fields what the candidate said', () => {
    const [, entry] = partsOf(`\n${renderSection(CANDIDATE, DAY)}`).map((part) => part.entry);
    expect(entry).toBeDefined();
    if (!entry) return;
    expect(fieldsOf(entry)).toMatchObject({
      statement: CANDIDATE.text,
      why: CANDIDATE.why,
      paths: ['src/decoder.js', 'src/encoder.js'],
      tags: ['protocol'],
      validated: DAY,
      replaces: ['A-2024-abcd'],
      source: CANDIDATE.source,
    });
  });

  test('that is confirmed gets the day and one more source, once', () => {
    const before =
      '## A-2026-aaaa Decision: a\n\nSource: x\nValidated: 2020-01-01. Expires: never\n\n';
    const confirm = (text: string): string =>
      editSection(text, 'A-2026-aaaa', (lines) => confirmed(lines, 'y', DAY));
    const after = confirm(before);
    expect(after).toBe(
      '## A-2026-aaaa Decision: a\n\nSource: x\nValidated: 2026-11-23. Expires: never\nSource: y\n\n',
    );
    expect(confirm(after)).toBe(after);
    expect(confirm('## A-2026-aaaa Decision: a')).toBe(
      '## A-2026-aaaa Decision: a\n\nValidated: 2026-11-23.\nSource: y',
    );
  });

  test('that expires says so where it said it before, or in a line of its own', () => {
    const expire = (text: string): string =>
      editSection(text, 'A-2026-aaaa', (lines) => expiring(lines, DAY));
    const head = '## A-2026-aaaa Decision: a\n\n';
    expect(expire(`${head}Validated: 2020-01-01. Expires: never\n`)).toBe(
      `${head}Validated: 2020-01-01. Expires: ${DAY}\n`,
    );
    expect(expire(`${head}Expires: never\nb\n`)).toBe(`${head}Expires: ${DAY}\nb\n`);
    expect(expire(`${head}b\n\n`)).toBe(`${head}b\nExpires: ${DAY}\n\n`);
  });
});

test('a long file of half-open marks is read as fast as any other', () => {
  const marks = ['<!--\n', '```\n', `${'`'.repeat(40)}\n`, '~~~\n', '-->\n'];
  const text = Array.from({ length: 100_000 }, (_, at) => marks[at % 4] ?? '').join('');
  expect(printParts(partsOf(text))).toBe(text);
  expect(printParts(partsOf('<!--\n'.repeat(200_000)))).toHaveLength(1_000_000);
});
