import { expect, test } from 'vitest';
import type { ModelCall } from '../../scripts/model/call.ts';
import { fixDecoder, honest } from '../../scripts/model/fix-decoder.ts';
import type { Message } from '../../scripts/model/message.ts';
import { composeScript, dispatchOffers } from '../../scripts/model/roles.ts';
import { startModel } from '../../scripts/model/server.ts';

function mainCall(messages: readonly Message[]): ModelCall {
  const turn = messages.filter(({ role }) => role === 'assistant').length;
  return {
    ...{ who: 'main', agentId: null, sessionId: 's', role: null, model: 'm', system: '' },
    ...{ messages, tools: [], turn },
  };
}

const heard = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const called = (node: string): Message => ({
  role: 'assistant',
  content: [
    { type: 'tool_use', id: `t-${node}`, name: 'Agent', input: { prompt: `Carry out ${node}` } },
  ],
});

test('the scripted main agent dispatches every node offered since its last dispatch', () => {
  const reply = dispatchOffers(
    mainCall([
      heard('Ready:\n- N-010 eye: Look'),
      called('N-010'),
      heard('Ready:\n- N-020 body: Fix it'),
      heard('Ready:\n- N-030 nose: Review it\n- N-020 body: Fix it'),
    ]),
  );

  expect(reply.tools?.map(({ input }) => [input.prompt, input.subagent_type])).toEqual([
    ['Carry out N-020', 'body'],
    ['Carry out N-030', 'nose'],
  ]);
});

test('the scripted main agent dispatches nothing that was not offered again', () => {
  const reply = dispatchOffers(
    mainCall([heard('- N-010 eye: Look'), called('N-010'), heard('ok')]),
  );

  expect(reply).toEqual({ text: 'Done.' });
});

test('a headless executor plays the part of its agent file, and parts can be replaced', async () => {
  const script = composeScript({ roles: { ...honest, body: () => ({ text: 'Trust me.' }) } });
  const call: ModelCall = { ...mainCall([heard('IssueRef: local#1')]), role: 'body' };

  expect(await script(call)).toEqual({ text: 'Trust me.' });
});

test('the model answers a stream, a plain request and a token count', async () => {
  await using model = await startModel(fixDecoder());
  const ask = async (path: string, stream: boolean): Promise<string> => {
    const body = JSON.stringify({
      model: 'm',
      stream,
      messages: [{ role: 'user', content: 'hi' }],
    });
    return (await fetch(`${model.url}${path}`, { method: 'POST', body })).text();
  };

  expect(await ask('/v1/messages', true)).toMatch(/event: message_start[\s\S]*"text":"Done\."/);
  expect(JSON.parse(await ask('/v1/messages', false))).toMatchObject({
    content: [{ type: 'text', text: 'Done.' }],
    stop_reason: 'end_turn',
  });
  expect(JSON.parse(await ask('/v1/messages/count_tokens', false))).toHaveProperty('input_tokens');
  expect(model.requests).toHaveLength(2);
});

test('a script that throws is an answer the client does not retry, and a fault the test sees', async () => {
  await using model = await startModel(() => {
    throw new Error('no idea');
  });

  const response = await fetch(`${model.url}/v1/messages`, { method: 'POST', body: '{}' });

  expect(response.status).toBe(400);
  expect(model.faults).toEqual([new Error('no idea')]);
});
