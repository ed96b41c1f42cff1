// The hooks driven by hand, payload by payload, where the real client can't be made to do it.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { livingClient } from '../rig/living-client.ts';
import { Rig } from '../rig/rig.ts';

const SESSION = '11111111-1111-4111-8111-111111111111';

async function started(client?: ReturnType<typeof livingClient>): Promise<Rig> {
  const rig = await Rig.create();
  if (client) rig.client = client.CLAUDE_PID;
  await rig.typed('/wukong_fix it crashes');
  return rig;
}

function agentCall(role: string, id: string, more: Record<string, unknown> = {}) {
  return {
    tool_name: 'Agent',
    tool_use_id: id,
    tool_input: { description: 'd', prompt: 'go', subagent_type: role, ...more },
  };
}

async function launch(rig: Rig, role: string, id: string, agentId: string) {
  const dispatched = await rig.hook('PreToolUse', agentCall(role, id));
  const tool_response = { isAsync: true, status: 'async_launched', agentId };
  await rig.hook('PostToolUse', { ...agentCall(role, id), tool_response });
  return dispatched;
}

test('a node gets the files that its template names by a glob', async () => {
  await using rig = await Rig.create();
  const template = rig.builtIn('fix');
  rig.write(
    '.wukong/templates/fix.yaml',
    template.replace('role: ear', "role: ear\n    inputs: { files: ['src/*.js'] }"),
  );
  await rig.typed('/wukong_fix it crashes');
  const [ear] = rig.taskgraph()?.graphs[0]?.nodes ?? [];
  expect(ear?.inputs.files, rig.dump()).toEqual(['src/cli.js', 'src/decoder.js', 'src/index.js']);
});

describe('a dispatch', () => {
  test('becomes the work order, keeps the rest of the input, and works in the checkout', async () => {
    await using rig = await started();
    const call = agentCall('ear', 'toolu_1', { model: 'haiku', isolation: 'worktree' });
    const { json } = await rig.hook('PreToolUse', call);
    const output = (json?.hookSpecificOutput ?? {}) as Record<string, Record<string, unknown>>;
    const { updatedInput = {} } = output;
    expect(updatedInput).toMatchObject({
      description: '1/6 Say what the fix must achieve',
      model: 'haiku',
    });
    expect(updatedInput.prompt).toContain('RunId: ');
    expect(updatedInput).not.toHaveProperty('isolation');
    expect(json?.hookSpecificOutput).not.toHaveProperty('permissionDecision');
  });

  test('inside a subagent is refused while a goal runs, and binds nothing', async () => {
    await using rig = await started();
    const inside = { agent_id: 'a1', agent_type: 'general-purpose' };
    for (const role of ['ear', 'wukong:body']) {
      const { json } = await rig.hook('PreToolUse', { ...agentCall(role, 'toolu_1'), ...inside });
      expect(json?.hookSpecificOutput, rig.dump()).toMatchObject({
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringMatching(
          /^Wukong: the agent (?:ear|body) is dispatched by the main conversation alone, for a ready node of G-0001/,
        ),
      });
    }
    const other = { ...agentCall('Explore', 'toolu_2'), ...inside };
    expect((await rig.hook('PreToolUse', other)).stdout).toBe('');
    await rig.typed('/wukong_pause');
    const byHand = { ...agentCall('ear', 'toolu_3'), ...inside };
    expect((await rig.hook('PreToolUse', byHand)).stdout).toBe('');
    expect(rig.events('run.dispatched')).toEqual([]);
  });

  test('that cannot get its work order is refused, not started with other words', async () => {
    await using rig = await started();
    writeFileSync(join(rig.repo, '.wukong', 'artifacts', 'block'), '');
    const session = rig.taskgraph()?.graphs[0]?.session ?? '';
    rmSync(join(rig.repo, '.wukong', 'artifacts', session), { recursive: true, force: true });
    writeFileSync(join(rig.repo, '.wukong', 'artifacts', session), '');
    const { json } = await rig.hook('PreToolUse', agentCall('ear', 'toolu_1'));
    expect(json?.hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });
    expect(rig.events('run.ended')).toMatchObject([{ payload: { outcome: 'lost' } }]);
  });
});

describe('wake-ups', () => {
  test('of one busy turn are all handled, though they look alike', async () => {
    await using rig = await started();
    const ended = (agent: string) => ({
      prompt_id: 'same',
      prompt: `<task-notification>\n<task-id>${agent}</task-id>\n<status>completed</status>\n<summary>x</summary>\n</task-notification>`,
    });
    await rig.hook('UserPromptSubmit', ended('a1'));
    await rig.hook('UserPromptSubmit', ended('a2'));
    await rig.hook('UserPromptSubmit', ended('a2'));
    const tasks = rig.events().flatMap((event) => event.payload.tasks ?? []);
    expect(tasks).toEqual(['a1 completed', 'a2 completed']);
  });
});

