// One object that tells a program how a goal stands: its form, its groups, and what is taken once.

import { beforeAll, expect, test } from 'vitest';
import { workflowStateSchema } from '../../runtime/model/views/workflow-state.ts';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { Agents } from '../hooks/agents.ts';
import { livingClient } from '../rig/living-client.ts';
import { writeLocal } from '../rig/local-config.ts';
import { gitEnvironment, PROJECT } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { carryTo } from './whole-goal.ts';

const env = livingClient();
let rig: Rig;

beforeAll(async () => {
  rig = await Rig.create();
  return () => rig[Symbol.asyncDispose]();
}, 60_000);

async function state(...args: readonly string[]) {
  const ended = await rig.cli(['state', ...args, '--json']);
  return { code: ended.code, value: JSON.parse(ended.stdout) };
}

test('a question is told with what to type, and its token is taken once', async () => {
  await carryTo(rig, 'ear', {}, env);
  const agents = new Agents(rig, env);
  await agents.dispatch('eye');
  const asked = 'Status: blocked\n\n## Questions\n- Is an empty body an error?\n';
  await agents.report('eye', { status: 'blocked', more: asked });
  const { value } = await state();
  const { ok: _, command: __, ...view } = value;
  expect(workflowStateSchema.parse(view)).toEqual(view);
  expect(view.identity).toMatchObject({ evaluation_id: 'G-0001', supplier_id: 'subagent' });
  expect(view.trace.trace_id).toMatch(/^[0-9a-f]{32}$/);
  expect(view.inputs.query_bundle.request).toBe('the decoder crashes on empty input');
  expect(view.review).toMatchObject({
    requires_human_review: true,
    human_review_payload: [{ node: 'N-010', kind: 'questions' }],
  });
  const points = view.checkpoints.map(({ seq, node }: { seq: number; node: string }) => [
    seq,
    node,
  ]);
  expect(points).toEqual([
    [1, 'load_context'],
    [2, 'N-001'],
    [3, 'N-010'],
  ]);
  const token = view.review.resume_token;
  const answer = ['resume', '--token', token, '--answer', 'no readings'];
  expect((await rig.person(answer)).code, rig.dump()).toBe(0);
  expect((await rig.person(answer)).code).toBe(2);
  expect((await state()).value.review).toMatchObject({
    requires_human_review: false,
    human_review_payload: null,
    resume_token: null,
  });
});

test('a token that is typed in a session is taken once, and its words are the answer', async () => {
  const agents = new Agents(rig, env);
  await rig.typed('/wukong_resume G-0001', env);
  await agents.dispatch('eye', 'eye2');
  const asked = 'Status: blocked\n\n## Questions\n- Is a null an error?\n';
  await agents.report('eye', { status: 'blocked', more: asked }, 'eye2');
  const token = (await state()).value.review.resume_token;
  const prompt = `/wukong_resume ${token} a null is one`;
  await rig.typed(prompt, env);
  expect((await state()).value.review).toMatchObject({
    human_decision: { what: 'answered', why: 'a null is one' },
    resume_token: null,
  });
  const again = await rig.typed(prompt, env);
  expect(again.json, rig.dump()).toMatchObject({
    decision: 'block',
    reason: expect.stringContaining('nothing waits under this token'),
  });
});

test('nothing is told of an unknown goal, or to another tenant', async () => {
  for (const args of [['G-0009'], ['G-0001', '--tenant', 'somebody@else']]) {
    expect(await state(...args)).toEqual({ code: 1, value: null });
  }
  writeLocal(rig.repo, 'owner: platform\n');
  expect((await state('--tenant', 'platform')).value.identity.tenant_id).toBe('platform');
  expect(JSON.parse((await rig.cli(['goal', 'show', '--json'])).stdout).owner_id).toBe('platform');
});

test('a program that imports the package gets the same', async () => {
  const script = `import { getWorkflowState } from 'wukong';
    const state = (evaluationId) => getWorkflowState({ root: ${JSON.stringify(rig.repo)}, evaluationId });
    console.log(JSON.stringify([state('G-0001'), state('G-0009')]));`;
  const ended = await run(process.execPath, ['--input-type=module', '-e', script], {
    // A package may import itself by its name.
    cwd: PROJECT,
    env: { ...systemPaths(), ...gitEnvironment(), HOME: rig.root },
    timeoutMs: 60_000,
  });
  const [known, unknown] = JSON.parse(ended.stdout);
  const { ok: _, command: __, ...view } = (await state('G-0001')).value;
  expect(known).toEqual(view);
  expect(unknown).toBe(null);
});
