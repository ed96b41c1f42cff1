import { spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Collected, collectResult } from '../../runtime/executors/folder/collect-result.ts';
import { copyOrder, type OrderCopy, sha256 } from '../../runtime/executors/folder/copy-order.ts';
import { readResult } from '../../runtime/executors/protocol/read-result.ts';
import type { WorkOrderFile } from '../../runtime/model/protocol/work-order.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { EXAMPLE, ORDER, RESULT } from './samples.ts';

function temporary(): string {
  const folder = temporaryFolder('wukong-test-');
  return folder;
}

type Place = Readonly<{ base: string; copy: OrderCopy; put: (name: string, text: string) => void }>;

function copied(order: WorkOrderFile = ORDER): Place {
  const base = temporary();
  const root = join(base, 'repo');
  const folder = join(root, '.wukong', 'order');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'spec_snapshot.md'), '# The task\n');
  writeFileSync(join(folder, 'constraints.md'), '- Paths: lib/**\n');
  writeFileSync(join(folder, 'links.md'), '- Issue: org/contracts#123\n');
  const places = [root, join(base, 'orders')];
  const made = copyOrder({ order, folder, root, places });
  if (!made.ok) throw new Error(made.error);
  const put = (name: string, text: string): void => {
    mkdirSync(join(made.value.dir, name, '..'), { recursive: true });
    writeFileSync(join(made.value.dir, name), text);
  };
  return { base, copy: made.value, put };
}

function collected(copy: OrderCopy): Extract<Collected, { kind: 'collected' }> {
  const found = collectResult(copy);
  if (found.kind !== 'collected') throw new Error(found.kind);
  return found;
}

