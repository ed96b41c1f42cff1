// What the client makes of a settings file that is not plain JSON: what init may write into is what the
// client reads (docs/claude-code.md).

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { honest } from '../../scripts/model/fix-decoder.ts';
import { composeScript } from '../../scripts/model/roles.ts';
import { requireClient } from '../rig/client.ts';
import { Rig } from '../rig/rig.ts';

const client = await requireClient();

/** One hook, which leaves a file behind if the client read this. */
const script = `require('fs').writeFileSync(process.env.CLAUDE_PROJECT_DIR + '/seen', '')`;
const hook = { type: 'command', command: 'node', args: ['-e', script] };
const plain = JSON.stringify({ hooks: { SessionStart: [{ hooks: [hook] }] } }, null, 2);

test.skipIf(client === undefined)(
  'a client that is started below the top reads no settings of the top, as doctor says there',
  async () => {
    await using rig = await Rig.create();
    await rig.model(composeScript({ roles: honest }));
    const cwd = join(rig.repo, 'packages/api');
    mkdirSync(cwd, { recursive: true });
    expect((await rig.cli(['doctor'], { cwd })).stdout).toContain('it starts no hook of Wukong');
    await (await rig.headless('/wukong_status', { cwd })).done;
    expect(rig.events().map(({ type }) => type)).toEqual(['log.created']);
    await (await rig.headless('/wukong_status')).done;
    expect(rig.events().map(({ type }) => type)).toContain('SessionStart');
  },
);

test.skipIf(client === undefined).each([
  ['plain JSON', plain, true],
  ['Windows line ends', plain.replaceAll('\n', '\r\n'), true],
  ['a byte order mark', `\uFEFF${plain}`, true],
  ['a comment', `// ours\n${plain}`, false],
  ['a comma before the last bracket', plain.replace(/\}$/, ',}'), false],
  ['a wrong shape elsewhere', plain.replace('{', '{"permissions": 7,'), false],
])('the client reads settings with %s: all of it, or nothing', async (_, text, isRead) => {
  await using rig = await Rig.create({ install: false });
  await rig.model(composeScript({ roles: honest }));
  mkdirSync(join(rig.repo, '.claude'), { recursive: true });
  writeFileSync(join(rig.repo, '.claude', 'settings.json'), text);
  const ended = await (await rig.headless('hello')).done;
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(join(rig.repo, 'seen'))).toBe(isRead);
});