describe('an agent in the foreground that Esc broke off', () => {
  const rejected = {
    type: 'user',
    message: {
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_body',
          is_error: true,
          content: "The user doesn't want to proceed with this tool use. User rejected tool use",
        },
      ],
    },
  };

  test('keeps no tree from what its session, paused or cleared, starts next', async () => {
    for (const leave of ['start', 'pause', 'clear'] as const) {
      await using rig = await Rig.create();
      const config = rig.file('.wukong/config.yaml');
      rig.write('.wukong/config.yaml', `${config}\nlimits:\n  tree_wait_sec: 1\n`);
      rig.write(
        '.wukong/templates/one.yaml',
        'name: one\nversion: 1\ndescription: One body\nsuccess_criteria: [it works]\nnodes:\n  - { id: N-001, title: Work, role: body }\n',
      );
      await rig.typed('/wukong_one it crashes');
      await rig.hook('PreToolUse', agentCall('body', 'toolu_body'));
      const edit = { tool_name: 'Edit', tool_input: { file_path: join(rig.repo, 'src/x.js') } };
      const projects = join(rig.home, '.claude', 'projects', 'rig');
      mkdirSync(join(projects, SESSION, 'subagents'), { recursive: true });
      writeFileSync(
        join(projects, SESSION, 'subagents', 'agent-a1.meta.json'),
        JSON.stringify({ toolUseId: 'toolu_body' }),
      );
      await rig.hook('guard', { ...edit, agent_id: 'a1', agent_type: 'body' });
      writeFileSync(join(projects, `${SESSION}.jsonl`), `${JSON.stringify(rejected)}\n`);

      if (leave === 'pause') await rig.typed('/wukong_pause');
      if (leave === 'clear') await rig.hook('SessionEnd', { reason: 'clear' });
      const session_id = leave === 'start' ? SESSION : '22222222-2222-4222-8222-222222222222';
      const prompt = { prompt: '/wukong_one the other thing', prompt_id: 'p3' };
      await rig.hook('UserPromptSubmit', { session_id, ...prompt });
      const { json } = await rig.hook('PreToolUse', {
        session_id,
        ...agentCall('body', 'toolu_2'),
      });
      expect(json?.hookSpecificOutput, `${leave} ${rig.dump()}`).toHaveProperty('updatedInput');
    }
  });
});

describe('after the goal was aborted', () => {
  test('its agent may do nothing more, is not woken up, and its report is refused', async () => {
    await using rig = await started(livingClient());
    await launch(rig, 'ear', 'toolu_1', 'a1');
    expect((await rig.person(['abort'])).code).toBe(0);
    const edit = { tool_name: 'Edit', tool_input: { file_path: join(rig.repo, 'src/x.js') } };
    const guard = await rig.hook('guard', { ...edit, agent_id: 'a1', agent_type: 'body' });
    expect(guard.json?.hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });
    const wake = { tool_name: 'SendMessage', tool_use_id: 'toolu_2', tool_input: { to: 'a1' } };
    const woken = await rig.hook('PreToolUse', wake);
    expect(woken.json?.hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });
    const report = { agent_id: 'a1', agent_type: 'ear', last_assistant_message: 'Status: done' };
    await rig.hook('SubagentStop', report);
    expect(rig.events().at(-1)?.payload).toMatchObject({ result: 'refused' });
    const stopped = await rig.hook('Stop', { stop_hook_active: false });
    expect(stopped.json?.systemMessage, rig.dump()).toContain('G-0001 was cancelled in a terminal');
  });
});

describe('when the goal is aborted before its agent was seen', () => {
  test('that agent may do nothing either', async () => {
    await using rig = await started(livingClient());
    await rig.hook('PreToolUse', agentCall('ear', 'toolu_1'));
    expect((await rig.person(['abort'])).code).toBe(0);
    const subagents = join(rig.home, '.claude', 'projects', 'rig', SESSION, 'subagents');
    mkdirSync(subagents, { recursive: true });
    const meta = JSON.stringify({ toolUseId: 'toolu_1' });
    writeFileSync(join(subagents, 'agent-a1.meta.json'), meta);
    const edit = { tool_name: 'Edit', tool_input: { file_path: join(rig.repo, 'src/x.js') } };
    const guard = await rig.hook('guard', { ...edit, agent_id: 'a1', agent_type: 'body' });
    expect(guard.json?.hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });
  });
});

