// Interruptions of the real client: killed, resumed, compacted, and two at once. Nothing is lost, no
// finished node runs again, and a dead agent that is woken up does no harm.

import { describe, expect, test } from 'vitest';
import { withResolvers } from '../../scripts/client/child.ts';
import { pastCalls, textSince } from '../../scripts/model/conversation.ts';
import { fixDecoder, honest } from '../../scripts/model/fix-decoder.ts';
import { dispatchInBackground, dispatchOffers, type Part } from '../../scripts/model/roles.ts';
import { requireClient, requireTerminal } from '../rig/client.ts';
import type { LogRecord } from '../rig/records.ts';
import { Rig } from '../rig/rig.ts';
import { onlyNodes } from '../rig/short-plan.ts';
import { expectFixed, untilCompleted } from './expect-fixed.ts';

const client = await requireClient();
const withTerminal = await requireTerminal();
const FIX = '/wukong_fix the decoder crashes on empty input';
/** A reader who can be interrupted, and a writer after it. */
const SHORT = ['N-010', 'N-020'] as const;

function doneNodes(rig: Rig) {
  return rig.events('node.done').map((event) => event.node_id);
}

function runsEnded(rig: Rig, outcome: string) {
  return rig
    .events()
    .filter((event) => event.type === 'run.ended' && event.payload.outcome === outcome);
}

/** An agent that thinks for so long that it can be killed in the middle. */
function slow(part: Part): Part {
  return async (call) => ({ ...(await part(call)), delayMs: call.turn === 1 ? 60_000 : 0 });
}

/** An agent that is at its second answer until something has happened. */
function held(part: Part, until: Promise<void>): Part {
  return async (call) => {
    if (call.turn === 1) await until;
    return part(call);
  };
}

describe.runIf(client)('after kill -9 of the client', () => {
  test('at any node, /wukong_resume in a new session offers the same frontier', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    // One that only reads is not seen in the foreground before it ends.
    const modes = [
      ['ear', dispatchInBackground],
      ['body', dispatchOffers],
      ['nose', dispatchInBackground],
    ] as const;
    const lost: unknown[] = [];
    for (const [role, main] of modes) {
      await rig.model(fixDecoder({ [role]: slow(honest[role]) }, main));
      const session = await rig.headless(lost.length === 0 ? FIX : '/wukong_resume');
      const isOfRole = ({ payload }: LogRecord) => payload.role === role;
      const given = await rig.waitForEvent(
        (event) => event.type === 'run.dispatched' && isOfRole(event),
      );
      await rig.waitForEvent(
        (event) => event.type === 'run.started' && event.run_id === given.run_id,
      );
      session.kill('SIGKILL');
      await session.done;
      lost.push(given.run_id);
    }
    await rig.model(fixDecoder());
    expect((await (await rig.headless('/wukong_resume')).done).code).toBe(0);

    expectFixed(rig);
    expect(runsEnded(rig, 'lost').map(({ run_id }) => run_id)).toEqual(lost);
    // Nothing that was done is done again.
    expect(doneNodes(rig)).toEqual(['N-001', 'N-010', 'N-020', 'N-030', 'N-040', 'N-050']);
    const late = await rig.hook('SubagentStop', {
      agent_id: rig.events().find((event) => event.type === 'run.started')?.payload.agent_id,
      agent_type: 'ear',
      last_assistant_message: 'RunId: x\nStatus: done',
    });
    expect(late.code).toBe(0);
  });

  test('the late report of a lost run is recorded as refused and changes nothing', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    await rig.model(fixDecoder({ ear: slow(honest.ear) }, dispatchInBackground));
    const first = await rig.headless(FIX);
    const started = await rig.waitForEvent((event) => event.type === 'run.started');
    first.kill('SIGKILL');
    await first.done;
    await rig.model(fixDecoder({ ear: slow(honest.ear) }, dispatchInBackground));
    const second = await rig.headless('/wukong_resume');
    await rig.waitForEvent(
      (event) => event.type === 'run.started' && event.run_id !== started.run_id,
    );
    const before = rig.taskgraph();

    const late = await rig.hook('SubagentStop', {
      agent_id: started.payload.agent_id,
      agent_type: 'ear',
      last_assistant_message: `RunId: ${started.run_id}\nStatus: done\n\n## Summary\nDone after all.`,
    });

    expect(late.stdout).toBe('');
    expect(JSON.stringify(rig.taskgraph()?.graphs)).toBe(JSON.stringify(before?.graphs));
    const refused = rig.events('run.refused');
    expect(refused).toMatchObject([{ run_id: started.run_id }]);
    second.kill('SIGKILL');
    await second.done;
  });

  test('claude --resume gives the frontier back, and a SendMessage to the dead agent is refused', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    onlyNodes(rig, 'N-020');
    await rig.model(fixDecoder({ body: slow(honest.body) }));
    const first = await rig.headless(FIX);
    const started = await rig.waitForEvent(
      (event) => event.type === 'run.started' && /body/.test(String(event.run_id)),
    );
    first.kill('SIGKILL');
    await first.done;

    // As the client invites it to, the main agent first tries to wake the dead agent up.
    const wakes: Part = (call) => {
      const tried = pastCalls(call, 'SendMessage').length > 0;
      const resumed = textSince(call, 0).includes('is open:');
      if (!resumed || tried) return dispatchOffers(call);
      const to = String(started.payload.agent_id);
      return {
        tools: [{ name: 'SendMessage', input: { to, summary: 'go on', message: 'go on' } }],
      };
    };
    await rig.model(fixDecoder({}, wakes));
    const resume = String(started.session_id);
    expect((await (await rig.headless('go on please', { resume })).done).code).toBe(0);

    expectFixed(rig, ['N-020']);
    const denied = rig.events().filter((event) => event.payload.tool === 'SendMessage');
    expect(denied.length).toBeGreaterThan(0);
    const asked = rig.models
      .flatMap((model) => model.requests)
      .map((one) => JSON.stringify(one.call.messages));
    expect(asked.some((text) => text.includes('of that agent is over'))).toBe(true);
    expect(runsEnded(rig, 'lost')).toMatchObject([{ run_id: started.run_id }]);
  });
});

