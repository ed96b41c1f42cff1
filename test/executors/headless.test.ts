// How a headless client is started, and what is read of what it says.

import { describe, expect, test } from 'vitest';
import {
  allowedTools,
  headlessArguments,
  headlessEnvironment,
} from '../../runtime/executors/headless/arguments.ts';
import { ClientStream } from '../../runtime/executors/headless/read-stream.ts';
import { headlessExecutorSchema } from '../../runtime/model/documents/executor.ts';
import { ORDER } from './samples.ts';

const SESSION = '11111111-2222-4333-8444-555555555555';
const NPM_TEST = { command: ['npm', 'test'], cwd: '', shell: false };

/** The words behind a flag, up to the next one. */
function behind(args: readonly string[], flag: string): string[] {
  const rest = args.slice(args.indexOf(flag) + 1);
  const end = rest.findIndex((word) => word.startsWith('--'));
  return rest.slice(0, end === -1 ? undefined : end);
}

describe('what the client may do unasked', () => {
  test('is to edit and to run the approved gates, where a person said nothing', () => {
    const args = headlessArguments({
      order: ORDER,
      settings: { type: 'headless' },
      approvals: [NPM_TEST],
      session: SESSION,
    });
    expect(behind(args, '--permission-mode')).toEqual(['acceptEdits']);
    expect(behind(args, '--allowedTools')).toEqual(['Bash(npm test)']);
    expect(behind(args, '--agent')).toEqual(['body']);
    expect(behind(args, '--session-id')).toEqual([SESSION]);
    expect(behind(args, '--tools')).toEqual([ORDER.node.allowed_tools.join(',')]);
    expect(args.join(' ')).not.toMatch(/--max|--model|skip/);
  });

  test('is what a person named as well, and no gate that a rule cannot name exactly', () => {
    const approvals = [
      NPM_TEST,
      { command: ['npm', 'run', 'test:*'], cwd: '', shell: false },
      { command: ['npm', 'test'], cwd: 'web', shell: false },
      { command: ['npm test && rm -rf /'], cwd: '', shell: true },
      { command: ['echo', '$(rm -rf /)'], cwd: '', shell: false },
    ];
    const allowed_tools = ['Bash(npm run lint)', 'Bash(npm test)'];
    expect(allowedTools({ approvals, settings: { type: 'headless', allowed_tools } })).toEqual([
      'Bash(npm test)',
      'Bash(npm run lint)',
    ]);
  });

  test('has limits where a person set them', () => {
    const settings = { type: 'headless', max_turns: 20, max_budget_usd: 1.5, model: 'm' } as const;
    const args = headlessArguments({ order: ORDER, settings, approvals: [], session: SESSION });
    expect(behind(args, '--max-turns')).toEqual(['20']);
    expect(behind(args, '--max-budget-usd')).toEqual(['1.5']);
    expect(behind(args, '--model')).toEqual(['m']);
  });

  test('has no more dollars than are left of the budget of its goal', () => {
    const usd = (max_budget_usd: number | undefined, mostUsd: number) => {
      const settings = { type: 'headless', max_budget_usd } as const;
      const start = { order: ORDER, settings, approvals: [], session: SESSION };
      return behind(headlessArguments({ ...start, mostUsd }), '--max-budget-usd');
    };
    expect(usd(undefined, 0.25)).toEqual(['0.25']);
    expect(usd(1.5, 0.25)).toEqual(['0.25']);
    expect(usd(0.1, 0.25)).toEqual(['0.1']);
    expect(usd(undefined, 0)).toEqual(['0.01']);
  });

  test('is never everything: no mode that skips permissions can be set', () => {
    const set = (permission_mode: string) =>
      headlessExecutorSchema.safeParse({ permission_mode }).success;
    expect(['default', 'acceptEdits', 'auto', 'dontAsk'].every(set)).toBe(true);
    expect(['bypassPermissions', 'plan', ''].some(set)).toBe(false);
  });
});

test('the client gets its own variables and those a person named, and nothing of the session around it', () => {
  const inherited = {
    PATH: '/bin',
    ANTHROPIC_API_KEY: 'k',
    CLAUDE_CONFIG_DIR: '/c',
    CLAUDE_PID: '7',
    CLAUDE_CODE_SESSION_ID: 's',
    HTTPS_PROXY: 'http://p',
    GITHUB_TOKEN: 'secret',
    WUKONG_RUN: 'another',
  };
  const ours = { WUKONG_RUN: 'r', WUKONG_ORDER_DIR: '/o', WUKONG_DEPTH: '1' };
  expect(headlessEnvironment(inherited, { NAMED: 'n' }, ours)).toEqual({
    ...{ PATH: '/bin', ANTHROPIC_API_KEY: 'k', CLAUDE_CONFIG_DIR: '/c', HTTPS_PROXY: 'http://p' },
    ...{ NAMED: 'n', CI: '1' },
    ...ours,
  });
});

function said(...lines: readonly unknown[]) {
  const stream = new ClientStream();
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  // In pieces, as pipes give them.
  for (const piece of text.join('\n').match(/[\s\S]{1,7}/g) ?? []) stream.add(piece);
  return stream.end();
}

const INIT = { type: 'system', subtype: 'init', session_id: SESSION };
const RESULT = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  num_turns: 3,
  result: 'done',
};

describe('what the client says of itself', () => {
  test('is its last result that did something; what else is printed is passed over', () => {
    const empty = { ...RESULT, num_turns: 0, result: '' };
    const read = said(INIT, 'npm warn', RESULT, { ...RESULT, num_turns: 5 }, empty, '{"type":');
    expect(read).toEqual({ session: SESSION, failed: null, turns: 5, models: {}, denied: [] });
  });

  test('is a failure by is_error, whatever its subtype says', () => {
    const { failed } = said({
      ...RESULT,
      is_error: true,
      terminal_reason: 'api_error',
      result: 'API Error: 529',
    });
    expect(failed).toBe('api_error: API Error: 529');
    const turns = { type: 'result', is_error: true, num_turns: 0, terminal_reason: 'max_turns' };
    expect(said(RESULT, turns).failed).toBe('max_turns');
    expect(said(INIT).failed).toBe('it ended without a result');
  });

  test('has what it used by model, and each call the client denied once, with the rule that allows it', () => {
    const one = { inputTokens: 10, outputTokens: 2, cacheReadInputTokens: 3, costUSD: 0.5 };
    const bash = { tool_name: 'Bash', tool_input: { command: 'npm run lint' } };
    const write = { tool_name: 'WebFetch', tool_input: {} };
    const held = { tool_name: 'Edit', tool_use_id: 'toolu_1', tool_input: { file_path: 'a' } };
    const meta = [{ id: 'toolu_1', permission_decision: { decision: 'reject', source: 'hook' } }];
    const read = said(
      { type: 'user', tool_result_meta: meta },
      { ...RESULT, modelUsage: { m: one }, permission_denials: [bash, held, bash, write] },
    );
    expect(read.models).toEqual({
      m: { input: 10, output: 2, cache_creation: 0, cache_read: 3, usd: 0.5 },
    });
    expect(read.denied).toEqual([
      { what: 'npm run lint', rule: 'Bash(npm run lint)' },
      { what: 'WebFetch', rule: 'WebFetch' },
    ]);
  });
});
