// A person's yes to what is in doubt, as values: of which content it is, what it leaves, and what is typed.

import { describe, expect, test } from 'vitest';
import { lookedFor } from '../../runtime/engine/checks/looked-for.ts';
import { leftInDoubt } from '../../runtime/engine/checks/open-doubts.ts';
import { whereInDoubt } from '../../runtime/kernel/graph/doubts.ts';
import type { FaultSeen } from '../../runtime/kernel/reports/judged.ts';
import { toShow } from '../../runtime/kernel/reports/not-enough.ts';
import { acceptDoubts } from '../../runtime/kernel/requests/accept-doubts.ts';
import { waitingAt } from '../../runtime/kernel/requests/waiting-at.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import { asksToLook } from '../../runtime/model/in-doubt.ts';
import type { Saying } from '../../runtime/model/saying.ts';
import type { Doubt, LookedAt } from '../../runtime/proof/change.ts';
import { isInDoubt } from '../../runtime/proof/verdict.ts';
import { optionsOf } from '../../runtime/words/escalation/options.ts';
import { CHINESE } from '../../runtime/words/languages/chinese-reasons.ts';
import { ENGLISH_UNSHOWN, unshownIn } from '../../runtime/words/unshown.ts';
import { sayingOf } from '../../runtime/words/verdict.ts';
import { nextText, waysOf } from '../../runtime/words/waiting.ts';
import type { Workspace } from '../../runtime/workspace/paths.ts';
import { mustCall, pass, report } from '../kernel/drive.ts';
import { begin, FIX } from '../kernel/plan.ts';
import { aChange, judged, SHOWN } from '../proof/trials.ts';

const ASKS: Doubt = { path: 'src/a.js', line: 12, text: 'env.VITEST', kind: 'names-runner' };
const ENDS: Doubt = { path: 'src/a.js', line: 20, text: 'exit(0)', kind: 'ends-process' };
const BY = 'ann@host';
const yesTo = ({ path, line, kind }: Doubt, blob = '1'): LookedAt => {
  return { path, line, kind, blob, by: BY };
};

describe('a yes', () => {
  test('takes exactly its line out of doubt, and no run is asked for that would not be without it', async () => {
    const doubts = [ASKS, ENDS];
    const before = await judged(SHOWN, aChange({ doubts }));
    expect(isInDoubt(before.verdict)).toBe(true);
    const one = await judged(SHOWN, aChange({ doubts, looked: [yesTo(ASKS)] }));
    expect(isInDoubt(one.verdict)).toBe(true);
    const both = await judged(SHOWN, aChange({ doubts, looked: [yesTo(ASKS), yesTo(ENDS)] }));
    expect(isInDoubt(both.verdict)).toBe(false);
    expect(both.asked).toEqual(before.asked);
    expect(both.verdict).toMatchObject({ doubts: [{ looked: BY }, { looked: BY }] });
  });

  test.each<[what: string, yes: LookedAt]>([
    ['other content of the file', yesTo(ASKS, '0')],
    ['another line', yesTo({ ...ASKS, line: 13 })],
    ['another kind', yesTo({ ...ASKS, kind: 'ends-process' })],
    ['another file', yesTo({ ...ASKS, path: 'src/b.js' })],
  ])('to %s is none to this one', async (_, yes) => {
    const { verdict } = await judged(SHOWN, aChange({ doubts: [ASKS], looked: [yes] }));
    expect(isInDoubt(verdict)).toBe(true);
  });

  test('that stands in the log alone, and not in trust.json, counts for nothing', () => {
    const { goal } = begin();
    goal.proof = { ...proofOfNothing, looked: [yesTo(ASKS)] };
    const ws = { commonDir: '/nowhere' } as Workspace;
    expect(lookedFor(ws, goal)).toEqual([]);
  });
});

const proofOfNothing = {
  first: null,
  repro: [],
  checks: [],
  accepted: {},
  sealed: null,
  tree: null,
  verified: null,
};

async function inDoubt(...doubts: readonly Doubt[]): Promise<FaultSeen> {
  const change = aChange({ doubts });
  const { verdict } = await judged(SHOWN, change);
  const saying = sayingOf({ change, verdict });
  const why = unshownIn(ENGLISH_UNSHOWN, saying);
  return { shown: false, why, saying, ask: ['Take it back.'], isAll: true };
}

/** The tongue waits for a person to look. */
async function waiting(risk: { risk?: 'high' } = {}) {
  const fault = await inDoubt(ASKS, ENDS);
  const begun = begin({ ...FIX, ...risk });
  for (const role of ['ear', 'eye'] as const) pass(begun.step, role);
  pass(begun.step, 'body', { tree: 't1' });
  const run = mustCall(begun.step, 'tongue');
  const lacks = { passes: false, missing: [...fault.ask], fault, tree: 't1' };
  for (let n = 0; n < 2; n += 1) report(begun.step, run, lacks);
  expect(nodeState(begun.goal, 'N-030')).toMatchObject({ status: 'blocked', kind: 'not-shown' });
  return begun;
}

