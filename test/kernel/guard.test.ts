import { describe, expect, test } from 'vitest';
import { pinnedFrom } from '../../runtime/evidence/gates/pinned.ts';
import { heldText } from '../../runtime/hosts/claude-code/session/text.ts';
import { receiveReport } from '../../runtime/kernel/reports/receive-report.ts';
import { approvalRule } from '../../runtime/kernel/requests/approval-list.ts';
import { askApproval, pinSettings, useApproval } from '../../runtime/kernel/requests/approvals.ts';
import { startGoal } from '../../runtime/kernel/requests/goals.ts';
import { type Call, judgeCall } from '../../runtime/kernel/requests/guard.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import { loseRun } from '../../runtime/kernel/requests/runs.ts';
import { scopeOf } from '../../runtime/kernel/requests/tell-owner.ts';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import { heldReason } from '../../runtime/words/held.ts';
import { refusalReason } from '../../runtime/words/refusal.ts';
import { call, mustCall, pass, report, reporterOf } from './drive.ts';
import { alive, begin, CLIENT, FIX, noticesOf, typesOf } from './plan.ts';
import { OWNED } from './walk.ts';

const NOW = '2026-11-21T10:00:01.000Z';

function callOf(more: Partial<Call>): Call {
  return { tool: 'Edit', path: null, command: '', now: NOW, ...more };
}

function withBody(paths: string[] = [], tools: string[] = [], commands?: string[]) {
  const nodes = FIX.nodes.map((node) =>
    node.role === 'body'
      ? {
          ...node,
          constraints: {
            ...node.constraints,
            allowed_tools: tools,
            ...(commands && { allowed_commands: commands }),
            allowed_paths: paths,
            allowed_paths_re: paths,
          },
        }
      : node,
  );
  const { step, goal } = begin({ ...FIX, nodes });
  pass(step, 'ear');
  pass(step, 'eye');
  return { step, goal, run: mustCall(step, 'body') };
}

