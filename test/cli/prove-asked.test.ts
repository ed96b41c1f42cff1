// Which checks may run: `wukong prove` asks the person at its terminal, once in a clone.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answerOf } from '../../runtime/cli/prove/allowed-checks.ts';
import type { ProveAnswer } from '../../runtime/model/prove-answers.ts';
import { run } from '../../scripts/client/child.ts';
import { git } from '../../scripts/example.ts';
import { CHECK } from '../proof/trials.ts';
import { type Answer, atTerminal } from '../rig/person.ts';
import { PROJECT } from '../rig/repository.ts';
import { CLI, environmentOf, type Place, put, smallRepository } from '../rig/small-repository.ts';

const MANIFEST = { type: 'module', scripts: { test: 'node --test', lint: 'node lint.js' } };
const manifest = (of: object) => ({ 'package.json': JSON.stringify(of, null, 2) });

/** Two checks to find, and a change of prose, for which none of them has to run. */
async function twoChecks(): Promise<Place> {
  const where = await smallRepository({ ...manifest(MANIFEST), 'src/decoder.js': '' });
  put(where.top, { 'README.md': 'More.\n' });
  return where;
}

function asked(where: Place, key: readonly Answer[], ...args: readonly string[]) {
  const options = { cwd: where.top, env: { ...environmentOf(where), TERM: 'xterm' }, key };
  return atTerminal(process.execPath, [CLI, 'prove', ...args], options);
}

function unasked(where: Place, env: Record<string, string>, ...args: readonly string[]) {
  const options = { cwd: where.top, env: { ...environmentOf(where), ...env }, timeoutMs: 60_000 };
  return run(process.execPath, [CLI, 'prove', ...args], options);
}

const fileOf = ({ top }: Place): string => join(top, '.git', 'wukong', 'prove.json');

const kept = (where: Place): ReadonlyArray<readonly [string, boolean]> =>
  JSON.parse(readFileSync(fileOf(where), 'utf8')).checks.map(({ command, may }: ProveAnswer) => [
    command.join(' '),
    may,
  ]);

const TEST = /May `npm test` \(package\.json:\d+\) run here, on the working tree\? \[y\/N\/all\]/;
const LINT = /May `npm run lint` \(package\.json:\d+\) run here, on the working tree\? \[y\/N\]/;

