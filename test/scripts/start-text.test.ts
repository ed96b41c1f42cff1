import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { Recorded } from '../../runtime/model/facts/fact.ts';
import { pictured } from '../../scripts/pictures/start.ts';
import { terminalPicture } from '../../scripts/pictures/terminal-picture.ts';
import { teller, textOf } from '../../scripts/start/follow.ts';

const REPORT = [
  'RunId: r-1',
  'Status: done',
  'Tests: npm test (pass)',
  '',
  '## Evidence',
  '- Repro:',
  '  - command: `npm test`',
  '  - result: 6 tests pass',
].join('\n');

function sentBack(seen: string): Recorded {
  return {
    v: 1,
    event_id: 'E-000050',
    timestamp: '2026-11-21T10:00:00.000Z',
    type: 'run.sent_back',
    goal_id: 'G-0001',
    node_id: 'N-020',
    run_id: 'r-1',
    payload: { missing: ['Run it.'], caught: { claimed: 'L2', level: 'L1', seen } },
  } as unknown as Recorded;
}

test('npm start prints a caught claim beside what was seen', () => {
  const text =
    textOf(sentBack('"npm test" did not pass when the runtime ran it.'), () => REPORT) ?? '';
  expect(stripVTControlCharacters(text)).toBe(
    [
      '    claimed    L2, `npm test`: 6 tests pass',
      '    seen       L1, "npm test" did not pass when the runtime ran it.',
      '    sent back  Run it.',
    ].join('\n'),
  );
});

function factOf(type: string, payload: unknown): Recorded {
  return { ...sentBack(''), type, payload } as unknown as Recorded;
}

const MOVED = factOf('lane.moved', { base: 'b' });
const RED = factOf('gate.finished', { gate: 'tests', outcome: 'fail', command: 'npm test' });
const REPORTED = factOf('run.reported', { file: 'report.md' });

function told(...facts: readonly Recorded[]): readonly string[] {
  const tell = teller(() => REPORT);
  return facts.map((fact) => stripVTControlCharacters(tell(fact) ?? ''));
}

test('npm start prints who writes in which lane, and what landed', () => {
  const nodes = ['N-010', 'N-020'].map((id) => ({ id, role: 'body' }));
  const worktree = '/repo/.claude/worktrees/agent-a1';
  const lines = told(
    factOf('goal.created', { nodes }),
    factOf('run.dispatched', { role: 'body', lane: { worktree: '/repo', awaited: true } }),
    factOf('lane.ready', { worktree, base: 'a' }),
    MOVED,
    factOf('lane.landed', {}),
  );
  expect(lines).toEqual([
    'G-0001: body + body\n',
    '',
    '    2/2 works in a lane of its own, agent-a1',
    '    2/2 gets into its lane what has landed meanwhile',
    '    2/2 has landed',
  ]);
});

test('npm start says of what was green alone that it is red together, and catches nobody in a claim', () => {
  expect(told(REPORTED, MOVED, RED, sentBack('it failed')).at(-1)).toBe(
    [
      '    alone      `npm test`: 6 tests pass',
      '    together   `npm test` is red, so it does not land',
      '    sent back  Run it.',
    ].join('\n'),
  );
});

test.each([
  ['that is red although nothing landed meanwhile', [REPORTED, RED]],
  ['of tests that never ran', [REPORTED, MOVED]],
  ['that is red again, with nothing new beside it', [MOVED, REPORTED, RED]],
])('npm start prints a claim as one %s', (_, before) => {
  expect(told(...before, sentBack('it failed')).at(-1)).toContain('claimed    L2');
});

test('npm start prints what an agent wrote in one line, and nothing in it that steers the terminal', () => {
  const text = textOf(sentBack('a\nb'), () => REPORT.replace('6 tests pass', '6\u001b[2J pass'));
  expect(text?.split('\n')).toHaveLength(3);
  expect(text).not.toContain('\u001b[2J');
});

test('the picture of a terminal has its words as text, with their colours', () => {
  const picture = terminalPicture(
    'plain \u001b[1m\u001b[31mred <&>\u001b[39m\u001b[22m plain',
    'Red',
  );
  expect(picture).toContain(
    '>plain <tspan class="bold red">red &lt;&amp;&gt;</tspan> plain</text>',
  );
  expect(picture).toContain('@media (prefers-color-scheme: dark)');
});

test('the picture of a terminal breaks long lines between words', () => {
  const rows =
    terminalPicture(`${'word '.repeat(30)}end`, 'Words').match(/<text[^>]*>.*<\/text>/g) ?? [];
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatch(/> {2}word .*word end<\/text>$/);
});

test('the picture of npm start is the same for every run: without times and versions', () => {
  const printed = 'with Claude Code 2.1.330.\na (7 s)\nb done in 1 min 3 s.\nCaught: c\nNext: d\n';
  expect(pictured(printed, 'npm start')).toBe(
    '$ npm start\nwith Claude Code.\na\nb done.\nCaught: c',
  );
});

test('the picture of lanes has them in the order of their nodes, whichever was ready first', () => {
  const lane = (place: string) => `    ${place} works in a lane of its own, agent-0123456789ab`;
  const printed = ['a', lane('2/3'), lane('1/3'), 'Caught: c'].join('\n');
  const drawn = [lane('1/3'), lane('2/3')].map((line) => line.replace(/agent-.*/, 'agent-…'));
  expect(pictured(printed, 'x')).toBe(['$ x', 'a', ...drawn, 'Caught: c'].join('\n'));
});
