import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAnchors } from '../../runtime/memory/anchors.ts';
import { anchorId, type Candidate, renderCandidate } from '../../runtime/memory/candidates.ts';
import { itemsOf } from '../../runtime/memory/review/candidate-items.ts';
import { review } from '../../runtime/memory/review/review.ts';
import { told } from '../documents/workspace.ts';

const DAY = '2026-11-23';
const ANCHORS = `# Anchors

## A-2025-abcd Decision: Old one

Decision: It is so.
Validated: 2025-01-01.
Source: somebody
`;

function candidate(title: string, text = `${title}, because.`): Candidate {
  const id = anchorId('2026', title, text);
  return { id, type: 'Decision', title, text, source: `L-1 E-000001 N-010: "Decision: ${text}"` };
}
const ONE = candidate('Empty input is valid');
const TWO = candidate('Readings are sorted');
const THREE = candidate('The cache is dropped');
const FILE = `# Anchor candidates\n\nWords.\n\n${[ONE, TWO, THREE].map(renderCandidate).join('')}`;

function marked(one: Candidate, mark: string, before = ''): (text: string) => string {
  return (text) => text.replace(`- [ ] ${one.id}`, `- [${mark}] ${before}${one.id}`);
}
function decide(...edits: Array<(text: string) => string>) {
  const candidates = edits.reduce((text, edit) => edit(text), FILE);
  return review({ anchors: ANCHORS, candidates }, DAY);
}