describe('a session left by /exit', () => {
  test('that is resumed owns its goal again and gets the frontier', async () => {
    await using rig = await started();
    await launch(rig, 'ear', 'toolu_1', 'a1');
    await rig.hook('SessionEnd', { reason: 'prompt_input_exit' });
    const { json } = await rig.hook('SessionStart', { source: 'resume' }, { CLAUDE_PID: '999999' });
    expect(JSON.stringify(json)).toContain('G-0001 is open');
    expect(rig.events('goal.owned').at(-1)?.session_id).toBe(SESSION);
    const dead = { tool_name: 'SendMessage', tool_use_id: 'toolu_2', tool_input: { to: 'a1' } };
    // The client that ran it is this test: still alive, so its run goes on.
    expect((await rig.hook('PreToolUse', dead)).stdout).toBe('');
  });
});

describe('words of a session', () => {
  test('that resumes nothing are not kept', async () => {
    await using rig = await Rig.create();
    await rig.typed('/wukong_resume my secret words');
    expect(JSON.stringify(rig.events())).not.toContain('secret');
  });
});

describe('words nobody waits for', () => {
  test('are said to be of no use, and those for one of several nodes are asked about', async () => {
    await using rig = await Rig.create();
    rig.write(
      '.wukong/templates/two.yaml',
      'name: two\nversion: 1\ndescription: Two\nsuccess_criteria: [it works]\nnodes:\n  - { id: N-010, title: A, role: eye }\n  - { id: N-020, title: B, role: eye }\n  - { id: N-030, title: C, role: mind }\nedges:\n  - { from: N-010, to: N-030 }\n  - { from: N-020, to: N-030 }\n',
    );
    await rig.typed('/wukong_two look');
    const unused = await rig.typed('/wukong_resume N-099 use UTF-8');
    expect(unused.json?.systemMessage).toContain('not used');
    for (const agent of ['a1', 'a2']) {
      await launch(rig, 'eye', `toolu_${agent}`, agent);
      const report = { agent_id: agent, agent_type: 'eye' };
      const words = `Status: blocked\n\n## Questions\n- What about ${agent}?\n`;
      await rig.hook('SubagentStop', { ...report, last_assistant_message: words });
    }
    const which = await rig.typed('/wukong_resume yes, delete it');
    expect(which.json, rig.dump()).toMatchObject({ decision: 'block' });
    expect(which.json?.reason).toContain('/wukong_resume G-0001 N-020 <words>');
    expect(rig.events('node.answered')).toEqual([]);
  });
});

test('/wukong_prove goes to the model as it is typed, begins no goal and says nothing to one', async () => {
  await using rig = await started();
  const before = rig.events('goal.created').length;
  for (const prompt of ['/wukong_prove', '/wukong_prove --base main']) {
    const answered = await rig.typed(prompt);
    expect(answered, rig.dump()).toMatchObject({ code: 0, stdout: '', stderr: '' });
  }
  expect(rig.events('goal.created')).toHaveLength(before);
});

describe('what is typed and is no command', () => {
  test('is stopped before the model and answered with what there is, and makes no goal', async () => {
    await using rig = await Rig.create();
    const said = async (prompt: string) => (await rig.typed(prompt)).json;
    for (const prompt of ['/wukong', '/wukong fix', '/wukong_fxi it crashes', '/wukong_fxi']) {
      const json = await said(prompt);
      expect(json, rig.dump()).toMatchObject({ decision: 'block' });
      expect(json?.reason).toMatch(
        /There are: \/wukong <what to do>, .*\/wukong_fix <what to do>, .*\/wukong_resume/,
      );
    }
    const template = rig.builtIn('fix');
    rig.write('.wukong/templates/answer.yaml', template.replace('name: fix', 'name: answer'));
    const reserved = await said('/wukong_answer it crashes');
    expect(reserved).toMatchObject({ decision: 'block' });
    expect(reserved?.reason).toMatch(
      /\.wukong\/templates\/answer\.yaml:4:7 .*"answer" is the name of a command of Wukong\./,
    );
    expect(rig.events('goal.created')).toEqual([]);
  });
});

describe('a broken workspace', () => {
  test('of any kind makes no hook fail', async () => {
    await using rig = await started();
    const state = join(rig.repo, '.wukong', 'state.json');
    for (const spoil of ['{"schema_version":1}', '[]', 'null', '"x"']) {
      writeFileSync(state, spoil);
      expect(await rig.hook('Stop', {})).toMatchObject({ code: 0, stderr: '' });
    }
    rmSync(join(rig.repo, '.wukong', 'artifacts'), { recursive: true, force: true });
    expect(await rig.hook('Stop', {})).toMatchObject({ code: 0, stderr: '' });
    rmSync(join(rig.repo, '.wukong', 'events.jsonl'));
    const said = await rig.hook('Stop', {});
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toBe('');
    expect(existsSync(join(rig.repo, '.wukong', 'events.jsonl'))).toBe(false);
    mkdirSync(join(rig.repo, '.wukong', 'events.jsonl'));
    const again = await rig.hook('Stop', {});
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(again.stdout).systemMessage).toContain('EISDIR');
    rmSync(join(rig.repo, '.wukong', 'events.jsonl'), { recursive: true });
  });
});