describe('the guard', () => {
  test.each([
    '.wukong/state.json',
    '.wukong',
    '.claude/agents/eye.md',
    '.claude/settings.json',
    '.claude/settings.local.json',
    '.git/config',
  ])('keeps %s from every agent, with or without a goal', (path) => {
    expect(judgeCall(emptyState(), undefined, callOf({ path }))).toMatchObject({ kind: 'held' });
  });

  test('lets an agent work that was called by hand', () => {
    expect(judgeCall(emptyState(), undefined, callOf({ path: 'src/a.js' }))).toEqual({ ok: true });
  });

  test('ends every call of an agent whose run is over', () => {
    const { step, goal, run } = withBody();
    loseRun(step, goal, run, { kind: 'text', text: 'client gone' });
    const verdict = judgeCall(
      step.state,
      { goal, run },
      callOf({ tool: 'Read', path: 'src/a.js' }),
    );
    expect(verdict).toMatchObject({ ok: false, kind: 'over' });
  });

  test('holds every call of an agent whose report is being checked', () => {
    const { step, goal, run } = withBody();
    const seen = { from: reporterOf(run, 'a1'), key: 'k', file: 'f' };
    receiveReport(step, { ...seen, transcript: '', verifier: CLIENT }, alive);
    const at = { goal, run };
    expect(judgeCall(step.state, at, callOf({ path: 'src/a.js' }))).toMatchObject({ kind: 'held' });
    expect(judgeCall(step.state, at, callOf({ tool: 'Bash', command: 'ls' })).ok).toBe(false);
  });

  test('holds edits outside the node’s paths and outside the working tree', () => {
    const { step, goal, run } = withBody(['^src/']);
    const at = { goal, run };
    expect(judgeCall(step.state, at, callOf({ path: 'src/a.js' }))).toEqual({ ok: true });
    expect(judgeCall(step.state, at, callOf({ path: 'lib/a.js' }))).toMatchObject({ kind: 'held' });
    expect(judgeCall(step.state, at, callOf({ path: '../x' }))).toMatchObject({ kind: 'held' });
    expect(judgeCall(step.state, at, callOf({ tool: 'Read', path: 'lib/a.js' }))).toEqual({
      ok: true,
    });
  });

  test('holds tools the node does not allow', () => {
    const { step, goal, run } = withBody([], ['Read', 'Edit']);
    const at = { goal, run };
    expect(judgeCall(step.state, at, callOf({ path: 'src/a.js' })).ok).toBe(true);
    expect(judgeCall(step.state, at, callOf({ tool: 'Bash', command: 'ls' })).ok).toBe(false);
  });

  test('leaves only the report when the time is used up', () => {
    const { step, goal, run } = withBody();
    const late = callOf({ tool: 'Bash', command: 'npm test', now: '2026-11-21T10:10:01.000Z' });
    expect(judgeCall(step.state, { goal, run }, late)).toMatchObject({ kind: 'held' });
  });

  test('lets nothing be used that the role does not have, whatever its agent file says', () => {
    const { step, goal, run } = withBody();
    const verdict = judgeCall(step.state, { goal, run }, callOf({ tool: 'WebFetch' }));
    const because = { kind: 'tool', node: 'N-020', tools: ['Read', 'Edit', 'Write', 'Bash'] };
    expect(verdict).toMatchObject({ kind: 'held', because });
    const notebook = callOf({ tool: 'NotebookEdit', path: 'a.ipynb' });
    expect(judgeCall(step.state, { goal, run }, notebook)).toEqual({ ok: true });
  });

  test.each([
    ['npm test', true],
    ['  npm test ', true],
    ['npm test -- --grep=decoder', true],
    ['npm test; rm -rf src', false],
    ['npm test > src/a.js', false],
    ['npm test $(touch x)', false],
    ['npm test "`touch x`"', false],
    ['npm testing', false],
    ['npm test \nnode evil.js', false],
    ['npm test -- a\r\ncp src/a.js lib/b.js', false],
    ['ls', false],
  ])('lets a node that may only run its tests run %s: %s', (command, ok) => {
    const { step, goal, run } = withBody([], ['Read', 'Bash'], ['npm test']);
    expect(judgeCall(step.state, { goal, run }, callOf({ tool: 'Bash', command })).ok).toBe(ok);
  });

  test('locks no run for ever when the clock jumps: set back it gives time, set forward it takes one run', () => {
    const { step, goal, run } = withBody();
    const at = { goal, run };
    const read = (now: string) => judgeCall(step.state, at, callOf({ tool: 'Read', now })).ok;
    expect(read('1999-01-01T00:00:00.000Z')).toBe(true);
    expect(read('2031-01-01T00:00:00.000Z')).toBe(false);
    expect(read(NOW)).toBe(true);
  });

  test('says in every refusal what to do instead, and stays short', () => {
    const { step, goal, run } = withBody(['^src/'], ['Read', 'Edit', 'Bash']);
    const at = { goal, run };
    for (const more of [
      { path: '.wukong/state.json' },
      { path: `lib/${'x'.repeat(4000)}` },
      { path: '../a' },
      { tool: 'Write', path: 'src/a.js' },
      { tool: 'Read', now: '2027-01-01T00:00:00.000Z' },
      { tool: 'Bash', command: `git push ${'x'.repeat(600)}` },
    ]) {
      const verdict = judgeCall(step.state, at, callOf(more));
      if (verdict.ok || verdict.kind !== 'held') throw new Error(JSON.stringify(verdict));
      expect(heldText(verdict.because).length).toBeLessThan(800);
      expect(heldReason(verdict.because).instead).toMatch(/^[A-Z].*\.$/);
    }
  });

  test.each([
    ['git push', true],
    ['cd x && git push origin main', true],
    ['git  commit -m x', true],
    ['wukong trust --approve', true],
    ['git pushd', false],
    ['echo git', false],
    ['git log', false],
    ['GIT_DIR=x git -C sub push', true],
    ['sudo /usr/bin/git push', true],
    ['bash -c "git push"', true],
    ['$(git push)', true],
    ['echo "git push"', false],
    ['node ../wukong/dist/cli.js trust --approve', true],
    ['/usr/bin/node --no-warnings ../wukong/dist/cli.js trust --approve', true],
    ['../wukong/dist/cli.js trust --approve', true],
    ['wukong resume --approve', true],
    ["echo '{}' | node .wukong/runtime/hook.cjs UserPromptSubmit", true],
    ['node "C:\\\\repo\\\\.wukong\\\\runtime\\\\hook.cjs" Stop < x', true],
    ['cat .wukong/runtime/hook.cjs', false],
    ['wukong status', false],
  ])('asks a person about %s: %s', (command, held) => {
    const { step, goal, run } = withBody();
    const verdict = judgeCall(step.state, { goal, run }, callOf({ tool: 'Bash', command }));
    expect(verdict.ok).toBe(!held);
  });
});

