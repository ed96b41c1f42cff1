// P4: damage before the tail is refused with its line and byte, never skipped.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32 } from '../../runtime/files/crc32.ts';
import { readState, runStep } from '../../runtime/step/run-step.ts';
import { files } from '../../runtime/workspace/paths.ts';
import { STORY } from '../crash/story.ts';
import { rounds, Tally } from '../crash/tally.ts';
import { temporaryWorkspace } from '../workspace/workspace.ts';

type Damage = Readonly<{
  place: number;
  bit: number;
  length: number;
  how: 'flip' | 'cut' | 'double';
}>;

const damage: fc.Arbitrary<Damage> = fc.record({
  place: fc.nat(),
  bit: fc.nat(7),
  length: fc.integer({ min: 1, max: 300 }),
  how: fc.constantFrom('flip', 'flip', 'flip', 'cut', 'double'),
});

/** Somewhere before `end`: a bit of a byte is another, bytes are missing, or are there twice. */
function spoil(whole: Buffer, end: number, { place, bit, length, how }: Damage): Buffer {
  const at = place % end;
  if (how === 'cut') {
    const to = Math.min(at + length, end);
    return Buffer.concat([whole.subarray(0, at), whole.subarray(to)]);
  }
  if (how === 'double') {
    const to = Math.min(at + length, end);
    return Buffer.concat([whole.subarray(0, to), whole.subarray(at, to), whole.subarray(to)]);
  }
  const spoiled = Buffer.from(whole);
  spoiled[at] = (spoiled[at] ?? 0) ^ (1 << bit);
  return spoiled;
}

test.each([
  ['no JSON', '{"event_id":'],
  ['two values', '{"left":0,"type":"x","payload":{}},{"a":1'],
  ['no payload', '{"event_id":"E-000002","type":"x","left":0,"prev":"00000000","payload":null'],
])('P4 a line that is %s is damage, although its checksum holds', (_what, head) => {
  using at = temporaryWorkspace();
  for (const chapter of STORY) runStep(at.ws, chapter);
  const [first = '', , ...others] = readFileSync(files.log(at.ws), 'utf8').split('\n');
  const line = `${head},"crc":"${crc32(Buffer.from(head))}"}`;
  rmSync(files.state(at.ws), { force: true });
  writeFileSync(files.log(at.ws), [first, line, ...others].join('\n'));
  expect(readState(at.ws)).toMatchObject({
    ok: false,
    failure: { kind: 'log-damaged', line: 2, byte: Buffer.byteLength(first) + 1 },
  });
});

test.each([
  ['the end of a line', '"crc":"08f4d4ca"}\n'],
  ['the inside of a record', '{"key":"Stop-1"},"v":1,"left":0}\n'],
])('P4 the last step behind %s is not void: no writer that is killed leaves that', (_what, odd) => {
  using at = temporaryWorkspace();
  for (const chapter of STORY) runStep(at.ws, chapter);
  const whole = readFileSync(files.log(at.ws), 'utf8');
  const last = whole.trimEnd().lastIndexOf('\n') + 1;
  rmSync(files.state(at.ws), { force: true });
  writeFileSync(files.log(at.ws), whole.slice(0, last) + odd + whole.slice(last));
  expect(readState(at.ws)).toMatchObject({
    ok: false,
    failure: { kind: 'log-damaged', byte: Buffer.byteLength(whole.slice(0, last)) },
  });
  // The beginning of a step is what a killed writer leaves, and then whoever waited wrote in vain.
  for (const length of [1, 12, 13, 60]) {
    const torn = whole.slice(last, last + length);
    writeFileSync(files.log(at.ws), whole.slice(0, last) + torn + whole.slice(last));
    expect(readState(at.ws).ok).toBe(true);
  }
});

test('P4 damage anywhere before the last step is refused with line and byte, and nothing is written', () => {
  using at = temporaryWorkspace();
  using tally = new Tally('P4 damage before the tail');
  for (const chapter of STORY) runStep(at.ws, chapter);
  const whole = readFileSync(files.log(at.ws));
  const lines = whole.toString('latin1').trimEnd().split('\n');
  const end = whole.length - (lines.at(-1)?.length ?? 0) - 1;
  fc.assert(
    fc.property(damage, (one) => {
      const spoiled = spoil(whole, end, one);
      // Whole lines that are there twice are a step written twice: void, and no damage.
      fc.pre(!spoiled.equals(whole) && !(one.how === 'double' && isWholeLines(whole, end, one)));
      tally.rounds += 1;
      tally.faults += 1;
      rmSync(files.state(at.ws), { force: true });
      writeFileSync(files.log(at.ws), spoiled);
      const now = readState(at.ws);
      expect(now).toMatchObject({ ok: false, failure: { kind: 'log-damaged' } });
      if (now.ok || now.failure.kind !== 'log-damaged') return;
      // At the step that holds the changed byte, or right behind it: never later.
      const { line, byte } = now.failure;
      const told = spoiled.subarray(0, byte).filter((value) => value === 10).length + 1;
      expect(line).toBe(told);
      expect(runStep(at.ws, ({ emit }) => emit({ type: 'Stop', payload: {} })).ok).toBe(false);
      expect(readFileSync(files.log(at.ws)).equals(spoiled)).toBe(true);
    }),
    { numRuns: rounds(150, 3000), seed: 4 },
  );
});

/** Also from the middle of a line to that of another, where both begin alike. */
function isWholeLines(whole: Buffer, end: number, { place, length }: Damage): boolean {
  const at = place % end;
  const to = Math.min(at + length, end);
  const begin = at === 0 ? 0 : whole.lastIndexOf(10, at - 1) + 1;
  const ends = to - (at - begin);
  return whole[ends - 1] === 10 && whole.subarray(begin, at).equals(whole.subarray(ends, to));
}