describe.runIf(client)('two sessions at once', () => {
  test('in one checkout carry two goals, and never write into it at the same time', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    onlyNodes(rig, 'N-020');
    await rig.model(fixDecoder());
    const [one, two] = await Promise.all([
      rig.headless(FIX),
      rig.headless(`${FIX}, says a second user`),
    ]);
    const ended = await Promise.all([one.done, two.done]);
    expect(ended.map((end) => end.code)).toEqual([0, 0]);
    const completed = rig.events('graph.completed');
    const blocked = rig.events('node.blocked');
    // The second body finds the bug gone: it changed nothing, and only a person can say what then.
    expect(completed.length + blocked.length).toBe(2);
    expect(completed.length).toBeGreaterThan(0);
    const writing = new Set<string>();
    for (const event of rig.events()) {
      if (event.type === 'run.dispatched' && isWriting(event.payload.lane))
        writing.add(String(event.run_id));
      if (event.type === 'run.ended') writing.delete(String(event.run_id));
      expect(writing.size).toBeLessThanOrEqual(1);
    }
  });

  test('in two worktrees run side by side, in one log', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    onlyNodes(rig, ...SHORT);
    await rig.git('add', '--all');
    await rig.git('commit', '--quiet', '--message', 'Install Wukong');
    const side = `${rig.root}/side`;
    await rig.git('worktree', 'add', '--quiet', side, '-b', 'side');
    rig.trust(side);
    await rig.model(fixDecoder());
    const [one, two] = await Promise.all([rig.headless(FIX), rig.headless(FIX, { cwd: side })]);
    expect((await one.done).code).toBe(0);
    expect((await two.done).code).toBe(0);
    expect(rig.events('graph.completed')).toHaveLength(2);
    expectFixed(rig, SHORT);
    expectFixed(rig, SHORT, side);
  });

  test('do not take a goal from a living owner without --take', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    onlyNodes(rig, ...SHORT);
    await rig.model(fixDecoder({ eye: slow(honest.eye) }, dispatchInBackground));
    const first = await rig.headless(FIX);
    await rig.waitForEvent((event) => event.type === 'run.started');
    const refused = await (await rig.headless('/wukong_resume')).done;
    expect(JSON.stringify(refused.lines)).toContain('is being worked on by session');
    await rig.model(fixDecoder());
    expect((await (await rig.headless('/wukong_resume G-0001 --take')).done).code).toBe(0);
    expectFixed(rig, SHORT);
    expect(runsEnded(rig, 'replaced')).toHaveLength(1);
    first.kill('SIGKILL');
    await first.done;
  });
});

