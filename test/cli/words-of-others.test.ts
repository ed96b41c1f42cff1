// What others wrote leaves by one writer: nothing in it turns text around, hides it or steers a terminal, in
// whatever form and by whichever command.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shown, visibleJson } from '../../runtime/words/plain-text.ts';
import { Rig } from '../rig/rig.ts';

/** Turned around, isolated, marked, of no width, a tag, an escape, a bell, and deleted. */
const HOSTILE = '\u202e\u2066\u200f\u200b\u{e0041}\u001b[8m\u0007\u007f\u009b';
const RAW =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

test('text shows what would not be seen, and colours of ours pass', () => {
  expect(shown(`a${HOSTILE}b`, undefined)).not.toMatch(RAW);
  expect(shown('a\u202eb\u001b[31mc', undefined)).toBe('a\\u202eb\\u001b[31mc');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with one.
  expect(shown('\u001b[31mred\u001b[39m\u202e', /\u001b\[3[19]m/g)).toBe(
    '\u001b[31mred\u001b[39m\\u202e',
  );
  expect(shown('one\r\ntwo\tthree 👩‍💻', undefined)).toBe('one\ntwo\tthree 👩‍💻');
});

test('JSON is read back as what it was', () => {
  const value = { text: `a${HOSTILE}b`, [HOSTILE]: 1 };
  const text = visibleJson(JSON.stringify(value));
  expect(text).not.toMatch(RAW);
  expect(JSON.parse(text)).toEqual(value);
});

const TEXT = [
  ['status'],
  ['log'],
  ['next'],
  ['evidence', 'G-0001'],
  ['graph', 'G-0001'],
  ['goal', 'show', 'G-0001'],
  ['order', 'show', 'N-001'],
  ['stats'],
  ['why', 'E-000004'],
  ['escalations', 'list'],
  ['anchors', 'list'],
  ['audit', 'attempts'],
];

test('every command that shows words of others escapes them in JSON, textproto and CSV, and shows them in text', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  const prompt = `/wukong_fix the decoder ${HOSTILE} crashes`;
  await rig.typed(prompt);
  const tool_input = { description: 'd', prompt: 'go', subagent_type: 'ear' };
  const call = { tool_name: 'Agent', tool_use_id: 'toolu_1', tool_input };
  const sent = await rig.hook('PreToolUse', call);
  expect(sent.stdout).not.toMatch(RAW);
  const given = JSON.parse(sent.stdout).hookSpecificOutput.updatedInput.prompt;
  expect(given).toContain('the decoder');
  expect(given).not.toMatch(RAW);
  // The log is exact: what was said stands in it as it was said.
  expect(readFileSync(join(rig.repo, '.wukong/events.jsonl'), 'utf8')).toContain('\u202e');
  for (const words of TEXT) {
    for (const args of [words, [...words, '--json']]) {
      const { stdout, stderr } = await rig.cli(args);
      expect(stdout + stderr, args.join(' ')).not.toMatch(RAW);
      expect(stdout + stderr, args.join(' ')).not.toBe('');
    }
  }
  const log = await rig.cli(['log', '--json']);
  const records = log.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(JSON.stringify(records)).toContain('\u202e');
  const proto = await rig.cli(['order', 'show', 'N-001', '--textproto']);
  expect(proto.stdout).toContain('proto-message');
  expect(proto.stdout).not.toMatch(RAW);
  await rig.cli(['export', '--csv', 'tables']);
  const tables = readdirSync(join(rig.repo, 'tables'));
  expect(tables.length).toBeGreaterThan(3);
  for (const name of tables) {
    const text = readFileSync(join(rig.repo, 'tables', name), 'utf8').replaceAll('\r\n', '\n');
    expect(text, name).not.toMatch(RAW);
  }
  for (const name of readdirSync(join(rig.repo, '.wukong/artifacts'), { recursive: true })) {
    if (!/work_order|spec_snapshot|constraints|links/.test(String(name))) continue;
    const text = readFileSync(join(rig.repo, '.wukong/artifacts', String(name)), 'utf8');
    expect(text, String(name)).not.toMatch(RAW);
  }
});