describe('a review in the file of candidates', () => {
  test('accepts what is ticked, as its text stands there, and takes it out of the file', () => {
    const edit = (text: string): string => text.replace(ONE.text, 'An empty body decodes.');
    const { decided, anchors, candidates } = decide(marked(ONE, 'x'), edit);
    expect(decided).toMatchObject([
      { kind: 'accepted', id: ONE.id, title: ONE.title, edited: true },
    ]);
    expect(anchors.startsWith(ANCHORS)).toBe(true);
    expect(parseAnchors(anchors).get(ONE.id)).toEqual({
      id: ONE.id,
      type: 'Decision',
      title: ONE.title,
      text: `Decision: An empty body decodes.\nValidated: ${DAY}.\nSource: ${ONE.source}`,
    });
    expect(candidates).toBe(FILE.replace(renderCandidate(ONE), ''));
  });

  test('takes what a person added below a candidate into the entry', () => {
    const added = (text: string): string =>
      text.replace(
        '  - source:',
        '  - why: a gateway\n    sends it\n  - paths: src/a.js\n  - source:',
      );
    const { anchors } = decide(marked(ONE, 'X'), added);
    expect(parseAnchors(anchors).get(ONE.id)?.text).toContain(
      'Why: a gateway sends it\nPaths: src/a.js\n',
    );
  });

  test.each(['→ A-2025-abcd ', '-> A-2025-abcd '])('merges by `[x] %s`', (arrow) => {
    const { decided, anchors } = decide(marked(ONE, 'x', arrow));
    expect(decided).toMatchObject([{ kind: 'merged', id: ONE.id, into: 'A-2025-abcd' }]);
    expect(anchors).toBe(
      ANCHORS.replace('2025-01-01', DAY).replace(
        'Source: somebody\n',
        `Source: somebody\nSource: ${ONE.source}\n`,
      ),
    );
  });

  test('takes the brackets of an East Asian keyboard, and an item that an editor indented', () => {
    const wide = (text: string): string => text.replace(`- [ ] ${ONE.id}`, `- 【x】 ${ONE.id}`);
    const dash = (text: string): string =>
      text.replace(`- [ ] ${TWO.id}`, `  - ［－］ 不要 ${TWO.id}`);
    const { decided, candidates } = decide(wide, dash);
    expect(decided).toMatchObject([
      { kind: 'accepted', id: ONE.id },
      { kind: 'rejected', id: TWO.id, why: '不要' },
    ]);
    expect(candidates).toContain(renderCandidate(THREE));
  });

  test('merges by an arrow behind the title as well', () => {
    const arrow = (text: string): string => text.replace(ONE.title, `${ONE.title} → A-2025-abcd`);
    expect(decide(marked(ONE, 'x'), arrow).decided).toMatchObject([
      { kind: 'merged', into: 'A-2025-abcd' },
    ]);
  });

  test('rejects with the reason, before the id or in the place of the title', () => {
    const other = (text: string): string =>
      text.replace(`- [ ] ${TWO.id} Decision: ${TWO.title}`, `- [-] ${TWO.id} not any more`);
    const { decided, anchors, candidates } = decide(marked(ONE, '-', 'one branch only '), other);
    expect(decided).toEqual([
      { kind: 'rejected', id: ONE.id, why: 'one branch only' },
      { kind: 'rejected', id: TWO.id, why: 'not any more' },
    ]);
    expect(anchors).toBe(ANCHORS);
    expect(candidates).toContain(THREE.id);
    expect(candidates).not.toContain(ONE.id);
  });

  test('decides nothing as long as nothing is marked, and changes neither file', () => {
    expect(decide()).toEqual({ decided: [], problems: [], anchors: ANCHORS, candidates: FILE });
  });

  test.each<[string, (text: string) => string, string]>([
    ['a mark nobody knows', marked(TWO, 'y'), '"[y]" is no decision.'],
    ['an arrow to nothing', marked(TWO, 'x', '→ '), '"→" between [x] and the id'],
    ['an anchor that is not there', marked(TWO, 'x', '→ A-2025-zzzz '), 'no A-2025-zzzz'],
    ['no id', (text) => text.replace(`- [ ] ${TWO.id}`, '- [x] '), 'which candidate it is'],
    ['a field nobody knows', (text) => text.replace('  - text', '  - txt'), 'no field "txt"'],
    [
      'no brackets',
      (text) => text.replace(`- [ ] ${TWO.id}`, `- ${TWO.id}`),
      'no mark in brackets',
    ],
    ['no dash', (text) => text.replace(`- [ ] ${TWO.id}`, `[x] ${TWO.id}`), 'no mark in brackets'],
    ['no text', (text) => marked(TWO, 'x')(text.replace(`  - text: ${TWO.text}\n`, '')), 'a text'],
    ['one id twice', (text) => text + renderCandidate(TWO), 'stands here twice'],
  ])('with %s takes nothing of the file, and says where', (_, edit, message) => {
    const reviewed = decide(marked(ONE, 'x'), edit);
    expect(reviewed.decided).toEqual([]);
    expect(reviewed.anchors).toBe(ANCHORS);
    expect(told(reviewed.problems).join('\n')).toContain(message);
    expect(reviewed.problems[0]?.line).toBeGreaterThan(4);
  });

  test('takes nothing where git brought the same id with other words meanwhile, and says so', () => {
    const first = decide(marked(ONE, 'x'));
    const anchors = first.anchors.replace(ONE.text, 'Empty input throws.');
    const again = review({ anchors, candidates: marked(ONE, 'x')(FILE) }, DAY);
    expect(again.decided).toEqual([]);
    expect(told(again.problems).join('\n')).toContain('already, with other words.');
    const later = review(
      { anchors: first.anchors, candidates: marked(ONE, 'x')(FILE) },
      '2026-11-24',
    );
    expect(later.decided).toEqual(first.decided);
  });

  test('finishes what was interrupted between the two files, without a second entry', () => {
    const first = decide(marked(ONE, 'x'));
    const again = review({ anchors: first.anchors, candidates: marked(ONE, 'x')(FILE) }, DAY);
    expect(again.decided).toEqual(first.decided);
    expect(again.anchors).toBe(first.anchors);
    expect(again.candidates).toBe(first.candidates);
  });

  test('hides no anchor that was there, whatever a candidate says', () => {
    const anchors = `<!-- nobody closes it\n${ANCHORS}`;
    const closing = (text: string): string => text.replace(ONE.text, 'a --> b');
    const candidates = closing(marked(ONE, 'x')(FILE));
    const reviewed = review({ anchors, candidates }, DAY);
    expect(reviewed.decided).toEqual([]);
    expect(told(reviewed.problems).join()).toContain('hide or be hidden');
  });

  test('never loses a byte of what is no candidate, whatever the file says', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '- [x] A-2026-aaaa Decision: a',
        '  - text: t',
        '- [',
        '- [ ] ',
        '  - source: s',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const text = lines.join(end);
        expect(
          itemsOf(text)
            .parts.map(({ raw }) => raw)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});

test('a command decides about one candidate, whatever the marks say', () => {
  const said = { id: TWO.id, mark: { kind: 'reject', why: 'no' } } as const;
  const { decided } = review({ anchors: ANCHORS, candidates: marked(ONE, 'x')(FILE) }, DAY, said);
  expect(decided).toEqual([{ kind: 'rejected', id: TWO.id, why: 'no' }]);
});
