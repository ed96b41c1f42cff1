// Work where git makes other bytes of files than they have, through the built hooks, to what a goal shows.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECK, CRASH, GUARD, SOURCE, TEST, TESTED } from '../rig/decoder.ts';
import { git } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { fromBody } from '../rig/short-plan.ts';
import { type Agents, atBody } from './agents.ts';

async function begin(rig: Rig): Promise<Agents> {
  fromBody(rig);
  return atBody(rig, {}, { command: CHECK, calls: [] });
}

function graded(rig: Rig) {
  return rig.events('evidence.graded').at(-1)?.payload ?? {};
}

function patchOf(rig: Rig): string {
  return join(rig.repo, '.wukong', String(graded(rig).outputs?.dir), 'patch.diff');
}

/** As LFS keeps files, by a program of which nothing has to be here later. */
const CLEAN = `const text = require('node:fs').readFileSync(0); process.stdout.write('version https://git-lfs.github.com/spec/v1\\noid sha256:' + require('node:crypto').createHash('sha256').update(text).digest('hex') + '\\nsize ' + text.length + '\\n');`;

test('a fix is shown where lines end with CRLF, a file has an encoding, and the program of LFS goes meanwhile; its patch is taken by git', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const lfs = join(rig.root, 'lfs.cjs');
  writeFileSync(lfs, CLEAN);
  await git(rig.repo, 'config', 'core.autocrlf', 'true');
  await git(rig.repo, 'config', 'filter.lfs.clean', `"${process.execPath}" "${lfs}"`);
  await git(rig.repo, 'config', 'filter.lfs.required', 'true');
  rig.write('.gitattributes', '*.bin filter=lfs -text\n*.txt working-tree-encoding=UTF-16LE\n');
  writeFileSync(join(rig.repo, 'large.bin'), 'large');
  writeFileSync(join(rig.repo, 'wide.txt'), Buffer.from('wide\r\n', 'utf16le'));
  const reads = [
    "test('reads what is large, and wide', () => {",
    "  assert.equal(readFileSync('large.bin', 'utf8'), 'large');",
    "  assert.equal(readFileSync('wide.txt', 'utf16le'), 'wide\\r\\n');",
    '});',
  ];
  const tests = `import { readFileSync } from 'node:fs';\n${rig.file(TEST)}\n${reads.join('\n')}\n`;
  rig.write(TEST, tests.replaceAll('\n', '\r\n'));
  rig.write(SOURCE, rig.file(SOURCE).replaceAll('\n', '\r\n'));
  await git(rig.repo, 'add', '--all');
  await git(rig.repo, 'commit', '--quiet', '--message', 'More');
  expect(await git(rig.repo, 'cat-file', 'blob', 'HEAD:large.bin')).toContain('oid sha256:');

  const agents = await begin(rig);
  await git(rig.repo, 'config', '--remove-section', 'filter.lfs');
  const before = rig.file(SOURCE);
  rig.write(SOURCE, before.replace(CRASH, `${GUARD}\r\n${CRASH}`));
  const after = rig.file(SOURCE);
  await agents.report('body', TESTED);
  expect(graded(rig), rig.dump()).toMatchObject({ level: 'L3', passes: true });
  expect(graded(rig).outputs.patch_files).toEqual([SOURCE]);
  await git(rig.repo, 'apply', '--reverse', patchOf(rig));
  expect(rig.file(SOURCE)).toBe(before);
  await git(rig.repo, 'apply', patchOf(rig));
  expect(rig.file(SOURCE)).toBe(after);
});
