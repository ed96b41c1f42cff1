// What docs/executors.md shows is what the program reads, and what it says of the folder is what is there.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compileConfig } from '../../runtime/documents/config.ts';
import { collectResult } from '../../runtime/executors/folder/collect-result.ts';
import { copyOrder, removeCopy } from '../../runtime/executors/folder/copy-order.ts';
import { readResult } from '../../runtime/executors/protocol/read-result.ts';
import { commandExecutorSchema } from '../../runtime/model/documents/executor.ts';
import { ARGV_VARIABLES } from '../../runtime/model/protocol/vocabulary.ts';
import { workResultSchema } from '../../runtime/model/protocol/work-result.ts';
import { workspace } from '../documents/workspace.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { ORDER } from '../executors/samples.ts';
import { readPage, tableRows } from './pages.ts';

const PAGE = readPage('docs/executors.md');

function block(language: string): string {
  return new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(PAGE)?.[1] ?? '';
}

test('each result that is shown is read without a note', () => {
  for (const language of ['json', 'text']) {
    expect(readResult(block(language), language)).toMatchObject({ kind: 'result', notes: [] });
  }
});

test('the program that is shown can be set up so', () => {
  const ws = workspace({ '.wukong/config.local.yaml': block('yaml') });
  const { executors, problems } = compileConfig(ws);
  expect(problems).toEqual([]);
  expect(Object.keys(executors)).toEqual(['fixer']);
});

test('the lines around a tool that are shown leave a result', () => {
  const root = temporaryFolder('wukong-test-');
  const script = join(root, 'fixer.mjs');
  writeFileSync(script, block('js'));
  writeFileSync(join(root, 'a.test.mjs'), "import test from 'node:test'; test('a', () => {});\n");
  const folder = join(root, 'order');
  mkdirSync(folder);
  const given = ['spec_snapshot.md', 'constraints.md', 'links.md', 'manifest.txt'];
  for (const name of given) writeFileSync(join(folder, name), `${name}\n`);
  const copy = copyOrder({ order: { ...ORDER, repo_dir: root }, folder, root });
  if (!copy.ok) throw new Error(copy.error);
  onTestFinished(() => removeCopy(copy.value));
  const written = readdirSync(copy.value.dir);
  // The runner of Node in here would take it for a test of its own.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const around = (...tool: readonly string[]) => {
    const args = [script, copy.value.dir, ...tool];
    const ended = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    return collectResult(copy.value);
  };
  const notes = "fs.writeFileSync('task.txt', fs.readFileSync(0))";
  expect(around(process.execPath, '-e', notes)).toMatchObject({
    read: { kind: 'result', notes: [], result: { status: 'ok', run_id: ORDER.run_id } },
    mismatches: [],
  });
  expect(readFileSync(join(root, 'task.txt'), 'utf8')).toBe('r\n\nPaths: lib/**');
  expect(around('no-such-agent')).toMatchObject({
    read: { kind: 'result', result: { status: 'fail', error_code: 'missing_tool' } },
  });
  const rows = tableRows(PAGE, 'file', 'who writes it');
  const told = (who: string) =>
    rows.flatMap(([name = '', by]) => (by === who ? [plain(name)] : []));
  expect(told('runtime').sort()).toEqual(written.sort());
  expect(told('executor')).toEqual(['work_result.json', 'work_result.txt']);
});

test('no key and no field is left out', () => {
  const keys = tableRows(PAGE, 'key', 'default').map(([name = '']) => plain(name));
  const known = Object.keys(commandExecutorSchema.shape).filter((key) => key !== 'type');
  expect(keys).toEqual(known);
  for (const name of ARGV_VARIABLES) expect(PAGE).toContain(`\`{${name}}\``);
  const fields = tableRows(PAGE, 'field', 'what it says').flatMap(([names = '']) =>
    names.split(', '),
  );
  expect(fields.map(plain).sort()).toEqual(Object.keys(workResultSchema.shape).sort());
  const proto = readFileSync(new URL('../../schemas/executor/v1/executor.proto', import.meta.url));
  expect(proto.toString()).toContain('docs/executors.md');
});

function plain(name: string): string {
  return name.replaceAll('`', '');
}
