// Pieces of work from the first word to the last: a small one, one that lacks a secret. One of five days:
// five-days.test.ts.

import { expect, test } from 'vitest';
import { Agents } from '../hooks/agents.ts';
import { livingClient } from '../rig/living-client.ts';
import { Rig } from '../rig/rig.ts';

const SOURCE = 'src/decoder.js';
/** Its tests fail of this. */
const CRASH = '  const version = bytes.readUInt8(0);';
const env = livingClient();
const typed = async (rig: Rig, prompt: string) =>
  (await rig.hook('UserPromptSubmit', { prompt, prompt_id: prompt }, env)).json;

test('a health-check endpoint is taken apart by the feature template, and its readers may begin', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  await typed(rig, '/wukong_feature add a health-check endpoint GET /health that answers 200');
  const { rows } = JSON.parse((await rig.cli(['audit', 'trace', '--json'])).stdout);
  const items = rows
    .filter(({ kind }: { kind: string }) => kind === 'work_item')
    .map(({ what, status }: { what: string; status: string }) => `${what} ${status}`);
  expect(items, rig.dump()).toEqual([
    'analysis ready',
    'analysis ready',
    'analysis queued',
    'code queued',
    'test queued',
    'analysis queued',
    'doc queued',
  ]);
  const { next } = JSON.parse((await rig.cli(['next', '--json'])).stdout);
  expect(next).toMatchObject([{ node: 'N-001' }, { node: 'N-010' }]);
});

test('a token that lacks its secret: two retries, a person is asked, answers where it is, and it is done', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  await typed(rig, '/wukong_direct sign the answers with a JWT');
  const agents = new Agents(rig, env);
  for (const agent of ['first', 'second', 'third']) {
    await agents.dispatch('body', agent);
    await agents.report('body', { status: 'failed', summary: 'JWT_SECRET is not set' }, agent);
  }
  const attempts = async () =>
    JSON.parse((await rig.cli(['audit', 'attempts', '--json'])).stdout).rows.map(
      ({ status, next_action }: Record<string, string>) => `${status} ${next_action}`,
    );
  expect(await attempts(), rig.dump()).toEqual(['failed retry', 'failed retry', 'failed escalate']);
  const file = '.wukong/escalations/ESC-0001.md';
  expect(rig.file(file)).toContain('reason: missing_credential');
  const answer = 'It is in .env now, as JWT_SECRET.';
  rig.write(file, rig.file(file).replace('\n\n\n\n- [ ] Done', `\n\n${answer}\n\n- [x] Done`));
  await typed(rig, 'go on');
  expect(rig.node('N-010')?.status, rig.dump()).toBe('blocked');
  await typed(rig, '/wukong_resume ESC-0001');
  await agents.dispatch('body', 'fourth');
  expect(agents.orders.get('fourth'), rig.dump()).toContain(answer);
  rig.write(
    SOURCE,
    rig.file(SOURCE).replace(CRASH, `  if (bytes.length === 0) return [];\n${CRASH}`),
  );
  const words = { command: 'node --test test/decoder.test.js', references: [`${SOURCE}:1`] };
  await agents.report('body', words, 'fourth');
  expect(rig.node('N-010')?.status, rig.dump()).toBe('done');
  expect((await attempts()).at(-1)).toBe('success done');
  await rig.hook('Stop', { stop_hook_active: false }, env);
  const shown = JSON.parse((await rig.cli(['goal', 'show', 'G-0001', '--json'])).stdout);
  expect(shown.status, rig.dump()).toBe('completed');
});
