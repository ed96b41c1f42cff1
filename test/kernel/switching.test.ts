import { describe, expect, test } from 'vitest';
import { dispatchTo } from '../../runtime/kernel/drive/driven.ts';
import { receiveReport } from '../../runtime/kernel/reports/receive-report.ts';
import { failRun, loseRun } from '../../runtime/kernel/requests/runs.ts';
import type { Step } from '../../runtime/kernel/requests/step.ts';
import {
  codeEventOf,
  switchByRule,
  switchedFrom,
} from '../../runtime/kernel/retries/switch-rule.ts';
import { nodeState, specOf } from '../../runtime/kernel/state/queries.ts';
import { switchNode } from '../../runtime/kernel/switching/switch-node.ts';
import { instructionsFor } from '../../runtime/kernel/views/order-by-executor.ts';
import type { Executor } from '../../runtime/model/node.ts';
import { ERROR_CODES } from '../../runtime/model/protocol/vocabulary.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import type { Run } from '../../runtime/model/state/run.ts';
import { call, mustCall, report, reporterOf } from './drive.ts';
import { alive, begin, CLIENT, node, plan, typesOf } from './plan.ts';

const ADA: Executor = { type: 'human', name: 'ada' };
const BODY = plan([node('N-020', 'body')], []);
const ASKED = {
  node: 'N-020',
  executor: ADA,
  why: 'The agent lacks the board.',
  handover: { commits: ['4f2a9c1'] },
  by: 'Grace',
};

describe('a node that is switched to another executor in the middle', () => {
  function switched() {
    const { step, goal } = begin(BODY);
    const old = mustCall(step, 'body');
    const answer = switchNode(step, goal, ASKED);
    return { step, goal, old, answer };
  }

  test('ends its run as replaced, and costs no attempt', () => {
    const { goal, old, answer } = switched();
    expect(answer).toEqual({ kind: 'switched', replaced: old.id });
    expect(goal.runs[old.id]?.ended).toMatchObject({ outcome: 'replaced' });
    expect(nodeState(goal, 'N-020')).toMatchObject({ status: 'ready', attempts: 0 });
    expect(specOf(goal, 'N-020').executor).toEqual(ADA);
  });

  test('refuses the late report of the old run', () => {
    const { step, goal, old } = switched();
    const late = { from: reporterOf(old), key: 'late', file: 'report.md', transcript: '' };
    receiveReport(step, { ...late, verifier: CLIENT }, alive);
    expect(typesOf(step.facts).at(-1)).toBe('run.refused');
    expect(nodeState(goal, 'N-020').status).toBe('ready');
  });

  test('says which run replaces which, why, with what, and who is next, before that one is dispatched', () => {
    const { step, goal, old } = switched();
    const answer = call(step, 'body');
    const fresh = answer.kind === 'bound' ? answer.at.run : undefined;
    expect(fresh?.by).toEqual({ kind: 'person', name: 'ada' });
    const types = typesOf(step.facts);
    expect(types.indexOf('run.replaced')).toBe(types.lastIndexOf('run.dispatched') - 1);
    expect(step.facts.find(({ type }) => type === 'run.replaced')).toMatchObject({
      run_id: old.id,
      payload: {
        run: fresh?.id,
        executor: ADA,
        because: { kind: 'switched', to: 'human ada', why: 'The agent lacks the board.' },
        handover: { commits: ['4f2a9c1'] },
        tried: [{ run: old.id, outcome: 'replaced' }],
      },
    });
    expect(fresh?.takes_over?.run).toBe(old.id);
    expect(goal.switched).toEqual({});
  });

  test('is refused for the executor it has, while a report of it is judged, and once it is over', () => {
    const { step, goal } = begin(BODY);
    const agent = { ...ASKED, executor: { type: 'subagent', name: 'body' } as const };
    expect(switchNode(step, goal, agent)).toMatchObject({ because: { kind: 'same' } });
    const run = mustCall(step, 'body');
    const seen = { from: reporterOf(run), key: 'k', file: 'report.md', transcript: '' };
    receiveReport(step, { ...seen, verifier: CLIENT }, alive);
    expect(switchNode(step, goal, ASKED)).toMatchObject({ because: { kind: 'verified' } });
    const other = begin(BODY);
    report(other.step, mustCall(other.step, 'body'));
    expect(switchNode(other.step, other.goal, ASKED)).toMatchObject({ because: { kind: 'over' } });
  });
});

test('an order names the skill its agent works by, and what it takes over from another run', () => {
  const skill = { type: 'skill', name: 'tidy' } as const;
  const { step, goal } = begin(BODY);
  const old = mustCall(step, 'body');
  switchNode(step, goal, { ...ASKED, executor: skill });
  const run = mustCall(step, 'body');
  expect(run.by.kind).toBe('subagent');
  const said = instructionsFor('Tidy up.', skill, run);
  expect(said).toMatch(/^Use the skill tidy: read \.claude\/skills\/tidy\/SKILL\.md first/);
  expect(said).toContain(`You go on from run ${old.id} of another executor`);
  expect(said).toContain('the commits 4f2a9c1');
});

