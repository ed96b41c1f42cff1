import { expect, test } from 'vitest';
import { parseAnchors } from '../../runtime/memory/anchors.ts';
import { fieldsOf } from '../../runtime/memory/recall/fields.ts';
import { nearness, pathsIn } from '../../runtime/memory/recall/paths.ts';
import { indexAnchors, type Query, rank, take } from '../../runtime/memory/recall/recall.ts';
import { termsOf, tokensOf } from '../../runtime/memory/recall/terms.ts';
import { labelledAnchors, labelledQueries, measure, ours, plainBm25 } from './measure.ts';

const TODAY = '2026-11-23';

function index(markdown: string) {
  return indexAnchors(parseAnchors(markdown).values(), TODAY);
}

function given(markdown: string, text: string, more: Partial<Query> = {}): string[] {
  const of = index(markdown);
  return take(of, rank(of, { text, ...more })).map(({ id }) => id);
}

test('anchors are found better than by plain BM25, also for requests it was not tuned with', () => {
  const anchors = labelledAnchors();
  const queries = labelledQueries();
  const heldOut = queries.filter((query) => query.heldOut);
  expect(anchors.length).toBeGreaterThanOrEqual(100);
  expect(queries.length).toBeGreaterThanOrEqual(80);
  for (const group of [queries, heldOut]) {
    const mine = measure(ours(anchors), group);
    const plain = measure(plainBm25(anchors), group);
    expect(mine.recallAt5).toBeGreaterThan(plain.recallAt5);
    expect(mine.mrr).toBeGreaterThan(plain.mrr);
    expect(mine.recallAt5).toBeGreaterThanOrEqual(0.95);
    expect(mine.mrr).toBeGreaterThanOrEqual(0.9);
  }
});

test('hostile text in anchors takes no time to read', () => {
  const spaces = ' '.repeat(200_000);
  const many = Array.from({ length: 50_000 }, (_, i) => `src/${i}.ts`).join(',');
  const file = `## A-2026-aaaa Decision: One\nreplaces ${spaces}x\nReplaces:${spaces}A-2026-bbbb\nPaths: ${many}\nTags: ${many}\nValidated: 2026.${spaces}.${spaces}\n\nWhy: ${'x\n'.repeat(200_000)}`;
  const [entry] = parseAnchors(file).values();
  if (!entry) throw new Error('no entry');
  const { paths, replaces } = fieldsOf(entry);
  expect([paths.length, replaces]).toEqual([64, []]);
});

test('every id that is wanted is one there is', () => {
  const ids = new Set(labelledAnchors().map(({ id }) => id));
  const wanted = labelledQueries().flatMap((query) => query.wanted);
  expect(wanted.filter((id) => !ids.has(id))).toEqual([]);
});

test('the labelled lines of an anchor are read as the skill teaches them', () => {
  const [entry] = parseAnchors(`## A-2026-k3f7 Decision: Version 1 keeps its byte order

Context: two clients in the field read version 1.
Decision: new fields are appended;
the order stays.
When: whoever touches the encoder.
Paths: src/v1/**, ./src/encode.ts
Tags: src/decoder.js, Protocol
Source: L-d4nmdiyp E-000123 N-050
Validated: 2026-11-22. Expires: 2027-01-01. Replaces: A-2025-aaaa, A-2025-bbbb
`).values();
  if (!entry) throw new Error('no entry');
  expect(fieldsOf(entry)).toEqual({
    context: 'two clients in the field read version 1.',
    statement: 'new fields are appended;\nthe order stays.',
    rest: '',
    why: '',
    says: 'two clients in the field read version 1.\nnew fields are appended;\nthe order stays.\nwhoever touches the encoder.',
    tags: ['protocol'],
    paths: ['src/v1/', 'src/encode.ts', 'src/decoder.js'],
    when: 'whoever touches the encoder.',
    source: 'L-d4nmdiyp E-000123 N-050',
    validated: '2026-11-22',
    expires: '2027-01-01',
    replaces: ['A-2025-aaaa', 'A-2025-bbbb'],
  });
});

test('an expiry that is a condition is for people to judge, and ends nothing by itself', () => {
  const text = 'Decision: bytes stay.\nExpires: when version 1 is switched off.';
  expect(given(`## A-2024-aaaa Decision: Byte order\n${text}\n`, 'change the byte order')).toEqual([
    'A-2024-aaaa',
  ]);
});

test('an anchor past its expiry is not given; on the day itself it still is', () => {
  const anchor = (id: string, day: string) =>
    `## ${id} Constraint: The release is frozen\nConstraint: no deploy in November.\nExpires: ${day}\n`;
  const both = anchor('A-2026-aaaa', '2026-11-22') + anchor('A-2026-bbbb', '2026-11-23');
  expect(given(both, 'deploy the release')).toEqual(['A-2026-bbbb']);
  expect(index(both).standing.gone.get('A-2026-aaaa')).toEqual({
    because: 'expired',
    on: '2026-11-22',
  });
});

