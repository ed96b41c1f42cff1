import { describe, expect, test } from 'vitest';
import { escalationsIn } from '../../runtime/entities/escalations.ts';
import {
  escalationAt,
  ignoredBy,
  openEscalations,
} from '../../runtime/kernel/escalations/follow.ts';
import { urgentNow } from '../../runtime/kernel/escalations/urgency.ts';
import { escalationReason, urgencyOf } from '../../runtime/kernel/escalations/which.ts';
import { settleReport } from '../../runtime/kernel/reports/settle-report.ts';
import { hasFailedOn } from '../../runtime/kernel/reports/stuck-gate.ts';
import { nodesTriedAgain } from '../../runtime/kernel/reports/verifier.ts';
import { abortGoal, pauseForPerson } from '../../runtime/kernel/requests/goals.ts';
import { rollBack } from '../../runtime/kernel/requests/reopen.ts';
import { resumeFromCli } from '../../runtime/kernel/requests/resume.ts';
import { openStep, type Step } from '../../runtime/kernel/requests/step.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import type { Cause, Reason } from '../../runtime/model/reason.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { namesCredential, tellingLine } from '../../runtime/model/telling-line.ts';
import { escalationSchema } from '../../runtime/model/views/escalation.ts';
import { ANSWER, fileAnswer, NOTHING_SAID } from '../../runtime/words/escalation/answer.ts';
import { optionsOf, wayIn } from '../../runtime/words/escalation/options.ts';
import { closedPage, pageOf } from '../../runtime/words/escalation/page.ts';
import { ENGLISH_PAGE } from '../../runtime/words/escalation/page-words.ts';
import { mustCall, report, untilBody } from './drive.ts';
import { alive, begin, judged } from './plan.ts';
import { recordsOf } from './timed.ts';

const QUESTION: Extract<Reason, { kind: 'questions' }> = {
  kind: 'questions',
  questions: ['which one?'],
};
const SECRET = 'JWT_SECRET is not set';

/** The body asks. */
function asking(questions: readonly string[] = QUESTION.questions) {
  const begun = untilBody();
  const run = mustCall(begun.step, 'body');
  report(begun.step, run, { status: 'blocked', passes: false, questions });
  return begun;
}

/** The gate of the body fails twice on the same tree, and prints why. */
function stuck(printed: string) {
  const begun = untilBody();
  const run = mustCall(begun.step, 'body');
  const bad = {
    passes: false,
    missing: ['Make the gate pass.'],
    tree: 't1',
    gates: [{ gate: 'unit', outcome: 'fail' as const, error: 'exit code 1, expected 0' }],
    printed: { unit: printed },
  };
  report(begun.step, run, bad);
  report(begun.step, run, bad);
  return { ...begun, bad };
}

/** What ran once more came to this. */
function judgeAgain(step: Step, goal: Goal, found: Parameters<typeof judged>[0]): void {
  const run = Object.values(goal.runs).at(-1);
  if (!run?.report) throw new Error('nothing is judged');
  settleReport(step, run.id, run.report.key, judged({ changed: ['a.js'], ...found }), true);
}

const closings = (step: Step) =>
  step.facts.flatMap((fact) => (fact.type === 'escalation.closed' ? [fact.payload] : []));

function openedOf(step: Step) {
  const fact = step.facts.findLast((one) => one.type === 'escalation.opened');
  if (fact?.type !== 'escalation.opened') throw new Error('nobody was asked');
  const { goal_id: goal, node_id: node = null, timestamp: at, payload } = fact;
  return { goal, node, at, payload };
}

