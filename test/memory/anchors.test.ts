import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAnchors, readAnchors } from '../../runtime/memory/anchors.ts';
import { workspace } from '../documents/workspace.ts';

test('sections of anchors.md become anchors, the rest is passed over', () => {
  const text = `# Anchors

Reviewed by people.

## A-2026-k3f7 Decision: Empty input is valid

It holds no readings.
### Why
Gateways send it.

## A-2026-0012 constraint： 不得改变公开接口
原因见 docs/api.md。

## Notes
not an anchor
## [A-2025-abcd]
## A-2026-zzzz A title: with a colon
\`\`\`md
## A-2026-fake Decision: inside code
\`\`\`
after
## A-26-abcd Decision: no such id
lost
## A-2026-k3f7 Decision: the same id again
ignored
`;
  const ws = workspace({ '.wukong/anchors/anchors.md': text.replaceAll('\n', '\r\n') });
  expect([...readAnchors(ws).values()]).toEqual([
    {
      id: 'A-2026-k3f7',
      type: 'Decision',
      title: 'Empty input is valid',
      text: 'It holds no readings.\n### Why\nGateways send it.',
    },
    {
      id: 'A-2026-0012',
      type: 'Constraint',
      title: '不得改变公开接口',
      text: '原因见 docs/api.md。',
    },
    { id: 'A-2025-abcd', type: null, title: '', text: '' },
    {
      id: 'A-2026-zzzz',
      type: null,
      title: 'A title: with a colon',
      text: '```md\n## A-2026-fake Decision: inside code\n```\nafter',
    },
  ]);
});

test('no file means no anchors', () => {
  expect(readAnchors(workspace()).size).toBe(0);
  expect(readAnchors(workspace({ '.wukong/anchors/anchors.md': '' })).size).toBe(0);
});

test('a fence nobody closes hides no anchor', () => {
  const anchors = parseAnchors(
    '## A-2026-aaaa Pattern: a\n```\ncode\n## A-2026-bbbb Metric: b\nx\n',
  );
  expect([...anchors.keys()]).toEqual(['A-2026-aaaa', 'A-2026-bbbb']);
});

test('any text can be read', () => {
  const piece = fc.constantFrom(
    '## ',
    'A-2026-abcd',
    ' Decision:',
    '\n',
    '```',
    '~~~',
    '# x',
    '\r',
    '解',
    ' ',
    '[',
    ']',
    '#',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      for (const [id, anchor] of parseAnchors(pieces.join(''))) expect(anchor.id).toBe(id);
    }),
  );
});
