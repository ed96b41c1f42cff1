// What people do with their hands while a goal is open: Esc, stopping an agent, pausing, leaving,
// calling agents of their own. And what agents try with theirs. All with the real client.

import { describe, expect, it, test } from 'vitest';
import { withResolvers } from '../../scripts/client/child.ts';
import { hasTmux, type Terminal } from '../../scripts/client/terminal.ts';
import type { ModelCall, Role } from '../../scripts/model/call.ts';
import { pastCalls, textSince } from '../../scripts/model/conversation.ts';
import { fixDecoder, honest } from '../../scripts/model/fix-decoder.ts';
import { blockText } from '../../scripts/model/message.ts';
import { bash, dispatchOffers, edit, inTurn, type Part, read } from '../../scripts/model/roles.ts';
import type { Asked } from '../../scripts/model/server.ts';
import { runTests } from '../../scripts/model/work.ts';
import { requireClient } from '../rig/client.ts';
import { CRASH, GUARD } from '../rig/decoder.ts';
import type { LogRecord } from '../rig/records.ts';
import { TESTS_BY_NODE } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { onlyNodes } from '../rig/short-plan.ts';
import { expectFixed, untilCompleted } from './expect-fixed.ts';
import { played } from './played.ts';

const client = await requireClient();
const withTerminal = client && (await hasTmux());
const FIX = '/wukong_fix the decoder crashes on empty input';
/** A reader who is interfered with, and a writer after it. */
const SHORT = ['N-010', 'N-020'] as const;
const FOREGROUND = { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' };

const HELPER = '---\nname: helper\ndescription: Counts files.\n---\nYou count files.\n';

/** In its first run the agent thinks for so long at its second answer that a person can step in. */
function slowAtFirst(part: Part, delayMs = 60_000): Part {
  return async (call) => ({
    ...(await part(call)),
    delayMs: call.turn === 1 && runNumber(call) === 1 ? delayMs : 0,
  });
}

function runNumber(call: ModelCall): number {
  return Number(/, run (\d+)$/m.exec(textSince(call, 0))?.[1] ?? 0);
}

function ofType(rig: Rig, type: string): readonly LogRecord[] {
  return rig.events().filter((event) => event.type === type);
}

function dispatchesOf(rig: Rig, node: string): readonly LogRecord[] {
  return ofType(rig, 'run.dispatched').filter((event) => event.node_id === node);
}

function asked(rig: Rig): readonly Asked[] {
  return rig.models.flatMap((model) => model.requests);
}

/** The agent of that role has answered once and is at its second answer. */
async function untilAtWork(rig: Rig, role: Role): Promise<void> {
  const look = () => asked(rig).find(({ call }) => call.role === role && call.turn === 1);
  if (!(await rig.waitUntil(look))) throw new Error(`No ${role} at work.\n${rig.dump()}`);
}

async function open(rig: Rig, env: Readonly<Record<string, string>> = {}): Promise<Terminal> {
  const terminal = await rig.terminal({ env });
  await terminal.waitForScreen(/❯|>/);
  return terminal;
}

/** The next Stop of the main agent after what stands in the log now. */
async function nextStop(rig: Rig, from: number): Promise<void> {
  await rig.waitForEvent(
    (event) => event.type === 'Stop' && Number(event.event_id.slice(2)) > from,
  );
}

/** The eye of a goal works in the background, and the main agent waits for it. */
async function whileEyeWorks(
  rig: Rig,
  { delayMs, plan = SHORT }: { delayMs?: number; plan?: readonly string[] } = {},
): Promise<Readonly<{ terminal: Terminal; started: LogRecord }>> {
  onlyNodes(rig, ...plan);
  await rig.model(fixDecoder({ eye: slowAtFirst(honest.eye, delayMs) }));
  const terminal = await open(rig);
  await terminal.say(FIX);
  const started = await rig.waitForEvent(
    (event) => event.type === 'run.started' && /eye/.test(String(event.run_id)),
  );
  await nextStop(rig, Number(started.event_id.slice(2)));
  return { terminal, started };
}

/** What each subagent that is none of ours, or is called by hand, was asked to do. */
function promptsOf(rig: Rig, fits: (call: ModelCall) => boolean): readonly string[] {
  return asked(rig)
    .filter(({ call }) => call.who === 'subagent' && call.turn === 0 && fits(call))
    .map(({ call }) => promptOf(call));
}

/** The client puts its reminders into blocks before the prompt. */
function promptOf(call: ModelCall): string {
  const last = call.messages[0]?.content.at(-1);
  return last === undefined ? '' : blockText(last);
}

/** What came of each call of an agent by the main one, as it stood last. */
function toMain(rig: Rig) {
  const last = asked(rig).findLast(({ call }) => call.who === 'main');
  return last ? pastCalls(last.call, 'Agent') : [];
}

function calls(...agents: ReadonlyArray<readonly [role: string, prompt: string]>) {
  return {
    tools: agents.map(([subagent_type, prompt]) => ({
      name: 'Agent',
      input: { description: 'by hand', prompt, subagent_type },
    })),
  };
}

describe.runIf(withTerminal)('a person in the terminal', () => {
  // A reader and a writer.
  it.each(['eye', 'body'] as const)(
    'who presses Esc while %s works in the foreground finds its node held, and goes on with /wukong_resume',
    async (role) => {
      await using rig = await Rig.create({ testsBy: 'node' });
      onlyNodes(rig, 'N-010', 'N-020');
      await rig.model(fixDecoder({ [role]: slowAtFirst(honest[role]) }));
      const terminal = await open(rig, FOREGROUND);
      await terminal.say(FIX);
      await untilAtWork(rig, role);
      await terminal.key('Escape');
      await terminal.waitForScreen(/interrupted/i);
      const node = role === 'eye' ? 'N-010' : 'N-020';
      expect(rig.node(node)?.status).toBe('running');

      await terminal.say('wait, what was that?');
      const ended = await rig.waitForEvent(
        (event) => event.type === 'run.ended' && event.node_id === node,
      );
      expect(ended.payload).toMatchObject({ outcome: 'stopped', counts: false });
      expect(ofType(rig, 'node.blocked')).toMatchObject([
        { node_id: node, payload: { kind: 'interrupted' } },
      ]);
      await terminal.waitForScreen(new RegExp(`${node} waits for you`));
      expect(dispatchesOf(rig, node)).toHaveLength(1);

      await terminal.say('/wukong_resume');
      await untilCompleted(rig);
      expectFixed(rig, ['N-010', 'N-020']);
      expect(dispatchesOf(rig, node)).toHaveLength(2);
    },
  );

  test('who presses Esc while agents work in the background stops nothing', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    const { terminal } = await whileEyeWorks(rig, { delayMs: 4000 });
    await terminal.key('Escape');
    await untilCompleted(rig);
    expectFixed(rig, SHORT);
    expect(ofType(rig, 'run.dispatched')).toHaveLength(2);
  });

  test('who stops one agent has its node held, not dispatched again, until they resume', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    const { terminal } = await whileEyeWorks(rig);
    await terminal.waitForScreen(/◯ eye/);
    await terminal.key('Down');
    await terminal.waitForScreen(/❯ ● main/);
    await terminal.key('Down');
    await terminal.waitForScreen(/x to stop/);
    await terminal.key('x');
    const ended = await rig.waitForEvent(
      (event) => event.type === 'run.ended' && event.node_id === 'N-010',
    );
    expect(ended.payload).toMatchObject({ outcome: 'stopped', counts: false });
    await nextStop(rig, Number(ended.event_id.slice(2)));
    expect(ofType(rig, 'node.blocked')).toMatchObject([
      { node_id: 'N-010', payload: { kind: 'stopped' } },
    ]);
    expect(dispatchesOf(rig, 'N-010')).toHaveLength(1);
    await terminal.waitForScreen(/N-010 waits for you/);

    await terminal.key('Escape');
    await terminal.say('/wukong_resume');
    await untilCompleted(rig);
    expectFixed(rig, SHORT);
    expect(dispatchesOf(rig, 'N-010')).toHaveLength(2);
  });

  test('who pauses gets the report that is under way and nothing new, may call agents by hand, and resumes', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    const byHand = 'Look at README.md, by hand';
    const { promise: whenPaused, resolve } = withResolvers<void>();
    const held: Part = async (call) => {
      if (call.turn === 1) await whenPaused;
      return honest.eye(call);
    };
    const main: Part = (call) => {
      const wanted = textSince(call, 0).includes('please call the eye yourself');
      const called = pastCalls(call, 'Agent').some((past) => past.input.prompt === byHand);
      return wanted && !called ? calls(['eye', byHand]) : dispatchOffers(call);
    };
    const eye: Part = (call) =>
      promptOf(call) === byHand ? { text: 'It is a README.' } : held(call);
    onlyNodes(rig, ...SHORT);
    await rig.model(fixDecoder({ eye }, main));
    const terminal = await open(rig);
    await terminal.say(FIX);
    await rig.waitForEvent(
      (event) => event.type === 'run.started' && /eye/.test(String(event.run_id)),
    );
    await terminal.say('/wukong_pause');
    const paused = await rig.waitForEvent((event) => event.type === 'graph.paused');
    resolve();
    const done = await rig.waitForEvent(
      (event) => event.type === 'node.done' && event.node_id === 'N-010',
    );
    await nextStop(rig, Number(done.event_id.slice(2)));
    const since = rig.events().filter((event) => event.event_id > paused.event_id);
    expect(since.filter((event) => event.type === 'node.offered')).toEqual([]);

    await terminal.say('please call the eye yourself');
    const look = () =>
      promptsOf(rig, (call) => call.role === 'eye').find((prompt) => prompt === byHand);
    expect(await rig.waitUntil(look)).toBe(byHand);
    const stopped = await rig.waitForEvent(
      (event) => event.type === 'SubagentStop' && event.event_id > done.event_id,
    );
    await nextStop(rig, Number(stopped.event_id.slice(2)));
    expect(ofType(rig, 'run.dispatched')).toHaveLength(1);
    expect(rig.taskgraph()?.graphs.at(-1)?.status).toBe('paused');

    await terminal.say('/wukong_resume');
    await untilCompleted(rig);
    expectFixed(rig, SHORT);
    expect(ofType(rig, 'run.dispatched')).toHaveLength(2);
  });

  test('who leaves with /exit while an agent runs loses that run and nothing else', async () => {
    // One is done before, and stays so; what the ear wrote is for the mind to judge.
    const WITH_EAR = ['N-001', 'N-010', 'N-020', 'N-050'] as const;
    await using rig = await Rig.create({ testsBy: 'node' });
    const { terminal, started } = await whileEyeWorks(rig, { plan: WITH_EAR });
    await terminal.say('/exit');
    await terminal.waitForScreen(/Exit and stop tasks/);
    await terminal.enter();
    await rig.waitForEvent((event) => event.type === 'SessionEnd');
    await rig.waitUntil(() => !terminal.alive() || undefined);
    expect(terminal.alive()).toBe(false);

    await rig.model(fixDecoder());
    expect((await (await rig.headless('/wukong_resume')).done).code).toBe(0);
    expectFixed(rig, WITH_EAR);
    expect(
      ofType(rig, 'run.ended').filter((event) => event.payload.outcome === 'lost'),
    ).toMatchObject([{ run_id: started.run_id }]);
    expect(dispatchesOf(rig, 'N-001')).toHaveLength(1);
  });
});

