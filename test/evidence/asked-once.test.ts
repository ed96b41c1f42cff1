import { expect, test } from 'vitest';
import { AskedOnce } from '../../runtime/evidence/trees/asked-once.ts';
import { failure, type Result, success } from '../../runtime/evidence/trees/result.ts';

/** What was asked for, and answers of so many lines each; of `fails` there is none. */
function asking(lines = 1) {
  const asked: string[] = [];
  const once = new AskedOnce<string>();
  const ask = (id: string): Promise<Result<readonly string[]>> =>
    once.answer([id], async () => {
      asked.push(id);
      if (id !== 'fails') return success(new Array<string>(lines).fill(id));
      return failure({ kind: 'git-missing', path: '', reason: '' });
    });
  return { asked, ask };
}

test('a tree is asked for once, also by two at the same time, and after a failure again', async () => {
  const { asked, ask } = asking();
  const [one, two] = await Promise.all([ask('a'), ask('a')]);
  expect([one, two, await ask('a')]).toEqual(new Array(3).fill({ ok: true, value: ['a'] }));
  await ask('fails');
  await ask('fails');
  expect(asked).toEqual(['a', 'fails', 'fails']);
});

test('of large trees those are held that were asked for last', async () => {
  const { asked, ask } = asking(40_000);
  for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(id);
  expect(asked).toEqual(['a', 'b', 'c', 'b']);
});
