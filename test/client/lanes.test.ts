// Writers of one goal side by side, in working trees that the real client makes for its agents.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { withResolvers } from '../../scripts/client/child.ts';
import type { Script } from '../../scripts/model/call.ts';
import { messageText, textSince } from '../../scripts/model/conversation.ts';
import { honest } from '../../scripts/model/fix-decoder.ts';
import { referTo } from '../../scripts/model/report.ts';
import {
  composeScript,
  dispatchInBackground,
  dispatchOffers,
  edit,
  inTurn,
  type Part,
  read,
  write,
} from '../../scripts/model/roles.ts';
import { back, byNode, looks, runTests, tested } from '../../scripts/model/work.ts';
import { requireClient } from '../rig/client.ts';
import { writeLocal } from '../rig/local-config.ts';
import { Rig } from '../rig/rig.ts';

const client = await requireClient();
const PARTS = '/wukong_parts write both parts';

/** Green with either of two parts alone, and with both only if the second knows of the first. */
const TOGETHER = `import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import assert from 'node:assert/strict';
test('both parts agree', () => {
  const [a, b] = ['src/a/on.js', 'src/b/on.js'];
  if (!existsSync(a) || !existsSync(b)) return;
  assert.match(readFileSync(a, 'utf8') + readFileSync(b, 'utf8'), /agrees/);
});
`;
const GATE = { type: 'test', name: 'tests' };
const COMMANDS = { npm: ['npm', 'test'], node: ['node', '--test', 'test/together.test.js'] };
const EDITED = '# Readings, as a person says it';

const A = { id: 'N-010', name: 'a' } as const;
const B = { id: 'N-020', name: 'b' } as const;
const C = { id: 'N-030', name: 'c' } as const;

const LOOK = { id: 'N-001', title: 'Look', role: 'eye', instructions: 'Look.' };

type Planned = typeof A | typeof B | typeof C;

const planned = ({ id, name }: Planned) => ({
  id,
  title: `Part ${name}`,
  role: 'body',
  instructions: `Write src/${name}/.`,
  constraints: { allowed_paths: [`src/${name}/**`] },
  verification_plan: { deterministic: [{ type: 'repository', for: 'test' }] },
});

/** Bodies whose paths do not meet; a person has changed a file, and made one, and committed neither. */
async function repositoryOfParts(
  testsBy: 'npm' | 'node' = 'node',
  parts: readonly Planned[] = [A, B],
): Promise<Rig> {
  const rig = await Rig.create({ testsBy });
  const template = {
    ...{ name: 'parts', version: 1, description: 'Writes parts.' },
    success_criteria: ['it is there'],
    nodes: [LOOK, ...parts.map(planned)],
    edges: parts.map(({ id }) => ({ from: LOOK.id, to: id })),
  };
  rig.write('.wukong/templates/parts.yaml', JSON.stringify(template));
  rig.write(
    '.wukong/config.yaml',
    JSON.stringify({ gates: [{ ...GATE, command: COMMANDS[testsBy] }] }),
  );
  rig.write('test/together.test.js', TOGETHER);
  rig.write(
    'package.json',
    rig.file('package.json').replace(/test\/decoder\.test/, 'test/together.test'),
  );
  await rig.git('add', '--all');
  await rig.git('commit', '--quiet', '--message', 'Parts');
  for (const how of ['--revoke', '--approve']) {
    const trusted = await rig.cli(['trust', how]);
    expect(trusted, trusted.stdout + trusted.stderr).toMatchObject({ code: 0 });
  }
  rig.write('README.md', `${EDITED}\n`);
  rig.write('notes.txt', 'not committed\n');
  return rig;
}

// Of two worktrees made in one moment git can refuse one, whose agent is started anew when the other is done.
/** Those who come wait for each other, half a minute at most; `then` is done when all are there. */
function meeting(most: number, then: () => unknown = () => undefined): (part: Part) => Part {
  const here = new Set<string>();
  const { promise, resolve } = withResolvers<void>();
  return (part) => async (call) => {
    here.add(String(call.agentId));
    if (here.size === most) {
      await then();
      resolve();
    }
    await Promise.race([promise, setTimeout(30_000, undefined, { ref: false })]);
    return part(call);
  };
}

const line = (name: string, more = ''): string => `export const ${name} = 1;${more}`;

/** Tests what it wrote, and says so. */
function reports(file: string): Part {
  return (call) =>
    back(call, {
      ...tested(call, `${file} is there.`),
      steps: ['Wrote it.', 'Ran the tests.'],
      references: referTo(call, file, /export/),
    });
}

