import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { files } from '../../runtime/workspace/paths.ts';
import { Sandbox } from '../install/temporary.ts';
import { type LogRecord, parseLines } from '../rig/records.ts';
import { DEAD, start } from './goals.ts';

const FILE = '.wukong/anchors/anchors.md';
const CANDIDATES = '.wukong/anchors/anchors_candidates.md';

async function withCandidates(): Promise<Sandbox> {
  const sandbox = await Sandbox.installed();
  sandbox.write('old.md', '## Decisions\n- Empty input is valid\n- Readings are sorted\n');
  await sandbox.wukong(['anchors', 'import', 'old.md']);
  return sandbox;
}
function idsIn(sandbox: Sandbox): string[] {
  return [...sandbox.read(CANDIDATES).matchAll(/^- \[.\] (A-\S+)/gm)].map(([, id = '']) => id);
}
function edit(sandbox: Sandbox, from: string, to: string): void {
  sandbox.write(CANDIDATES, sandbox.read(CANDIDATES).replace(from, to));
}
const logged = (sandbox: Sandbox, type: string) =>
  parseLines<LogRecord>(readFileSync(files.log(sandbox.ws), 'utf8')).filter(
    (one) => one.type === type,
  );

test('a candidate ticked in the file is an anchor after the next command, and is not proposed again', async () => {
  using sandbox = await withCandidates();
  const [one = '', two = ''] = idsIn(sandbox);
  edit(sandbox, `- [ ] ${one}`, `- [x] ${one}`);
  edit(sandbox, `- [ ] ${two}`, `- [-] only here ${two}`);
  const before = sandbox.read(FILE);
  const ended = await sandbox.wukong(['status']);
  expect(ended.stderr).toBe(
    `Wukong: anchor candidates as you decided: accepted ${one}; rejected ${two}.\n`,
  );
  const after = sandbox.read(FILE);
  expect(after.startsWith(before)).toBe(true);
  expect(after).toContain(`## ${one} Decision: Empty input is valid\n`);
  expect(idsIn(sandbox)).toEqual([]);
  const by = expect.stringContaining('@');
  expect(logged(sandbox, 'anchors.accepted')).toMatchObject([
    { timestamp: expect.stringMatching(/^20/), payload: { id: one, by, via: 'file' } },
  ]);
  expect(logged(sandbox, 'anchors.rejected')).toMatchObject([
    { payload: { id: two, why: 'only here', by, via: 'file' } },
  ]);
  const index = JSON.parse(sandbox.read('.wukong/anchors/index.json'));
  expect(index.anchors).toMatchObject([{ id: one, type: 'Decision' }]);

  expect((await sandbox.wukong(['status'])).stderr).toBe('');
  const again = await sandbox.wukong(['anchors', 'import', 'old.md']);
  expect(again.stdout).toContain('0 of 2 entries are new candidates.');
  expect(idsIn(sandbox)).toEqual([]);
});

test('on a disk that can only be read a review is said not to be taken up, and commands go on', async () => {
  using sandbox = await withCandidates();
  const [one = ''] = idsIn(sandbox);
  edit(sandbox, `- [ ] ${one}`, `- [x] ${one}`);
  const env = { NODE_OPTIONS: `--require "${join(import.meta.dirname, 'read-only.cjs')}"` };
  const ended = await sandbox.wukong(['anchors', 'list'], { env });
  expect(ended.code).toBe(0);
  expect(ended.stderr).toContain('nothing of your review of anchor candidates was taken up');
  expect(ended.stdout).toContain(one);
});

test('of a file that is not finished nothing is taken, and its place is said once', async () => {
  using sandbox = await withCandidates();
  const [one = '', two = ''] = idsIn(sandbox);
  edit(sandbox, `- [ ] ${one}`, `- [x] ${one}`);
  edit(sandbox, `- [ ] ${two}`, `- [x] → ${two}`);
  const before = [sandbox.read(FILE), sandbox.read(CANDIDATES)];
  const { stderr, code } = await sandbox.wukong(['status']);
  expect(code).toBe(0);
  expect(stderr).toContain('nothing of your review of anchor candidates was taken up');
  expect(stderr).toMatch(/anchors_candidates\.md:\d+: /);
  expect([sandbox.read(FILE), sandbox.read(CANDIDATES)]).toEqual(before);
  expect((await sandbox.wukong(['status'])).stderr).toBe('');
});

