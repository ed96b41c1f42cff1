// `wukong rehearse`, as the built program answers, in a repository where nobody ran `init`.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { git, gitEnvironment } from '../../scripts/example.ts';
import { DIST } from '../install/temporary.ts';
import { makeRepository, type Repository } from '../rig/repository.ts';

let repository: Repository;
let temporary: string;

beforeAll(async () => {
  repository = await makeRepository({});
  temporary = join(repository.root, 'tmp');
  mkdirSync(temporary);
  await commit('Fix empty input', {
    'src/decoder.js': (text) => text.replace(MADE, `${MADE}  if (bytes.length === 0) return [];\n`),
    'test/decoder.test.js': (text) => `${text}\n// Empty input holds no readings.\n`,
  });
  await commit('Say more', { 'README.md': (text) => `${text}More.\n` });
  await commit('Say why', {
    'src/decoder.js': (text) => `// Decodes packets.\n${text}`,
    'test/decoder.test.js': (text) => `${text}// And more.\n`,
  });
  await commit('Update packages', {
    'package-lock.json': () => '{}\n',
    'src/decoder.js': (text) => `${text}// 2\n`,
    'test/decoder.test.js': (text) => `${text}// 2\n`,
  });
  return () => repository.remove();
});

const MADE = 'const bytes = Buffer.from(input);\n';

async function commit(
  subject: string,
  edits: Readonly<Record<string, (text: string) => string>>,
): Promise<void> {
  for (const [file, edit] of Object.entries(edits)) {
    const path = join(repository.path, file);
    writeFileSync(path, edit(existsSync(path) ? readFileSync(path, 'utf8') : ''));
  }
  await git(repository.path, 'add', '-A');
  await git(repository.path, 'commit', '-q', '-m', subject);
}

function rehearse(...args: readonly string[]) {
  const { PATH = '' } = process.env;
  const env = { ...gitEnvironment(), PATH, HOME: temporary, TMPDIR: temporary, NO_COLOR: '1' };
  const options = { cwd: repository.path, env, timeoutMs: 120_000 };
  return run(process.execPath, [join(DIST, 'cli.js'), 'rehearse', ...args], options);
}

describe('wukong rehearse', () => {
  test('judges past commits that changed program and tests, says why not, and leaves nothing behind', async () => {
    const ended = await rehearse('-n', '2', '--check', 'node --test');
    const lines = ended.stdout.split('\n');
    expect(lines[0]).toMatch(/^left out +[0-9a-f]{7} {2}Update packages$/);
    expect(lines[1]).toContain('package-lock.json changed');
    expect(lines[2]).toMatch(/^not shown +[0-9a-f]{7} {2}Say why {2}\d+ runs, /);
    expect(lines[3]).toContain('passes without the change too');
    expect(lines[4]).toMatch(/^shown +[0-9a-f]{7} {2}Fix empty input {2}\d+ runs, /);
    expect(ended.stdout).toContain('1 of 2 would be shown; 1 not shown, 1 left out.');
    expect(ended.stdout).toContain('command: ["node","--test"]');
    expect(ended.code).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
    expect(await git(repository.path, 'status', '--porcelain')).toBe('');
  });

  test('gives programs the same, one verdict a commit', async () => {
    const { stdout, code } = await rehearse('-n', '1', '--check', 'node --test', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      judged: 1,
      counts: { shown: 0, 'not-shown': 1, 'left-out': 1 },
      commits: [
        { subject: 'Update packages', verdict: 'left-out', runs: 0 },
        { subject: 'Say why', verdict: 'not-shown', why: 'passes-before' },
      ],
    });
  });

  test('runs nothing that nobody allowed, and says how', async () => {
    const { stderr, code } = await rehearse('-n', '1');
    expect(code).toBe(2);
    expect(stderr).toContain('No check may run, so nothing was judged.');
    expect(stderr).toContain('wukong rehearse --check "npm test"');
  });

  test('takes a count, a command, and globs that name something', async () => {
    const { stderr, code } = await rehearse('-n', 'many');
    expect(code).toBe(2);
    const globs = await rehearse('--product', 'nothere/**', '--check', 'node --test');
    expect([globs.code, globs.stderr]).toEqual([2, expect.stringContaining('"nothere/**"')]);
    const none = await rehearse('--check', ' ');
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--check names no')]);
    expect(stderr).toContain('-n takes a count, not "many".');
  });
});
