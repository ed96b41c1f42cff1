// `prove: on_stop`, through the built hooks: what a session changed is judged behind its back after a turn, and told
// in one line at its next prompt.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mend, SOURCE, TEST } from '../rig/decoder.ts';
import { buildAndInstall, ignoredFiles, THEIRS } from '../rig/ignored-files.ts';
import { writeLocal } from '../rig/local-config.ts';
import { Rig } from '../rig/rig.ts';
import { Gates } from '../verifier/steered.ts';

const SESSION = '11111111-1111-4111-8111-111111111111';
const SHOWN =
  'Wukong, on what this session changed: shown. `node --test test/decoder.test.js` fails without the change, and passes with it.';

const ON = 'try_gates: false\nprove: on_stop\n';

async function create(): Promise<Rig> {
  const rig = await Rig.create({ testsBy: 'node' });
  writeLocal(rig.repo, ON);
  return rig;
}

const recordOf = (rig: Rig, name: string) => join(rig.repo, '.wukong/turns', SESSION, name);
const has = (rig: Rig, name: string) => existsSync(recordOf(rig, name));
const fixIt = (rig: Rig) => mend(rig);

/** What its person is told. */
async function prompt(rig: Rig, text: string): Promise<unknown> {
  return (await rig.hook('UserPromptSubmit', { prompt: text })).json?.systemMessage;
}

/** The turn ends, and so does whoever judges it. */
async function stop(rig: Rig): Promise<void> {
  const ended = await rig.hook('Stop', { background_tasks: [] });
  expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' });
  await rig.waitUntil(() => (rig.processes().length === 0 ? true : undefined));
}

test('what a turn changed is judged behind its back and told once, whatever was committed meanwhile', async () => {
  await using rig = await create();
  expect(await prompt(rig, 'it crashes on an empty body')).toBeUndefined();
  // A turn that only talks.
  await stop(rig);
  expect(has(rig, 'verdict.json')).toBe(false);
  fixIt(rig);
  await rig.git('commit', '-qam', 'Read an empty body');
  await stop(rig);
  expect(await prompt(rig, 'thanks')).toBe(SHOWN);
  expect(await prompt(rig, 'and now?')).toBeUndefined();
  // The same files: nothing runs again.
  await stop(rig);
  expect([has(rig, 'verdict.json'), has(rig, 'judging.json')]).toEqual([false, false]);
  rig.write(SOURCE, `${rig.file(SOURCE)}\nthrow new Error('late');\n`);
  await stop(rig);
  expect(await prompt(rig, '好了吗？')).toMatch(/^Wukong：本次会话的改动：没有证明。/);
  const facts = rig.events().filter(({ type }) => !/^[A-Z]/.test(type));
  expect(facts.map(({ type }) => type)).toEqual(['log.created', 'config.loaded']);
});

test('a turn is judged without a byte or a time of what git ignores being another', async () => {
  await using rig = await create();
  const builds = buildAndInstall(rig.repo, SOURCE);
  rig.write(TEST, `${builds}${rig.file(TEST)}`);
  await rig.git('add', '-A', 'Makefile', '.gitignore', TEST);
  await rig.git('commit', '-qm', 'Build before the tests');
  const before = ignoredFiles(rig.repo);
  expect([...before.keys()]).toEqual(expect.arrayContaining([...THEIRS]));
  await prompt(rig, 'it crashes on an empty body');
  fixIt(rig);
  await stop(rig);
  expect(ignoredFiles(rig.repo)).toEqual(before);
  expect(await prompt(rig, 'thanks')).toBe(SHOWN);
});

test('the files of a later turn count: whoever judges older ones ends, and all of it where hooks are turned off', async () => {
  await using rig = await create();
  await using gates = await Gates.listen(join(rig.root, 'gate.sock'));
  const gate = { type: 'test', name: 'steered', command: gates.command('steered') };
  rig.write('.wukong/config.yaml', JSON.stringify({ gates: [gate] }));
  await rig.cli(['trust', '--approve']);
  await prompt(rig, 'it crashes on an empty body');
  const edit = (line: string) => rig.write(SOURCE, `${rig.file(SOURCE)}${line}\n`);
  edit('// one');
  await rig.hook('Stop');
  const older = await gates.next();
  // Talk in between leaves it at work.
  await rig.hook('Stop');
  edit('// two');
  await rig.hook('Stop');
  const newer = await gates.next();
  await older.gone;
  expect(newer.ppid).not.toBe(older.ppid);
  await rig.cli(['off']);
  await newer.gone;
  await rig.waitUntil(() => (rig.processes().length === 0 ? true : undefined));
  expect([has(rig, 'verdict.json'), has(rig, 'judging.json')]).toEqual([false, false]);
  expect(gates.names).toEqual(['steered', 'steered']);
});

test('a goal of the session proves its own work, and agents in the background have not ended theirs', async () => {
  await using rig = await create();
  await prompt(rig, 'it crashes on an empty body');
  fixIt(rig);
  await rig.hook('Stop', { background_tasks: [{ id: 'a', type: 'subagent', status: 'running' }] });
  expect([rig.processes(), has(rig, 'base.json')]).toEqual([[], true]);
  await prompt(rig, '/wukong_fix it crashes on an empty body');
  await rig.hook('Stop', { background_tasks: [] });
  expect(has(rig, 'base.json')).toBe(false);
});

test('nobody but a person switches it on: not what a pull brings, and not a line that nobody confirmed', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  rig.write('.wukong/config.local.yaml', ON);
  await prompt(rig, 'it crashes on an empty body');
  rig.write('.wukong/config.local.yaml', '');
  rig.write('.wukong/config.yaml', 'gates: []\nprove: on_stop\n');
  await prompt(rig, 'and now?');
  const { stdout } = await rig.cli(['status']);
  expect(stdout).toContain('.wukong/config.yaml:2:1 "prove" counts in .wukong/config.local.yaml');
  expect(existsSync(join(rig.repo, '.wukong/turns'))).toBe(false);
});

test('where nobody set it, a prompt and the end of a turn load nothing more than ever', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  await prompt(rig, 'it crashes on an empty body');
  rig.write(`${rig.programFolder}/goal.cjs`, "throw new Error('loaded');");
  for (const event of ['UserPromptSubmit', 'Stop']) {
    const ended = await rig.hook(event, { prompt: 'and now?' });
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' });
  }
  expect(
    rig
      .events()
      .map(({ type }) => type)
      .slice(-2),
  ).toEqual(['UserPromptSubmit', 'Stop']);
});
