// What the client's status line and /wukong_status get from the installed program.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Rig } from '../rig/rig.ts';

test('the status line follows the goal of its session, is empty elsewhere, and writes nothing', async () => {
  await using rig = await Rig.create();
  const line = (cwd: string) =>
    rig.rawHook('statusline', JSON.stringify({ session_id: 's9', cwd }), {
      CLAUDE_PROJECT_DIR: '',
    });
  const said = async (cwd = rig.repo) => {
    const { code, stdout, stderr } = await line(cwd);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };
  expect(await said()).toBe('');
  await rig.typed('/wukong_fix it crashes');
  const log = rig.file('.wukong/events.jsonl');
  expect(await said()).toMatch(/^G-0001 it crashes · 0\/6.*\n$/);
  expect(await said(rig.root)).toBe('');
  const cli = await rig.cli(['statusline']);
  expect(cli).toMatchObject({ code: 0, stdout: expect.stringMatching(/^G-0001 it crashes/) });
  expect(rig.file('.wukong/events.jsonl')).toBe(log);

  const status = await rig.typed('/wukong_status');
  expect(JSON.stringify(status)).toContain('0 of 6 nodes done');
  expect(JSON.stringify(status)).toContain('block');

  writeFileSync(join(rig.repo, '.wukong/state.json'), '{');
  expect(await said()).toBe('');
});