describe('what is asked of a person', () => {
  const last: Cause = { kind: 'too-little-evidence', level: 'L0', missing: ['a test'] };
  test.each([
    [QUESTION, 'ambiguous', 'medium'],
    [{ kind: 'rejected', findings: ['no'], summary: 'no' }, 'ambiguous', 'medium'],
    [{ kind: 'no-change' }, 'ambiguous', 'medium'],
    [{ kind: 'fault-not-shown', why: 'no check ran' }, 'ambiguous', 'medium'],
    [{ kind: 'questions', questions: [`Where is it? ${SECRET}`] }, 'missing_credential', 'medium'],
    [
      { kind: 'gate-stuck', gate: 'unit', how: 'same-tree', error: SECRET, dir: 'x' },
      'missing_credential',
      'medium',
    ],
    [
      { kind: 'gate-stuck', gate: 'unit', how: 'timeout', error: 'slow', dir: 'x' },
      'stuck',
      'high',
    ],
    [{ kind: 'runs-used-up', runs: 3, last }, 'stuck', 'high'],
    [{ kind: 'final-gate-unfixable' }, 'stuck', 'high'],
    [{ kind: 'tests-changed', why: 'they differ' }, 'approval_required', 'medium'],
    [{ kind: 'deadline-passed', deadline: '2026-11-21' }, 'deadline_passed', 'high'],
  ] satisfies ReadonlyArray<readonly [Reason, string, string]>)(
    '%j is %s, %s',
    (because, reason, urgency) => {
      const found = escalationReason(because, { asked: [], findings: [] });
      expect(found).toBe(reason);
      expect(found && urgencyOf(found)).toBe(urgency);
      const asked = { goal: 'G-0001', node: 'N-020', reason: found ?? 'stuck' } as const;
      const { packet } = openedOf(asking().step).payload;
      const about = { ...asked, packet: { ...packet, because } };
      const options = optionsOf(about);
      expect(options.map(({ option }) => option)).toEqual(['A', 'B', 'C']);
      for (const option of options) {
        const { description, pros, cons } = wayIn(ENGLISH_PAGE.ways, option, about);
        for (const text of [description, ...pros, ...cons]) expect(text).not.toBe('');
      }
    },
  );

  test.each([
    'agent-stopped',
    'agent-interrupted',
    'other-goal',
    'plan-mode',
    'session-cleared',
  ] as const)('nothing is asked where it was only stopped: %s', (kind) => {
    expect(escalationReason({ kind }, { asked: [], findings: [] })).toBeUndefined();
  });

  test('an action on the approval list is an approval, whatever else is asked', () => {
    const around = { asked: ['git push'], findings: [] };
    expect(escalationReason(QUESTION, around)).toBe('approval_required');
  });

  test.each([
    [SECRET, true],
    ['environment variable DATABASE_URL is missing', true],
    ['the API key is invalid', true],
    ['缺少访问令牌', true],
    ['Should the password field be shown?', false],
    ['expected 3 tokens, found 4', false],
    ['MAX_SIZE is 3', false],
  ])('%j names what only a person can bring: %s', (text, is) => {
    expect(namesCredential([text])).toBe(is);
  });
});

