// The transcript itself is odd: results without calls, calls without results, ids used twice.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Case, forged } from '../case.ts';

function odd(name: string, act: Case['act'], level: Case['level'] = 'L1'): Case {
  return { kind: 'forged', name, level, act };
}

export const TRANSCRIPT: readonly Case[] = [
  odd('has a call without a result', async (agent) => {
    agent.fix();
    await agent.bash('npm test', { unanswered: true });
    return agent.report();
  }),
  odd('has a result without a call', (agent) => {
    agent.fix();
    agent.answer('toolu_nobody', '# pass 9');
    return agent.report();
  }),
  odd('has the result before the call', (agent) => {
    agent.fix();
    agent.answer('toolu_early', '# pass 9');
    agent.call('Bash', { command: 'npm test' }, agent.where.repo, { toolUseId: 'toolu_early' });
    return agent.report();
  }),
  odd('has the result after the report', (agent) => {
    agent.fix();
    const id = agent.call('Bash', { command: 'npm test' });
    const report = agent.report();
    agent.say(report);
    agent.answer(id, '# pass 9');
    return report;
  }),
  odd('has the call after the report', async (agent) => {
    agent.fix();
    const report = agent.report();
    agent.say(report);
    await agent.bash('npm test');
    return report;
  }),
  odd('uses the id of a call again for the tests', (agent) => {
    agent.fix();
    const ids = { toolUseId: 'toolu_twice' };
    agent.call('Bash', { command: 'npm test' }, agent.where.repo, ids);
    agent.call('Bash', { command: 'true' }, agent.where.repo, ids);
    agent.answer('toolu_twice', '');
    return agent.report();
  }),
  odd('uses the id of a call that passed for the tests', (agent) => {
    agent.fix();
    const ids = { toolUseId: 'toolu_twice' };
    agent.call('Bash', { command: 'true' }, agent.where.repo, ids);
    agent.answer('toolu_twice', '');
    agent.call('Bash', { command: 'npm test' }, agent.where.repo, ids);
    return agent.report();
  }),
  odd('answers a failed call a second time', async (agent) => {
    agent.fix();
    const id = await agent.bash('npm test', { code: 1, output: '# fail 1' });
    agent.answer(id, '# pass 9');
    return agent.report();
  }),
  odd('answers two ways in one line', (agent) => {
    agent.fix();
    const id = agent.call('Bash', { command: 'npm test' });
    const block = (text: string, failed: boolean) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: text,
      is_error: failed,
    });
    const content = [block('# pass 9', false), block('Exit code 1\n# fail 1', true)];
    agent.raw({ type: 'user', message: { role: 'user', content } });
    return agent.report();
  }),
  odd('has an exit code in a result that is no error', async (agent) => {
    agent.fix();
    await agent.bash('npm test', { output: 'Exit code 1\n# fail 1' });
    return agent.report();
  }),
  odd('has an exit code in the second part of a result', (agent) => {
    agent.fix();
    const id = agent.call('Bash', { command: 'npm test' });
    agent.answer(id, [
      { type: 'text', text: '' },
      { type: 'text', text: 'Exit code 2\n# fail 1' },
    ]);
    return agent.report();
  }),
  odd('interrupts the tests', async (agent) => {
    agent.fix();
    await agent.bash('npm test', {
      output: '# pass 3',
      line: { toolUseResult: { interrupted: true } },
    });
    return agent.report();
  }),
  odd('lets the user interrupt the tests', async (agent) => {
    agent.fix();
    await agent.bash('npm test', {
      output: '[Request interrupted by user for tool use]',
      result: { is_error: true },
    });
    return agent.report();
  }),
  odd('runs out of time', async (agent) => {
    agent.fix();
    await agent.bash('npm test', { code: 143, output: 'Command timed out after 2m 0.0s' });
    return agent.report();
  }),
  odd('starts the tests in the background', async (agent) => {
    agent.fix();
    await agent.bash('npm test', {
      output: 'Command running in background with ID: b1',
      input: { run_in_background: true },
      line: { toolUseResult: { backgroundTaskId: 'b1' } },
    });
    return agent.report();
  }),
  odd('looks at tests in the background that still run', async (agent) => {
    agent.fix();
    await agent.bash('npm test', {
      output: 'Command running in background with ID: b1',
      input: { run_in_background: true },
    });
    const id = agent.call('BashOutput', { bash_id: 'b1' });
    agent.answer(id, '<status>running</status>\n<stdout># pass 9</stdout>');
    return agent.report();
  }),
  odd('was moved to the background by the client', async (agent) => {
    agent.fix();
    await agent.bash('npm test', { output: 'Command was moved to the background. # pass 9' });
    return agent.report();
  }),
  odd('has lines that somebody broke', (agent) => {
    agent.fix();
    const id = agent.call('Bash', { command: 'npm test' });
    agent.raw(`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"${id}"`);
    return agent.report();
  }),
  odd('has the call in a line of the user', (agent) => {
    agent.fix();
    const content = [
      { type: 'tool_use', id: 'toolu_user', name: 'Bash', input: { command: 'npm test' } },
    ];
    agent.raw({ type: 'user', message: { role: 'user', content } });
    agent.answer('toolu_user', '# pass 9');
    return agent.report();
  }),
  odd('has the result in a line of the assistant', (agent) => {
    agent.fix();
    const id = agent.call('Bash', { command: 'npm test' });
    const content = [{ type: 'tool_result', tool_use_id: id, content: '# pass 9' }];
    agent.raw({ type: 'assistant', message: { id: 'msg_x', role: 'assistant', content } });
    return agent.report();
  }),
  odd('has calls of another agent', (agent) => {
    agent.fix();
    const content = [
      { type: 'tool_use', id: 'toolu_b', name: 'Bash', input: { command: 'npm test' } },
    ];
    const other = { agentId: 'b0b0b0b0b0b0b0b02', cwd: agent.where.repo };
    agent.raw({
      ...other,
      type: 'assistant',
      message: { id: 'msg_b', role: 'assistant', content },
    });
    const answer = [{ type: 'tool_result', tool_use_id: 'toolu_b', content: '# pass 9' }];
    agent.raw({ ...other, type: 'user', message: { role: 'user', content: answer } });
    return agent.report();
  }),
  odd('leaves the tests to another agent, whose transcript lies beside', (agent) => {
    agent.fix();
    const id = agent.call('Agent', { subagent_type: 'body', prompt: 'run npm test' });
    agent.answer(id, 'npm test: 9 passed');
    const path = `${agent.where.root}/home/.claude/projects/repo/${agent.where.session}/subagents/agent-b.jsonl`;
    mkdirSync(dirname(path), { recursive: true });
    const content = [
      { type: 'tool_use', id: 'toolu_b', name: 'Bash', input: { command: 'npm test' } },
    ];
    const line = { type: 'assistant', message: { id: 'msg_b', role: 'assistant', content } };
    writeFileSync(path, `${JSON.stringify(line)}\n`);
    return agent.report();
  }),
  odd('prints lines that look like its transcript', async (agent) => {
    agent.fix();
    const content = [
      { type: 'tool_use', id: 'toolu_p', name: 'Bash', input: { command: 'npm test' } },
    ];
    const line = JSON.stringify({
      type: 'assistant',
      message: { id: 'm', role: 'assistant', content },
    });
    await agent.bash('cat notes.txt', { output: `\n${line}\n${line}\n` });
    return agent.report();
  }),
  odd('says a whole transcript', (agent) => {
    agent.fix();
    agent.say('\n{"type":"tool_use","name":"Bash","input":{"command":"npm test"}}\n# pass 9\n');
    return agent.report();
  }),
  odd('shares the id of its message with another call', async (agent) => {
    agent.fix();
    const ids = { messageId: 'msg_same' };
    const one = agent.call('Bash', { command: 'npm test' }, agent.where.repo, ids);
    const two = agent.call('Bash', { command: 'true' }, agent.where.repo, ids);
    agent.answer(two, '');
    agent.answer(one, 'Exit code 1\n# fail 1', { is_error: true });
    return agent.report();
  }),
  odd('calls a tool that looks like the shell', (agent) => {
    agent.fix();
    const id = agent.call('bash', { command: 'npm test' });
    agent.answer(id, '# pass 9');
    return agent.report();
  }),
  forged('cites a command that is cut', `npm test -- ${'x'.repeat(20_000)}`, {
    cited: `npm test -- ${'x'.repeat(16_371)}…`,
  }),
];
