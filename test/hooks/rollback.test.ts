// A person takes the work of a node back, through the built command and hooks.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECK, CRASH, SOURCE, TESTED } from '../rig/decoder.ts';
import { livingClient } from '../rig/living-client.ts';
import { Rig } from '../rig/rig.ts';
import { onlyNodes } from '../rig/short-plan.ts';
import { type Agents, atBody } from './agents.ts';

const FIXED = `  if (bytes.length === 0) return [];\n${CRASH}`;

const env = livingClient();

/** The body is done, and brought a file of its own. */
async function untilFixed(): Promise<Readonly<{ rig: Rig; agents: Agents }>> {
  const rig = await Rig.create({ testsBy: 'node' });
  onlyNodes(rig, 'N-010', 'N-020', 'N-030');
  const agents = await atBody(rig, env, { command: CHECK, calls: [] });
  rig.write(SOURCE, rig.file(SOURCE).replace(CRASH, FIXED));
  rig.write('src/空.js', 'export {};\n');
  await agents.report('body', TESTED);
  return { rig, agents };
}

test('the work of a node is put back, the node is open again, and what others changed stays', async () => {
  const { rig, agents } = await untilFixed();
  await using _ = rig;
  rig.write('mine.txt', 'mine\n');
  const refused = await rig.person(['rollback', 'N-020'], 'n');
  expect(refused, rig.dump()).toMatchObject({ code: 3 });
  expect(rig.file(SOURCE)).toContain(FIXED);

  const done = await rig.person(['rollback', 'N-020']);
  expect(done, rig.dump()).toMatchObject({ code: 0 });
  expect(rig.file(SOURCE)).not.toContain(FIXED);
  expect(existsSync(join(rig.repo, 'src/空.js'))).toBe(false);
  expect(rig.file('mine.txt')).toBe('mine\n');
  expect(rig.events('work.rolled_back')).toMatchObject([
    { node_id: 'N-020', payload: { files: [SOURCE, 'src/空.js'], by: expect.any(String) } },
  ]);
  expect(rig.node('N-020')?.status).toBe('ready');
  expect(rig.node('N-030')?.status).toBe('pending');

  // It can be done again, and what was taken back can be had back.
  const patch = /git (apply \S+\.patch)/.exec(done.stdout)?.[1] ?? '';
  await rig.git(...patch.split(' '));
  expect(rig.file(SOURCE)).toContain(FIXED);
  await rig.git('apply', '-R', patch.split(' ')[1] ?? '');
  await agents.dispatch('body', 'body2');
  rig.write(SOURCE, rig.file(SOURCE).replace(CRASH, FIXED));
  await agents.report('body', TESTED, 'body2');
  expect(rig.node('N-020')?.status, rig.dump()).toBe('done');
});

test('nothing is put back over an edit of somebody else, under an agent, or where no run could write', async () => {
  const { rig, agents } = await untilFixed();
  await using _ = rig;
  const fixed = rig.file(SOURCE);
  rig.write(SOURCE, `${fixed}// mine\n`);
  const over = await rig.person(['rollback', 'N-020']);
  expect(over.code, rig.dump()).toBe(3);
  expect(over.stdout + over.stderr).toContain(
    `${SOURCE} was changed since the last report, by somebody else`,
  );
  expect(rig.file(SOURCE)).toBe(`${fixed}// mine\n`);
  const reader = await rig.person(['rollback', 'N-010']);
  expect(reader.stdout + reader.stderr).toContain('N-010 has changed nothing');
  rig.write(SOURCE, fixed);
  await agents.dispatch('tongue');
  const under = await rig.person(['rollback', 'N-020']);
  expect(under.stdout + under.stderr).toContain('N-030 is being worked on');
  expect(rig.events('work.rolled_back')).toEqual([]);
});

test('one that is killed in the middle is finished by typing it again, and nothing of the work is lost', async () => {
  const { rig } = await untilFixed();
  await using _ = rig;
  const killed = (when: string) => {
    const preload = join(import.meta.dirname, 'killed-rollback.cjs');
    return rig.person(['rollback', 'N-020'], 'y', {
      NODE_OPTIONS: `--require "${preload}"`,
      KILLED: when,
    });
  };
  await killed('before');
  // Of two files one is back, and no other is half of anything.
  expect(existsSync(join(rig.repo, 'src/空.js')), rig.dump()).toBe(false);
  expect(rig.file(SOURCE)).toContain(FIXED);
  await killed('after');
  expect(rig.file(SOURCE)).not.toContain(FIXED);
  expect(rig.events('work.rolled_back')).toEqual([]);

  const done = await rig.person(['rollback', 'N-020']);
  expect(done, rig.dump()).toMatchObject({ code: 0 });
  expect(rig.events('work.rolled_back')).toMatchObject([
    { node_id: 'N-020', payload: { files: [SOURCE, 'src/空.js'] } },
  ]);
  expect(rig.node('N-020')?.status).toBe('ready');
  expect((await rig.git('status', '--porcelain', '--', 'src')).trim()).toBe('');
  const patch = /git (apply \S+\.patch)/.exec(done.stdout)?.[1] ?? '';
  await rig.git(...patch.split(' '));
  expect(rig.file(SOURCE)).toContain(FIXED);
  expect(existsSync(join(rig.repo, 'src/空.js'))).toBe(true);
});

test('of two at once one puts the files back, and the other is refused', async () => {
  const { rig } = await untilFixed();
  await using _ = rig;
  const both = await Promise.all([
    rig.person(['rollback', 'N-020']),
    rig.person(['rollback', 'N-020']),
  ]);
  expect(both.map(({ code }) => code).toSorted(), rig.dump()).toEqual([0, 3]);
  expect(both.map(({ stdout, stderr }) => stdout + stderr).join('')).toContain('Not put back: ');
  expect(rig.events('work.rolled_back')).toHaveLength(1);
  expect(rig.file(SOURCE)).not.toContain(FIXED);
});