describe.runIf(client)('a whole goal, in which hands are everywhere,', () => {
  const rig = played(
    async (rig) => {
      rig.write('.claude/agents/helper.md', HELPER);
      const config = { gates: [TESTS_BY_NODE], models: { eye: 'haiku' } };
      rig.write('.wukong/config.yaml', JSON.stringify(config));
      /** Two agents of the user's own, one of ours that is not ready, and the one that is, twice. */
      const main: Part = async (call) => {
        const reply = await dispatchOffers(call);
        if (call.turn > 0) return reply;
        const others = calls(
          ['helper', 'Count the files'],
          ['general-purpose', 'Count the lines'],
          ['mind', 'finish'],
        );
        return { tools: [...others.tools, ...(reply.tools ?? []), ...(reply.tools ?? [])] };
      };
      const body: Part = (call) => {
        if (call.turn === 1) {
          rig.write('notes.md', 'Mine, typed in my editor.\n');
          rig.write('src/later.js', '// mine too\n');
        }
        return honest.body(call);
      };
      const tongue: Part = (call) => {
        if (call.turn === 0) return read('src/decoder.js')(call);
        const edited = edit('src/decoder.js', GUARD, `${GUARD} // tongue was here`);
        return call.turn === 1 ? edited(call) : honest.tongue({ ...call, turn: call.turn - 2 });
      };
      const script = fixDecoder({ body, tongue }, main);
      const nested: Part = (call) =>
        call.turn === 0 ? calls(['eye', 'Where is decode?']) : { text: 'I was refused.' };
      await rig.model((call) =>
        promptOf(call) === 'Count the files' ||
        pastCalls(call, 'Agent').some(({ input }) => input.prompt === 'Where is decode?')
          ? nested(call)
          : script(call),
      );
      expect((await (await rig.headless(FIX)).done).code).toBe(0);
      expectFixed(rig);
    },
    { testsBy: 'node' },
  );

  it('lets agents that are the user’s own pass untouched', () => {
    const own = promptsOf(rig(), (call) => call.role === null);
    expect(own.toSorted()).toEqual(['Count the files', 'Count the lines']);
    expect(ofType(rig(), 'run.dispatched')).toHaveLength(6);
  });

  it('refuses an agent with a role to the user’s own agent', () => {
    expect(promptsOf(rig(), (call) => call.role === 'eye')).not.toContain('Where is decode?');
    const answers = asked(rig())
      .filter(({ call }) => call.who === 'subagent' && call.role === null && call.turn > 0)
      .flatMap(({ call }) => pastCalls(call, 'Agent'));
    expect(answers[0]?.result?.text).toContain(
      'the agent eye is dispatched by the main conversation alone, for a ready node of G-0001',
    );
  });

  it('binds two agents for one node in one message once, and refuses one', () => {
    expect(dispatchesOf(rig(), 'N-001')).toHaveLength(1);
    const refused = toMain(rig())
      .filter(({ input }) => input.prompt === 'Carry out N-001')
      .filter(({ result }) => result?.isError === true);
    expect(refused[0]?.result?.text).toMatch(/N-001 .* is already running/);
  });

  it('refuses a dispatch out of order with what is ready, and the main agent then does right', () => {
    const refused = toMain(rig()).find(({ input }) => input.prompt === 'finish');
    expect(refused?.result?.text).toContain('No mind node of G-0001 is ready');
    expect(dispatchesOf(rig(), 'N-050')).toHaveLength(1);
  });

  it('has a role work with the model that is set for it, and the others with theirs', () => {
    const used = (role: Role) =>
      asked(rig())
        .filter(({ call }) => call.role === role)
        .map(({ call }) => call.model);
    expect([...new Set(used('eye'))]).toEqual([expect.stringContaining('haiku')]);
    expect(used('ear').join()).not.toContain('haiku');
  });

  it('holds an edit of the source by its tongue, which may write tests: the guard holds the call', () => {
    expect(rig().file('src/decoder.js')).not.toContain('tongue was here');
    const denied = asked(rig())
      .filter(({ call }) => call.role === 'tongue')
      .flatMap(({ call }) => pastCalls(call, 'Edit'))
      .find((past) => past.result?.isError === true);
    expect(denied?.result?.text).toContain('src/decoder.js is outside the paths of N-030');
  });

  it('names as theirs what somebody saves with an editor, and neither blames the run nor takes it for its work', () => {
    const outputs = rig().node('N-020')?.outputs;
    expect(outputs?.patch_files).toEqual(['src/decoder.js']);
    const folder = `.wukong/${outputs?.artifacts_dir}`;
    expect(rig().file(`${folder}/evidence.md`)).toContain('files: 1, by others: 2');
    expect(rig().file(`${folder}/patch.diff`)).not.toContain('mine');
    expect(rig().file('notes.md')).toContain('Mine');
    expect(ofType(rig(), 'run.sent_back')).toEqual([]);
  });
});

