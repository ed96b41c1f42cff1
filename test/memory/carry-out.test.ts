import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { carryOut } from '../../runtime/engine/anchors/carry-out.ts';
import { oneAtATime } from '../../runtime/engine/anchors/people-text.ts';
import { writeMemory } from '../../runtime/engine/goal/memory-at-end.ts';
import { writeCandidates } from '../../runtime/engine/goal/propose-anchors.ts';
import { upcast } from '../../runtime/kernel/reduce/upcast.ts';
import { readHistory } from '../../runtime/log/history.ts';
import { anchorId, type Candidate, renderCandidate } from '../../runtime/memory/candidates.ts';
import { itemsOf } from '../../runtime/memory/review/candidate-items.ts';
import { review } from '../../runtime/memory/review/review.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { temporaryWorkspace } from '../workspace/workspace.ts';

const PERSON = { by: 'u@host', via: 'file' } as const;

function candidate(title: string): Candidate {
  const text = `${title}, because.`;
  return { id: anchorId('2026', title, text), type: 'Decision', title, text, source: 'L-1 E-1' };
}
const ONE = candidate('Empty input is valid');
const TWO = candidate('Readings are sorted');

function put(ws: Workspace, anchors: string, candidates: string): void {
  mkdirSync(dirname(files.anchors(ws)), { recursive: true });
  writeFileSync(files.anchors(ws), anchors);
  writeFileSync(files.candidates(ws), candidates);
}
function typesIn(ws: Workspace): string[] {
  const types: string[] = [];
  readHistory(ws, (record) => {
    const { type } = upcast(record);
    if (type.startsWith('anchors.')) types.push(type);
    return true;
  });
  return types;
}
const ticked = (one: Candidate) => renderCandidate(one).replace('[ ]', '[x]');

test('what was killed after anchors.md was written is recorded by the next look, with one entry', () => {
  using at = temporaryWorkspace();
  const candidates = ticked(ONE);
  const { anchors } = review({ anchors: '# Anchors\n', candidates }, '2026-11-20');
  put(at.ws, anchors, candidates);
  expect(carryOut(at.ws, PERSON)).toMatchObject({ ok: true, value: [{ id: ONE.id }] });
  expect(readFileSync(files.anchors(at.ws), 'utf8')).toBe(anchors);
  expect(readFileSync(files.candidates(at.ws), 'utf8')).toBe('');
  expect(typesIn(at.ws)).toEqual(['anchors.accepted']);
  expect(carryOut(at.ws, PERSON)).toEqual({ ok: true, value: [] });
  expect(typesIn(at.ws)).toHaveLength(1);
});

test('while one writes these files, another one waits, and then says who it is', () => {
  using at = temporaryWorkspace();
  put(at.ws, '', ticked(ONE));
  const inner = oneAtATime(at.ws, () => ({ ok: true, value: carryOut(at.ws, PERSON) }) as const);
  expect(inner).toMatchObject({ ok: true, value: { ok: false, error: { kind: 'refused' } } });
  expect(carryOut(at.ws, PERSON)).toMatchObject({ ok: true, value: [{ id: ONE.id }] });
});

test('candidates are added behind what a person left, whatever its line ends and its last line', () => {
  using at = temporaryWorkspace();
  const left = `# Mine\r\n\r\n${renderCandidate(ONE).replaceAll('\n', '\r\n').trimEnd()}`;
  put(at.ws, '', left);
  writeCandidates(at.ws, [ONE, TWO]);
  const after = readFileSync(files.candidates(at.ws), 'utf8');
  expect(after.startsWith(`${left}\r\n- [ ] ${TWO.id}`)).toBe(true);
  expect(after).not.toMatch(/[^\r]\n/);
  expect(itemsOf(after).problems).toEqual([]);
});

test('an anchor that nobody uses is proposed for removal once, and goes when a person ticks that', () => {
  using at = temporaryWorkspace();
  const entry = `## ${ONE.id} Decision: ${ONE.title}\n\nDecision: ${ONE.text}\nSource: me\n`;
  put(at.ws, `# Anchors\n\n${entry}`, renderCandidate(TWO));
  const removals = [{ id: ONE.id, given: 24, unused: 20 }];
  const memory = { fresh: [], waiting: [], accepted: [], removals };
  writeMemory(at.ws, memory);
  writeMemory(at.ws, memory);
  const proposed = readFileSync(files.candidates(at.ws), 'utf8');
  const line = `- [ ] remove ${ONE.id}: given in 24 goals, cited in none of the last 20\n`;
  expect(proposed).toBe(`${renderCandidate(TWO)}${line}`);
  writeFileSync(files.candidates(at.ws), proposed.replace('[ ] remove', '[x] remove'));
  expect(carryOut(at.ws, PERSON)).toMatchObject({ value: [{ kind: 'removed', id: ONE.id }] });
  expect(readFileSync(files.anchors(at.ws), 'utf8')).toBe('# Anchors\n\n');
  expect(readFileSync(files.candidates(at.ws), 'utf8')).toBe(renderCandidate(TWO));
  expect(typesIn(at.ws)).toEqual(['anchors.removed']);
});
