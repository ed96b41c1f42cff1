// Killed in the middle of verifying, wherever: the report is verified again, its gates included, and the
// agent's work is never done a second time.

import { describe, expect, test } from 'vitest';
import { isAlive, processRef } from '../../runtime/workspace/processes.ts';
import { Checked } from './checked.ts';

/** Settled once, by work that was done once. */
async function settledOnce(checked: Checked): Promise<void> {
  await checked.event('node.done');
  expect(checked.ofType('node.done')).toHaveLength(1);
  expect(checked.ofType('run.dispatched')).toHaveLength(1);
  expect(checked.ofType('run.ended')).toMatchObject([{ payload: { outcome: 'success' } }]);
}

describe('a hook that is killed', () => {
  test('right after the report was received leaves it to Stop', async () => {
    await using checked = await Checked.working();
    const fault = { op: 'writeSync', path: '.wukong/events.jsonl', how: 'kill-after' };
    await checked.start(checked.report(), undefined, fault).ended;
    expect(checked.ofType('run.reported')).toHaveLength(1);
    // The verifier it had started was told nothing, and is gone.
    expect(await checked.leftProcesses()).toEqual([]);
    const stop = checked.start(checked.stop());
    (await checked.gates.next()).end(0);
    expect((await stop.ended).stdout).toContain('N-009 eye');
    expect(checked.ofType('verify.restarted')).toHaveLength(1);
    await settledOnce(checked);
  });

  test('while a gate runs has its report settled all the same, and nobody sends its agent back', async () => {
    await using checked = await Checked.working();
    const hook = checked.start(checked.report());
    const gate = await checked.gates.next();
    await hook.kill();
    gate.end(1);
    expect((await checked.event('run.ended')).payload).toMatchObject({ outcome: 'failed' });
    expect(checked.ofType('run.sent_back')).toEqual([]);
    expect(checked.ofType('verify.restarted')).toEqual([]);
  });

  test('after its report was settled, before it answered, loses no result', async () => {
    await using checked = await Checked.working();
    // Its second write is the client's event, behind what the verifier settled.
    const fault = { op: 'writeSync', path: '.wukong/events.jsonl', nth: 2, how: 'kill-before' };
    const hook = checked.start(checked.report(), undefined, fault);
    (await checked.gates.next()).end(0);
    expect(await hook.ended).toMatchObject({ code: null, stdout: '' });
    await settledOnce(checked);
    expect(await checked.say(checked.stop())).toContain('N-009 eye');
  });
});

describe('a verifier that is killed', () => {
  test('while a gate runs lets the agent stop; Stop ends what it left behind and verifies again', async () => {
    await using checked = await Checked.working({ gates: ['one', 'two'] });
    const hook = checked.start(checked.report());
    (await checked.gates.next()).end(0);
    const second = await checked.gates.next();
    process.kill(second.ppid, 'SIGKILL');
    expect(await hook.ended).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(isAlive(processRef(second.pid))).toBe(true);
    expect(await checked.status()).toContain('no process is checking it');

    const stop = checked.start(checked.stop());
    const again = await checked.gates.next();
    await second.gone;
    expect(again.name).toBe('one');
    again.end(0);
    (await checked.gates.next()).end(0);
    expect((await stop.ended).stdout).toContain('N-009 eye');
    await settledOnce(checked);
    // What the first one measured was not written down anywhere, and did not count.
    const gates = checked.ofType('gate.finished').map((one) => one.payload.gate);
    expect(gates).toEqual(['references', 'one', 'two']);
    const started = checked
      .ofType('gate.started')
      .map(({ payload }) => [payload.gate, payload.key]);
    expect(started.map(([gate]) => gate)).toEqual(['one', 'two', 'one', 'two']);
    expect(started[2]).toEqual(started[0]);
  });

  test('together with its hook is replaced when the session is resumed', async () => {
    await using checked = await Checked.working();
    const hook = checked.start(checked.report());
    const gate = await checked.gates.next();
    process.kill(gate.ppid, 'SIGKILL');
    await hook.kill();
    const said = await checked.must('SessionStart', { source: 'resume' });
    expect(said).toContain('being checked by the runtime: N-001');
    await gate.gone;
    (await checked.gates.next()).end(0);
    await settledOnce(checked);
  });

  test('is replaced by /wukong_resume in another session', async () => {
    await using checked = await Checked.working({ gateWaitSec: 0 });
    await checked.say(checked.report());
    const gate = await checked.gates.next();
    process.kill(gate.ppid, 'SIGKILL');
    await checked.must('SessionEnd', { reason: 'other' });
    const prompt = { session_id: 'another', prompt: '/wukong_resume', prompt_id: 'r' };
    await checked.must('UserPromptSubmit', prompt);
    (await checked.gates.next()).end(0);
    await settledOnce(checked);
  });

  test('is replaced when another report of its goal comes in', async () => {
    await using checked = await Checked.working({ gateWaitSec: 0, both: true });
    await checked.dispatch('a2');
    await checked.say(checked.report('a1'));
    const gate = await checked.gates.next();
    process.kill(gate.ppid, 'SIGKILL');
    await checked.until(() => !isAlive(processRef(gate.ppid)));
    checked.gates.answerAll(0);
    await checked.say(checked.report('a2'));
    await checked.until(() => checked.ofType('node.done').length === 2);
    expect(checked.ofType('verify.restarted')).toMatchObject([{ node_id: 'N-001' }]);
    expect(checked.ofType('run.dispatched')).toHaveLength(2);
  });
});

test('a gate that is killed has failed, and its agent is sent back', async () => {
  await using checked = await Checked.working();
  const hook = checked.start(checked.report());
  process.kill((await checked.gates.next()).pid, 'SIGKILL');
  expect((await hook.ended).stdout).toContain('SIGKILL');
  expect(checked.ofType('run.sent_back')).toHaveLength(1);
});

test('a verifier that is asked to end stops its gates with all they started', async () => {
  await using checked = await Checked.working();
  const hook = checked.start(checked.report());
  const gate = await checked.gates.next();
  process.kill(gate.ppid, 'SIGTERM');
  await gate.gone;
  await hook.ended;
  expect(checked.ofType('gate.finished')).toEqual([]);
  expect(await checked.leftProcesses()).toEqual([]);
});
