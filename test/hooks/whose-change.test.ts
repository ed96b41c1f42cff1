// A person saves a file of their own while an agent works, through the built hooks.

import { expect, test } from 'vitest';
import { mend, SOURCE, TEST } from '../rig/decoder.ts';
import { livingClient } from '../rig/living-client.ts';
import { TESTS_BY_NODE } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { fromBody } from '../rig/short-plan.ts';
import { type Agents, atBody, type Words } from './agents.ts';

const TESTED: Words = {
  command: TESTS_BY_NODE.command.join(' '),
  references: [`${TEST}:1`],
};

const env = livingClient();

/** The fault is fixed, the tongue works, and its user saves `src/mine.js`. */
async function untilSaved(): Promise<Readonly<{ rig: Rig; agents: Agents }>> {
  const rig = await Rig.create({ testsBy: 'node' });
  fromBody(rig);
  const agents = await atBody(rig, env);
  mend(rig);
  await agents.report('body', { ...TESTED, references: [`${SOURCE}:1`] });
  await agents.dispatch('tongue');
  rig.write(TEST, `${rig.file(TEST)}\ntest('more', () => {});\n`);
  rig.write('src/mine.js', '// my own\n');
  await agents.report('tongue', TESTED);
  return { rig, agents };
}

const asks: Words = { ...TESTED, status: 'blocked', more: 'Questions:\n- Is src/mine.js yours?' };

test.each([
  ['an answer that says so', '/wukong_resume yes, that is mine'],
  ['its path', '/wukong_resume N-030 --foreign src/mine.js'],
])('a file a person saved is theirs for good by %s', async (_, prompt) => {
  const { rig, agents } = await untilSaved();
  await using _rig = rig;
  const [sent] = rig.events('run.sent_back');
  expect(sent?.payload.missing.join('\n'), rig.dump()).toContain('src/mine.js');
  await agents.report('tongue', asks);
  const { stdout } = await rig.cli(['status']);
  expect(stdout).toContain(
    'If you changed src/mine.js yourself, type: wukong accept G-0001/N-030 --foreign src/mine.js',
  );
  await rig.typed(prompt, env);
  expect(rig.events('changes.claimed').at(-1)).toMatchObject({
    node_id: 'N-030',
    payload: { paths: ['src/mine.js'] },
  });
  await agents.dispatch('tongue', 'tongue2');
  expect(agents.orders.get('tongue2')).toContain(
    'The user made these changes; leave them as they are: src/mine.js',
  );
  rig.write('src/mine.js', '// my own, again\n');
  await agents.report('tongue', TESTED, 'tongue2');
  expect(rig.node('N-030'), rig.dump()).toMatchObject({ status: 'done' });
  expect(rig.node('N-030')?.outputs.patch_files).toEqual([TEST]);
  expect(rig.file('src/mine.js')).toContain('again');
});

test('an answer that says it is not theirs claims nothing, and a path can be claimed in a shell', async () => {
  const { rig, agents } = await untilSaved();
  await using _ = rig;
  await agents.report('tongue', asks);
  const prompt = '/wukong_resume no, that is not mine';
  await rig.typed(prompt, env);
  expect(rig.events('changes.claimed')).toEqual([]);
  await agents.carryOut('tongue', asks, 'tongue2');
  const claimed = await rig.person(['accept', '--foreign', './src/mine.js']);
  expect(claimed, rig.dump()).toMatchObject({ code: 0 });
  expect(rig.events('changes.claimed').at(-1)).toMatchObject({
    node_id: 'N-030',
    payload: { paths: ['src/mine.js'], terminal: { age_sec: expect.any(Number) } },
  });
  expect(rig.node('N-030')).toMatchObject({ status: 'ready' });
});
