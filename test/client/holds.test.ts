// What holds an agent of ours in the real client: deny rules, the guard, the time, and the tree that
// decides after the run.

import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { ModelCall, Role } from '../../scripts/model/call.ts';
import { pastCalls } from '../../scripts/model/conversation.ts';
import { fixDecoder, honest } from '../../scripts/model/fix-decoder.ts';
import { bash, dispatchOffers, edit, inTurn, type Part, read } from '../../scripts/model/roles.ts';
import { runTests } from '../../scripts/model/work.ts';
import { requireClient } from '../rig/client.ts';
import { CRASH, GUARD } from '../rig/decoder.ts';
import type { LogRecord } from '../rig/records.ts';
import { Rig } from '../rig/rig.ts';
import { onlyNodes } from '../rig/short-plan.ts';

const client = await requireClient();
const ALL = ['Bash(*)', 'Write(*)', 'Edit(*)'];

/** A template of the user's own, started by `/wukong_mine`. */
function withTemplate(rig: Rig, nodes: string): void {
  const head = 'name: mine\nversion: 1\ndescription: Mine\nsuccess_criteria: [it works]\n';
  rig.write('.wukong/templates/mine.yaml', `${head}nodes:\n${nodes}`);
  rig.write(
    '.claude/commands/wukong_mine.md',
    '---\ndescription: Mine\n---\nDispatch what Wukong offers: $ARGUMENTS\n',
  );
}

function ofType(rig: Rig, type: string): readonly LogRecord[] {
  return rig.events().filter((event) => event.type === type);
}

/** What an agent got back for each of its calls of a tool. */
function resultsOf(rig: Rig, who: (call: ModelCall) => boolean, tool: string) {
  const last = rig.models
    .flatMap((model) => model.requests)
    .filter(({ call }) => who(call))
    .at(-1);
  return last ? pastCalls(last.call, tool).map(({ result }) => result) : [];
}

function by(role: Role) {
  return (call: ModelCall): boolean => call.role === role;
}

function write(path: (call: ModelCall) => string, content: string): Part {
  return (call) => ({ tools: [{ name: 'Write', input: { file_path: path(call), content } }] });
}

/** Edits and tests for real; `more` comes in between. */
function bodyThat(...more: Part[]): Part {
  const steps: [Part, ...Part[]] = [
    read('src/decoder.js'),
    edit('src/decoder.js', CRASH, `${GUARD}\n${CRASH}`),
    ...more,
    read('src/decoder.js'),
    runTests,
    (call) => honest.body({ ...call, turn: 4 }),
  ];
  return inTurn(steps, steps.length - 3);
}

const BODY = `  - id: N-020
    title: Fix it
    role: body
    constraints: { allowed_paths: ['src/**'] }
`;

describe.runIf(client)('the deny rules', () => {
  it('hold file tools and plain shell writes of the main agent and of any subagent, and no interpreter', async () => {
    await using rig = await Rig.create({ testsBy: 'node', allow: ALL });
    rig.write(
      '.claude/agents/helper.md',
      '---\nname: helper\ndescription: Helps.\ntools: Read, Write, Edit, Bash\n---\nYou help.\n',
    );
    const at = (path: string) => () => join(rig.repo, path);
    const attempts: Part[] = [
      write(at('.wukong/state.json'), '{}'),
      write(at('.wukong/config.local.yaml'), 'allow_dispatch: true'),
      write(at('.wukong/anchors/anchors.md'), 'x'),
      write(at('.git/wukong/runtime/current'), 'x'),
      bash('echo x >> .wukong/events.jsonl'),
      bash('echo x > .git/wukong/trust.json'),
      bash('cp README.md .wukong/config.local.yaml'),
      bash('rm -f .wukong/runtime/hook.cjs'),
      bash('rm -rf .wukong'),
      bash('cd .wukong && echo x > state.json'),
      bash(`node -e "require('fs').writeFileSync('.wukong/by-node', 'x')"`),
      write(at('.claude/agents/helper.md'), 'x'),
      // The user's to shape, with an agent too.
      write(at('.wukong/templates/tidy.yaml'), 'x'),
      bash('echo >> .wukong/config.yaml'),
      // Here the client asks a person, whatever is allowed.
      bash('echo >> .claude/agents/helper.md'),
    ];
    const vandal: Part = (call) => attempts[call.turn]?.(call) ?? { text: 'I tried.' };
    const main: Part = (call) => {
      if (call.turn < attempts.length) return vandal(call);
      if (call.turn > attempts.length) return { text: 'Done.' };
      const input = { description: 'h', prompt: 'tidy up', subagent_type: 'helper' };
      return { tools: [{ name: 'Agent', input }] };
    };
    const script = fixDecoder({}, main);
    await rig.model((call) =>
      call.who === 'subagent' && call.role === null ? vandal(call) : script(call),
    );
    const held = [
      '.wukong/anchors/anchors.md',
      '.wukong/runtime/hook.cjs',
      '.claude/agents/helper.md',
    ];
    const before = held.map((path) => rig.file(path));
    const ended = await (await rig.headless('please tidy up')).done;
    expect(ended.code).toBe(0);

    for (const who of [
      (call: ModelCall) => call.who === 'main',
      (call: ModelCall) => call.who === 'subagent',
    ]) {
      const files = resultsOf(rig, who, 'Write');
      const shell = resultsOf(rig, who, 'Bash');
      expect(files.map((result) => result?.isError)).toEqual([true, true, true, true, true, false]);
      const ofShell = [true, true, true, true, true, true, false, false, true];
      expect(shell.map((result) => result?.isError)).toEqual(ofShell);
    }
    expect(held.map((path) => rig.file(path))).toEqual(before);
    expect(rig.events().every((event) => event.event_id.startsWith('E-'))).toBe(true);
    // What no rule holds is seen afterwards.
    expect(rig.file('.wukong/by-node')).toBe('x');
  });
});