test('by commands a person lists, shows, accepts, merges and rejects', async () => {
  using sandbox = await withCandidates();
  const [one = '', two = ''] = idsIn(sandbox);
  const listed = await sandbox.json(['anchors', 'list']);
  expect(listed.out).toMatchObject({ anchors: [], candidates: [{ id: one }, { id: two }] });
  expect((await sandbox.wukong(['anchors', 'show', one])).stdout).toContain('A candidate');
  expect((await sandbox.wukong(['anchors', 'accept', one])).code).toBe(0);
  expect((await sandbox.wukong(['anchors', 'show', one])).stdout).toContain('Source: old.md:2');
  const twice = await sandbox.wukong(['anchors', 'accept', one]);
  expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining('is an anchor already') });
  const merged = await sandbox.json(['anchors', 'merge', two, one]);
  expect(merged).toMatchObject({ code: 0, out: { decided: { as: 'merged', id: two, into: one } } });
  expect(sandbox.read(FILE)).toContain('Source: old.md:3');
  const again = await sandbox.wukong(['anchors', 'reject', two, 'no']);
  expect(again.code).toBe(2);
  expect(again.stderr).toContain(`There is no anchor or candidate ${two}.`);
});

test('commands at the same time each decide, once, and none takes back what another wrote', async () => {
  using sandbox = await withCandidates();
  const [one = '', two = ''] = idsIn(sandbox);
  const ended = await Promise.all([
    sandbox.wukong(['anchors', 'accept', one]),
    sandbox.wukong(['anchors', 'accept', two]),
    sandbox.wukong(['anchors', 'accept', one]),
  ]);
  expect(ended.map(({ code }) => code).toSorted()).toEqual([0, 0, 2]);
  expect(sandbox.read(FILE).match(/^## A-\S+ Decision: (?:Empty|Readings)/gm)).toHaveLength(2);
  expect(idsIn(sandbox)).toEqual([]);
  expect(logged(sandbox, 'anchors.accepted')).toHaveLength(2);
});

test('while a goal is open a command decides only for a person at a terminal', async () => {
  using sandbox = await withCandidates();
  const [one = ''] = idsIn(sandbox);
  start(sandbox.ws, 'it crashes', DEAD);
  const refused = await sandbox.wukong(['anchors', 'accept', one]);
  expect(refused.code).toBe(3);
  expect(sandbox.read(FILE)).not.toContain(`## ${one}`);
  expect((await sandbox.person(['anchors', 'accept', one], 'y')).code).toBe(0);
  expect(sandbox.read(FILE)).toContain(`## ${one}`);
  expect(logged(sandbox, 'anchors.accepted')).toMatchObject([
    { payload: { via: 'command', terminal: expect.anything() } },
  ]);
});

test('an anchor expires with a day, and check names what is to be done', async () => {
  using sandbox = await withCandidates();
  const [one = ''] = idsIn(sandbox);
  expect((await sandbox.wukong(['anchors', 'check'])).code).toBe(0);
  await sandbox.wukong(['anchors', 'accept', one]);
  expect((await sandbox.wukong(['anchors', 'expire', one, 'soon'])).code).toBe(2);
  expect((await sandbox.wukong(['anchors', 'expire', one, '2020-01-31'])).code).toBe(0);
  expect(sandbox.read(FILE)).toContain('Expires: 2020-01-31\n');
  sandbox.write('.wukong/anchors/index.json', '{}');
  const checked = await sandbox.json(['anchors', 'check']);
  expect(checked).toMatchObject({
    code: 1,
    out: { ok: true, index: 'renewed', findings: [{ id: one, kind: 'expired' }] },
  });
});

test('a file to import that is no file, or names nothing, imports nothing', async () => {
  using sandbox = await Sandbox.installed();
  expect((await sandbox.wukong(['anchors', 'import', 'none.md'])).code).toBe(2);
  sandbox.write('none.json', '[{"type": "Idea", "title": "x"}]');
  const wrong = await sandbox.wukong(['anchors', 'import', 'none.json']);
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain('Entry 1: its type is none of');
  expect(sandbox.has(CANDIDATES)).toBe(false);
});
