// What is in doubt, without a goal: the person at the terminal says yes, and it is kept for that content alone.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askAboutDoubts } from '../../runtime/cli/prove/accept-doubts.ts';
import type { Doubt } from '../../runtime/proof/change.ts';
import type { Workspace } from '../../runtime/workspace/paths.ts';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { gitEnvironment } from '../../scripts/example.ts';
import { DIST } from '../install/temporary.ts';
import { aChange } from '../proof/trials.ts';
import { atTerminal } from '../rig/person.ts';
import { makeRepository } from '../rig/repository.ts';

const SOURCE = 'src/decoder.js';
const CRASH = '  const version = bytes.readUInt8(0);';
const FIX = `  if (bytes.length === 0) return [];\n  if (process.env.VITEST) return [];\n${CRASH}`;

test('a yes at the terminal is kept for this line of this content, and no agent gives it', async () => {
  const repository = await makeRepository({});
  const temporary = join(repository.root, 'tmp');
  mkdirSync(temporary);
  try {
    const file = join(repository.path, SOURCE);
    const change = (from: string, to: string) =>
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
    const env = { ...systemPaths(), ...gitEnvironment(), HOME: temporary, TMPDIR: temporary };
    const command = (more: readonly string[]) => [
      join(DIST, 'cli.js'),
      'prove',
      '--check',
      'node --test test/decoder.test.js',
      ...more,
    ];
    const unasked = (more: readonly string[], own: Record<string, string> = {}) =>
      run(process.execPath, command(more), {
        cwd: repository.path,
        env: { ...env, ...own },
        timeoutMs: 60_000,
      });
    const asked = (key: string, own: Record<string, string>, ...more: readonly string[]) =>
      atTerminal(process.execPath, command(more), {
        cwd: repository.path,
        env: { ...env, TERM: 'xterm', ...own },
        key,
      });
    change(CRASH, FIX);
    const line =
      readFileSync(file, 'utf8')
        .split('\n')
        .indexOf(FIX.split('\n')[1] ?? '') + 1;
    const place = `${SOURCE}:${line}`;

    // Nobody sits there, or an agent's client is above.
    const alone = await unasked(['--accept-doubts']);
    expect(alone).toMatchObject({ code: 3 });
    expect(alone.stderr).toContain('Only a person says that what is in doubt is right');
    const agent = await asked('y', { CLAUDECODE: '1' }, '--accept-doubts');
    expect(agent).toMatchObject({ code: 3 });
    expect(agent.stdout).toContain('started by an agent’s client');

    const yes = await asked('y', {}, '--doubt', place);
    expect(yes, yes.stdout).toMatchObject({ code: 0 });
    expect(yes.stdout).toContain(`looked at ${place}.`);
    const kept = JSON.parse(readFileSync(join(repository.path, '.git/wukong/prove.json'), 'utf8'));
    expect(kept.looked).toMatchObject([{ path: SOURCE, line, kind: 'names-runner' }]);

    const again = await unasked(['--json']);
    expect(again).toMatchObject({ code: 0 });
    const verdict = JSON.parse(again.stdout);
    expect(verdict).toMatchObject({
      verdict: 'shown',
      level: 3,
      doubts: [{ looked: expect.stringMatching(/./) }],
    });

    change('const VERSION = 1;', 'const VERSION = 1; // first');
    const other = await unasked([]);
    expect(other).toMatchObject({ code: 3 });
    expect(other.stdout).toContain('shown, in doubt');
    expect(other.stdout).toContain('the same with --accept-doubts');
  } finally {
    repository.remove();
  }
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
  const repository = await makeRepository({});
  const temporary = join(repository.root, 'tmp');
  mkdirSync(temporary);
  try {
    const file = join(repository.path, SOURCE);
    const line = `if (false) { ${'{ exit; '.repeat(2500)}${'}'.repeat(2500)} }`;
    const text = readFileSync(file, 'utf8').replace(
      CRASH,
      `  if (bytes.length === 0) return [];\n${CRASH}`,
    );
    writeFileSync(file, `${text}let exit;\n${line}\n`);
    const env = { ...systemPaths(), ...gitEnvironment(), HOME: temporary, TMPDIR: temporary };
    const command = [join(DIST, 'cli.js'), 'prove', '--check', 'node --test test/decoder.test.js'];
    const options = { cwd: repository.path, env, timeoutMs: 100_000 };
    const ended = await run(process.execPath, command, options);
    expect(ended.stdout).toContain('too long to be looked at');
    expect(ended.code).toBe(3);
  } finally {
    repository.remove();
  }
});
