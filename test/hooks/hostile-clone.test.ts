// A repository that somebody else made, with all of Wukong in it: a running goal, gates, templates,
// agents, configuration. In its clone nothing runs, nothing is answered, and nothing is written.

import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { everything, HOSTILE_SESSION, hostileClone, trap } from '../rig/hostile.ts';
import { git } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';

/** All that the client would tell, of the running goal and of new work. */
function deliveries(clone: string): ReadonlyArray<readonly [string, Record<string, unknown>]> {
  const agent = { agent_id: 'a1', agent_type: 'eye' };
  const report = 'IssueRef: local#1\nRunId: 2026-01-01-eye-0001\nStatus: done\n';
  const tool_input = { description: 'd', prompt: 'go', subagent_type: 'eye' };
  return [
    ['SessionStart', { source: 'startup' }],
    ['SessionStart', { source: 'resume' }],
    ['UserPromptSubmit', { prompt: '/wukong_fix it crashes', prompt_id: 'p' }],
    ['UserPromptSubmit', { prompt: '/wukong_resume --take G-0001 go', prompt_id: 'p' }],
    ['UserPromptSubmit', { prompt: 'hello', prompt_id: 'p' }],
    ['PreToolUse', { tool_name: 'Agent', tool_use_id: 't2', tool_input }],
    ['guard', { ...agent, tool_name: 'Bash', tool_input: { command: 'npm test' } }],
    ['PreToolUse', { ...agent, tool_name: 'SubagentHandback', tool_input: { message: report } }],
    ['SubagentStop', { ...agent, last_assistant_message: report }],
    ['PostToolUse', { tool_name: 'Agent', tool_use_id: 'toolu_1', tool_input }],
    ['Stop', { cwd: clone }],
    ['PreCompact', { trigger: 'auto' }],
    ['SessionEnd', { reason: 'other' }],
  ];
}

const isTyped = ({ prompt }: Record<string, unknown>): boolean =>
  String(prompt).startsWith('/wukong');

/** Runs the hook as a client would that was started there. */
async function deliver(rig: Rig, at: string, event: string, payload: Record<string, unknown>) {
  const env = { CLAUDE_PROJECT_DIR: at, CLAUDE_CODE_SESSION_ID: HOSTILE_SESSION };
  const about = {
    session_id: HOSTILE_SESSION,
    cwd: at,
    transcript_path: '',
    hook_event_name: event,
  };
  return rig.rawHook(event, JSON.stringify({ ...about, ...payload }), env);
}

