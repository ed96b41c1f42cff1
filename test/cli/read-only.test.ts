import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Sandbox } from '../install/temporary.ts';
import { start, work } from './goals.ts';

const READ_ONLY = join(import.meta.dirname, 'read-only.cjs');

test.each([
  ['status', 'G-0001'],
  ['stats --hooks', 'hook'],
  ['evidence', 'G-0001'],
  ['graph render G-0001', 'flowchart'],
  ['log', 'E-000001'],
  ['why N-001', 'dispatched'],
  ['replay', 'As of E-'],
  ['fsck', 'Clean'],
  ['trust', 'The runtime is the one that was installed here.'],
])(
  'on a disk that can only be read, `wukong %s` shows what it has to show',
  async (typed, shown) => {
    using sandbox = await Sandbox.installed();
    start(sandbox.ws, 'the decoder crashes');
    work(sandbox.ws, 'G-0001', 'ear');
    const env = { NODE_OPTIONS: `--require "${READ_ONLY}"` };
    const ended = await sandbox.wukong(typed.split(' '), { env });
    expect(`${ended.stdout}${ended.stderr}`).toContain(shown);
    expect(ended.code).toBe(0);
  },
);