/** Reads what the person left, writes its file, and does `again` when it is sent back. */
function writes(
  file: string,
  text: string,
  meets: (part: Part) => Part,
  again: readonly Part[] = [],
): Part {
  const steps = [meets(write(file, `${text}\n`)), read(file), runTests, reports(file)];
  const more = again.length === 0 ? [] : [...again, read(file), runTests, reports(file)];
  return inTurn([read('README.md'), read('notes.txt'), ...steps, ...more], more.length > 0 ? 6 : 2);
}

/** Another part from the second run of a node on. */
function byRun(first: Part, then: Part): Part {
  return (call) => (/^Node: .*, run 1$/m.test(textSince(call, 0)) ? first : then)(call);
}

function scriptOf(a: Part, b: Part, main: Part = dispatchOffers, c: Part = a): Script {
  const eye = looks({ summary: 'Seen.', steps: ['Read it.'], cites: [['README.md', /Readings/]] });
  const body = byNode({ [A.id]: a, [B.id]: b, [C.id]: c });
  return composeScript({ roles: { ...honest, eye, body }, main });
}

/** What agents of a role were told, each its whole conversation. */
function saidToAgents(rig: Rig, role: string): readonly string[] {
  const asked = rig.models
    .flatMap(({ requests }) => requests)
    .filter(({ call }) => call.role === role);
  const last = new Map(asked.map(({ call }) => [call.agentId, textSince(call, 0)]));
  return [...last.values()];
}

/** No lane is left, no entry of one, no branch, and nothing of one is in a tree. */
async function expectNothingLeft(rig: Rig): Promise<void> {
  const namesIn = (...folder: readonly string[]): readonly string[] => {
    const path = join(rig.repo, ...folder);
    return existsSync(path) ? readdirSync(path) : [];
  };
  // Where git refused a worktree of the client, the branch it had made for it stays.
  const refused = rig
    .events('run.ended')
    .map(({ payload }) => /new branch '([^']+)'/.exec(String(payload.because?.why))?.[1]);
  const branches = () => namesIn('.git', 'refs', 'heads').filter((name) => !refused.includes(name));
  const left = (): readonly string[] => [
    ...namesIn('.claude', 'worktrees'),
    ...namesIn('.git', 'worktrees'),
    ...branches().filter((name) => name.startsWith('worktree-')),
  ];
  // Its last agent is in its lane until the goal is closed.
  const folder = join(rig.repo, '.claude', 'worktrees');
  await rig.waitUntil(() => (left().length === 0 && !existsSync(folder)) || undefined);
  expect(left()).toEqual([]);
  expect(existsSync(folder)).toBe(false);
  expect(branches()).toEqual(['main']);
  for (const { payload } of rig.events('artifacts.stored')) {
    const patch = `.wukong/${String(payload.dir)}/patch.diff`;
    if (existsSync(join(rig.repo, patch))) expect(rig.file(patch)).not.toContain('worktrees');
  }
}

/** They run in lanes that the client makes; what was there before is there, and nothing else is left. */
async function expectLanded(rig: Rig, parts: readonly Planned[] = [A, B]): Promise<void> {
  expect(rig.events('lane.ready').length).toBeGreaterThan(1);
  expect(
    rig
      .events('lane.landed')
      .map(({ node_id }) => node_id)
      .sort(),
  ).toEqual(parts.map(({ id }) => id));
  expect(rig.taskgraph()?.graphs.at(-1)?.status).toBe('completed');
  expect(rig.file('README.md')).toBe(`${EDITED}\n`);
  await expectNothingLeft(rig);
}