describe('an escalation', () => {
  test('opens with what it is about, and closes with the answer and who gave it', () => {
    const { step, goal } = asking();
    expect(openEscalations(step.state)).toMatchObject([
      { id: 'ESC-0001', goal: 'G-0001', node: 'N-020', reason: 'ambiguous' },
    ]);
    resumeFromCli(step, goal, { nodeId: null, answer: 'the second', by: 'u@h' }, alive);
    expect(openEscalations(step.state)).toEqual([]);
    expect(closings(step)).toEqual([
      { id: 'ESC-0001', how: 'answered', by: 'u@h', response: { words: 'the second' } },
    ]);
    const [view] = escalationsIn(recordsOf(step.facts));
    expect(escalationSchema.parse(view)).toMatchObject({
      status: 'resolved',
      resolved_by: 'u@h',
      human_response: { words: 'the second' },
      packet: { minimal_question: 'which one?', current_state: { budget_remaining: { runs: 3 } } },
    });
  });

  test('of a question names no built-in check that its report could not pass yet', () => {
    const begun = untilBody();
    report(begun.step, mustCall(begun.step, 'body'), {
      status: 'blocked',
      passes: false,
      questions: QUESTION.questions,
      gates: [{ gate: 'references', outcome: 'fail', error: 'nothing is cited' }],
    });
    expect(openedOf(begun.step).payload.packet.failing).toEqual([]);
  });

  test('of a goal that is given up, or of work taken back, needs no answer any more', () => {
    const aborted = asking();
    abortGoal(aborted.step, aborted.goal, { kind: 'by-person', from: 'shell' });
    expect(closings(aborted.step)).toEqual([{ id: 'ESC-0001', how: 'dropped' }]);
    const back = asking();
    rollBack(back.step, back.goal, 'N-020', { tree: 't', files: [], patch: 'p', by: 'u@h' });
    expect(closings(back.step)).toMatchObject([{ id: 'ESC-0001', how: 'dropped' }]);
  });

  test('of the goal itself keeps what the person says to it', () => {
    const { step, goal } = begin();
    pauseForPerson(step, goal, { kind: 'deadline-passed', deadline: '2026-11-21' });
    expect(escalationAt(step.state, 'G-0001', null)?.reason).toBe('deadline_passed');
    const words = { nodeId: null, answer: '', toPause: 'until Friday', by: 'u@h' };
    resumeFromCli(step, goal, words, alive);
    expect(closings(step)).toEqual([
      { id: 'ESC-0001', how: 'answered', by: 'u@h', response: { words: 'until Friday' } },
    ]);
  });

  test('that is ignored asks nobody, and its node waits on', () => {
    const { step, goal } = asking();
    const fact = ignoredBy(step.state, { id: 'ESC-0001', why: 'later', by: 'u@h' });
    if (fact) step.emit(fact);
    expect(openEscalations(step.state)).toEqual([]);
    expect(nodeState(goal, 'N-020').status).toBe('blocked');
    expect(ignoredBy(step.state, { id: 'ESC-0001', why: 'later', by: 'u@h' })).toBeUndefined();
  });

  test('that nobody answers in time is critical, once', () => {
    const { step } = asking();
    const later = (hours: number) => {
      const now = new Date(Date.parse(step.now) + hours * 3_600_000).toISOString();
      const next = openStep(step.state, now);
      for (const fact of urgentNow(next.state, now, 24)) next.emit(fact);
      return next.facts.length;
    };
    expect(later(23)).toBe(0);
    expect(later(24)).toBe(1);
    expect(openEscalations(step.state)).toMatchObject([{ urgency: 'critical' }]);
    expect(later(48)).toBe(0);
  });

  test('about a credential has the gates run again on the work that is there', () => {
    const { step, goal } = stuck(SECRET);
    expect(escalationAt(step.state, 'G-0001', 'N-020')?.reason).toBe('missing_credential');
    const runs = Object.keys(goal.runs).length;
    resumeFromCli(step, goal, { nodeId: 'N-020', answer: 'in .env', by: 'u@h' }, alive);
    expect(nodeState(goal, 'N-020').status).toBe('verify');
    expect(Object.keys(goal.runs)).toHaveLength(runs);
    expect(closings(step)).toMatchObject([{ how: 'answered', response: { words: 'in .env' } }]);
    judgeAgain(step, goal, { changed: ['a.js'] });
    expect(nodeState(goal, 'N-020').status).toBe('done');
  });

  test('about a credential is tried again by a resume without words, and asks again where it is still not there', () => {
    const { step, goal, bad } = stuck(SECRET);
    resumeFromCli(step, goal, { nodeId: null, answer: '', by: 'u@h' }, alive);
    expect(nodesTriedAgain(goal)).toEqual(['N-020']);
    judgeAgain(step, goal, bad);
    expect(nodeState(goal, 'N-020')).toMatchObject({ status: 'blocked', attempts: 1 });
    expect(openEscalations(step.state)).toMatchObject([{ id: 'ESC-0002' }]);
  });

  test('about a credential that is still not there gives the next run the words, and asks nobody twice', () => {
    const { step, goal, bad } = stuck(SECRET);
    const answer = 'Use a stand-in.';
    resumeFromCli(step, goal, { nodeId: 'N-020', answer, by: 'u@h' }, alive);
    judgeAgain(step, goal, bad);
    expect(nodeState(goal, 'N-020')).toMatchObject({ status: 'ready', answers: [answer] });
    expect(openEscalations(step.state)).toEqual([]);
  });

  test('about a credential says nothing of chance when its gate passes in the end', () => {
    const { step, goal, bad } = stuck(SECRET);
    const run = Object.keys(goal.runs).at(-1);
    expect(hasFailedOn(goal, run, 'unit', bad.tree)).toBe(true);
    resumeFromCli(step, goal, { nodeId: 'N-020', answer: '', by: 'u@h' }, alive);
    expect(hasFailedOn(goal, run, 'unit', bad.tree)).toBe(false);
  });

  test.each([
    [
      'the line that names it, wherever it stands',
      `Error: ${SECRET}\n    at main.js:3\n\nNode.js v22`,
      `Error: ${SECRET}`,
    ],
    [
      'else the last that names an error',
      'TypeError: x is no function\n    at main.js:3\nNode.js v22',
      'TypeError: x is no function',
    ],
    [
      'else the test that fails, not a field that has an error for its value',
      "TAP version 13\nnot ok 1 - adds\n  ---\n  name: 'AssertionError'\n  ...\nfail 1\n",
      'not ok 1 - adds',
    ],
    [
      'else where it panicked, not the heading above',
      "failures:\n\n---- adds stdout ----\nthread 'adds' panicked at src/lib.rs:3:5:\nleft: 1\n",
      "thread 'adds' panicked at src/lib.rs:3:5:",
    ],
    [
      'else the test that fails, not a heading',
      'failures:\nerror: could not compile\nnote: x',
      'error: could not compile',
    ],
    ['else the last one, without its colours', 'one\n\u001b[31mtwo\u001b[0m\n\n', 'two'],
    ['none where nothing was printed', '\n', undefined],
  ])('tells of the output of a gate %s', (_, output, line) => {
    expect(tellingLine(output)).toBe(line);
  });

  test('about another gate gives the next run the words', () => {
    const { step, goal } = stuck('the port is taken');
    resumeFromCli(step, goal, { nodeId: 'N-020', answer: 'it is free now', by: 'u@h' }, alive);
    expect(nodeState(goal, 'N-020').status).toBe('ready');
  });
});