describe('the copy of an order', () => {
  test('has all that an executor is given and no empty file, lies outside of the repository, and is nobody else’s', () => {
    const { base, copy } = copied();
    expect(readdirSync(copy.dir).sort()).toEqual([
      'constraints.md',
      'links.md',
      'spec_snapshot.md',
      'work_order.json',
      'work_order.textproto',
    ]);
    expect(copy.dir.startsWith(join(base, 'orders'))).toBe(true);
    expect(statSync(copy.dir).mode & 0o077).toBe(0);
    expect(JSON.parse(readFileSync(join(copy.dir, 'work_order.json'), 'utf8'))).toEqual(ORDER);
    const constraints = sha256('- Paths: lib/**\n');
    expect(copy.given['constraints.md']).toBe(constraints);
  });

  test('ends the task with the form of its result, which is taken as it stands', () => {
    const spec = readFileSync(join(copied().copy.dir, 'spec_snapshot.md'), 'utf8');
    expect(spec.startsWith('# The task\n\n## The result\n')).toBe(true);
    const form = /^```text\n([^`]*)```$/m.exec(spec)?.[1] ?? '';
    expect(readResult(form, 'work_result.txt')).toMatchObject({
      kind: 'result',
      result: { issue_ref: ORDER.issue_ref, run_id: ORDER.run_id, status: 'ok' },
      notes: [],
    });
  });

  test('is another one for each run', () => {
    const { base, copy } = copied();
    const root = join(base, 'repo');
    const again = copyOrder({ order: ORDER, folder: root, root, places: [join(base, 'orders')] });
    expect(again.ok && again.value.dir).not.toBe(copy.dir);
  });

  test('is not made where it would be part of the work', () => {
    const root = temporary();
    const made = copyOrder({ order: ORDER, folder: root, root, places: [join(root, 'tmp')] });
    expect(made).toMatchObject({ ok: false, error: expect.stringContaining('TMPDIR') });
  });
});

describe('what an executor left', () => {
  test('is taken by its hash, with the result it wrote', () => {
    const { copy, put } = copied();
    put('logs/test.log', 'ok\n');
    const hash = sha256('ok\n');
    const artifacts = [{ path: 'logs/test.log', sha256: hash }];
    put('work_result.json', JSON.stringify({ ...RESULT, artifacts }));
    const { read, files, mismatches, altered, notTaken } = collected(copy);
    expect(read).toMatchObject({ kind: 'result', result: { status: 'ok' } });
    expect(files.map(({ name }) => name)).toEqual(['work_result.json', 'logs/test.log']);
    expect(files[1]).toMatchObject({ sha256: hash, bytes: 3 });
    expect({ mismatches, altered, notTaken }).toEqual({
      mismatches: [],
      altered: [],
      notTaken: [],
    });
  });

  test('may be text, and JSON goes before it', () => {
    const { copy, put } = copied();
    put('work_result.txt', EXAMPLE);
    expect(collected(copy).read).toMatchObject({ result: { run_id: RESULT.run_id } });
    put('work_result.json', '{"issue_ref": "org/contr');
    expect(collected(copy).read).toMatchObject({ kind: 'faulty' });
  });

  test('without a result is only logs', () => {
    const { copy, put } = copied();
    put('out.log', 'PASS\n');
    expect(collected(copy).read).toEqual({ kind: 'logs-only' });
  });

  test('and what it says of files is held against them', () => {
    const { copy, put } = copied();
    put('a.log', 'a');
    const artifacts = [{ path: 'a.log', sha256: sha256('b') }, { path: 'gone.log' }];
    put('work_result.json', JSON.stringify({ ...RESULT, artifacts }));
    expect(collected(copy).mismatches).toEqual([
      { name: 'a.log', why: 'other-hash' },
      { name: 'gone.log', why: 'missing' },
    ]);
  });

  test('changes no order', () => {
    const { copy, put } = copied();
    put('work_order.json', '{}');
    rmSync(join(copy.dir, 'constraints.md'));
    expect(collected(copy).altered).toEqual(['work_order.json', 'constraints.md']);
  });

  test.runIf(process.platform !== 'win32')('is never what lies somewhere else', () => {
    const { base, copy, put } = copied();
    const secret = join(base, 'secret');
    mkdirSync(secret);
    writeFileSync(join(secret, 'work_result.txt'), EXAMPLE);
    symlinkSync(join(secret, 'work_result.txt'), join(copy.dir, 'work_result.txt'));
    symlinkSync(secret, join(copy.dir, 'logs'));
    linkSync(join(secret, 'work_result.txt'), join(copy.dir, 'hard.txt'));
    spawnSync('mkfifo', [join(copy.dir, 'pipe')]);
    put('a\\..\\b', 'x');
    const { read, files, notTaken } = collected(copy);
    expect(read).toMatchObject({
      kind: 'faulty',
      problems: [{ message: 'It is not read: it is a link.' }],
    });
    expect(files).toEqual([]);
    expect(notTaken).toEqual([
      { name: 'work_result.txt', why: 'link' },
      { name: 'a\\..\\b', why: 'name' },
      { name: 'hard.txt', why: 'hard-link' },
      { name: 'logs', why: 'link' },
      { name: 'pipe', why: 'no-file' },
    ]);
  });

  test('is bounded, and the result is taken however much lies beside it', () => {
    const { copy, put } = copied();
    for (let i = 0; i < 500; i += 1) put(`0-${String(i).padStart(3, '0')}`, '');
    put('0/0/0/0/0/0/0/0/0/0', 'deep');
    put('work_result.txt', EXAMPLE);
    const { read, files, notTaken } = collected(copy);
    expect(read.kind).toBe('result');
    expect(files.length).toBeLessThanOrEqual(200);
    expect(new Set(notTaken.map(({ why }) => why))).toEqual(new Set(['too-deep', 'too-many']));
  });

  test('is gone with its folder, and a link in the place of it is none', () => {
    const { base, copy, put } = copied();
    put('work_result.txt', EXAMPLE);
    const moved = join(base, 'moved');
    renameSync(copy.dir, moved);
    expect(collectResult(copy)).toEqual({ kind: 'folder-missing' });
    symlinkSync(moved, copy.dir);
    expect(existsSync(copy.dir)).toBe(true);
    expect(collectResult(copy)).toEqual({ kind: 'folder-missing' });
  });
});