describe('a rule of the configuration', () => {
  const FIXER: Executor = { type: 'command', name: 'fixer' };

  function nameCode(step: Step, goal: Goal, run: Run, error_code: string): void {
    const scope = { goal_id: goal.id, node_id: run.node, run_id: run.id };
    step.emit({ type: 'run.error_named', ...scope, payload: { error_code } });
  }

  function failing(when: 'repeated_signature' | 'lost_lease') {
    const started = begin(BODY);
    started.step.state.config.switching = [{ when, roles: ['body'], to: FIXER }];
    return started;
  }

  test('switches when two runs in a row failed with the same error', () => {
    const { step, goal } = failing('repeated_signature');
    const because = { kind: 'agent-failed', summary: 'no compiler' } as const;
    failRun(step, goal, mustCall(step, 'body'), because, []);
    expect(specOf(goal, 'N-020').executor.type).toBe('subagent');
    failRun(step, goal, mustCall(step, 'body'), because, []);
    expect(specOf(goal, 'N-020').executor).toEqual(FIXER);
    expect(typesOf(step.facts).slice(-3)).toContain('node.switched');
  });

  test('switches when its executor says that it lacks a tool, or that the environment is another', () => {
    for (const [error_code, when] of [
      ['missing_tool', 'other_toolchain'],
      ['environment_mismatch', 'environment_mismatch'],
    ] as const) {
      const { step, goal } = begin(BODY);
      step.state.config.switching = [{ when, to: FIXER }];
      const run = mustCall(step, 'body');
      nameCode(step, goal, run, error_code);
      failRun(step, goal, run, { kind: 'agent-failed', summary: 'no' }, []);
      expect(specOf(goal, 'N-020').executor).toEqual(FIXER);
    }
  });

  test('asks no person what only its executor lacks: a run that is blocked for it goes to another one', () => {
    const { step, goal } = begin(BODY);
    step.state.config.switching = [{ when: 'other_toolchain', to: FIXER }];
    const run = mustCall(step, 'body');
    nameCode(step, goal, run, 'missing_tool');
    const asked = { status: 'blocked', questions: ['Where is the compiler?'] } as const;
    expect(report(step, run, asked)).toMatchObject({ kind: 'replaced' });
    expect(goal.runs[run.id]?.ended).toMatchObject({ outcome: 'blocked', next_action: 'retry' });
    expect(nodeState(goal, 'N-020')).toMatchObject({ status: 'ready', attempts: 0 });
    expect(specOf(goal, 'N-020').executor).toEqual(FIXER);
  });

  test('leaves a question to the person where no rule is for its code', () => {
    const { step, goal } = begin(BODY);
    step.state.config.switching = [{ when: 'other_toolchain', to: FIXER }];
    const run = mustCall(step, 'body');
    nameCode(step, goal, run, 'missing_credential');
    report(step, run, { status: 'blocked', questions: ['Where is the token?'] });
    expect(nodeState(goal, 'N-020')).toMatchObject({ status: 'blocked', kind: 'questions' });
  });

  test('is for four of the codes that there are, and for none that is not among them', () => {
    const { step, goal } = begin(BODY);
    const run = mustCall(step, 'body');
    const codes = [...ERROR_CODES, 'tired'].flatMap((error_code) => {
      const event = codeEventOf({ ...run, error_code });
      return event ? [[error_code, event]] : [];
    });
    expect(Object.fromEntries(codes)).toEqual({
      unsupported: 'other_toolchain',
      missing_tool: 'other_toolchain',
      missing_dependency: 'other_toolchain',
      environment_mismatch: 'environment_mismatch',
    });
    expect(nodeState(goal, 'N-020').status).toBe('running');
  });

  test('hands over what its run left, as it was found when the next one is dispatched', () => {
    const { step, goal } = failing('repeated_signature');
    const because = { kind: 'agent-failed', summary: 'no compiler' } as const;
    failRun(step, goal, mustCall(step, 'body'), because, []);
    const old = mustCall(step, 'body');
    failRun(step, goal, old, because, []);
    expect(switchedFrom(goal, 'N-020')?.id).toBe(old.id);
    const handover = { pr: 'https://github.com/org/r/pull/7', commits: ['4f2a9c1'] };
    const by = { kind: 'process', name: 'fixer', ref: CLIENT } as const;
    const request = { goal: goal.id, node: 'N-020', by, worktree: '/repo' };
    dispatchTo(step, { ...request, left: { run: old.id, handover } }, 'tree', alive);
    const replaced = step.facts.find(({ type }) => type === 'run.replaced');
    expect(replaced).toMatchObject({ run_id: old.id, payload: { handover } });
    const fresh = Object.values(goal.runs).at(-1);
    expect(fresh?.takes_over).toMatchObject({ run: old.id, handover });
  });

  test('takes an executor that passed its time limit for one that lost its lease', () => {
    for (const how of ['time', 'silent'] as const) {
      const { step, goal } = failing('lost_lease');
      const because = { kind: 'executor-ended', how } as const;
      failRun(step, goal, mustCall(step, 'body'), because, []);
      expect(specOf(goal, 'N-020').executor).toEqual(FIXER);
    }
  });

  test('takes no agent that was lost with its client for a lost lease', () => {
    const { step, goal } = failing('lost_lease');
    loseRun(step, goal, mustCall(step, 'body'), { kind: 'client-gone' });
    expect(specOf(goal, 'N-020').executor.type).toBe('subagent');
  });

  test('gives a node to nobody who had it', () => {
    const { step, goal } = begin(BODY);
    mustCall(step, 'body');
    switchNode(step, goal, ASKED);
    call(step, 'body');
    const back = { when: 'changes_requested', to: { type: 'subagent', name: '' } } as const;
    const rules = { ...step.state.config, switching: [back] };
    expect(switchByRule(goal, 'N-020', 'changes_requested', rules)).toBeUndefined();
    const on = { ...step.state.config, switching: [back, { ...back, to: FIXER }] };
    expect(switchByRule(goal, 'N-020', 'changes_requested', on)?.payload.executor).toEqual(FIXER);
  });
});