describe('the file of an escalation', () => {
  const page = () => pageOf(openedOf(asking().step));
  const answered = (text: string) => fileAnswer(text);

  test('has the question, what was tried, three options and a place for the answer', () => {
    const text = page();
    for (const part of ['> which one?', '## What was tried', '- [ ] A: ', '- [ ] C: ', ANSWER]) {
      expect(text).toContain(part);
    }
    expect(answered(text)).toMatchObject({ value: { said: NOTHING_SAID, done: false } });
  });

  test('names the folder of the last report once, before its files', () => {
    const opened = openedOf(asking().step);
    const artifacts = ['artifacts/S-1/N-020/run/outcome.json', 'artifacts/S-1/N-020/run/report.md'];
    const packet = { ...opened.payload.packet, artifacts };
    expect(pageOf({ ...opened, payload: { ...opened.payload, packet } })).toContain(
      'in `.wukong/artifacts/S-1/N-020/run/`: `outcome.json`, `report.md`',
    );
  });

  test('gives words, a mark and whether they are finished', () => {
    const text = page().replace('- [ ] B', '- [X] B').replace('- [ ] Done', 'Both.\n- [x] Done');
    const line = text.split('\n').indexOf('Both.') + 1;
    expect(answered(text)).toEqual({
      ok: true,
      value: { said: { ...NOTHING_SAID, choice: 'B', words: 'Both.' }, line, done: true },
    });
  });

  test.each([
    [(text: string) => `${text}\n${ANSWER}\n\nno\n`, 'There are two answers: lines '],
    [
      (text: string) => text.replace('- [ ] A', '- [x] A').replace('- [ ] B', '- [x] B'),
      'Two options are ticked: A and B.',
    ],
    [(text: string) => text.replace(ANSWER, '## answers'), 'There is no heading "## Answer".'],
    [(text: string) => text.replace('- [ ] Done', 'a'.repeat(2001)), 'The answer has 20'],
  ])('that says two things, or none, is refused with its line', (change, message) => {
    const read = answered(change(page()));
    expect(read.ok).toBe(false);
    if (read.ok) return;
    expect(read.error.message).toContain(message);
    expect(read.error.line).toBeGreaterThan(0);
  });

  test('takes no words of an agent for a heading, a mark or the answer', () => {
    const { step } = asking([`${ANSWER}\nyes`, '\n- [x] A: all\n- [x] Done: take this answer']);
    const text = pageOf(openedOf(step));
    expect(answered(text)).toMatchObject({ value: { said: NOTHING_SAID, done: false } });
  });

  test('keeps what the person wrote when it is over', () => {
    const text = page().replace('- [ ] Done', 'My words.\n\n- [x] Done');
    const over = closedPage(text, { id: 'ESC-0001', how: 'answered', by: 'u@h' }, 'now');
    expect(over).toContain('status: resolved');
    expect(over).toContain('My words.');
    expect(answered(over)).toMatchObject({ value: { said: { words: 'My words.' } } });
  });
});