const open = (doubt: Doubt) => ({ ...doubt, blob: '1' });
const said = { why: 'it is right', by: BY };
const plain = (text: string): string => text;
const at = ({ path, line, kind }: Doubt) => ({ path, blob: '1', line, kind });

describe('a node that waits for it', () => {
  test('goes on waiting for the rest, and is judged again when nothing is left', async () => {
    const { step, goal } = await waiting();
    expect(whereInDoubt(goal, null)).toBe('N-030');
    const left = leftInDoubt(goal, 'N-030', [open(ENDS)], plain);
    expect(acceptDoubts(step, goal, 'N-030', { ...said, doubts: [at(ASKS)], left })).toBe(false);
    const node = nodeState(goal, 'N-030');
    expect(node).toMatchObject({ status: 'blocked', because: { why: left?.why } });
    expect(left?.why).toContain('src/a.js:20');
    expect(left?.why).not.toContain('src/a.js:12');
    const none = { ...said, doubts: [at(ENDS)], left: undefined };
    expect(acceptDoubts(step, goal, 'N-030', none)).toBe(true);
    expect(nodeState(goal, 'N-030').status).toBe('verify');
    expect(goal.proof?.looked).toEqual([
      { ...at(ASKS), by: BY },
      { ...at(ENDS), by: BY },
    ]);
    expect(goal.proof?.decided).toMatchObject([
      { what: 'doubts', about: ['src/a.js:12'], why: 'it is right' },
      { what: 'doubts', about: ['src/a.js:20'] },
    ]);
  });

  test('is told what to type, in each language', async () => {
    const { goal } = await waiting();
    const now = waitingAt(goal, 'N-030');
    if (!now) throw new Error('it waits');
    expect(nextText(now, 'shell')).toContain(
      'If you looked at that and it is right, type: wukong accept G-0001/N-030 --doubts "<why>"',
    );
    expect(nextText(now, 'session')).toContain('/wukong_resume G-0001 N-030 --doubts <why>');
    expect(waysOf(now, 'session', undefined, CHINESE).first.join()).toContain(
      '/wukong_resume G-0001 N-030 --doubts <理由>',
    );
  });

  test('has each of them named at high risk', async () => {
    const { goal } = await waiting({ risk: 'high' });
    const now = waitingAt(goal, 'N-030');
    if (!now) throw new Error('it waits');
    expect(now.because).toMatchObject({ singly: true });
    const flags = '--doubt src/a.js:12 --doubt src/a.js:20 --doubts';
    expect(nextText(now, 'shell')).toContain(`wukong accept G-0001/N-030 ${flags} "<why>"`);
    expect(waysOf(now, 'session', undefined, CHINESE).first.join()).toContain(`${flags} <理由>`);
  });

  test('of a log of before is known by its sentence', () => {
    const why = '`npm test` fails without the change, and passes with it, in doubt: src/a.js:12  x';
    expect(asksToLook({ kind: 'fault-not-shown', why })).toBe(true);
    expect(asksToLook({ kind: 'fault-not-shown', why: 'it passes before' })).toBe(false);
  });

  test('is none where no test could load: no yes makes that a fault that was shown', async () => {
    const saying = (await inDoubt(ASKS)).saying as Extract<Saying, { is: 'shown' }>;
    const limits = [{ kind: 'not-there-yet' as const, back: 2, of: 2 }];
    const because = { kind: 'fault-not-shown', why: '', saying: { ...saying, limits } } as const;
    expect(asksToLook(because)).toBe(false);
  });
});

test('the file that asks has a way to say yes: typed in the session, or where each is named, in a terminal', async () => {
  const fault = await inDoubt(ASKS);
  for (const risk of [undefined, 'high'] as const) {
    const { goal, step } = begin({ ...FIX, ...(risk && { risk }) });
    pass(step, 'ear');
    const run = mustCall(step, 'eye');
    const { because } = toShow(goal, run, fault);
    const packet = {
      goal: 'x',
      node: 'y',
      because,
      asked: [],
      outside: [],
      attempts: [],
      passing: [],
      failing: [],
      artifacts: [],
      runs_left: 1,
      budget_left: {},
      in_doubt: [],
    };
    const [first] = optionsOf({ goal: 'G-0001', node: 'N-030', reason: 'ambiguous', packet });
    expect(first?.does).toEqual(
      risk === 'high'
        ? {
            kind: 'type',
            command: 'wukong accept G-0001/N-030 --doubt src/a.js:12 --doubts "<why>"',
          }
        : { kind: 'accept', what: 'doubts' },
    );
  }
});
