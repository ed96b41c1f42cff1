import { expect, test } from 'vitest';
import { encodeAnswer } from '../../runtime/hosts/claude-code/events/answer.ts';
import { visible, visibleJson } from '../../runtime/words/plain-text.ts';
import { quotedBlock, quotedCell } from '../../runtime/words/quoting.ts';

const TRICKS = '\u001b[2Jred\u001b[0m\u202etxt.exe\u2066\u200b\u009b31m\u0007';

test('what steers a terminal or turns text around does not get through, and words do', () => {
  expect(visible(TRICKS)).toBe('[2Jred[0mtxt.exe31m');
  const plain = 'a\tb\nDécodeur 解码器 مرحبا 👍';
  expect(visible(plain)).toBe(plain);
});

test('JSON says it without showing it', () => {
  const json = visibleJson(JSON.stringify({ said: TRICKS }, null, 2));
  expect(JSON.parse(json)).toEqual({ said: TRICKS });
  expect(json.replaceAll('\n', '')).toBe(visible(json).replaceAll('\n', ''));
});

test.each(['message', 'context', 'deny', 'block'] as const)('no %s of a hook has any', (kind) => {
  const text = JSON.stringify(
    JSON.parse(encodeAnswer('PreToolUse', { [kind]: `said: ${TRICKS}` })),
  );
  expect(text).toContain('said: [2Jred');
  expect(text).not.toMatch(/\\u001b|\\u0007|[\u202e\u2066\u200b\u009b]/);
});

test('no quotation in our documents has any', () => {
  for (const quoted of [quotedBlock(TRICKS), quotedCell(TRICKS)]) {
    expect(quoted).toContain('txt.exe');
    expect(visible(quoted)).toBe(quoted);
  }
});
