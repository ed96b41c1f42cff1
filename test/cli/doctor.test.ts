import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dispatch } from '../../runtime/kernel/requests/dispatch.ts';
import { startGoal } from '../../runtime/kernel/requests/goals.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { toAgent } from '../../runtime/kernel/state/run-by.ts';
import { runStep } from '../../runtime/step/run-step.ts';
import { currentVersion } from '../../runtime/workspace/current-program.ts';
import { NODE_FLOOR } from '../../runtime/workspace/node-floor.ts';
import { readTrust, writeTrust } from '../../runtime/workspace/trust.ts';
import { Sandbox } from '../install/temporary.ts';
import { report } from '../kernel/drive.ts';
import { node, plan } from '../kernel/plan.ts';
import { PROJECT } from '../rig/repository.ts';
import { DEAD } from './goals.ts';

type Shown = Readonly<{ kind: string; place: string; message: string; next: string }>;

async function installed(): Promise<Sandbox> {
  const sandbox = await Sandbox.installed();
  return sandbox;
}

/** What doctor finds, and what it only notes. */
async function ask(sandbox: Sandbox) {
  const { out, code } = await sandbox.json(['doctor']);
  const findings: Shown[] = out.findings;
  const notes: Shown[] = out.notes;
  expect(code).toBe(findings.length === 0 ? 0 : 1);
  for (const { place, message, next } of [...findings, ...notes]) {
    for (const text of [place, message, next]) expect(text).not.toBe('');
  }
  const named = (all: Shown[]) => all.map(({ kind, place }) => `${kind} ${place}`);
  return { findings: named(findings), notes: named(notes), out };
}

