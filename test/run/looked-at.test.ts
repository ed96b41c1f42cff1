// What a goal is told to have reached was looked at by somebody, or its end says that nobody did.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Repository, TESTS_BY_NODE } from '../rig/repository.ts';
import { ended, events, REQUEST, repositoryWith, wukong } from './driven.ts';
import { personAt } from './person-at.ts';

const told = (repository: Repository, ...args: string[]) => ended(wukong(repository, ...args));

function summaryOf({ path }: Repository): string {
  return readFileSync(join(path, '.wukong/artifacts/G-0001/summary.md'), 'utf8');
}

test('criteria of a person that nobody judges are asked of a person, each by itself, and never ticked', async () => {
  const repository = await repositoryWith();
  writeFileSync(
    join(repository.path, 'criteria.txt'),
    'the moon is made of cheese\n`tests` passes\nall is well\n',
  );
  const args = ['--template', 'direct', '--criteria', 'criteria.txt'];
  expect((await told(repository, 'goal', 'add', REQUEST, ...args)).code).toBe(0);
  const run = await told(repository, 'run', 'G-0001');
  expect(run.code).toBe(3);
  expect(run.out).toContain('1. the moon is made of cheese (no node of this plan judges it)');
  expect(run.out).toContain('3. all is well');
  expect(run.out).toContain('wukong accept G-0001/N-010 --criterion 1 "<why>"');
  for (const number of ['1', '3']) {
    const said = await personAt(
      repository,
      'y',
      'accept',
      'G-0001',
      '--criterion',
      number,
      'I looked',
    );
    expect(said.code, said.stdout).toBe(0);
  }
  expect((await told(repository, 'run', 'G-0001')).code).toBe(0);
  const summary = summaryOf(repository);
  expect(summary).toContain('- [ ] 1. `the moon is made of cheese` — `accepted by ');
  expect(summary).toMatch(/^- \[x\] 2\. .*passes.* — .*by gate tests: `node --test /m);
});

const PRINTS =
  "const at = fs.readFileSync('src/decoder.js', 'utf8').split('\\n').findIndex((line) => / $/.test(line)); if (at >= 0) { console.log(`checked 12 rules\\nsrc/decoder.js:` + (at + 1) + `: blank at the end of a line\\n1 problem`); process.exit(1); }";

const LINT = {
  type: 'lint',
  name: 'lint',
  command: ['node', '-e', PRINTS],
} as const;
const STYLE = { ...LINT, name: 'style', command: ['node', '-e', 'process.exit(1)'] } as const;
const TYPES = { ...LINT, name: 'types', command: ['node', '-e', 'process.exit(127)'] } as const;

/** All approved, and one more that is not. */
async function withGates(...args: string[]): Promise<Repository> {
  const repository = await repositoryWith(...args);
  const file = join(repository.path, '.wukong/config.yaml');
  const approved = [TESTS_BY_NODE, LINT, STYLE, TYPES];
  writeFileSync(file, JSON.stringify({ gates: approved }));
  for (const { name } of approved.slice(1)) {
    expect((await told(repository, 'trust', '--approve', '--gate', name)).code).toBe(0);
  }
  const more = { ...LINT, name: 'build', command: ['node', '-e', 'fs.writeFileSync("built", "")'] };
  writeFileSync(file, JSON.stringify({ gates: [...approved, more] }));
  return repository;
}

describe('an approved gate that no node asks for', () => {
  test('runs on the final tree: what it fails of the work goes back to who wrote it, and the rest is told', async () => {
    const repository = await withGates('untidy');
    const run = await told(repository, 'run', REQUEST, '--track', 'fix');
    expect(run.code, run.out).toBe(0);
    const [reopened, ...more] = events(repository, 'node.reopened');
    expect(reopened).toMatchObject({
      node_id: 'N-020',
      payload: { findings: [{ kind: 'final-gate', gate: 'lint' }] },
    });
    expect(more).toEqual([]);
    const atEnd = events(repository, 'gate.finished').filter(
      ({ node_id }) => node_id === undefined,
    );
    expect(atEnd.map(({ payload }) => payload)).toMatchObject([
      { gate: 'lint', outcome: 'pass' },
      { gate: 'style', outcome: 'fail', excused: 'failed-before' },
      { gate: 'types', outcome: 'unavailable' },
    ]);
    const summary = summaryOf(repository);
    expect(summary).toContain('gates 2/4');
    expect(summary).toContain('The gate "style" fails; it failed before the first change as well.');
    expect(summary).toContain('The gate "types" could not run.');
    expect(existsSync(join(repository.path, 'built'))).toBe(false);
    const [end] = events(repository, 'graph.completed');
    expect(end?.payload).toMatchObject({
      beside: { others: [{ gate: 'style' }, { gate: 'types' }] },
    });
  });
});

describe('a lint that a person approved and that still fails on the final tree', () => {
  test('is what a person is told by name, file and line, through every door', async () => {
    const repository = await repositoryWith('untidy', 'sloppy');
    const file = join(repository.path, '.wukong/config.yaml');
    writeFileSync(file, JSON.stringify({ gates: [TESTS_BY_NODE, LINT] }));
    expect((await told(repository, 'trust', '--approve', '--gate', 'lint')).code).toBe(0);
    const run = await told(repository, 'run', REQUEST, '--track', 'direct');
    expect(run.code, run.out).toBe(3);
    const says =
      /on the final tree the gate "lint" fails: src\/decoder\.js:\d+: blank at the end of a line/i;
    const page = readFileSync(join(repository.path, '.wukong/escalations/ESC-0001.md'), 'utf8');
    const out = join(repository.root, 'page.html');
    const shown = await told(repository, 'show', 'G-0001', '--out', out);
    expect(shown.code, shown.out).toBe(0);
    const html = readFileSync(out, 'utf8').replaceAll('&quot;', '"');
    const doors = {
      run: run.out,
      status: (await told(repository, 'status')).out.replaceAll(/\n +/g, ' '),
      answer: (await told(repository, 'answer')).out,
      page,
      html,
    };
    for (const [door, text] of Object.entries(doors)) {
      if (door !== 'answer') expect(text, door).toMatch(says);
      // What its agent was asked to do is not for a person.
      expect(text, door).not.toMatch(
        /as your report cites it|Make the gate|Cite a |Write the line/,
      );
    }
    expect(page).toContain('Gates that fail: `lint`');
    expect(page).not.toMatch(/Root cause\n\n> An empty body/);
  });
});

test('a template of the clone that shows less than the shipped one says so when a goal begins and first at its end', async () => {
  const repository = await repositoryWith();
  const own = `name: fix
version: 1
description: Fixes.
proof: none
success_criteria: [It works.]
nodes:
  - { id: N-010, title: Fix it, role: body }
edges: []
`;
  mkdirSync(join(repository.path, '.wukong/templates'), { recursive: true });
  writeFileSync(join(repository.path, '.wukong/templates/fix.yaml'), own);
  const says =
    'The template is .wukong/templates/fix.yaml, which takes the place of the shipped "fix" and asks for less: no check has to fail before the change, nobody audits it';
  const init = await told(repository, 'init');
  expect(init.out).toContain(says);
  for (const command of [['list'], ['show', 'fix']]) {
    expect((await told(repository, 'template', ...command)).out).toContain(says);
  }
  const run = await told(repository, 'run', REQUEST, '--track', 'fix');
  expect(run.code, run.out).toBe(0);
  expect(run.out).toContain(`note  ${says}`);
  expect(summaryOf(repository).split('\n')[5]).toMatch(`${says}`);
  expect(summaryOf(repository)).toContain('Proven:');
  expect((await told(repository, 'status')).out.replaceAll(/\n +/g, ' ')).toContain(says);
  expect((await told(repository, 'evidence', 'G-0001')).out).toContain(says);
});
