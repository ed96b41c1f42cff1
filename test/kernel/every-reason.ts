// Each reason there is, in every form that something is decided by. A reason that is missing does not compile.

import type { Cause, Reason } from '../../runtime/model/reason.ts';
import type { Saying } from '../../runtime/model/saying.ts';
import { EXECUTOR_ENDS } from '../../runtime/model/vocabulary.ts';
import { type NodeWait, WAITS } from '../../runtime/model/waits.ts';

const shown: Saying = {
  is: 'shown',
  check: 'npm test',
  red: 'fails',
  cases: { names: [], more: 0 },
  limits: [],
  doubts: [{ kind: 'names-runner', path: 'src/a b.js', line: 3, text: 'x' }],
};
const noReport = { kind: 'no-report' } as const;
const lacking: Extract<Cause, { kind: 'too-little-evidence' }> = {
  kind: 'too-little-evidence',
  level: 'L1',
  required: 'L2',
  missing: ['9', '8'],
};
const lasts: readonly Cause[] = [
  noReport,
  { kind: 'branches-skipped' },
  { kind: 'rework', by: 'N-040' },
  { kind: 'final-gate' },
  { kind: 'final-gate', failed: [{ gate: 'lint', says: 'src/a.js:3: 9' }] },
  { ...lacking, failed: [{ gate: 'unit', says: 'test/a.js:3 adds: 9' }] },
  lacking,
  { kind: 'agent-failed', summary: 'JWT_SECRET is not set' },
];
const file = { path: 'src/a.js', node: 'N-010', run: 'r' };
const criterion = { number: 2, text: '9', why: '8' };

