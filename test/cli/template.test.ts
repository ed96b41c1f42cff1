import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Sandbox } from '../install/temporary.ts';

test('a plan of one’s own begins as a copy that is valid, is listed, drawn, and starts by its name', async () => {
  using sandbox = await Sandbox.installed();
  const made = await sandbox.wukong(['template', 'new', 'hotfix', '--from', 'fix']);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toContain('In Claude Code, type: /wukong_hotfix <what to do>');
  const path = '.wukong/templates/hotfix.yaml';
  const valid = await sandbox.wukong(['graph', 'validate', path]);
  expect(valid.stdout).toContain(`Valid: ${path}, a template`);
  const { out } = await sandbox.json(['template', 'list']);
  expect(out.templates).toContainEqual(
    expect.objectContaining({ name: 'hotfix', own: true, problem: null }),
  );
  expect((await sandbox.wukong(['graph', 'hotfix'])).stdout).toContain('hotfix 1\n');
  // `init` must not take it for a file of its own.
  const command = readFileSync(join(sandbox.repo, '.claude/commands/wukong_hotfix.md'), 'utf8');
  expect(command).toMatch(/^---\ndescription: /);
  const shown = await sandbox.wukong(['template', 'show', 'hotfix']);
  expect(shown.stdout).toContain('name: hotfix\n');
});

test('a plan is right or wrong alike for who checks it, lists it and begins with it', async () => {
  using sandbox = await Sandbox.installed();
  const head = 'version: 1\ndescription: d\nsuccess_criteria: [c]\n';
  const node = (tools: string) =>
    `nodes: [{ id: N-010, title: t, role: body, constraints: { allowed_tools: [${tools}] } }]\n`;
  sandbox.write(
    '.wukong/config.yaml',
    'gates: [{ type: test, name: unit, command: [npm, test] }]\n',
  );
  // The command for tests is one of the repository.
  sandbox.write('.wukong/templates/sound.yaml', `name: sound\n${head}${node('read, run_test')}`);
  sandbox.write('.wukong/templates/faulty.yaml', `name: other\n${head}${node('raed')}`);
  const { out } = await sandbox.json(['template', 'list']);
  expect(out.templates).toContainEqual(expect.objectContaining({ name: 'sound', problem: null }));
  const begun = (name: string) => sandbox.wukong(['goal', 'add', 'do it', '--template', name]);
  const checked = (name: string) =>
    sandbox.wukong(['graph', 'validate', `.wukong/templates/${name}.yaml`]);
  for (const ask of [begun, checked]) {
    expect(await ask('sound')).toMatchObject({ code: 0 });
    const { code, stdout, stderr } = await ask('faulty');
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('faulty.yaml:1:7  This template calls itself "other"');
    expect(stdout + stderr).toContain(':5:75  There is no tool "raed".');
  }
});

test('one that extends another and has parameters is shown as it comes out', async () => {
  using sandbox = await Sandbox.installed();
  sandbox.write(
    '.wukong/templates/mine.yaml',
    'name: mine\nversion: 1\nextends: direct\nparameters: { who: { description: whom it is for } }\nnodes: [{ id: N-010, title: "Do it for {{who}}" }]\n',
  );
  const shown = await sandbox.wukong(['template', 'show', 'mine', '--param', 'who=Ada B']);
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout).toContain('title: Do it for Ada B\n');
  expect(shown.stdout).toContain('role: body\n');
  expect((await sandbox.wukong(['template', 'show', 'mine'])).stdout).toContain('for {{who}}');
  expect((await sandbox.wukong(['template', 'list'])).stdout).toMatch(
    /wukong_mine\s+yours\s+Makes a small change/,
  );
  const wrong = await sandbox.wukong(['template', 'show', 'mine', '--param', 'whom=Ada']);
  expect(wrong.stderr).toContain('has no parameter "whom"');
  const valid = await sandbox.wukong(['graph', 'validate', '.wukong/templates/mine.yaml']);
  expect(valid.stdout).toContain('a template, 1 node.');
});

test.each<[readonly string[], string]>([
  [['template', 'show', 'fix', '--param', 'suite'], '"suite" names no value'],
  [['template', 'new', 'Fix it'], 'cannot be the name of a template'],
  [['template', 'new', 'pause'], 'cannot be the name of a template'],
  [['template', 'new', '../x'], 'cannot be the name of a template'],
  [['template', 'new', 'mine', '--from', 'fxi'], 'There is no template "fxi"'],
  [['template', 'show', 'none'], 'There is no template "none"'],
  [['template', 'burn'], 'takes one of list, show, new, not "burn".'],
])('%j is refused, and says what there is', async (args, message) => {
  using sandbox = await Sandbox.installed();
  const { code, stderr } = await sandbox.wukong(args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).toContain('hint: ');
});

test('what is there already is never written over', async () => {
  using sandbox = await Sandbox.installed();
  await sandbox.wukong(['template', 'new', 'mine']);
  sandbox.write('.wukong/templates/mine.yaml', 'mine\n');
  const again = await sandbox.wukong(['template', 'new', 'mine']);
  expect(again.stderr).toContain('.wukong/templates/mine.yaml is there already.');
  expect(readFileSync(join(sandbox.repo, '.wukong/templates/mine.yaml'), 'utf8')).toBe('mine\n');
});
