import { expect, test } from 'vitest';
import type { Problem } from '../../runtime/model/failure.ts';
import { Sandbox } from '../install/temporary.ts';

test('a goal is added, listed, shown and cancelled without a session', async () => {
  using sandbox = await Sandbox.installed();
  const terms = [
    '--priority',
    '80',
    '--budget',
    'tokens=1000',
    '--issue',
    'org/repo#12',
    '--deadline',
    '2030-12-01T18:00Z',
  ];
  const added = await sandbox.json(['goal', 'add', 'the decoder crashes on empty input', ...terms]);
  expect(added.out).toMatchObject({
    id: 'G-0001',
    status: 'queued',
    priority: 80,
    budget: { max_tokens: 1000, max_hours: null },
    metadata: { issue_ref: 'org/repo#12', template: 'fix' },
  });
  expect((await sandbox.json(['goal', 'list'])).out.goals).toMatchObject([{ id: 'G-0001' }]);
  const next = await sandbox.json(['next', '--explain']);
  expect(next.out.next).toMatchObject([{ goal: 'G-0001', node: 'N-001', role: 'ear' }]);
  expect((await sandbox.wukong(['status', '--utc'])).stdout).toContain(
    '  deadline 2030-12-01 18:00 UTC\n',
  );
  // No hook has read it yet.
  sandbox.write('.wukong/config.local.yaml', 'next: { priority: 1, age: 0, dependencies: 0 }\n');
  expect((await sandbox.json(['next'])).out.next).toMatchObject([{ score: 0.8 }]);
  const ofNode = ['goal', 'set', 'G-0001', '--node', 'N-001', '--budget', 'tokens=5,retries=3'];
  expect(await sandbox.wukong(ofNode)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('With --node, --budget takes no retries='),
  });
  expect((await sandbox.person(['goal', 'cancel', 'G-0001'], 'y')).code).toBe(0);
  expect((await sandbox.json(['goal', 'show', 'G-0001'])).out).toMatchObject({
    status: 'cancelled',
    priority: 80,
  });
  const idle = await sandbox.wukong([
    'goal',
    'set',
    'G-0001',
    '--priority',
    '5',
    '--issue',
    'a/b#1',
  ]);
  expect(idle).toMatchObject({ code: 2, stdout: '' });
  expect(idle.stderr).toContain('`wukong goal set` does not take --issue.');
  const two = await sandbox.wukong(['goal', 'cancel', 'G-0001', 'G-0002', '--yes']);
  expect(two.stderr).toContain('"G-0002" is one word too many.');
  expect((await sandbox.wukong(['fsck'])).code).toBe(0);
});

test('a file of goals is made whole or not at all, and what is wrong in it has its place', async () => {
  using sandbox = await Sandbox.installed();
  sandbox.write('goals.yaml', '- title: fix the parser crash\n- title: ""\n  prioritaet: 3\n');
  const refused = await sandbox.wukong(['goal', 'add', '--from', 'goals.yaml']);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('goals.yaml:2:10  "" does not have the right form.');
  expect(refused.stderr).toContain('goals.yaml:3:3  Unknown field "prioritaet".');
  sandbox.write(
    'goals.yaml',
    '- { title: a, template: fix, priority: 500 }\n- { title: b, template: fxi }\n- { title: c, template: fix, deadline: x }\n',
  );
  const all = (await sandbox.json(['goal', 'add', '--from', 'goals.yaml'])).out.error.problems;
  expect(all.map(({ line, column }: Problem) => `${line}:${column}`)).toEqual([
    '1:40',
    '2:25',
    '3:40',
  ]);
  for (const [goal, place, message] of [
    ['title: it crashes\n  deadline: 2026-02-30', '3:13', 'This is to be a day or a time'],
    [
      'title: it crashes\n  budget: { max_tokens: 0 }',
      '3:25',
      '0 is out of range: it must be more than 0.',
    ],
    ['title: it crashes\n  template: fxi', '3:13', 'There is no template "fxi".'],
    ['title: it crashes\n  issue: "12"', '3:10', '"12" is no issue.'],
    ['title: it crashes\n  allow: [read, fly]', '3:17', 'There is no tool "fly".'],
    ['title: it crashes\n  allow: [edit]', '3:10', 'N-001 would have no tool left.'],
    ['title: why is it slow?', '2:10', 'Which plan is meant is not clear'],
  ] as const) {
    sandbox.write('goals.yaml', `- title: fix the parser crash\n- ${goal}\n`);
    const wrong = await sandbox.wukong(['goal', 'add', '--from', 'goals.yaml']);
    expect(wrong.stderr).toContain(`goals.yaml:${place}  ${message}`);
  }
  const both = await sandbox.wukong(['goal', 'add', '--from', 'goals.yaml', '--priority', '5']);
  expect(both.stderr).toContain('--priority counts for one goal.');
  expect((await sandbox.json(['goal', 'list'])).out.goals).toEqual([]);
  sandbox.write(
    'goals.yaml',
    '- title: fix the parser crash\n  priority: 10\n- title: export to CSV\n  template: feature\n  criteria: ["npm test passes"]\n',
  );
  const { out } = await sandbox.json(['goal', 'add', '--from', 'goals.yaml']);
  expect(out.goals).toMatchObject([
    { id: 'G-0001', priority: 10 },
    { id: 'G-0002', success_criteria: [{ description: 'npm test passes' }] },
  ]);
});

test('bad terms, an unclear plan and an unknown tool are refused, and nothing is made', async () => {
  using sandbox = await Sandbox.installed();
  for (const [words, said] of [
    [['the decoder crashes', '--priority', '101'], 'from 0 to 100'],
    [['the decoder crashes', '--budget', 'tokens=-1'], 'above 0'],
    [['why is it slow?'], 'Name the template: '],
    [['the decoder crashes', '--allow', 'reed'], 'read'],
    [['the decoder crashes', '--issue', '12'], 'org/repo#12'],
    [['the decoder crashes', '--criteria', 'none.txt'], 'There is no file none.txt.'],
    [['the decoder crashes', '--allow', 'edit'], 'Allow one more of them.'],
    [['the decoder crashes', '--template', 'fxi'], 'fix'],
    [[''], 'title'],
  ] as const) {
    const refused = await sandbox.wukong(['goal', 'add', ...words]);
    expect([words, refused.code]).toEqual([words, 2]);
    expect(refused.stderr).toContain(said);
  }
  expect((await sandbox.json(['goal', 'list'])).out.goals).toEqual([]);
});
