// What is said first of a goal whose template asks for no red and green, from a verdict to the sentence.

import { describe, expect, test } from 'vitest';
import type { ProofSubject } from '../../runtime/engine/checks/bench.ts';
import {
  faultBySame,
  faultByVerdict,
  mostTelling,
  whatWasShown,
} from '../../runtime/engine/checks/what-was-shown.ts';
import { type Fault, faultSchema } from '../../runtime/model/proof.ts';
import type { Change } from '../../runtime/proof/change.ts';
import { faultText } from '../../runtime/words/fault.ts';
import { CHINESE_END } from '../../runtime/words/languages/chinese-fault.ts';
import { begin, FIX } from '../kernel/plan.ts';
import { aChange, CHECK, cases, judged, rowOf, SHOWN, type Table } from '../proof/trials.ts';

const TELLER = { template: 'feature', say: (text: string) => text.replaceAll('hunter2', '***') };
const GATE = { ...CHECK.gate, command: ['npm', 'test'] };

async function shown(table: Table, change = aChange()): Promise<Fault> {
  const { verdict } = await judged(table, change);
  const checks = [{ gate: GATE }];
  return faultSchema.parse(faultByVerdict(TELLER, { ...change, checks }, verdict));
}

describe('of a feature is said', () => {
  test('that its check failed before and passes now', async () => {
    expect(faultText(await shown(SHOWN))).toBe('Proven: `npm test` failed before, passes now.');
  });

  test('that its tests cannot load without it', async () => {
    const table = {
      ...SHOWN,
      before: 'cannot-load',
      'back 0': 'cannot-load',
      'back 1': 'cannot-load',
    } as const;
    expect(faultText(await shown(table))).toBe(
      'Proven to L2: `npm test` passes now; its tests need what the change adds: that it is there is shown, not what it does.',
    );
  });

  test('what is in doubt of it', async () => {
    const doubt = {
      path: 'src/a.js',
      line: 12,
      text: 'process.env.VITEST',
      kind: 'names-runner',
    } as const;
    expect(faultText(await shown(SHOWN, aChange({ doubts: [doubt] })))).toBe(
      'Proven to L2: `npm test` passes now; in doubt: src/a.js:12  the program asks whether it is being tested: process.env.VITEST.',
    );
  });

  test('that nothing was shown, with the words of the verdict', async () => {
    const passes = { ...SHOWN, before: 'pass' } as const;
    expect(faultText(await shown(passes))).toBe(
      'Nothing was shown: `npm test` passes without the change too, so it shows nothing of it.',
    );
    expect(faultText(await shown(passes), CHINESE_END)).toContain('什么都没有证明：');
    const prose = aChange({ files: [] });
    expect(faultText(await shown(SHOWN, prose))).toBe(
      'Nothing was shown: no file of the program differs. The two are the same.',
    );
  });

  test('why its check says nothing, without the secret that it printed', async () => {
    const silent = { ended: 'not-started', why: 'no such key hunter2' } as const;
    expect(faultText(await shown({ now: silent, base: silent }))).toBe(
      'Nothing was shown: `npm test` says nothing with the change in a clean copy: no such key ***.',
    );
  });
});

describe('of a refactoring is said', () => {
  const [a, b] = cases('a passed', 'b passed');
  const row = rowOf({ base: 'fail' }, { recipe: { back: 'all' }, check: 0, nth: 1 });

  test.each([
    [
      { is: 'same', cases: 12 },
      'The same 12 cases pass before and after the change: `npm test`.',
      '同样的 12 个用例在改动前后都通过：`npm test`。',
    ],
    [
      { is: 'same', cases: 1 },
      'The same case passes before and after the change: `npm test`.',
      '同样的 1 个用例在改动前后都通过：`npm test`。',
    ],
    [
      { is: 'same', cases: undefined },
      '`npm test` passes before and after the change.',
      '`npm test` 在改动前后都通过。',
    ],
    [
      { is: 'differs', broken: [a], gone: [b] },
      'Not the same before and after the change: 1 case passed before and fails now, 1 case ran before and is skipped or gone ("a", "b"): `npm test`.',
      '改动前后不一样：1 个用例之前通过，现在失败，1 个用例之前会运行，现在被跳过或不见了（“a”、“b”）：`npm test`。',
    ],
    [
      { is: 'differs', broken: [], gone: Array.from({ length: 7 }, () => a) },
      'Not the same before and after the change: 7 cases ran before and are skipped or gone ("a", "a", "a", "a", "a" and 2 more): `npm test`.',
      '改动前后不一样：7 个用例之前会运行，现在被跳过或不见了（“a”、“a”、“a”、“a”、“a” 等 7 个）：`npm test`。',
    ],
    [
      { is: 'unable', on: 'red', row },
      'Nothing was shown: `npm test` fails without the change.',
      '什么都没有证明：没有这次改动时，`npm test` 失败。',
    ],
    [
      { is: 'unable', on: 'tree', row: { ...row, ended: 'timeout', why: 'out of time' } },
      'Nothing was shown: `npm test` says nothing with the change in a clean copy: out of time.',
      '什么都没有证明：`npm test` 在干净副本里（有这次改动）说明不了什么：out of time。',
    ],
  ] as const)('%j', (same, english, chinese) => {
    const fault = faultSchema.parse(
      faultBySame(TELLER, GATE, same as Parameters<typeof faultBySame>[2]),
    );
    expect(faultText(fault)).toBe(english);
    expect(faultText(fault, CHINESE_END)).toBe(chinese);
  });
});

test('of several checks that were compared that is told which says that something is lost', () => {
  const lost: Fault = { kind: 'same', check: 'b', broken: 1, gone: 0, named: ['x'] };
  const same = { kind: 'same', check: 'a', cases: 3 } as const;
  const nothing = { kind: 'not-asked', template: 'refactor', why: 'it passes' } as const;
  expect(mostTelling([nothing, same, lost])).toBe(lost);
  expect(mostTelling([nothing, same])).toBe(same);
  expect(mostTelling([nothing])).toBe(nothing);
  expect(mostTelling([])).toBeUndefined();
});

test('where no check may run, or git cannot say what was changed, that is said', async () => {
  const { goal } = begin({ ...FIX, name: 'feature', proof: 'none' });
  const about = (change: Change | undefined) =>
    ({
      goal,
      clean: (text: string) => text,
      bench: { change: async () => change },
    }) as ProofSubject;
  expect(faultText(await whatWasShown(about(aChange())))).toBe(
    'Nothing was shown: no check may run here.',
  );
  expect(faultText(await whatWasShown(about(undefined)))).toBe(
    'Nothing was shown: git cannot compare the trees.',
  );
});

test('a log of before says that its template asked for no check', () => {
  const older = faultSchema.parse({ kind: 'not-asked', template: 'feature' });
  expect(faultText(older)).toBe(
    'Nothing was shown to fail before: the template feature asks for no such check.',
  );
});