describe.runIf(client)('a body', () => {
  it('that writes outside its paths through a redirection or an interpreter is caught by the tree, and passes once it is undone', async () => {
    await using rig = await Rig.create({ testsBy: 'node', allow: ALL });
    withTemplate(rig, BODY);
    const wanders = bodyThat(
      bash('echo note > notes.txt'),
      bash(`node -e "require('fs').writeFileSync('more.txt', 'note')"`),
    );
    const body: Part = (call) => {
      if (call.turn <= 6) return wanders(call);
      if (call.turn === 7) return bash('rm notes.txt more.txt')(call);
      return call.turn === 8 ? runTests(call) : honest.body({ ...call, turn: 4 });
    };
    await rig.model(fixDecoder({ body }));
    expect((await (await rig.headless('/wukong_mine fix the decoder')).done).code).toBe(0);
    const [back, ...more] = ofType(rig, 'run.sent_back');
    expect(more).toEqual([]);
    const missing = back?.payload.missing.join(' ');
    expect(missing).toContain('notes.txt');
    expect(missing).toContain('more.txt');
    expect(rig.node('N-020')?.status).toBe('done');
    expect(rig.node('N-020')?.outputs.patch_files).toEqual(['src/decoder.js']);
  });

  test('whose time is spent may only report, and its report counts', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    withTemplate(rig, BODY.replace('{ allowed', '{ time_budget_sec: 1, allowed'));
    const body: Part = (call) => {
      if (call.turn === 0) return Promise.resolve(read('src/decoder.js')(call)).then(late);
      if (call.turn === 1) return runTests(call);
      return honest.body({ ...call, turn: 4 });
    };
    const late = (reply: object) => ({ ...reply, delayMs: 2000 });
    await rig.model(fixDecoder({ body }));
    expect((await (await rig.headless('/wukong_mine fix the decoder')).done).code).toBe(0);
    for (const tool of ['Read', 'Bash']) {
      const [held] = resultsOf(rig, by('body'), tool);
      expect(held?.isError).toBe(true);
      expect(held?.text).toContain('the time budget of 1 s is used up. Report now');
    }
    expect(ofType(rig, 'run.reported').length).toBeGreaterThan(0);
    expect(ofType(rig, 'run.guarded').length).toBeGreaterThan(0);
    // It proved nothing, and said so: three runs, and then a person is asked.
    expect(rig.node('N-020')?.status).toBe('blocked');
  });

  test('without its guard gets nothing accepted and no second run, until the guard hook runs again', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    const agent = rig.file('.claude/agents/body.md');
    rig.write('.claude/agents/body.md', agent.replace(/^hooks:\n(?: .*\n)+/m, ''));
    onlyNodes(rig, 'N-020');
    await rig.model(fixDecoder());
    const run = async (prompt: string) => (await rig.headless(prompt)).done;
    const first = await run('/wukong_fix the decoder crashes on empty input');
    expect(JSON.stringify(first.lines)).toContain('`wukong doctor` says what is wrong');
    expect(ofType(rig, 'guard.missed')).toMatchObject([{ payload: { role: 'body' } }]);
    expect(rig.node('N-020')?.status).toBe('blocked');
    const bodies = () =>
      ofType(rig, 'run.dispatched').filter((event) => event.payload.role === 'body').length;
    expect(bodies()).toBe(1);

    // Nothing was fixed: the next run shows it again.
    await run('/wukong_resume');
    expect(bodies()).toBe(2);
    expect(ofType(rig, 'guard.missed')).toHaveLength(2);

    rig.write('.claude/agents/body.md', agent);
    await run('/wukong_resume');
    expect(bodies()).toBe(3);
    expect(rig.node('N-020')?.status).toBe('done');
    expect(rig.taskgraph()?.graphs.at(-1)?.status).toBe('completed');
  });
});

describe.runIf(client)('what others do in the tree meanwhile', () => {
  test('two that only read work beside one that writes, and the change is the writer’s alone', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    const readers = ['N-030', 'N-040'].map((id) => `  - { id: ${id}, title: Look, role: eye }\n`);
    const last = '  - { id: N-050, title: Sum up, role: mind }\n';
    const edges = ['N-020', 'N-030', 'N-040'].map((from) => `  - { from: ${from}, to: N-050 }\n`);
    withTemplate(rig, `${BODY}${readers.join('')}${last}edges:\n${edges.join('')}`);
    const all = () => ofType(rig, 'run.dispatched').length === 3 || undefined;
    const together =
      (part: Part): Part =>
      async (call) => {
        if (call.turn === 0) await rig.waitUntil(all);
        return part(call);
      };
    const parts = { eye: together(honest.eye), body: together(honest.body) };
    await rig.model(fixDecoder(parts, dispatchOffers));
    expect((await (await rig.headless('/wukong_mine fix the decoder')).done).code).toBe(0);
    const order = rig
      .events()
      .filter(({ type }) => type === 'run.dispatched' || type === 'run.ended')
      .map(({ type }) => type);
    expect(order.slice(0, 3)).toEqual(['run.dispatched', 'run.dispatched', 'run.dispatched']);
    expect(rig.taskgraph()?.graphs.at(-1)?.status).toBe('completed');
    expect(rig.node('N-020')?.outputs.patch_files).toEqual(['src/decoder.js']);
    for (const id of ['N-030', 'N-040']) expect(rig.node(id)?.outputs.patch_files).toEqual([]);
  });
});
