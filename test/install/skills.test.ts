import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { withoutWukong } from '../rig/projects.ts';
import { DIST, Sandbox } from './temporary.ts';

const EVIDENCE = '.claude/skills/evidence/SKILL.md';
const TEMPLATE = '.claude/skills/evidence/templates/evidence_report.md';
const SCRIPTS = '.claude/skills/taskgraph_tools/scripts';

test('init brings missing files of a skill back, and leaves what a user changed or put beside them', async () => {
  using sandbox = await Sandbox.create();
  await sandbox.wukong(['init', '--yes']);
  sandbox.write(TEMPLATE, 'my version\n');
  sandbox.write('.claude/skills/evidence/notes.md', 'mine\n');
  rmSync(join(sandbox.repo, SCRIPTS), { recursive: true });
  // As git on Windows checks it out.
  sandbox.write(EVIDENCE, sandbox.read(EVIDENCE).replaceAll('\n', '\r\n'));
  const { out } = await sandbox.json(['init', '--yes']);
  const done = out.actions.filter((action: { kind: string }) => action.kind !== 'keep');
  expect(done.map((action: { kind: string; path: string }) => [action.kind, action.path])).toEqual([
    ['create', `${TEMPLATE}.new`],
    ['create', `${SCRIPTS}/render_taskgraph`],
    ['create', `${SCRIPTS}/validate_taskgraph`],
    ['create', `${SCRIPTS}/wukong`],
  ]);
  expect(sandbox.read(TEMPLATE)).toBe('my version\n');
  expect(sandbox.read('.claude/skills/evidence/notes.md')).toBe('mine\n');
});

test('a skill of the user with the name of ours is left alone, said, and stops nothing', async () => {
  using sandbox = await Sandbox.create();
  sandbox.write(EVIDENCE, '---\nname: evidence\ndescription: mine\n---\nMine.\n');
  sandbox.write('.claude/skills/anchor_writer/rules/anchor_schema.md', 'mine too\n');
  const { stdout, code } = await sandbox.wukong(['init', '--yes']);
  expect(code).toBe(0);
  const line = (name: string) =>
    `.claude/skills/${name}/  a skill of yours has this name, so that of Wukong is left out`;
  expect(stdout).toContain(line('evidence'));
  expect(stdout).toContain(line('anchor_writer'));
  expect(sandbox.read(EVIDENCE)).toContain('Mine.');
  expect(sandbox.has(TEMPLATE)).toBe(false);
  expect(sandbox.has('.claude/skills/anchor_writer/SKILL.md')).toBe(false);
  expect(sandbox.has('.claude/skills/taskgraph_tools/SKILL.md')).toBe(true);
});

describe('the scripts of taskgraph_tools', () => {
  const GRAPH = `name: mine
version: 1
description: A plan
success_criteria: [It works]
nodes:
  - { id: N-010, title: 看, role: eye }
  - { id: N-020, title: Change, role: body }
edges:
  - { from: N-010, to: N-020 }
`;

  function script(sandbox: Sandbox, name: string, args: readonly string[], bin = '') {
    const { PATH = '', ...system } = systemPaths();
    return run(join(sandbox.repo, SCRIPTS, `${name}_taskgraph`), args, {
      cwd: sandbox.repo,
      env: { ...system, PATH: `${bin}:${withoutWukong(PATH)}`, HOME: sandbox.root },
      timeoutMs: 30_000,
    });
  }

  test('start the wukong of the PATH, and end as it does', async () => {
    using sandbox = await Sandbox.create('a b $(c)');
    await sandbox.wukong(['init', '--yes']);
    const bin = join(sandbox.root, 'bin');
    mkdirSync(bin);
    symlinkSync(join(DIST, 'cli.js'), join(bin, 'wukong'));
    sandbox.write('plan; $(touch x).yaml', GRAPH);
    const sound = await script(sandbox, 'validate', ['plan; $(touch x).yaml'], bin);
    expect(sound).toMatchObject({ code: 0, stderr: '' });
    expect(sound.stdout).toContain('Valid: plan; $(touch x).yaml');
    const drawn = await script(sandbox, 'render', ['plan; $(touch x).yaml'], bin);
    expect(drawn.stdout).toContain('N_010["N-010 eye<br/>看"]');
    sandbox.write('plan; $(touch x).yaml', GRAPH.replace('from: N-010', 'from: N-011'));
    const broken = await script(sandbox, 'validate', ['plan; $(touch x).yaml'], bin);
    expect(broken.stdout).toContain('There is no node N-011.');
    expect(broken.code).toBe(1);
    expect((await script(sandbox, 'validate', ['none.yaml'], bin)).code).toBe(2);
    expect(sandbox.has('x')).toBe(false);
  });

  test('find one in node_modules, and say what to do where there is none', async () => {
    using sandbox = await Sandbox.create();
    await sandbox.wukong(['init', '--yes']);
    sandbox.write('mine.yaml', GRAPH);
    const without = await script(sandbox, 'validate', ['mine.yaml']);
    expect(without).toMatchObject({ code: 3, stdout: '' });
    expect(without.stderr).toContain('wukong is not installed: it is neither on the PATH nor in');
    mkdirSync(join(sandbox.repo, 'node_modules', 'wukong'), { recursive: true });
    symlinkSync(DIST, join(sandbox.repo, 'node_modules', 'wukong', 'dist'));
    expect((await script(sandbox, 'validate', ['mine.yaml'])).code).toBe(0);
  });
});
