// `wukong classify`, as the built program answers.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { DIST } from '../install/temporary.ts';

const nowhere = temporaryFolder('wukong-classify-');

function classify(...args: readonly string[]) {
  const env = { PATH: process.env.PATH ?? '', NO_COLOR: '1' };
  const options = { cwd: nowhere, env, timeoutMs: 30_000 };
  return run(process.execPath, [join(DIST, 'cli.js'), 'classify', ...args], options);
}

test('a clear request gets its track and the reason, outside of any repository too', async () => {
  expect(await classify('the', 'decoder', 'crashes')).toMatchObject({
    code: 0,
    stderr: '',
    stdout: 'fix: "crashes" says that something fails\n',
  });
  const ended = await classify('--explain', '并发写入 src/pool.ts 时崩溃');
  expect(ended.stdout).toBe(
    'fix: "崩溃" says that something fails (risk high)\n  risk high: "并发" is about concurrency\n',
  );
});

test('an unsure one names the two tracks, and ends as what needs a person', async () => {
  const ended = await classify('refactor the parser and add a cache');
  expect(ended).toMatchObject({
    code: 3,
    stderr: '',
    stdout: 'refactor or feature? it may be a refactor as well as a feature\n',
  });
});

test('programs get the choice as it is', async () => {
  const ended = await classify('--json', 'test/decoder.test.ts fails');
  expect(JSON.parse(ended.stdout)).toEqual({
    schema_version: 1,
    command: 'classify',
    ok: true,
    track: 'fix',
    template: 'fix_small',
    ask: [],
    risk: 'normal',
    reasons: [
      'fix: "fails" says that something fails',
      'fix_small: "test/decoder.test.ts" says where to look',
    ],
  });
});
