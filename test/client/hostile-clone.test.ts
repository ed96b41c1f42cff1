// A clone of somebody else's repository with a running goal and hostile gates, opened in the real client
// by a person who trusts the folder. Its hooks are started, and nothing comes of them.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { orderLine, pastCalls } from '../../scripts/model/conversation.ts';
import { fixDecoder } from '../../scripts/model/fix-decoder.ts';
import { giveBack, referTo, reportText } from '../../scripts/model/report.ts';
import { bash, inTurn, type Part, read } from '../../scripts/model/roles.ts';
import { requireClient } from '../rig/client.ts';
import { everything, HOSTILE_SESSION, hostileClone, trap } from '../rig/hostile.ts';
import { git } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';

const client = await requireClient();
const SESSION = ['SessionStart', 'UserPromptSubmit', 'Stop'];
const AGENTS = ['PreToolUse', 'PostToolUse', 'SubagentStop'];

function witness(rig: Rig): string {
  return join(rig.root, 'witness');
}

/** Beside our hooks in its settings the repository has others: what these note the client did start. */
async function cloneWithWitness(rig: Rig): Promise<string> {
  const settings = JSON.parse(rig.file('.claude/settings.json'));
  const line = "process.argv[1] + ' ' + process.env.CLAUDE_PROJECT_DIR + '\\n'";
  const note = `require('fs').appendFileSync(${JSON.stringify(witness(rig))}, ${line})`;
  for (const event of [...SESSION, ...AGENTS]) {
    const hook = { type: 'command', command: 'node', args: ['-e', note, event] };
    settings.hooks[event].push({ hooks: [hook] });
  }
  rig.write('.claude/settings.json', JSON.stringify(settings));
  return hostileClone(rig);
}

/**
 * The main agent calls eye and body, whatever is offered. The eye reports what the running goal waits
 * for, unless there is a work order.
 */
function eager(rig: Rig) {
  const running = rig.events('run.started').at(-1)?.run_id;
  const done = { status: 'done', tests: 'none', level: 'L1', steps: ['Looked.'] } as const;
  const eye: Part = (call) =>
    giveBack(
      call,
      reportText(call, {
        ...done,
        summary: 'Found it.',
        references: referTo(call, 'src/decoder.js', /readUInt8\(0\);$/),
        runId: orderLine(call, 'RunId') ?? String(running),
      }),
    );
  const body: Part = (call) =>
    giveBack(call, reportText(call, { ...done, summary: 'Tested it.', references: [] }));
  const agents = ['eye', 'body'].map((subagent_type) => ({
    name: 'Agent',
    input: { description: 'd', prompt: 'go', subagent_type },
  }));
  const parts = {
    eye: inTurn([read('src/decoder.js'), eye]),
    body: inTurn([bash('npm test'), body]),
  };
  return fixDecoder(parts, (call) => (call.turn === 0 ? { tools: agents } : { text: 'Done.' }));
}

/** A session in the clone until all of it has ended: also what a hook had started behind it. */
async function session(rig: Rig, clone: string, prompt: string, args: string[] = []) {
  const ended = await (await rig.headless(prompt, { cwd: clone, args })).done;
  expect(ended.code, ended.stderr).toBe(0);
  expect(await rig.waitUntil(() => rig.processes().length === 0 || undefined)).toBe(true);
  return ended;
}

/** The client starts the hooks of the clone, and of ours comes no word, no fault, no file. */
async function expectNothing(rig: Rig, clone: string, prompt: string, events: string[]) {
  const before = everything(clone);
  // In a session of that name everything concerns the goal that runs.
  const args = ['--session-id', HOSTILE_SESSION, '--include-hook-events'];
  const { lines } = await session(rig, clone, prompt, args);
  expect(existsSync(trap(rig))).toBe(false);
  expect(everything(clone)).toEqual(before);

  const noted = new Set(readFileSync(witness(rig), 'utf8').trim().split('\n'));
  expect([...noted].sort()).toEqual(events.map((event) => `${event} ${clone}`).sort());
  const answers = lines.filter(({ subtype }) => subtype === 'hook_response');
  for (const event of events) {
    const both = answers.filter(({ hook_event }) => hook_event === event);
    expect(both.length, event).toBeGreaterThanOrEqual(2);
  }
  for (const answer of answers) expect(answer).toMatchObject({ output: '', exit_code: 0 });
  return answers.map(({ hook_name }) => hook_name);
}

describe.runIf(client)('a client in a clone with a running goal and hostile gates', () => {
  test('begins and ends a session, starts hooks and agents, and runs and writes nothing of ours', async () => {
    await using rig = await Rig.create();
    const clone = await cloneWithWitness(rig);
    rig.trust(clone);
    const model = await rig.model(eager(rig));
    const events = [...SESSION, ...AGENTS];
    const hooks = await expectNothing(rig, clone, 'fix it, and go on with G-0001', events);

    const agents = model.requests.map(({ call }) => call).filter(({ who }) => who === 'subagent');
    expect(agents.filter((call) => orderLine(call, 'RunId') !== undefined)).toEqual([]);
    // The guard in the agent file of the body was asked, and has held nothing.
    expect(hooks).toContain('PreToolUse:Bash');
    const commands = agents.flatMap((call) => pastCalls(call, 'Bash'));
    expect(commands.map(({ result }) => result?.text).join()).toContain('an empty body');
  });

  test('that is typed a command says what to type, and asks no model', async () => {
    await using rig = await Rig.create();
    const clone = await cloneWithWitness(rig);
    rig.trust(clone);
    const model = await rig.model(() => ({ text: 'Hello.' }));
    const before = everything(clone);
    const { lines } = await session(rig, clone, '/wukong_fix it crashes');
    expect(JSON.stringify(lines)).toContain('Type in a terminal: wukong init');
    expect(model.requests).toEqual([]);
    expect(everything(clone)).toEqual(before);
  });

  test('sees the gate run once a person has set the clone up and approved it', async () => {
    await using rig = await Rig.create();
    const clone = await cloneWithWitness(rig);
    rig.trust(clone);
    await git(clone, 'rm', '--quiet', '--cached', '.wukong/events.jsonl');
    rmSync(join(clone, '.wukong/events.jsonl'));
    for (const args of [['init'], ['trust', '--approve']]) {
      const ended = await rig.cli(args, { cwd: clone });
      expect(ended.code, ended.stderr).toBe(0);
    }
    expect(existsSync(trap(rig))).toBe(false);

    await rig.model(eager(rig));
    await session(rig, clone, '/wukong_fix it crashes');
    expect(existsSync(trap(rig))).toBe(true);
  });
});