describe('at a terminal it is asked which of the found checks may run', () => {
  test('one by one, and each once: neither a yes nor a no is asked again', async () => {
    const where = await twoChecks();
    const first = await asked(where, [
      [TEST, 'y\r'],
      [LINT, 'n\r'],
    ]);
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('npm run lint  (package.json:5; you said no)');
    expect(first.stdout).toContain('or delete .git/wukong/prove.json to be asked again.');
    expect(kept(where)).toEqual([
      ['npm test', true],
      ['npm run lint', false],
    ]);
    const second = await asked(where, []);
    expect(second.code).toBe(0);
    expect(second.stdout).not.toContain('May `');
    // Nobody has to be there any more.
    const { stdout } = await unasked(where, {}, '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      checks: [{ command: ['npm', 'test'] }],
      not_run: [{ command: ['npm', 'run', 'lint'] }],
    });
  });

  test('all at once; another clone is asked again', async () => {
    const where = await twoChecks();
    expect((await asked(where, [[TEST, 'all\r']])).code).toBe(0);
    expect(kept(where).map(([, may]) => may)).toEqual([true, true]);
    const clone = { ...where, top: join(where.home, 'clone') };
    await git(where.top, 'clone', '-q', '--no-hardlinks', where.top, clone.top);
    put(clone.top, { 'README.md': 'More.\n' });
    expect((await asked(clone, [[TEST, 'all\r']])).stdout).toMatch(TEST);
  });

  test('broken off, it is no answer: it ends as by Ctrl-C, and nothing is kept', async () => {
    const where = await twoChecks();
    const ended = await asked(where, [
      [TEST, 'y\r'],
      [LINT, '\u0003'],
    ]);
    expect(ended.code).toBe(130);
    expect(ended.stdout).toContain('Stopped before there was a verdict; nothing of it is left.');
    expect(existsSync(fileOf(where))).toBe(false);
    expect(readdirSync(where.home)).toEqual([]);
  });

  test('a file that nobody can read is said, and asked again', async () => {
    const where = await twoChecks();
    mkdirSync(join(where.top, '.git', 'wukong'));
    writeFileSync(fileOf(where), '{"version":1,"checks":[{"command":"npm test"}]}');
    const alone = await unasked(where, {});
    expect(alone.stderr).toContain('prove.json cannot be read, so what it allowed does not count.');
    const ended = await asked(where, [[TEST, 'all\r']]);
    expect(ended.stdout).toContain('prove.json cannot be read');
    expect(kept(where)).toHaveLength(2);
  });

  test('not about those that it finds where a check is named', async () => {
    const where = await twoChecks();
    const ended = await asked(where, [], '--check', 'node --test');
    expect(ended.stdout).not.toMatch(/May `|not run/);
    expect(existsSync(fileOf(where))).toBe(false);
  });
});

test('a script that the change edited is shown with its old text, and asked about though it was allowed', async () => {
  const where = await twoChecks();
  await asked(where, [
    [TEST, 'y\r'],
    [LINT, 'n\r'],
  ]);
  const edited = { ...MANIFEST, scripts: { ...MANIFEST.scripts, test: 'node --test; touch /x' } };
  put(where.top, manifest(edited));
  const shown = [
    'This change edits what `npm test` runs:',
    '  package.json test, before: node --test',
    '  package.json test, now:    node --test; touch /x',
  ].join('\n');
  // Where nobody can be asked it does not run.
  const alone = await unasked(where, {});
  expect(alone.stdout).toMatch(/npm test {2}\(package\.json:\d; this change edited what it runs\)/);
  const question = /May `npm test` \(package\.json:\d; this change edited it\) run here/;
  const ended = await asked(where, [[question, 'n\r']]);
  expect(ended.stdout).toContain(shown);
  expect(ended.stdout).not.toContain('May `npm run lint`');
  // The answer is for this text: neither for the next one nor for that of before.
  expect((await asked(where, [])).stdout).not.toContain('May `');
  put(where.top, manifest(MANIFEST));
  expect((await unasked(where, {})).stdout).not.toContain('npm test');
  // Who names it sees it, and is not asked.
  put(where.top, manifest(edited));
  expect((await unasked(where, {}, '--check', 'npm test --help')).stderr).toContain(
    'This change edits what `npm test --help` runs:',
  );
});

test('an answer is for the words, the folder and the scripts that were shown', () => {
  const { gate } = CHECK;
  const said = { command: [...gate.command], may: true };
  const known = { gate, scripts: { edits: [], hash: 'now' } };
  const edited = {
    ...known,
    scripts: { edits: [{ name: 'a', before: '', now: 'b' }], hash: 'now' },
  };
  expect(answerOf(known, [said])).toBe(true);
  expect(answerOf(known, [said, { ...said, may: false }])).toBe(false);
  expect(answerOf({ ...known, gate: { ...gate, cwd: 'a' } }, [said])).toBeUndefined();
  expect(answerOf(edited, [said])).toBeUndefined();
  expect(answerOf(edited, [{ ...said, scripts: 'before' }])).toBeUndefined();
  // Also once it is committed, and nothing differs any more.
  for (const one of [edited, known])
    expect(answerOf(one, [{ ...said, scripts: 'now' }])).toBe(true);
});

test('while a check runs a line says which; Ctrl-C ends it there, and leaves nothing', async () => {
  const where = await twoChecks();
  put(where.top, { 'src/decoder.js': 'export const decode = () => [];\n' });
  put(where.top, { 'hang.mjs': 'setInterval(() => {}, 1000);\n' });
  const running = /\d s: run 1 of about \d: node hang\.mjs with the change/;
  const ended = await asked(where, [[running, '\u0003']], '--check', 'node hang.mjs');
  expect(ended.stdout).toMatch(running);
  expect(ended.code).toBe(130);
  expect(readdirSync(where.home)).toEqual([]);
});

test('NO_COLOR takes the colours from it', async () => {
  const where = await twoChecks();
  const coloured = await unasked(where, { FORCE_COLOR: '1', NO_COLOR: '' });
  expect(coloured.stdout).toContain('\u001b[');
  const plain = await unasked(where, { FORCE_COLOR: '1', NO_COLOR: '1' });
  expect(plain.stdout).not.toContain('\u001b[');
  expect(plain.stdout).toContain('nothing to show  No file of the program differs.');
});

/** Begins when the other one is there, too. */
const KEEPING = `
import { existsSync, writeFileSync } from 'node:fs';
import { keep } from ${JSON.stringify(join(PROJECT, 'runtime', 'cli', 'prove', 'kept-answers.ts'))};
const [, commonDir, me, other] = process.argv;
writeFileSync(commonDir + '/' + me, '');
while (!existsSync(commonDir + '/' + other));
for (let nth = 0; nth < 25; nth += 1) {
  await keep({ commonDir }, [{ command: [me, String(nth)], may: true }]);
}
`;

test('what two terminals answer in the same moment is kept of both', async () => {
  const where = await twoChecks();
  const [one, other] = ['one', 'other'];
  const keepAs = (...names: readonly string[]) =>
    run(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', KEEPING, join(where.top, '.git'), ...names],
      { cwd: PROJECT, env: environmentOf(where), timeoutMs: 60_000 },
    );
  const ended = await Promise.all([keepAs(one, other), keepAs(other, one)]);
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  expect(kept(where)).toHaveLength(50);
  expect(readdirSync(join(where.top, '.git', 'wukong'))).toEqual(['prove.json']);
});