describe.runIf(withTerminal)('in the terminal', () => {
  test('a compaction in the middle ends nothing and gives the frontier back', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    const { promise: compacted, resolve } = withResolvers<void>();
    onlyNodes(rig, ...SHORT);
    await rig.model(fixDecoder({ eye: held(honest.eye, compacted) }));
    const terminal = await rig.terminal();
    await terminal.waitForScreen(/❯|>/);
    await terminal.say(FIX);
    await rig.waitForEvent(
      (event) => event.type === 'run.started' && /eye/.test(String(event.run_id)),
    );
    await terminal.say('/compact');
    await rig.waitForEvent((event) => event.type === 'PreCompact');
    await rig.waitForEvent(
      (event) => event.type === 'SessionStart' && event.payload.source === 'compact',
    );
    resolve();
    await untilCompleted(rig);
    expectFixed(rig, SHORT);
    expect(runsEnded(rig, 'lost')).toEqual([]);
    expect(rig.file('.wukong/context_packs/G-0001/checkpoint.json')).toContain('"running"');
  });

  test('/clear holds the graph until it is resumed, and the agent that still runs may finish', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    const { promise: cleared, resolve } = withResolvers<void>();
    onlyNodes(rig, ...SHORT);
    await rig.model(fixDecoder({ eye: held(honest.eye, cleared) }));
    const terminal = await rig.terminal();
    await terminal.waitForScreen(/❯|>/);
    await terminal.say(FIX);
    await rig.waitForEvent(
      (event) => event.type === 'run.started' && /eye/.test(String(event.run_id)),
    );
    await terminal.say('/clear');
    await rig.waitForEvent((event) => event.type === 'graph.paused');
    resolve();
    await rig.waitForEvent((event) => event.type === 'node.done' && event.node_id === 'N-010');
    expect(
      rig
        .events()
        .some((event) => event.type === 'run.dispatched' && event.payload.role === 'body'),
    ).toBe(false);
    await terminal.say('/wukong_resume');
    await untilCompleted(rig);
    expectFixed(rig, SHORT);
  });

  test('"Move to background and exit" ends no goal: it goes on there, owned by the session it moved to', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    const { promise: moved, resolve } = withResolvers<void>();
    onlyNodes(rig, ...SHORT);
    await rig.model(fixDecoder({ eye: held(honest.eye, moved) }));
    const terminal = await rig.terminal();
    await terminal.waitForScreen(/❯|>/);
    await terminal.say(FIX);
    await rig.waitForEvent((event) => event.type === 'run.started');
    await terminal.say('/exit');
    await terminal.waitForScreen(/2\. Move to background and exit/);
    await terminal.key('Down');
    await terminal.waitForScreen(/❯ 2\. Move/);
    await terminal.enter();
    await rig.waitForEvent((event) => event.type === 'goal.released');
    resolve();
    await untilCompleted(rig);
    expectFixed(rig, SHORT);
    const owners = rig.events('goal.owned');
    expect(new Set(owners.map(({ session_id }) => session_id)).size, rig.dump()).toBe(2);
    expect(runsEnded(rig, 'lost')).toEqual([]);
  });
});

/** In the checkout itself, and not in a lane. */
function isWriting(lane: unknown): boolean {
  if (typeof lane !== 'object' || lane === null || 'lands_in' in lane) return false;
  return 'base' in lane && lane.base !== null;
}
