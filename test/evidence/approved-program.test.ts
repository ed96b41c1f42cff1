// A program that acts is approved with what its words name in the repository.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programsOf, standingOf } from '../../runtime/evidence/gates/approved-program.ts';
import { approvalHash } from '../../runtime/evidence/gates/pinned.ts';
import { temporaryFolder } from './temporary.ts';

function folder(): string {
  const root = temporaryFolder('wukong-program-');
  mkdirSync(join(root, 'repo', 'tools'), { recursive: true });
  writeFileSync(join(root, 'repo', 'tools', 'x.sh'), 'one');
  writeFileSync(join(root, 'outside.sh'), 'one');
  return join(root, 'repo');
}

test('each file of the repository that its words name belongs to it, and nothing else', () => {
  const repo = folder();
  const command = ['./tools/x.sh', 'node', 'tools', '../outside.sh', '{order_dir}', '--yes', ''];
  expect(Object.keys(programsOf({ command }, repo))).toEqual(['tools/x.sh']);
  expect(Object.keys(programsOf({ command: [join(repo, 'tools/x.sh')] }, repo))).toEqual([
    'tools/x.sh',
  ]);
});

test.each([
  ['is edited', 'tools/x.sh', (repo: string) => writeFileSync(join(repo, 'tools/x.sh'), 'two')],
  ['is gone', 'tools/x.sh', (repo: string) => rmSync(join(repo, 'tools/x.sh'))],
  ['comes to be there', 'more.sh', (repo: string) => writeFileSync(join(repo, 'more.sh'), '')],
])('a file that %s after the approval holds it back', (_, name, change) => {
  const repo = folder();
  const command = ['sh', 'tools/x.sh', 'more.sh'];
  const approval = { command, programs: programsOf({ command }, repo) };
  expect(standingOf({ command }, [approval], repo)).toBe('approved');
  expect(standingOf({ command: ['sh', 'tools/x.sh'] }, [approval], repo)).toBe('not-approved');
  change(repo);
  expect(standingOf({ command }, [approval], repo)).toEqual({ changed: [name] });
  // As earlier versions wrote it.
  expect(standingOf({ command }, [{ command }], repo)).toBe('approved');
});

test('what is pinned of an approval is its files as well: another hash in trust.json does not count', () => {
  const command = ['sh', 'tools/x.sh'];
  const hashes = [{ 'tools/x.sh': 'a' }, { 'tools/x.sh': 'b' }, undefined].map((programs) =>
    approvalHash({ command, ...(programs && { programs }) }),
  );
  expect(new Set(hashes).size).toBe(3);
});
