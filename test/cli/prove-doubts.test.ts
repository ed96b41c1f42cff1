// What is in doubt, without a goal: the person at the terminal says yes, and it is kept for that content alone.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askAboutDoubts } from '../../runtime/cli/prove/accept-doubts.ts';
import type { Doubt } from '../../runtime/proof/change.ts';
import type { Workspace } from '../../runtime/workspace/paths.ts';
import { aChange } from '../proof/trials.ts';
import { atTerminal } from '../rig/person.ts';
import { ADD, addRepository, CLI, environmentOf, put, wukong } from '../rig/small-repository.ts';

const DOUBTED =
  'export const add = (a, b) => {\n  if (process.env.VITEST) return 7;\n  return a + b;\n};\n';
const TESTS = { 'test/a.test.js': ADD.tests + ADD.more };
const PROVE = ['prove', '--check', 'npm test'];

test('a yes at the terminal is kept for this line of this content, and no agent gives it', async () => {
  const place = await addRepository();
  const asked = (key: string, own: Record<string, string>, ...more: readonly string[]) =>
    atTerminal(process.execPath, [CLI, ...PROVE, ...more], {
      cwd: place.top,
      env: { ...environmentOf(place), TERM: 'xterm', ...own },
      key,
    });
  put(place.top, { 'src/a.js': DOUBTED, ...TESTS });

  // Nobody sits there, or an agent's client is above.
  const alone = await wukong(place, ...PROVE, '--accept-doubts');
  expect(alone).toMatchObject({ code: 3 });
  expect(alone.stderr).toContain('Only a person says that what is in doubt is right');
  const agent = await asked('y', { CLAUDECODE: '1' }, '--accept-doubts');
  expect(agent).toMatchObject({ code: 3 });
  expect(agent.stdout).toContain('started by an agent’s client');

  const yes = await asked('y', {}, '--doubt', 'src/a.js:2');
  expect(yes, yes.stdout).toMatchObject({ code: 0 });
  expect(yes.stdout).toContain('looked at src/a.js:2.');
  const kept = JSON.parse(readFileSync(join(place.top, '.git/wukong/prove.json'), 'utf8'));
  expect(kept.looked).toMatchObject([{ path: 'src/a.js', line: 2, kind: 'names-runner' }]);

  const again = await wukong(place, ...PROVE, '--json');
  expect(again).toMatchObject({ code: 0 });
  expect(JSON.parse(again.stdout)).toMatchObject({
    verdict: 'shown',
    level: 3,
    doubts: [{ looked: expect.stringMatching(/./) }],
  });

  put(place.top, { 'src/a.js': `${DOUBTED}// more\n` });
  const other = await wukong(place, ...PROVE);
  expect(other).toMatchObject({ code: 3 });
  expect(other.stdout).toContain('shown, in doubt');
  expect(other.stdout).toContain('the same with --accept-doubts');
});

test('a place that is in no doubt is answered with those that are, and what no tree holds cannot be said yes to', async () => {
  const ws = { worktree: '/r', commonDir: '/r/.git' } as Workspace;
  const by = { person: { by: 'ann' } };
  const inDoubt: Doubt[] = [
    { path: 'src/a.js', line: 12, text: 'env.VITEST', kind: 'names-runner' },
    { path: 'lib/else.js', line: null, text: 'lfs', kind: 'filtered' },
  ];
  const shown = { is: 'shown', check: 0, cases: [], limits: [], rows: [] } as const;
  const verdict = { ...shown, doubts: inDoubt };
  const wrong = await askAboutDoubts(ws, aChange(), verdict, { ...by, places: ['src/a.js:1'] });
  expect(wrong).toMatchObject({ ok: false, error: { exit: 2 } });
  const text = wrong.ok ? '' : wrong.error.text;
  expect(text).toContain('src/a.js:1 is in no doubt. These are:\n  src/a.js:12 the program asks');
  expect(text).toContain('wukong prove --doubt src/a.js:12');
  const only = { ...shown, doubts: inDoubt.slice(1) };
  const none = await askAboutDoubts(ws, aChange(), only, { ...by, places: [] });
  expect(none).toEqual({ ok: true, value: [] });
});

test('a line that is too long to be looked at is in doubt, and nothing waits for it', async () => {
  const place = await addRepository();
  const line = `if (false) { ${'{ exit; '.repeat(2500)}${'}'.repeat(2500)} }`;
  put(place.top, { 'src/a.js': `${ADD.fixed}let exit;\n${line}\n`, ...TESTS });
  const ended = await wukong(place, ...PROVE);
  expect(ended.stdout).toContain('too long to be looked at');
  expect(ended.code).toBe(3);
});