describe.runIf(client)('two writers of one goal', () => {
  test('in the background, work at the same time on what the person left, and both land', async () => {
    await using rig = await repositoryOfParts();
    let said = '';
    let seen = '';
    const meets = meeting(2, async () => {
      seen = await rig.git('status', '--porcelain', '--', '.claude/worktrees');
      const typed = { prompt: '/wukong_status' };
      const asked = [await rig.cli(['status']), await rig.hook('UserPromptSubmit', typed)];
      said = asked.map(({ stdout }) => stdout).join('\n');
    });
    const [a, b] = [
      writes('src/a/on.js', line('a'), meets),
      writes('src/b/other.js', line('b'), meets),
    ];
    await rig.model(scriptOf(a, b, dispatchInBackground));
    const ended = await (await rig.headless(PARTS)).done;
    expect(ended.code).toBe(0);
    expect(rig.file('src/a/on.js')).toBe(`${line('a')}\n`);
    expect(rig.file('src/b/other.js')).toBe(`${line('b')}\n`);
    for (const agent of saidToAgents(rig, 'body')) {
      expect(agent).toContain(EDITED);
      expect(agent).toContain('not committed');
    }
    const offered = rig.models[0]?.requests.map(({ call }) => messageText(call.messages.at(-1)));
    expect(offered?.some((text) => /- N-010 body: .*\n.*- N-020 body: /.test(text))).toBe(true);
    expect(seen).toBe('');
    for (const agent of rig.events('run.started').slice(1)) {
      const lane = `in .claude/worktrees/agent-${String(agent.payload.agent_id)}`;
      expect(said.split(lane)).toHaveLength(3);
    }
    await expectLanded(rig);
  });

  test('in the foreground, do so too', async () => {
    await using rig = await repositoryOfParts();
    const meets = meeting(2);
    const [a, b] = [
      writes('src/a/on.js', line('a'), meets),
      writes('src/b/other.js', line('b'), meets),
    ];
    await rig.model(scriptOf(a, b));
    const env = { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' };
    expect((await (await rig.headless(PARTS, { env })).done).code).toBe(0);
    await expectLanded(rig);
  });

  test('in auto mode, do so too', async () => {
    // As in modes.test.ts.
    await using rig = await repositoryOfParts('npm');
    writeLocal(rig.repo, 'allow_dispatch: true\ntry_gates: false\n');
    const meets = meeting(2);
    const [a, b] = [
      writes('src/a/on.js', line('a'), meets),
      writes('src/b/other.js', line('b'), meets),
    ];
    await rig.model(scriptOf(a, b));
    const ended = await (await rig.headless(PARTS, { permissionMode: 'auto' })).done;
    expect(ended.code).toBe(0);
    expect(rig.events().some(({ payload }) => payload.tool === 'SubagentHandback')).toBe(true);
    await expectLanded(rig);
  });

  test('of a client that is killed go on in another session from what was in their lanes', async () => {
    await using rig = await repositoryOfParts();
    const meets = meeting(2);
    const slow: typeof meets = (part) => async (call) => ({ ...(await meets(part)(call)) });
    const stays = (file: string, name: string): Part => {
      const part = writes(file, line(name), slow);
      return async (call) => ({ ...(await part(call)), delayMs: call.turn === 3 ? 60_000 : 0 });
    };
    await rig.model(
      scriptOf(stays('src/a/on.js', 'a'), stays('src/b/other.js', 'b'), dispatchInBackground),
    );
    const session = await rig.headless(PARTS);
    const worktrees = join(rig.repo, '.claude', 'worktrees');
    const written = () => {
      const lanes = existsSync(worktrees) ? readdirSync(worktrees) : [];
      const all = lanes.flatMap((lane) =>
        ['src/a/on.js', 'src/b/other.js'].map((file) => join(worktrees, lane, file)),
      );
      return all.filter((file) => existsSync(file)).length === 2 || undefined;
    };
    expect(await rig.waitUntil(written)).toBe(true);
    session.kill('SIGKILL');
    await session.done;
    const goesOn = (file: string): Part => inTurn([read(file), runTests, reports(file)], 0);
    await rig.model(scriptOf(goesOn('src/a/on.js'), goesOn('src/b/other.js')));
    expect((await (await rig.headless('/wukong_resume')).done).code).toBe(0);
    expect(rig.file('src/a/on.js')).toBe(`${line('a')}\n`);
    expect(rig.file('src/b/other.js')).toBe(`${line('b')}\n`);
    await expectLanded(rig);
  });
});

describe.runIf(client)('three writers of one goal', () => {
  test('of which two are red together, and one changes a file that a person saves meanwhile: one lands as it is, one is sent back, sees it in its lane and repairs it, one is done again beside what was saved', async () => {
    const all = [A, B, C];
    await using rig = await repositoryOfParts('node', all);
    const mine = 'export const mine = true;\n';
    const meets = meeting(3, () => {
      rig.write('src/c/on.js', mine);
    });
    const alone: typeof meets = (part) => part;
    const repairs = (own: string, other: string): Part => {
      const file = `src/${own}/on.js`;
      const mended = edit(file, line(own), line(own, ' // agrees'));
      return writes(file, line(own), meets, [read(`src/${other}/on.js`), mended]);
    };
    const again = byRun(
      writes('src/c/on.js', line('c'), meets),
      writes('src/c/second.js', line('c'), alone),
    );
    await rig.model(scriptOf(repairs('a', 'b'), repairs('b', 'a'), dispatchOffers, again));
    expect((await (await rig.headless(PARTS)).done).code).toBe(0);

    const repaired = rig.events('run.sent_back').map(({ node_id }) => node_id);
    const [first, second] = rig
      .events('lane.landed')
      .map(({ node_id }) => node_id)
      .filter((node) => node !== C.id);
    expect(repaired).toEqual([second]);
    const [own, other] = first === A.id ? ['b', 'a'] : ['a', 'b'];
    expect(rig.file(`src/${own}/on.js`)).toBe(`${line(own, ' // agrees')}\n`);
    expect(rig.file(`src/${other}/on.js`)).toBe(`${line(other)}\n`);

    expect(rig.file('src/c/on.js')).toBe(mine);
    expect(rig.file('src/c/second.js')).toBe(`${line('c')}\n`);
    const because = { kind: 'lane-conflict', paths: ['src/c/on.js'] };
    const failed = rig.events('run.ended').filter(({ payload }) => payload.outcome !== 'success');
    expect(failed).toMatchObject([{ node_id: C.id, payload: { counts: false, because } }]);
    const levels = rig.events('evidence.graded').filter(({ payload }) => payload.passes);
    for (const { id } of all) {
      expect(levels.find(({ node_id }) => node_id === id)?.payload.level).toMatch(/^L[23]$/);
    }
    await expectLanded(rig, all);
  });
});

describe.runIf(client)('an agent in a lane', () => {
  test('writes there and nowhere else', async () => {
    await using rig = await repositoryOfParts();
    const outside = join(rig.root, 'outside.js');
    const writesTo =
      (file_path: string): Part =>
      () => ({
        tools: [{ name: 'Write', input: { file_path, content: 'export const x = 1;\n' } }],
      });
    const file = 'src/a/on.js';
    const a = inTurn([
      writesTo(join(rig.repo, file)),
      writesTo(outside),
      write(file, `${line('a')}\n`),
      read(file),
      runTests,
      (call) => {
        expect(existsSync(join(rig.repo, file))).toBe(false);
        return reports(file)(call);
      },
    ]);
    await rig.model(
      scriptOf(
        a,
        writes('src/b/other.js', line('b'), (part) => part),
      ),
    );
    expect((await (await rig.headless(PARTS)).done).code).toBe(0);
    expect(existsSync(outside)).toBe(false);
    const held = saidToAgents(rig, 'body').filter((text) => text.includes('Wukong holds'));
    expect(held.length).toBeGreaterThan(0);
    await expectLanded(rig);
  });

  test('that the client cannot make does nothing, and a person is told', async () => {
    await using rig = await repositoryOfParts();
    rig.write('.claude/worktrees', 'a file');
    const alone: (part: Part) => Part = (part) => part;
    const [a, b] = [
      writes('src/a/on.js', line('a'), alone),
      writes('src/b/other.js', line('b'), alone),
    ];
    await rig.model(scriptOf(a, b));
    const ended = await (await rig.headless(PARTS)).done;
    expect(ended.code).toBe(0);
    expect(JSON.stringify(ended.lines)).toMatch(/N-010 waits for you: .*Cannot create worktree/);
    expect(rig.events('node.blocked')).toHaveLength(2);
    expect(existsSync(join(rig.repo, 'src', 'a'))).toBe(false);

    // A client that knows nothing of lanes starts its agent where the person works.
    const session_id = String(rig.events('goal.created')[0]?.session_id);
    const tool = { session_id, tool_name: 'Agent', tool_use_id: 'toolu_01' };
    await rig.hook('UserPromptSubmit', { session_id, prompt: '/wukong_resume G-0001 N-010' });
    const tool_input = { subagent_type: 'body', description: 'a', prompt: 'Carry out N-010' };
    const given = await rig.hook('PreToolUse', { ...tool, tool_input });
    expect(given.stdout).toContain('"isolation":"worktree"');
    const tool_response = { status: 'async_launched', agentId: 'a1' };
    await rig.hook('PostToolUse', { ...tool, tool_input, tool_response });
    const held = await rig.hook('guard', {
      ...{ session_id, agent_id: 'a1', agent_type: 'body' },
      ...{ tool_name: 'Read', tool_input: { file_path: join(rig.repo, 'README.md') } },
    });
    expect(held.stdout).toContain('the client did not make a working tree for it');
    await rig.hook('SubagentStop', {
      ...{ session_id, agent_id: 'a1', agent_type: 'body' },
      last_assistant_message: 'Status: failed\n\n## Summary\nMy calls are held.',
    });
    const [failed] = rig.events('run.ended').slice(-1);
    expect(failed?.payload).toMatchObject({ outcome: 'failed', because: { kind: 'agent-failed' } });
    expect(rig.node(A.id)).toMatchObject({ status: 'ready', outputs: { patch_files: [] } });
  });
});
