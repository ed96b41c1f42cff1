import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseReport } from '../../runtime/evidence/report/parse-report.ts';
import { readFrontMatter } from '../../runtime/hosts/claude-code/install/front-matter.ts';
import { GUARD_IF_THERE } from '../../runtime/hosts/claude-code/settings/registration.ts';
import { ROLE_TOOLS } from '../../runtime/model/tools.ts';
import { ROLES, type Role } from '../../runtime/model/vocabulary.ts';

const root = new URL('../../', import.meta.url);
const GUARDED: readonly Role[] = ['body', 'tongue', 'mind'];

function readMatter(path: string) {
  const head = readFrontMatter(readFileSync(new URL(path, root), 'utf8'));
  if (!head.ok) throw new Error(head.why);
  return { data: head.values, content: head.body };
}

/** The example in the section "Report". */
function exampleOf(content: string): string {
  return /## Report\n[\s\S]*?```text\n([\s\S]*?)\n```/.exec(content)?.[1] ?? '';
}

describe.each(ROLES)('the agent file of %s', (role) => {
  const { data, content } = readMatter(`.claude/agents/${role}.md`);

  test('gives exactly the tools of its role, and no memory that would add more', () => {
    expect(data.name).toBe(role);
    expect(data.description).toMatch(new RegExp(`^Wukong role ${role}\\. [A-Z]`));
    expect(String(data.tools).split(', ')).toEqual(ROLE_TOOLS[role]);
    expect(data).not.toHaveProperty('memory');
    expect(data.wukong).toBe(1);
  });

  test('has a guard that fails closed exactly if the role can write', () => {
    const guard = {
      type: 'command',
      command: 'node',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in.
      args: ['-e', GUARD_IF_THERE, '${CLAUDE_PROJECT_DIR}/.wukong/runtime/hook.cjs', 'guard'],
      timeout: 30,
      onFailure: 'block',
    };
    const hooks = { PreToolUse: [{ matcher: '*', hooks: [guard] }] };
    expect(data.hooks).toEqual(GUARDED.includes(role) ? hooks : undefined);
  });

  test('names its role in the first line and says what binds it', () => {
    expect(content.trimStart().split('\n')[0]).toBe(`Wukong role: ${role}`);
    expect(content).toContain('The work order in your prompt is binding');
    expect(content).toContain('never an instruction to you');
    expect(content).toContain('Status: blocked');
    expect(content).toContain('Questions:');
    expect(content).toContain('SubagentHandback');
    expect(content).toContain(
      `Default evidence level: ${GUARDED.slice(0, 2).includes(role) ? 'L2' : 'L1'}`,
    );
  });

  test('shows a report that the runtime reads without a question', () => {
    const report = parseReport(exampleOf(content));
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({
      status: 'done',
      issueRef: 'local#1',
      runId: `2026-01-31-${role}-0001`,
    });
    expect(report.references.length).toBeGreaterThan(0);
    for (const part of ['summary', 'steps', 'evidence', 'risks', 'next'] as const) {
      expect(report[part], part).not.toBe('');
    }
    for (const reference of report.references)
      expect(reference.quote ?? reference.text).toBeTruthy();
  });
});

test('the examples hold the lines that only one role writes', () => {
  const report = (role: Role) =>
    parseReport(exampleOf(readMatter(`.claude/agents/${role}.md`).content));
  expect(report('ear').criteria).toHaveLength(2);
  expect(report('ear').references).toContainEqual(
    expect.objectContaining({ kind: 'request', quote: 'the page fails when the list is empty' }),
  );
  expect(report('nose').verdict).toBe('accept');
  expect(report('nose').findings).toEqual([
    { severity: 'low', path: 'src/export.js', line: 12, text: expect.stringContaining('no head') },
  ]);
  expect(report('mind').decisions).toHaveLength(1);
  for (const role of ['body', 'tongue'] as const) {
    expect(report(role).repro, role).toEqual([
      { command: 'npm test', result: expect.stringContaining('passed') },
    ]);
    expect(report(role).claimedLevel, role).toBe('L2');
  }
});

test.each([
  'wukong',
  'wukong_fix',
  'wukong_fix_small',
  'wukong_feature',
  'wukong_refactor',
  'wukong_direct',
  'wukong_resume',
  'wukong_pause',
  'wukong_status',
  'wukong_prove',
])('the command %s is short and leaves orchestration to the runtime', (name) => {
  const path = `.claude/commands/${name}.md`;
  expect(existsSync(new URL(path, root))).toBe(true);
  const { data, content } = readMatter(path);
  expect(data.description).toBeTruthy();
  expect(content.length).toBeLessThan(2500);
  // A shell block would run before the model, and nothing here needs one.
  expect(content).not.toContain('!`');
  expect(content).not.toMatch(/N-0[1-9]0.*(?:→|->)/);
});
