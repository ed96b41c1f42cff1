import { expect, test } from 'vitest';
import { csvOf } from '../../runtime/entities/csv.ts';

test('a cell holds commas, quotes and lines, and what is not known is empty', () => {
  const row = { a: 'x, "y"\nz', b: null, c: ['p', 1], d: { e: null }, f: 2, g: false };
  expect(csvOf(['a', 'b', 'c', 'd', 'f', 'g'], [row])).toBe(
    'a,b,c,d,f,g\r\n"x, ""y""\nz",,"[""p"",1]","{""e"":null}",2,false\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@sum', '\t=1'])(
  'a spreadsheet does not compute a title that begins like %j',
  (text) => {
    expect(csvOf(['title'], [{ title: text }])).toBe(`title\r\n'${text}\r\n`);
  },
);

test('a number stays a number, and nothing in a table steers a terminal', () => {
  expect(csvOf(['a', 'b'], [{ a: -1, b: 'x\u001b[2Jy\u202e' }])).toBe('a,b\r\n-1,x[2Jy\r\n');
});
