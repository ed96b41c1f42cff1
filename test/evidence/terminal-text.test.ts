import { expect, test } from 'vitest';
import { testsNothing } from '../../runtime/evidence/commands/no-test-ran.ts';
import { signatureOf } from '../../runtime/kernel/retries/signature.ts';
import { plainText } from '../../runtime/model/terminal-text.ts';

const ESC = '\u001b';

test.each([
  ['colours', `${ESC}[31m✗ ${ESC}[1;38;5;9mdecode${ESC}[0m`, '✗ decode'],
  ['colours with colons', `${ESC}[38:2::255:0:0mred${ESC}[m`, 'red'],
  ['what is private of a terminal', `${ESC}[?25l${ESC}[?2004hx${ESC}[>4;1m`, 'x'],
  ['intermediate bytes', `${ESC}[1 qx${ESC}[!p`, 'x'],
  ['a title, up to its bell', `${ESC}]0;npm test: a b\u0007x`, 'x'],
  ['a link', `${ESC}]8;;file:///a%20b.js${ESC}\\a b.js:3${ESC}]8;;${ESC}\\`, 'a b.js:3'],
  ['device strings', `${ESC}P1$r0m${ESC}\\x${ESC}_app${ESC}\\y${ESC}^pm${ESC}\\z`, 'xyz'],
  ['character sets and single ones', `${ESC}(B${ESC})0${ESC}7${ESC}=${ESC}Mx${ESC}c`, 'x'],
  ['codes of one character', '\u009b31mred\u009b0m \u009d0;title\u009cx\u0085y', 'red x\ny'],
  ['a title without an end, whose words stay', `${ESC}]0;FAIL a\nFAIL b`, '0;FAIL a\nFAIL b'],
  ['an escape alone, at the end too', `a${ESC}\n${ESC}[\n${ESC}`, 'a\n[\n'],
  ['a sequence that is made by taking one out', `${ESC}${ESC}[31m[31mx`, '[31mx'],
  ['bells and their like', 'a\u0000\u0007b\u007f\u000e', 'ab'],
  ['line ends of Windows', 'a\r\nb\r\r\nc', 'a\nb\nc'],
  ['pages and vertical tabs', 'a\fb\vc\td', 'a\nb\nc\td'],
  ['a line that was written over', '10 %\r50 %\r100 %\n', '100 %\n'],
  ['what a shorter line leaves of a longer one', 'running 3\rdone\n', 'doneing 3\n'],
  ['a line that was erased first', `running 3\r${ESC}[Kdone\nlonger\r${ESC}[2Kx`, 'done\nx'],
  ['backspaces', 'pas\b\bxx\b \b\n\b\by', 'px\ny'],
  ['nothing where there is nothing', '✓ 判断 (3)\n\tok', '✓ 判断 (3)\n\tok'],
])('%s in an output of a gate read as on a terminal', (_, printed, plain) => {
  expect(plainText(printed)).toBe(plain);
  expect(plainText(plain)).toBe(plain);
});

test('output that is nothing but openings is read in time that grows with its length', () => {
  for (const opening of [
    `${ESC}]`,
    '\u009d',
    `${ESC}[`,
    `${ESC}[1;`,
    `${ESC} `,
    '\r',
    '\b',
    `${ESC}[K`,
  ]) {
    expect(plainText(opening.repeat(200_000))).not.toContain(ESC);
  }
});

test('a colour does not hide that no test ran, and does not make two errors of one', () => {
  const printed = ` ${ESC}[2m Tests ${ESC}[22m ${ESC}[1mno${ESC}[22m tests${ESC}[33m found${ESC}[39m\n`;
  expect(testsNothing(['npx', 'vitest'], 0, plainText(printed))?.why).toBe('it found no tests');
  expect(signatureOf(`${ESC}[38:5:9mTypeError${ESC}[0m: x is ${ESC}]0;3 s\u0007null`)).toBe(
    signatureOf('TypeError: x is null'),
  );
});
