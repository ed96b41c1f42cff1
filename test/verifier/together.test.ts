// Several at once: one gate runner per working tree, whoever waits is told what for, and each report is
// settled once.

import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Checked, KEY } from './checked.ts';

const OTHER = '22222222-2222-4222-8222-222222222222';

describe('two reports at once', () => {
  test('in one working tree are checked one after the other, and status says what one waits for', async () => {
    await using checked = await Checked.working({ gateWaitSec: 0 });
    const link = join(checked.scene.rig.root, 'by-another-name');
    symlinkSync(checked.scene.rig.repo, link);
    await checked.work(OTHER, 'a2', link);
    await checked.say(checked.report('a1'));
    const first = await checked.gates.next();
    await checked.say(checked.report('a2', { session_id: OTHER }));
    const waits =
      /N-001 waits to be checked: gate "one" of \S+-eye-0001 has run in the same working tree for \d+ s/;
    expect(await checked.status()).toMatch(waits);
    expect(checked.gates.names).toHaveLength(1);
    first.end(0);
    (await checked.gates.next()).end(0);
    await checked.until(() => checked.ofType('node.done').length === 2);
  });

  test('in two working trees are checked one after the other, since two runs of a suite meet at its port', async () => {
    await using checked = await Checked.working({ gateWaitSec: 0 });
    const { rig } = checked.scene;
    const side = join(rig.root, 'side');
    await rig.git('worktree', 'add', '--quiet', side, '-b', 'side');
    await checked.work(OTHER, 'a2', side);
    await checked.say(checked.report('a1'));
    await checked.say(checked.report('a2', { session_id: OTHER, cwd: side }));
    const first = await checked.gates.next();
    first.end(0);
    const second = await checked.gates.next();
    expect(new Set([first.cwd, second.cwd])).toEqual(new Set([rig.repo, side]));
    second.end(0);
    await checked.until(() => checked.ofType('node.done').length === 2);
  });

  test('that are one and the same are checked once', async () => {
    await using checked = await Checked.working();
    const first = checked.start(checked.report());
    const gate = await checked.gates.next();
    expect(await checked.say(checked.report())).toBe('');
    gate.end(0);
    await first.ended;
    expect(checked.gates.names).toEqual(['one']);
    expect(checked.ofType('evidence.graded')).toHaveLength(1);
    expect(checked.ofType('node.done')).toHaveLength(1);
    // And once more when all is over.
    await checked.say(checked.report());
    expect(checked.ofType('run.refused')).toEqual([]);
    expect(checked.ofType('SubagentStop').at(-1)?.payload.result).toBe('done');
    expect(checked.gates.names).toEqual(['one']);
  });
});

describe('a tree that changes while a gate runs', () => {
  test('voids it, and it runs again', async () => {
    await using checked = await Checked.working();
    const hook = checked.start(checked.report());
    const gate = await checked.gates.next();
    checked.scene.rig.write('NOTES.md', 'the user saves a file');
    gate.end(1);
    (await checked.gates.next()).end(0);
    expect((await hook.ended).stdout).toBe('');
    expect(checked.ofType('gate.finished').at(-1)?.payload).toMatchObject({ outcome: 'pass' });
  });

  test('for ever makes it unavailable, which is no pass and no failure', async () => {
    await using checked = await Checked.working();
    const hook = checked.start(checked.report());
    for (const n of [1, 2, 3]) {
      const gate = await checked.gates.next();
      checked.scene.rig.write('NOTES.md', `save ${n}`);
      gate.end(0);
    }
    await hook.ended;
    expect(checked.gates.names).toHaveLength(3);
    const error = 'the tree keeps changing while it runs (NOTES.md)';
    const outcome = { outcome: 'unavailable', error };
    expect(checked.ofType('gate.finished').at(-1)?.payload).toMatchObject(outcome);
  });
});

