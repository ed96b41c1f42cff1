import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isGuarded } from '../../runtime/hosts/claude-code/install/guarded-agent.ts';

const AGENTS = join(import.meta.dirname, '..', '..', '.claude', 'agents');
const agent = (name: string): string => readFileSync(join(AGENTS, `${name}.md`), 'utf8');

test.each(['body', 'tongue', 'mind'])('%s is guarded as this version writes it', (name) => {
  expect(isGuarded(agent(name))).toBe(true);
});

test('a role that only reads has no guard', () => {
  expect(isGuarded(agent('eye'))).toBe(false);
});

test('the guard of 0.1.0 is one', () => {
  const args = `["\${CLAUDE_PROJECT_DIR}/.wukong/runtime/hook.cjs", "guard"]`;
  expect(isGuarded(agent('body').replace(/args: .*$/m, `args: ${args}`))).toBe(true);
});

test.each([
  [
    'that starts something else before it',
    /args: .*$/m,
    'args: ["-e", "0", "x/hook.cjs", "guard"]',
  ],
  ['of another program', /command: node/, 'command: sh'],
  ['for other tools', /matcher: "\*"/, 'matcher: "NoSuchTool"'],
  ['that fails open', /onFailure: block/, 'onFailure: allow'],
])('a guard %s is none', (_, from, to) => {
  expect(isGuarded(agent('body').replace(from, to))).toBe(false);
});