describe('an action on the approval list', () => {
  const push = callOf({ tool: 'Bash', command: 'git push origin main' });

  function resume(
    step: Parameters<typeof resumeGoal>[0],
    more: { approve?: boolean; answer?: string },
  ) {
    return resumeGoal(step, { ...OWNED, answer: '', ...more }, alive);
  }

  /** The body asks, reports that it waits, and the person answers. */
  function asked(answer: { approve?: boolean; answer?: string }) {
    const { step, goal, run } = withBody();
    const verdict = judgeCall(step.state, { goal, run }, push);
    if (verdict.ok || verdict.kind !== 'approval') throw new Error(JSON.stringify(verdict));
    askApproval(step, goal, run, verdict.action, verdict.rule);
    askApproval(step, goal, run, verdict.action, verdict.rule);
    report(step, run, { status: 'blocked', questions: ['May I: git push origin main'] });
    const notices = noticesOf(step);
    resume(step, answer);
    return { step, goal, run: mustCall(step, 'body'), notice: notices.at(-1), verdict };
  }

  test('is asked for once, and the person reads what to type', () => {
    const { step, notice } = asked({ approve: true });
    expect(notice).toContain(
      'To allow exactly `git push origin main`, once: /wukong_resume G-0001 N-020 --approve',
    );
    expect(typesOf(step.facts).filter((type) => type === 'approval.asked')).toHaveLength(1);
  });

  test('happens once after a person allowed exactly it, and not a second time', () => {
    const { step, goal, run } = asked({ approve: true });
    expect(nodeState(goal, 'N-020').answers).toEqual([
      'Allowed, once and exactly so: git push origin main',
    ]);
    expect(useApproval(step, goal, run, 'git push origin main --force')).toBe(false);
    expect(useApproval(step, goal, run, 'git push origin main')).toBe(true);
    expect(useApproval(step, goal, run, 'git push origin main')).toBe(false);
  });

  test('is in doubt when the run that was let do it ended without a report, and the person is told', () => {
    const { step, goal, run, verdict } = asked({ approve: true });
    useApproval(step, goal, run, verdict.action);
    loseRun(step, goal, run, { kind: 'client-gone' });
    resume(step, {});
    const next = mustCall(step, 'body');
    askApproval(step, goal, next, verdict.action, verdict.rule);
    report(step, next, { status: 'blocked', questions: ['May I: git push origin main'] });
    expect(noticesOf(step).at(-1)).toContain(
      '`git push origin main` may have happened already: a run that you had allowed it ended without a report. Look first. To allow exactly',
    );
    expect(step.facts.findLast((fact) => fact.type === 'approval.asked')?.payload).toMatchObject({
      in_doubt: run.id,
    });
    const asking = step.facts.findLast((fact) => fact.type === 'escalation.opened');
    expect(asking?.payload.packet).toMatchObject({ in_doubt: ['git push origin main'] });
  });

  test('is not in doubt after a run that reported: what came of it is known', () => {
    const { step, goal, run, verdict } = asked({ approve: true });
    useApproval(step, goal, run, verdict.action);
    askApproval(step, goal, run, verdict.action, verdict.rule);
    report(step, run, { status: 'blocked', questions: ['May I: git push origin main'] });
    expect(noticesOf(step).at(-1)).not.toContain('may have happened');
  });

  test('is not allowed by an answer in words, whatever they say', () => {
    const { step, goal, run } = asked({ answer: 'yes, push it' });
    expect(useApproval(step, goal, run, 'git push origin main')).toBe(false);
    expect(goal.approvals).toEqual([]);
  });

  test('is one of a few that a person is shown at once, and nothing more is allowed with them', () => {
    const { step, goal, run } = withBody();
    // Of this length all of them are more than a record holds.
    const actions = Array.from({ length: 140 }, (_, i) => `git push ${i} ${'x'.repeat(480)}`);
    for (const action of actions) askApproval(step, goal, run, action, 'git push');
    report(step, run, { status: 'blocked', questions: ['May I?'] });
    const notice = noticesOf(step).at(-1) ?? '';
    expect(Buffer.byteLength(notice)).toBeLessThan(8 * 1024);
    expect(notice).toContain('--approve (132 more were asked for, and stay forbidden)');
    resume(step, { approve: true });
    const next = mustCall(step, 'body');
    const allowed = actions.filter((action) => useApproval(step, goal, next, action));
    expect(allowed).toEqual(actions.slice(0, 8));
    for (const action of allowed) expect(notice).toContain(action);
  });

  test('stays one for the goal, whatever is taken from the list in the meantime', () => {
    const { step, goal, run } = withBody();
    const command = 'kubectl apply -f x.yaml';
    const verdict = () => judgeCall(step.state, { goal, run }, callOf({ tool: 'Bash', command }));
    expect(verdict()).toEqual({ ok: true });
    const config = { ...step.state.config, approval: ['kubectl'] };
    pinSettings(step, goal, pinnedFrom({ config, approvals: [], logId: 'L-1', env: {} }));
    expect(step.state.config.approval).not.toContain('kubectl');
    expect(verdict()).toMatchObject({ kind: 'approval', rule: 'kubectl' });
  });

  test('can be a tool as well as the first words of a command', () => {
    expect(approvalRule(['Write'], { tool: 'Write', command: '', path: 'a' })).toBe('Write');
    expect(approvalRule(['Write'], { tool: 'Edit', command: '', path: 'a' })).toBeUndefined();
  });
});