describe('wukong doctor', () => {
  test('finds nothing in a fresh installation, and says what is normal before a first goal as normal', async () => {
    using sandbox = await installed();
    const { findings, notes, out } = await ask(sandbox);
    expect(findings).toEqual([]);
    // There is no program and no test in it.
    const said = notes.filter((note) => !/^(?:client|slow-node) /.test(note));
    expect(said).toEqual(['no-gate .wukong/config.yaml', 'program-guessed .wukong/config.yaml']);
    expect(out.facts.guards).toMatch(/^not needed yet by body, tongue, mind; /);
    expect(out.facts).toMatchObject({ node: process.versions.node, log: expect.any(String) });
    expect((await sandbox.wukong(['doctor'])).stdout).toContain('No problems found');
  });

  test('asks for the Node that package.json asks for', () => {
    const { engines } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
    expect(engines.node).toBe(`>=${NODE_FLOOR}`);
  });

  test('names every installed file that was changed, taken away or put beside, and a program that is not what its name says', async () => {
    using sandbox = await installed();
    const version = currentVersion(sandbox.ws) ?? '';
    sandbox.write(`.git/wukong/runtime/${version}/goal.cjs`, 'exports.handle = () => {};\n');
    sandbox.write('.wukong/runtime/evil.cjs', '');
    rmSync(join(sandbox.repo, '.wukong/runtime/hook.cjs'));
    rmSync(join(sandbox.repo, '.claude/agents/eye.md'));
    const { findings } = await ask(sandbox);
    expect(findings.sort()).toEqual([
      'file-added .wukong/runtime/evil.cjs',
      'file-missing .claude/agents/eye.md',
      'file-missing .wukong/runtime/hook.cjs',
      'program-changed .git/wukong/runtime',
    ]);
    expect((await sandbox.json(['trust'])).out.runtime_matches).toBe(false);
    await sandbox.wukong(['init', '--yes']);
    expect((await ask(sandbox)).findings).toEqual([]);
  });

  test('names a program that is not there, and takes an older launcher of ours for what it is', async () => {
    using sandbox = await installed();
    const trust = readTrust(sandbox.ws);
    if (!trust) throw new Error('no trust');
    const older = 'process.exit(0);\n';
    sandbox.write('.wukong/runtime/hook.cjs', older);
    const launchers = [
      createHash('sha256').update(older).digest('hex'),
      ...(trust.launchers ?? []),
    ];
    writeTrust(sandbox.ws, { ...trust, launchers });
    const withOlder = await ask(sandbox);
    expect([withOlder.findings, withOlder.notes]).toEqual([
      [],
      expect.arrayContaining(['older-launcher .wukong/runtime/hook.cjs']),
    ]);
    rmSync(join(sandbox.repo, '.git/wukong/runtime/current'));
    expect((await ask(sandbox)).findings).toEqual(['program-missing .git/wukong/runtime']);
    await sandbox.wukong(['init', '--yes']);
    expect((await ask(sandbox)).findings).toEqual([]);
  });

  test('does not mind the line ends git gives a text on Windows', async () => {
    using sandbox = await installed();
    const body = sandbox.read('.claude/agents/body.md');
    sandbox.write('.claude/agents/body.md', body.replaceAll('\n', '\r\n'));
    expect((await ask(sandbox)).findings).toEqual([]);
  });

  test('tells when an older version installed it, and init makes that good', async () => {
    using sandbox = await installed();
    const trust = readTrust(sandbox.ws);
    if (!trust) throw new Error('no trust');
    const { files: _, ...older } = trust;
    writeTrust(sandbox.ws, older);
    expect((await ask(sandbox)).findings).toEqual(['installed-unknown .git/wukong/trust.json']);
    expect((await sandbox.wukong(['init', '--yes'])).stdout).toContain('these files');
    expect(readTrust(sandbox.ws)).toEqual(trust);
  });

  test('names hooks and deny rules that are missing or changed, and files that turn hooks off', async () => {
    using sandbox = await installed();
    const settings = JSON.parse(sandbox.read('.claude/settings.json'));
    delete settings.hooks.Stop;
    settings.hooks.PreToolUse[0].matcher = 'Nothing';
    settings.permissions.deny = settings.permissions.deny.slice(1);
    sandbox.write('.claude/settings.json', JSON.stringify(settings));
    sandbox.write('.claude/settings.local.json', '{"disableAllHooks": true}');
    const { findings, out } = await ask(sandbox);
    expect(findings).toEqual([
      'hook-missing .claude/settings.json',
      'hook-missing .claude/settings.json',
      'deny-rule-missing .claude/settings.json',
      `hooks-off ${join(sandbox.repo, '.claude/settings.local.json')}`,
    ]);
    expect(out.findings.map(({ message }: Shown) => message)).toEqual([
      'Hooks that are missing: Stop.',
      'Hooks that are not as Wukong registers them: PreToolUse.',
      'Deny rules that are missing: Edit(.git/wukong/**).',
      '"disableAllHooks" is set: the client starts no hook of this project, and Wukong does nothing.',
    ]);
  });

  test('finds a file in the inbox that no step can take up', async () => {
    using sandbox = await installed();
    mkdirSync(join(sandbox.repo, '.wukong/inbox'));
    const delivery = { key: 'k', type: 'Stop', session_id: 's', payload: {} };
    sandbox.write('.wukong/inbox/1.json', JSON.stringify(delivery));
    expect((await ask(sandbox)).findings).toEqual([]);
    sandbox.write('.wukong/inbox/2.json', JSON.stringify({ ...delivery, report: {} }));
    const payload = { text: 'x'.repeat(70_000) };
    sandbox.write('.wukong/inbox/3.json', JSON.stringify({ ...delivery, payload }));
    const { findings, notes } = await ask(sandbox);
    const strangers = ['stranger .wukong/inbox/2.json', 'stranger .wukong/inbox/3.json'];
    expect(findings).toEqual(strangers);
    expect(notes).toContain('deliveries .wukong/inbox');
  });

  test('names leftovers, links and a lock whose holder is gone', async () => {
    using sandbox = await installed();
    sandbox.write('.wukong/state.json.999999-1.tmp', '{');
    sandbox.write('.wukong/events.lock', JSON.stringify({ host: 'x', pid: 999_999, at: 0 }));
    symlinkSync(sandbox.root, join(sandbox.repo, '.wukong/archive'));
    const { findings, notes } = await ask(sandbox);
    expect(findings).toEqual(['link .wukong/archive']);
    expect(notes).toContain('left-over .wukong/state.json.999999-1.tmp');
    expect(notes.join()).toMatch(/(?:stale-lock|lock-elsewhere) \.wukong\/events\.lock/);
  });

  test('says of a clone that nobody set it up, and of a repository without Wukong that there is none', async () => {
    using sandbox = await installed();
    rmSync(join(sandbox.repo, '.git/wukong'), { recursive: true });
    expect((await ask(sandbox)).findings).toEqual(['foreign .git/wukong/trust.json']);
    using bare = await Sandbox.create();
    expect((await ask(bare)).findings).toEqual(['not-installed .wukong']);
  });

  test('says of a role whose guard was missed what to do, until a person goes on', async () => {
    using sandbox = await installed();
    const client = DEAD;
    runStep(sandbox.ws, (step) => {
      const owner = ofSession('s1', client, '');
      startGoal(step, owner, 'it', plan([node('N-001', 'body')], []));
      const request = { by: toAgent('s1', 't1', client), role: 'body' as const, prompt: '' };
      const where = { worktree: sandbox.repo };
      const answer = dispatch(step, { ...request, ...where }, 'tree', () => true);
      if (answer.kind === 'bound') report(step, answer.at.run, { worked: true });
    });
    expect((await ask(sandbox)).findings).toEqual(['guard-missed .claude/agents/body.md']);
    expect((await sandbox.person(['resume'])).code).toBe(0);
    expect((await ask(sandbox)).findings).toEqual([]);
  });
});
