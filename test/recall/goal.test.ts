import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { recallAnchors } from '../../runtime/engine/goal/recall-anchors.ts';
import { files } from '../../runtime/workspace/paths.ts';
import { node } from '../kernel/plan.ts';
import { temporaryWorkspace } from '../workspace/workspace.ts';

const NOW = '2026-11-23T10:00:00.000Z';
const one = (id: string, path: string) =>
  `## ${id} Constraint: The parser keeps comments\nPaths: ${path}\n\n`;
const TWO = one('A-2026-aaaa', 'src/yaml.ts') + one('A-2026-bbbb', 'src/toml.ts');

function withAnchors(text: string) {
  const at = temporaryWorkspace();
  mkdirSync(dirname(files.anchors(at.ws)), { recursive: true });
  writeFileSync(files.anchors(at.ws), text);
  return at;
}

const worksOn = (id: string, ...named: string[]) =>
  node(id, 'body', { inputs: { files: named, context_refs: [], upstream_outputs: [] } });

test('each node is given what fits the files its template names, nodes alike the same', () => {
  using at = withAnchors(TWO);
  const nodes = [
    worksOn('N-010', 'src/yaml.ts'),
    worksOn('N-020', 'src/toml.ts'),
    worksOn('N-030', 'src/yaml.ts'),
  ];
  const recalled = recallAnchors(at.ws, nodes, 'the parser drops comments', NOW);
  expect(recalled.map(({ nodes: of, anchors }) => [of, anchors[0]?.id])).toEqual([
    [['N-010', 'N-030'], 'A-2026-aaaa'],
    [['N-020'], 'A-2026-bbbb'],
  ]);
});

test('a plan whose nodes all name files of their own is told apart by roles alone', () => {
  using at = withAnchors(TWO);
  const nodes = Array.from({ length: 40 }, (_, i) => worksOn(`N-${100 + i}`, `src/${i}.ts`));
  const recalled = recallAnchors(at.ws, nodes, 'the parser drops comments', NOW);
  expect(recalled.map(({ nodes: of }) => of.length)).toEqual([40]);
});

test('the newer of two contradicting Decisions says instead of which it was given', () => {
  const decision = (id: string, day: string) =>
    `## ${id} Decision: Snapshot names\nTags: snapshot\nPaths: src/snapshot.ts\nValidated: ${day}\n\n`;
  using at = withAnchors(
    decision('A-2026-aaaa', '2026-02-01') + decision('A-2025-bbbb', '2025-02-01'),
  );
  const [given] = recallAnchors(at.ws, [worksOn('N-010')], 'how is a snapshot named?', NOW);
  expect(given?.anchors).toMatchObject([{ id: 'A-2026-aaaa', instead_of: ['A-2025-bbbb'] }]);
});

test('a request that no anchor fits is given none, and neither is one where there is no file', () => {
  using at = withAnchors(TWO);
  expect(recallAnchors(at.ws, [worksOn('N-010')], 'the invoice is wrong', NOW)).toEqual([]);
  using empty = temporaryWorkspace();
  expect(recallAnchors(empty.ws, [worksOn('N-010')], 'the parser drops comments', NOW)).toEqual([]);
});