describe('a writing role whose guard does not fire', () => {
  function unguarded() {
    const { step, goal, run } = withBody();
    const verdict = report(step, run, { worked: true });
    return { step, goal, run, verdict };
  }

  test('gets nothing accepted: its node waits for a person, and no retry is spent', () => {
    const { goal, verdict } = unguarded();
    expect(verdict).toMatchObject({ kind: 'blocked' });
    expect(nodeState(goal, 'N-020')).toMatchObject({
      status: 'blocked',
      kind: 'unguarded',
      attempts: 0,
    });
  });

  test('gets no other node, in no goal, until a person resumes', () => {
    const { step, goal } = unguarded();
    const other = startGoal(step, ofSession('s2', CLIENT, ''), 'more', FIX);
    for (const role of ['ear', 'eye'] as const) pass(step, role, { worked: true }, 's2');
    const answer = call(step, 'body', { session: 's2', worktree: '/other' });
    expect(answer).toMatchObject({ kind: 'refused' });
    const why = answer.kind === 'refused' ? refusalReason(other, answer.because) : '';
    expect(why).toContain('`wukong doctor` says');
    expect(nodeState(other, 'N-020')).toMatchObject({ status: 'blocked', kind: 'unguarded' });

    resumeGoal(step, { ...OWNED, goalId: goal.id, answer: '' }, alive);
    const run = mustCall(step, 'body');
    // And the next one has to show it again.
    expect(report(step, run, { worked: true })).toMatchObject({ kind: 'blocked' });
  });

  test('is distinguished from one whose guard was seen, from one that used no tool, and from roles that only read', () => {
    const seen = withBody();
    seen.step.emit({ type: 'run.guarded', ...scopeOf(seen.goal, seen.run), payload: {} });
    expect(report(seen.step, seen.run, { worked: true })).toEqual({ kind: 'done' });
    expect(seen.step.state.guards.body).toEqual({ seen: seen.step.now, missed: null });
    const idle = withBody();
    expect(report(idle.step, idle.run, { worked: false })).toEqual({ kind: 'done' });
    const { step } = begin();
    expect(report(step, mustCall(step, 'ear'), { worked: true })).toEqual({ kind: 'done' });
  });
});