describe('Stop', () => {
  test('waits while a report is checked, and goes on with what follows', async () => {
    await using checked = await Checked.working({ gateWaitSec: 0 });
    await checked.say(checked.report());
    const gate = await checked.gates.next();
    // The agent was let go: that the client still lists it for a moment wakes nobody.
    const stop = checked.start(checked.stop(['a1']));
    await checked.until(() => checked.ofType('Stop').length === 1);
    gate.end(0);
    expect((await stop.ended).stdout).toContain('N-009 eye');
  });

  test('pauses when its time is over and says so, and the gates go on without it', async () => {
    await using checked = await Checked.working({ gateWaitSec: 0, stopWaitSec: 0 });
    await checked.say(checked.report());
    const gate = await checked.gates.next();
    const said = await checked.say(checked.stop());
    expect(said).toContain('the checks of N-001 still run');
    expect(said).toContain('type /wukong_resume G-0001');
    expect(said).not.toContain('until then');
    expect(checked.ofType('graph.paused')).toHaveLength(1);
    gate.end(0);
    await checked.event('node.done');
    const prompt = { prompt: '/wukong_resume', prompt_id: 'resume' };
    expect(await checked.must('UserPromptSubmit', prompt)).toContain('N-009 eye');
  });
});

test('the main agent hears of a report that is still checked, whatever wakes it', async () => {
  await using checked = await Checked.working({ gateWaitSec: 0 });
  await checked.say(checked.report());
  const gate = await checked.gates.next();
  const notification =
    '<task-notification>\n<task-id>a1</task-id>\n<status>completed</status>\n<summary>x</summary>\n</task-notification>';
  const background = { prompt: notification, prompt_id: 'n' };
  const auto = { prompt: '<agent-message from="a1">\nx\n</agent-message>', prompt_id: 'm' };
  const foreground = {
    tool_name: 'Agent',
    tool_use_id: 'toolu_a1',
    tool_input: { subagent_type: 'eye' },
    tool_response: { status: 'completed', agentId: 'a1' },
  };
  const told = 'being checked by the runtime: N-001';
  expect(await checked.must('UserPromptSubmit', background)).toContain(told);
  expect(await checked.must('UserPromptSubmit', auto)).toContain(told);
  expect(await checked.must('PostToolUse', foreground)).toContain(told);
  expect(checked.ofType('run.ended')).toEqual([]);
  gate.end(0);
  await checked.event('node.done');
  // Whatever comes next has the offer.
  expect(await checked.must('UserPromptSubmit', { ...auto, prompt_id: 'm2' })).toContain(
    'N-009 eye',
  );
});

test('in auto mode the hand-back is held in the same way, and denied when a gate fails', async () => {
  await using checked = await Checked.working();
  const { last_assistant_message: message } = checked.report().payload;
  const payload = {
    agent_id: 'a1',
    agent_type: 'eye',
    tool_name: 'SubagentHandback',
    tool_use_id: 'toolu_h',
    tool_input: { message },
  };
  const hook = checked.start({ event: 'PreToolUse', payload });
  (await checked.gates.next()).end(1);
  expect((await hook.ended).stdout).toContain('"permissionDecision":"deny"');
  expect(checked.ofType('run.sent_back')).toHaveLength(1);
});

test('in auto mode the stop after a hand-back says in the same words what came of it', async () => {
  await using checked = await Checked.working();
  const agent = { agent_id: 'a1', agent_type: 'eye' };
  const { last_assistant_message: message } = checked.report().payload;
  const call = { ...agent, tool_name: 'SubagentHandback', tool_use_id: 'toolu_h' };
  const hook = checked.start({
    event: 'PreToolUse',
    payload: { ...call, tool_input: { message } },
  });
  (await checked.gates.next()).end(0);
  expect((await hook.ended).stdout).toBe('');
  await checked.must('SubagentStop', agent);
  const [run] = checked.ofType('node.done');
  const { node_id, run_id } = run ?? {};
  const result = { agent: 'eye', result: 'done', summary: 'Looked at it.', evidence_level: 'L1' };
  for (const type of ['PreToolUse', 'SubagentStop']) {
    expect(checked.ofType(type).at(-1)).toMatchObject({ node_id, run_id, payload: result });
  }
});