test('a replaced anchor is not given, whether the newer one stands before or behind it', () => {
  const old = '## A-2024-aaaa Decision: Settings are YAML\nDecision: settings in keep.yaml.\n';
  const next =
    '## A-2026-bbbb Decision: Settings are TOML\nDecision: settings in keep.toml.\nReplaces: A-2024-aaaa\n';
  for (const file of [old + next, next + old]) {
    expect(given(file, 'where are the settings kept?')).toEqual(['A-2026-bbbb']);
  }
});

test('of two Decisions on one tag and path, neither replacing the other, the newer is given', () => {
  const one = (id: string, day: string, path: string) =>
    `## ${id} Decision: Snapshot names ${id}\nTags: snapshot\nPaths: ${path}\nValidated: ${day}\n`;
  const same = one('A-2026-aaaa', '2026-02-01', 'src/snapshot.ts');
  const older = one('A-2026-bbbb', '2025-02-01', 'src/');
  const elsewhere = one('A-2026-cccc', '2024-02-01', 'lib/');
  const file = same + older + elsewhere;
  expect(given(file, 'how is a snapshot named?').toSorted()).toEqual([
    'A-2026-aaaa',
    'A-2026-cccc',
  ]);
  expect(index(file).standing.gone.get('A-2026-bbbb')).toEqual({
    because: 'older',
    than: 'A-2026-aaaa',
  });
});

test('an anchor of the file that is worked on comes before one with as many of the words', () => {
  const one = (id: string, path: string) =>
    `## ${id} Constraint: The parser keeps comments\nPaths: ${path}\n`;
  const file = one('A-2026-aaaa', 'src/yaml/') + one('A-2026-bbbb', 'src/toml/');
  expect(given(file, 'the parser drops comments', { files: ['src/yaml/read.ts'] })[0]).toBe(
    'A-2026-aaaa',
  );
  expect(given(file, 'src/toml/read.ts: the parser drops comments')[0]).toBe('A-2026-bbbb');
});

test('each part of a score is named, and the score is their sum', () => {
  const of = index(
    '## A-2026-aaaa Decision: The encoder appends fields\nTags: encoder\nPaths: src/encode.ts\n',
  );
  const [first] = rank(of, { text: 'fix the encoder', role: 'body', files: ['src/encode.ts'] });
  expect(first?.parts).toMatchObject({ paths: 8, role: 0.5, recent_decision: 0.5 });
  expect(first?.parts.words).toBeGreaterThan(0);
  expect(first?.parts.tags).toBeGreaterThan(0);
  const sum = Object.values(first?.parts ?? {}).reduce((a, b) => a + b, 0);
  expect(first?.score).toBeCloseTo(sum);
});

test('an anchor that has nothing to do with the request is not given, however young it is', () => {
  const file = '## A-2026-aaaa Decision: Colours obey NO_COLOR\nTags: terminal\n';
  expect(given(file, 'the invoice is wrong', { role: 'body' })).toEqual([]);
});

test('no more is given than there is room for, and what does not fit leaves its place to the next', () => {
  const of = index(
    `## A-2026-aaaa Decision: Cache the cache\nDecision: cache ${'filler '.repeat(400)}\n\n## A-2026-bbbb Decision: Cache keys\nDecision: cache keys.\n`,
  );
  const ranked = rank(of, { text: 'cache' });
  expect(ranked).toHaveLength(2);
  expect(take(of, ranked, { tokens: 100, most: 5 }).map(({ id }) => id)).toEqual(['A-2026-bbbb']);
  expect(take(of, ranked, { tokens: 10_000, most: 1 })).toHaveLength(1);
});

test('Chinese is compared by words, English without endings, and a character costs a token', () => {
  expect(termsOf('付款成功后扣减库存')).toEqual(expect.arrayContaining(['付款', '成功', '库存']));
  expect(termsOf('decoder decoding decodes')).toEqual(['decod', 'decod', 'decod']);
  expect(termsOf('stopped stop')).toEqual(['stop', 'stop']);
  expect(termsOf('Naïve Straße')).toEqual(termsOf('naïve straße'));
  expect(termsOf('the WebSocket')).toEqual(
    ['websocket', 'web', 'socket'].map((w) => termsOf(w)[0]),
  );
  expect(tokensOf('库存 abcd')).toBe(4);
});

test('files are found in a request, and folders hold what lies below them', () => {
  expect(pathsIn('look at src/a/b.ts, README.md and ./lib/x.')).toEqual([
    'src/a/b.ts',
    'README.md',
    'lib/x',
  ]);
  expect(nearness('src/a/b.ts', 'src/a/b.ts')).toBe(1);
  expect(nearness('src/a/b.ts', 'src/a/')).toBe(0.8);
  expect(nearness('b.ts', 'src/a/b.ts')).toBe(0.8);
  expect(nearness('src/ab/c.ts', 'src/a')).toBe(0);
});

test('an index of no anchors answers with nothing', () => {
  expect(given('', 'anything')).toEqual([]);
});
