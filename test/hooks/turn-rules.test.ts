// `prove: on_stop`: when what a session changed is judged, by which checks, and what its person is told.

import { describe, expect, test } from 'vitest';
import {
  checksOf,
  type Gate,
  isNews,
  type Turn,
  whatNow,
} from '../../runtime/engine/turn/what-now.ts';
import { phrasesIn } from '../../runtime/hosts/claude-code/session/speak.ts';
import type { TurnSaying } from '../../runtime/model/saying.ts';

const NONE = { names: [], more: 0 };
const CHECK = 'npm test';
const SHOWN: TurnSaying = {
  is: 'shown',
  check: CHECK,
  red: 'fails',
  cases: NONE,
  limits: [],
  doubts: [],
};
const PASSES_BEFORE: TurnSaying = {
  is: 'not-shown',
  check: CHECK,
  why: 'passes-before',
  cases: NONE,
};
const NO_GATE: TurnSaying = { is: 'no-gate' };

describe('after a turn', () => {
  const base = 'first';
  const tree = 'now';
  const of = (said: TurnSaying, at = tree) => ({ tree: at, said });
  test.each<[string, Turn, ReturnType<typeof whatNow>]>([
    ['that changed nothing there is nothing to judge', { base, tree: base }, 'drop'],
    [
      'that took all back, what is under way or untold is of no files any more',
      { base, tree: base, judging: tree, last: of(SHOWN) },
      'drop',
    ],
    ['the change is judged', { base, tree }, 'judge'],
    ['what was judged is left', { base, tree, last: of(SHOWN) }, 'leave'],
    ['what is being judged is left', { base, tree, judging: tree }, 'leave'],
    [
      'a change of other files is judged in the place of what is under way',
      { base, tree, judging: 'older', last: of(SHOWN) },
      'judge',
    ],
    [
      'a change of other files is judged after what was judged',
      { base, tree, last: of(SHOWN, 'older') },
      'judge',
    ],
    [
      'what nothing ran for is looked at again: a person may have approved a gate',
      { base, tree, last: of(NO_GATE) },
      'judge',
    ],
  ])('%s', (_, turn, now) => {
    expect(whatNow(turn)).toBe(now);
  });
});

test('why nothing runs is told once, and each verdict of its own', () => {
  expect(isNews(NO_GATE, undefined)).toBe(true);
  expect(isNews(NO_GATE, NO_GATE)).toBe(false);
  expect(isNews(NO_GATE, SHOWN)).toBe(true);
  expect(isNews({ is: 'not-approved', check: CHECK }, NO_GATE)).toBe(true);
  expect(isNews(SHOWN, SHOWN)).toBe(true);
});

describe('only what a person approved runs, and only as it was when the session began', () => {
  const gate = (type: 'test' | 'lint', more: Partial<Gate> = {}): Gate => ({
    gate: {
      type,
      name: type,
      command: ['npm', type],
      mustPass: true,
      expect_exit: 0,
      timeout_sec: 60,
    },
    mayRun: true,
    isEdited: false,
    ...more,
  });
  const test1 = gate('test');
  const lint = gate('lint');
  test.each<[string, readonly Gate[], readonly string[] | TurnSaying]>([
    ['no gate', [], NO_GATE],
    ['none approved', [{ ...test1, mayRun: false }], { is: 'not-approved', check: CHECK }],
    ['one approved, one not', [test1, { ...lint, mayRun: false }], ['test']],
    ['both', [test1, lint], ['test', 'lint']],
    ['the other one edited', [test1, { ...lint, isEdited: true }], ['test']],
    ['the test edited', [{ ...test1, isEdited: true }, lint], { is: 'edits-check', check: CHECK }],
  ])('%s', (_, gates, expected) => {
    const found = checksOf(gates);
    expect('is' in found ? found : found.map((one) => one.gate.name)).toEqual(expected);
  });
});

describe('what is told is one line', () => {
  const limit = { kind: 'types-alone' } as const;
  const doubt = { path: 'a.js', line: 3, text: 'if (x)', kind: 'names-runner' } as const;
  const esc = String.fromCharCode(27);
  test.each<[TurnSaying, string, string]>([
    [
      SHOWN,
      'Wukong, on what this session changed: shown. `npm test` fails without the change, and passes with it.',
      'Wukong：本次会话的改动：已证明。`npm test` 没有这次改动时失败，有了它就通过。',
    ],
    [
      { ...SHOWN, limits: [limit], doubts: [doubt, doubt] },
      'Wukong, on what this session changed: shown, in doubt. `npm test` fails without the change, and passes with it. It reads types and runs nothing: what the program does is shown by no run. In doubt: a.js:3 the program asks whether it is being tested: if (x) (and 1 more).',
      'Wukong：本次会话的改动：已证明，有疑点。`npm test` 没有这次改动时失败，有了它就通过。它只检查类型，什么都不运行：程序做了什么，没有一次运行能说明。有疑点：a.js:3 程序会看自己是不是在被测试：if (x)（另有 1 处）。',
    ],
    [
      PASSES_BEFORE,
      'Wukong, on what this session changed: not shown. `npm test` passes without the change too, so it shows nothing of it. Bring a test that fails without the change.',
      'Wukong：本次会话的改动：没有证明。`npm test` 没有这次改动时也通过，所以什么都没有证明。加一个没有这次改动就会失败的测试。',
    ],
    [
      { is: 'nothing', differs: 'judges', judges: { names: ['a'], more: 0 }, passes: 1, of: 1 },
      'Wukong, on what this session changed: nothing to show. No file of the program differs. 1 file of tests or settings differs. 1 of 1 checks pass.',
      'Wukong：本次会话的改动：没有要证明的。没有改动程序的文件。改了 1 个测试或设置文件。1 个检查中有 1 个通过。',
    ],
    [
      {
        is: 'unable',
        check: CHECK,
        because: { on: 'tree', ended: 'timeout', why: `it did${esc}[2J not\nend` },
      },
      'Wukong, on what this session changed: cannot be judged. `npm test` says nothing with the change in a clean copy: it did[2J not end. For its output, type in a terminal: wukong prove',
      'Wukong：本次会话的改动：无法判断。`npm test` 在干净副本里（有这次改动）说明不了什么：it did[2J not end。要看它的输出，请在终端里输入：wukong prove',
    ],
    [
      NO_GATE,
      'Wukong cannot judge what this session changed: no gate is set up here. What to write says, in a terminal: wukong gates',
      'Wukong：无法判断本次会话的改动：这里没有设置门禁。该写什么，请在终端里输入：wukong gates',
    ],
    [
      { is: 'not-approved', check: CHECK },
      'Wukong cannot judge what this session changed: nobody said that `npm test` may run here. To say so, type in a terminal: wukong trust',
      'Wukong：无法判断本次会话的改动：没有人同意在这里运行 `npm test`。要同意，请在终端里输入：wukong trust',
    ],
    [
      { is: 'edits-check', check: CHECK },
      'Wukong does not judge what this session changed by itself: the change edits what `npm test` runs. To look at it, type in a terminal: wukong prove',
      'Wukong：没有自动判断本次会话的改动：它改了 `npm test` 运行的内容。要看，请在终端里输入：wukong prove',
    ],
  ])('%j', (saying, english, chinese) => {
    expect(phrasesIn('en').proved(saying)).toBe(english);
    expect(phrasesIn('zh').proved(saying)).toBe(chinese);
  });
});