test('nothing of the client’s keys reaches a gate or stands where one can read it', async () => {
  await using checked = await Checked.working();
  const report = checked.report('a1');
  const words = `${report.payload.last_assistant_message}\n## Risks\n- The key is ${KEY}.\n`;
  const hook = checked.start(checked.report('a1', { last_assistant_message: words }));
  const gate = await checked.gates.next();
  expect(JSON.stringify(gate.env)).not.toContain(KEY);
  expect(readFileSync(`/proc/${gate.ppid}/environ`, 'utf8')).not.toContain(KEY);
  expect(readFileSync(`/proc/${gate.ppid}/cmdline`, 'utf8')).not.toContain(KEY);
  gate.end(0);
  await hook.ended;
  expect(
    await checked.scene.rig.git(
      'grep',
      '--no-index',
      '-c',
      'README.md:1',
      '--',
      '.wukong/artifacts',
    ),
  ).not.toBe('');
  const kept = [...checked.scene.keep().values()].filter((bytes) => bytes.includes(KEY));
  expect(kept).toEqual([]);
});

test('the last report of a goal is not held by the gates on the final tree for longer than others', async () => {
  await using checked = await Checked.working({ gateWaitSec: 0 });
  await checked.untilTheEnd();
  const last = await checked.gates.next();
  const stop = checked.start(checked.stop());
  await checked.until(() => checked.ofType('Stop').length === 1);
  last.end(0);
  // Stop's own look at the end of the goal finds it closed, or has nothing left to run.
  checked.gates.answerAll(0);
  expect((await stop.ended).stdout).toContain('G-0001 is complete');
  expect(checked.ofType('graph.completed')).toHaveLength(1);
});

test('gates that fail at the end, where no node changes files, are reported, and the goal waits for a person', async () => {
  await using checked = await Checked.working({ gateWaitSec: 0 });
  await checked.untilTheEnd();
  (await checked.gates.next()).end(1);
  await checked.event('graph.paused');
  const said = await checked.say(checked.stop());
  expect(said).toContain('fails: exit code 1, expected 0');
  expect(said).toContain('/wukong_resume G-0001');
  expect(said).not.toContain('still run');
  // Fixed, and asked again.
  await checked.must('UserPromptSubmit', { prompt: '/wukong_resume', prompt_id: 'fixed' });
  checked.gates.answerAll(0);
  expect(await checked.say(checked.stop())).toContain('G-0001 is complete');
});

test('an agent that is woken while its report is checked changes neither the report nor what comes of it', async () => {
  await using checked = await Checked.working({ gateWaitSec: 0 });
  await checked.say(checked.report());
  const gate = await checked.gates.next();
  const wake = {
    tool_name: 'SendMessage',
    tool_use_id: 'toolu_w',
    tool_input: { to: 'a1', message: 'go on' },
  };
  const refused = await checked.must('PreToolUse', wake);
  expect(refused).toContain('"permissionDecision":"deny"');
  expect(refused).toContain('is being checked');
  const words = String(checked.report().payload.last_assistant_message);
  const second = words.replace('Looked at it.', 'Something else.');
  expect(await checked.say(checked.report('a1', { last_assistant_message: second }))).toBe('');
  expect(checked.ofType('SubagentStop').at(-1)?.payload).toMatchObject({ result: 'refused' });
  gate.end(0);
  const done = await checked.event('node.done');
  const [stored] = checked.ofType('artifacts.stored');
  const kept = (name: string) =>
    readFileSync(checked.scene.path(String(stored?.payload.dir), name), 'utf8');
  expect(kept('report.md')).toContain('Looked at it.');
  expect(kept('late_report.md')).toContain('Something else.');
  const names = JSON.stringify(stored?.payload.artifacts);
  expect(names).not.toContain('late_report.md');
  expect(done.run_id).toBe(stored?.run_id);
  expect((await checked.scene.rig.cli(['fsck'])).code).toBe(0);
  // Nor are the agent's words said again as ours.
  const later = await checked.must('PreToolUse', { ...wake, tool_use_id: 'toolu_l' });
  expect(later).toContain('is over');
  expect(later).not.toContain('Looked at it.');
  expect(later).not.toContain('again');
});