describe('in a clone of a repository with a running goal and hostile gates', () => {
  test('no hook answers anything but a typed command, which it stops, or runs or writes anything', async () => {
    await using rig = await Rig.create();
    const clone = await hostileClone(rig);
    const before = everything(clone);
    for (const [event, payload] of deliveries(clone)) {
      const stdout = isTyped(payload)
        ? expect.stringMatching(/^\{"decision":"block".*init"\}$/)
        : '';
      expect(await deliver(rig, clone, event, payload), event).toMatchObject({
        code: 0,
        stdout,
        stderr: '',
      });
    }
    expect(everything(clone)).toEqual(before);
    expect(existsSync(trap(rig))).toBe(false);
  });

  test('the command line only reads, and says what to type', async () => {
    await using rig = await Rig.create();
    const clone = await hostileClone(rig);
    const before = everything(clone);
    for (const args of [['status'], ['log'], ['fsck'], ['why', 'N-001'], ['replay'], ['stats']]) {
      const ended = await rig.cli(args, { cwd: clone });
      expect(ended.code, `${args[0]}\n${ended.stderr}`).toBeLessThanOrEqual(1);
    }
    const changing = [
      ['resume'],
      ['pause'],
      ['abort', '--yes'],
      ['trust', '--approve'],
      ['archive'],
    ];
    for (const args of changing) {
      const ended = await rig.cli(args, { cwd: clone });
      expect(ended.code, args[0]).toBe(3);
      expect(ended.stderr, args[0]).toContain('wukong init');
    }
    const doctor = await rig.cli(['doctor'], { cwd: clone });
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain('.git/wukong/trust.json  Wukong was not set up in this clone');
    expect(everything(clone)).toEqual(before);
    expect(existsSync(trap(rig))).toBe(false);
  });

  test('its log is not taken for one’s own by wukong init: it could tell of runs that never were', async () => {
    await using rig = await Rig.create();
    const clone = await hostileClone(rig);
    const before = everything(clone);
    const refused = await rig.cli(['init', '--yes'], { cwd: clone });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('.wukong/events.jsonl came with this repository');
    expect(everything(clone)).toEqual(before);

    await git(clone, 'rm', '--quiet', '--cached', '.wukong/events.jsonl');
    rmSync(join(clone, '.wukong/events.jsonl'));
    const ended = await rig.cli(['init'], { cwd: clone });
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stdout).toContain('not approved');
    expect(JSON.parse((await rig.cli(['status', '--json'], { cwd: clone })).stdout)).toMatchObject({
      goals: [],
    });
    for (const [event, payload] of deliveries(clone)) await deliver(rig, clone, event, payload);
    expect(existsSync(trap(rig))).toBe(false);
  });

  test('the trust of another repository does not help: it is for one log', async () => {
    await using rig = await Rig.create();
    const clone = await hostileClone(rig);
    // Rigs are copies and have one log; this one gets a log of its own.
    await using own = await Rig.create({ install: false });
    expect((await own.cli(['init', '--yes'])).code).toBe(0);
    expect(logOf(own)).not.toBe(logOf(rig));
    cpSync(join(own.repo, '.git/wukong'), join(clone, '.git/wukong'), { recursive: true });
    const log = readFileSync(join(clone, '.wukong/events.jsonl'), 'utf8');
    for (const [event, payload] of deliveries(clone)) {
      const { stdout } = await deliver(rig, clone, event, payload);
      if (isTyped(payload)) expect(JSON.parse(stdout)).toMatchObject({ decision: 'block' });
      else expect(stdout, event).toBe('');
    }
    expect(readFileSync(join(clone, '.wukong/events.jsonl'), 'utf8')).toBe(log);
    expect(existsSync(trap(rig))).toBe(false);
  });
});

function logOf(rig: Rig): unknown {
  return JSON.parse(rig.file('.git/wukong/trust.json')).log_id;
}

describe('a symbolic link', () => {
  test('in place of .wukong stops a typed command, makes every other hook silent and the guard refuse, also without a goal', async () => {
    await using rig = await Rig.create();
    // With a cache a hook need not load anything to record an event.
    await rig.hook('SessionEnd', { reason: 'other' });
    expect(rig.state()).toBeDefined();
    const elsewhere = join(rig.root, 'elsewhere');
    renameSync(join(rig.repo, '.wukong'), elsewhere);
    symlinkSync(elsewhere, join(rig.repo, '.wukong'));
    const before = everything(elsewhere);
    for (const [event, payload] of deliveries(rig.repo)) {
      const ended = await deliver(rig, rig.repo, event, payload);
      expect(ended, event).toMatchObject({ code: 0, stderr: '' });
      if (event === 'guard') expect(ended.stdout).toContain('"permissionDecision":"deny"');
      else if (isTyped(payload)) expect(ended.stdout).toContain('so nothing was started');
      else expect(ended.stdout, event).toBe('');
    }
    expect(everything(elsewhere)).toEqual(before);
    for (const args of [['status'], ['resume'], ['trust', '--approve']]) {
      expect((await rig.cli(args)).code, args[0]).toBe(3);
    }
  });

  test('in place of the log is not followed', async () => {
    await using rig = await Rig.create();
    const target = join(rig.root, 'target.jsonl');
    renameSync(join(rig.repo, '.wukong/events.jsonl'), target);
    symlinkSync(target, join(rig.repo, '.wukong/events.jsonl'));
    const before = readFileSync(target, 'utf8');
    const started = await rig.typed('/wukong_fix it');
    expect(started.stdout).toContain('"decision":"block"');
    expect(readFileSync(target, 'utf8')).toBe(before);
  });

  test.each(['artifacts', 'objects', 'archive', 'inbox', 'goals'])(
    'in place of .wukong/%s stops a goal before it starts, and init too',
    async (name) => {
      await using rig = await Rig.create();
      const outside = join(rig.root, 'outside');
      mkdirSync(outside);
      symlinkSync(outside, join(rig.repo, '.wukong', name));
      const started = await rig.typed('/wukong_fix it');
      expect(started.stdout).toContain(`.wukong/${name} is a symbolic link`);
      expect(rig.events().some(({ type }) => type === 'goal.created')).toBe(false);
      expect(readdirSync(outside)).toEqual([]);
      const init = await rig.cli(['init', '--yes']);
      expect(init.stderr).toContain(`.wukong/${name} is a symbolic link`);
      expect((await rig.cli(['doctor'])).stdout).toContain(`.wukong/${name}`);
    },
  );

  test('that comes while a goal runs gets no work order and no report', async () => {
    await using rig = await Rig.create();
    await rig.typed('/wukong_fix it');
    const outside = join(rig.root, 'outside');
    mkdirSync(outside);
    rmSync(join(rig.repo, '.wukong/artifacts'), { recursive: true });
    symlinkSync(outside, join(rig.repo, '.wukong/artifacts'));
    const tool_input = { description: 'd', prompt: 'go', subagent_type: 'ear' };
    const call = { tool_name: 'Agent', tool_use_id: 'toolu_1', tool_input };
    const { stdout } = await rig.hook('PreToolUse', call);
    expect(stdout).toContain('is a symbolic link');
    expect(readdirSync(outside)).toEqual([]);
  });

  test.each(['nowhere', 'events.lock', 'target'])(
    'in place of the lock, to %s, is taken away, and holds nobody up',
    async (target) => {
      await using rig = await Rig.create();
      const lock = join(rig.repo, '.wukong/events.lock');
      rig.write('.wukong/target', '{}');
      symlinkSync(target, lock);
      await rig.hook('Stop');
      expect(rig.events().at(-1)?.type).toBe('Stop');
      expect(existsSync(lock)).toBe(false);
      expect(rig.file('.wukong/target')).toBe('{}');
      symlinkSync(target, lock);
      const doctor = await rig.cli(['doctor']);
      expect(doctor.stdout).toContain('.wukong/events.lock  A symbolic link');
    },
  );

  // A pull puts it there even where a folder is that git ignores.
  test.each(['goals', 'inbox', 'artifacts', 'context_packs'])(
    'in place of .wukong/%s while goals run: nothing changes where it leads',
    async (name) => {
      await using rig = await Rig.create();
      const sessions = [1, 2].map((n) => `${n}${HOSTILE_SESSION.slice(1)}`);
      const prompt = { prompt: '/wukong_fix it', prompt_id: 'p' };
      for (const session_id of sessions)
        await rig.hook('UserPromptSubmit', { session_id, ...prompt });
      const victim = join(rig.root, 'victim');
      mkdirSync(join(victim, 'src'), { recursive: true });
      for (const file of ['package.json', 'thesis.tex', 'src/a.ts']) {
        writeFileSync(join(victim, file), '{}');
      }
      const before = everything(victim);
      const leadThere = (): void => {
        rmSync(join(rig.repo, '.wukong', name), { recursive: true, force: true });
        symlinkSync(victim, join(rig.repo, '.wukong', name));
      };
      for (const session_id of [sessions[1], '3'.repeat(36)]) {
        for (const [event, payload] of deliveries(rig.repo)) {
          leadThere();
          await rig.hook(event, { session_id, ...payload });
          expect(everything(victim), event).toEqual(before);
        }
      }
      // What was made from the log alone forgets whatever files of goals there are.
      rmSync(join(rig.repo, '.wukong/state.json'), { force: true });
      leadThere();
      await rig.hook('Stop', { session_id: sessions[0] });
      expect(everything(victim)).toEqual(before);
      for (const args of [['rebuild'], ['archive'], ['abort', '--yes']]) {
        leadThere();
        await rig.cli(args);
        expect(everything(victim), args[0]).toEqual(before);
      }
    },
  );

  test('in place of .wukong/goals goes at the next step, and the goals go on', async () => {
    await using rig = await Rig.create();
    const sessions = [1, 2].map((n) => `${n}${HOSTILE_SESSION.slice(1)}`);
    const prompt = { prompt: '/wukong_fix it', prompt_id: 'p' };
    for (const session_id of sessions)
      await rig.hook('UserPromptSubmit', { session_id, ...prompt });
    const goals = join(rig.repo, '.wukong/goals');
    rmSync(goals, { recursive: true });
    symlinkSync(rig.root, goals);
    const tool_input = { description: 'd', prompt: 'go', subagent_type: 'ear' };
    const call = { tool_name: 'Agent', tool_use_id: 'toolu_1', tool_input };
    const bound = await rig.hook('PreToolUse', { session_id: sessions[1], ...call });
    expect(bound.stdout).toContain('G-0002');
    expect(lstatSync(goals).isDirectory()).toBe(true);
    expect((await rig.cli(['fsck'])).stdout).not.toContain('finding');
  });
});

describe('a .wukong that is a repository of its own', () => {
  test('stops a typed command, makes every other hook silent and the guard refuse, and no command uses it', async () => {
    await using rig = await Rig.create();
    await rig.hook('SessionEnd', { reason: 'other' });
    expect(rig.state()).toBeDefined();
    await git(join(rig.repo, '.wukong'), 'init', '--quiet');
    const before = everything(join(rig.repo, '.wukong'));
    for (const [event, payload] of deliveries(rig.repo)) {
      const ended = await deliver(rig, rig.repo, event, payload);
      expect(ended, event).toMatchObject({ code: 0, stderr: '' });
      if (event === 'guard') expect(ended.stdout).toContain('"permissionDecision":"deny"');
      else if (isTyped(payload)) expect(ended.stdout).toContain('is a repository of its own');
      else expect(ended.stdout, event).toBe('');
    }
    for (const args of [
      ['trust', '--approve'],
      ['goal', 'add', 'it'],
      ['gates', '--try'],
    ]) {
      const ended = await rig.cli(args);
      expect(ended.code, args[0]).not.toBe(0);
      expect(ended.stderr, args[0]).toContain('.wukong is a repository of its own');
    }
    for (const args of [['init', '--yes'], ['uninstall', '--yes'], ['doctor']]) {
      const ended = await rig.cli(args);
      expect(ended.code, args[0]).toBe(1);
      expect(ended.stdout + ended.stderr, args[0]).toContain('repository of its own');
    }
    expect(everything(join(rig.repo, '.wukong'))).toEqual(before);
  });

  test('is one for git alone, too: where nothing of the submodule is checked out, no goal begins', async () => {
    await using rig = await Rig.create();
    const head = (await rig.git('rev-parse', 'HEAD')).trim();
    await rig.git('update-index', '--add', '--cacheinfo', `160000,${head},.wukong`);
    const typed = await rig.typed('/wukong_fix it');
    expect(typed.stdout).toContain('.wukong is a repository of its own, or a submodule');
    const added = await rig.cli(['goal', 'add', 'it crashes', '--template', 'fix']);
    expect(added.stderr).toContain('.wukong is a repository of its own, or a submodule');
    expect(rig.events().some(({ type }) => type === 'goal.created')).toBe(false);
    expect((await rig.cli(['init', '--yes'])).stderr).toContain('or a submodule');
    expect((await rig.cli(['doctor'])).stdout).toContain('or a submodule');
  });
});
