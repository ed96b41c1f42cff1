// The entry of the client's status line: put in, and taken out to the byte.

import { describe, expect, test } from 'vitest';
import { PLAIN_STYLE } from '../../runtime/files/json-edit.ts';
import {
  addStatusLine,
  STATUS_LINE,
  statusLineThere,
  withoutStatusLine,
  withStatusLine,
} from '../../runtime/hosts/claude-code/statusline/setting.ts';
import { Sandbox } from './temporary.ts';

describe('a status line that was put in', () => {
  test.each([
    '{}\n',
    '{"permissions":{"allow":["Bash(ls)"]}}',
    '{\n    "model": "opus"\n}\n',
    '{\r\n\t"model": "opus",\r\n\t"env": {}\r\n}',
  ])('comes out of %j to the byte', (before) => {
    const text = withStatusLine(before, PLAIN_STYLE) ?? '';
    expect(JSON.parse(text)).toEqual({ ...JSON.parse(before), statusLine: STATUS_LINE });
    expect(withoutStatusLine(text, before, PLAIN_STYLE)).toBe(before);
  });

  test('goes alone where the file was edited since, and a line of the user stays', () => {
    const text = withStatusLine('{\n  "model": "opus"\n}\n', PLAIN_STYLE) ?? '';
    const edited = text.replace('opus', 'sonnet');
    expect(withoutStatusLine(edited, '{}', PLAIN_STYLE)).toBe('{\n  "model": "sonnet"\n}\n');
    const own = '{"statusLine":{"type":"command","command":"my-line"}}';
    expect(withoutStatusLine(own, undefined, PLAIN_STYLE)).toBe(own);
  });

  test('is not put into a file the client would not read', () => {
    expect(withStatusLine('{ // mine\n}', PLAIN_STYLE)).toBeUndefined();
  });
});

test('uninstall takes the status line out, and a file of nothing else with it', async () => {
  using sandbox = await Sandbox.installed();
  const own = '{"permissions":{"allow":["Bash(ls)"]}}';
  for (const before of [undefined, own]) {
    if (before) {
      sandbox.write('.claude/settings.local.json', before);
      await sandbox.wukong(['init', '--yes']);
    }
    expect(statusLineThere(sandbox.ws)).toBe('none');
    expect(addStatusLine(sandbox.ws)).toBeUndefined();
    expect(statusLineThere(sandbox.ws)).toBe('ours');
    expect((await sandbox.wukong(['uninstall', '--yes'])).code).toBe(0);
    if (before) expect(sandbox.read('.claude/settings.local.json')).toBe(before);
    else expect(sandbox.has('.claude/settings.local.json')).toBe(false);
  }
});

test('init tells the line to add where nobody is asked, and takes none by --yes', async () => {
  using sandbox = await Sandbox.create();
  const { stdout } = await sandbox.wukong(['init', '--yes']);
  expect(stdout).toContain(`"statusLine": ${JSON.stringify(STATUS_LINE)}`);
  expect(sandbox.has('.claude/settings.local.json')).toBe(false);
});