describe.runIf(client)('an agent', () => {
  test('that has a role passes untouched in a session without a goal, and leaves no text in the log', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    const main: Part = (call) =>
      call.turn === 0 ? calls(['eye', 'Where is decode?']) : { text: 'Thanks.' };
    await rig.model(fixDecoder({ eye: () => ({ text: 'In src/decoder.js.' }) }, main));
    expect((await (await rig.headless('a secret question')).done).code).toBe(0);
    expect(promptsOf(rig, (call) => call.role === 'eye')).toEqual(['Where is decode?']);
    expect(rig.events().filter((event) => /^(goal|graph|node|run)\./.test(event.type))).toEqual([]);
    const log = rig.file('.wukong/events.jsonl');
    for (const word of ['secret', 'Where is decode', 'src/decoder.js', 'Thanks']) {
      expect(log).not.toContain(word);
    }
  });

  test('that writes what defines the agents, through an interpreter, does not pass', async () => {
    await using rig = await Rig.create({ testsBy: 'node', allow: ['Bash(*)'] });
    const script = "require('fs').writeFileSync('.claude/agents/eye.md', 'Wukong role: eye')";
    const body = inTurn([
      read('src/decoder.js'),
      edit('src/decoder.js', CRASH, `${GUARD}\n${CRASH}`),
      bash(`node -e "${script}"`),
      read('src/decoder.js'),
      runTests,
      (call) => honest.body({ ...call, turn: 4 }),
    ]);
    onlyNodes(rig, 'N-020');
    await rig.model(fixDecoder({ body }));
    await (await rig.headless(FIX)).done;
    expect(rig.file('.claude/agents/eye.md')).toBe('Wukong role: eye');
    expect(ofType(rig, 'node.done').filter((event) => event.node_id === 'N-020')).toEqual([]);
    const [back] = ofType(rig, 'run.sent_back').filter((event) => event.node_id === 'N-020');
    expect(back?.payload.missing.join(' ')).toContain('.claude/agents/eye.md');
  });
});