const EVERY: { readonly [Kind in Reason['kind']]: ReadonlyArray<Extract<Reason, { kind: Kind }>> } =
  {
    text: [{ kind: 'text', text: '9' }],
    finished: [{ kind: 'finished', summary: '9' }],
    'agent-failed': [
      { kind: 'agent-failed', summary: '' },
      { kind: 'agent-failed', summary: '9', last: { command: 'make', printed: '9' } },
    ],
    'own-work-audited': [{ kind: 'own-work-audited', what: 'src/a.js' }],
    'too-little-evidence': [{ kind: 'too-little-evidence', level: 'L1' }, lacking],
    'no-change': [{ kind: 'no-change' }],
    'no-report': [noReport],
    'agent-error': [{ kind: 'agent-error' }],
    'api-error': [
      { kind: 'api-error', said: '529' },
      { kind: 'api-error', said: '529', until: '2026-11-23T10:00:30.000Z' },
    ],
    'client-gone': [{ kind: 'client-gone' }],
    'taken-over': [{ kind: 'taken-over' }],
    switched: [
      { kind: 'switched', to: 'command fixer' },
      { kind: 'switched', to: 'command fixer', rule: 'lost_lease', why: '9' },
    ],
    'user-interrupted': [{ kind: 'user-interrupted' }],
    'agent-interrupted': [{ kind: 'agent-interrupted' }],
    'agent-stopped': [{ kind: 'agent-stopped' }],
    'no-order-folder': [{ kind: 'no-order-folder', why: 'EPERM' }],
    'executor-ended': EXECUTOR_ENDS.map((how) => ({ kind: 'executor-ended', how, why: '9' })),
    'not-started': [{ kind: 'not-started' }],
    'start-refused': [{ kind: 'start-refused' }, { kind: 'start-refused', why: 'ENOTDIR' }],
    questions: [
      { kind: 'questions', questions: ['9?'] },
      { kind: 'questions', questions: ['9?', 'JWT_SECRET?'] },
      { kind: 'questions', questions: ['9?'], untested: true },
    ],
    rejected: [
      { kind: 'rejected', findings: ['9', '8'], summary: '7' },
      { kind: 'rejected', findings: [], summary: '7' },
    ],
    'nothing-to-reopen': [{ kind: 'nothing-to-reopen', findings: ['9'] }],
    'tests-changed': [
      { kind: 'tests-changed', why: '9' },
      { kind: 'tests-changed', why: '9', unchecked: true },
    ],
    'fault-not-shown': [
      { kind: 'fault-not-shown', why: '9' },
      { kind: 'fault-not-shown', why: '9', saying: shown },
      { kind: 'fault-not-shown', why: '9', saying: shown, singly: true },
    ],
    'criteria-open': [
      { kind: 'criteria-open', open: [criterion] },
      { kind: 'criteria-open', open: [criterion, { ...criterion, number: 3 }] },
    ],
    'gate-stuck': [
      { kind: 'gate-stuck', gate: 'unit', how: 'timeout', error: '9', dir: 'artifacts/x' },
      { kind: 'gate-stuck', gate: 'plan', how: 'same-tree', error: '9', dir: 'artifacts/x' },
      {
        kind: 'gate-stuck',
        gate: 'npm test',
        how: 'same-tree',
        error: 'JWT_SECRET is not set',
        printed: '9',
        dir: 'artifacts/x',
      },
      {
        kind: 'gate-stuck',
        gate: 'unit',
        how: 'unable',
        error: '9',
        cause: { kind: 'no-tool', path: '9' },
        dir: 'artifacts/x',
      },
    ],
    denied: [
      { kind: 'denied', what: 'make', rule: 'Bash(make)', said: '9', questions: [] },
      {
        kind: 'denied',
        what: 'make',
        rule: 'Bash(make)',
        said: '9',
        questions: ['8?'],
        headless: true,
      },
    ],
    'edge-undecided': [
      {
        kind: 'edge-undecided',
        from: 'N-020',
        run: 'r',
        expression: 'goal.parameters.area == "9"',
        error: '8',
        values: {},
      },
      {
        kind: 'edge-undecided',
        from: 'N-020',
        run: 'r',
        expression: 'goal.parameters.area == "9"',
        error: '8',
        values: { 'goal.parameters': '{}' },
      },
    ],
    'lane-conflict': [
      { kind: 'lane-conflict', paths: ['src/a.js'], nodes: ['N-020'] },
      { kind: 'lane-conflict', paths: ['src/a.js', 'src/b.js'], nodes: [] },
      { kind: 'lane-conflict', paths: ['package-lock.json'], nodes: [], unasked: ['npm'] },
    ],
    'order-replaced': [{ kind: 'order-replaced' }],
    'guard-missed': [{ kind: 'guard-missed', role: 'body', run: 'r' }],
    'guard-unproven': [{ kind: 'guard-unproven', role: 'body', run: 'r' }],
    rework: [{ kind: 'rework', by: 'N-040' }],
    'final-gate': [{ kind: 'final-gate' }],
    'rolled-back': [{ kind: 'rolled-back' }],
    'reopened-before': [{ kind: 'reopened-before' }],
    replanned: [
      { kind: 'replanned', by: 'N-020' },
      { kind: 'replanned', by: 'N-020', parts: ['N-070', 'N-080'] },
    ],
    'open-already': [{ kind: 'open-already', node: 'N-020' }],
    'branches-skipped': [{ kind: 'branches-skipped' }],
    'cannot-run': [{ kind: 'cannot-run' }],
    'nobody-has-role': [{ kind: 'nobody-has-role', role: 'mind' }],
    'other-goal': [{ kind: 'other-goal' }],
    'goal-resumed': [{ kind: 'goal-resumed', goal: 'G-0002' }],
    'session-cleared': [{ kind: 'session-cleared' }],
    'no-progress': [{ kind: 'no-progress', reminders: 3 }],
    'last-nodes-skipped': [{ kind: 'last-nodes-skipped', nodes: ['N-010'] }],
    'work-gone': [
      { kind: 'work-gone', files: [file], total: 1 },
      { kind: 'work-gone', files: [{ ...file, patch: 'artifacts/p.diff' }], total: 9 },
    ],
    'deadline-passed': [{ kind: 'deadline-passed', deadline: '2026-11-23T10:00:00.000Z' }],
    'context-pack-missing': [{ kind: 'context-pack-missing', node: 'N-010', files: ['a.md'] }],
    'budget-exceeded': [
      { kind: 'budget-exceeded', what: 'usd', limit: 1, spent: 2 },
      { kind: 'budget-exceeded', what: 'usd', limit: 9, spent: 2, needs: 8, node: 'N-020' },
    ],
    'plan-mode': [{ kind: 'plan-mode' }],
    'final-gate-unfixable': [{ kind: 'final-gate-unfixable' }],
    'settings-changed': [{ kind: 'settings-changed', what: ['API_KEY is not set'] }],
    'gates-running': [{ kind: 'gates-running' }],
    'report-unjudged': [{ kind: 'report-unjudged' }],
    'by-person': [
      { kind: 'by-person', from: 'session' },
      { kind: 'by-person', from: 'shell' },
    ],
    'never-started': [
      { kind: 'never-started', role: 'body', times: 3, last: { kind: 'start-refused' } },
    ],
    'runs-used-up': lasts.map((last) => ({ kind: 'runs-used-up', runs: 3, last })),
    stuck: [
      { kind: 'stuck', signature: 's', times: 2, last: noReport },
      { kind: 'stuck', signature: 's', times: 1, last: noReport, untried: true },
    ],
  };

export const EVERY_REASON: readonly Reason[] = Object.values(EVERY).flat();

/** Those that a node can wait for. */
export const NODE_WAITS: readonly NodeWait[] = EVERY_REASON.filter((one): one is NodeWait => {
  const row: object = Object(Object(WAITS)[one.kind]);
  return 'kind' in row;
});
