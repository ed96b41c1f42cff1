import fc from 'fast-check';
import { test as property } from 'vitest';
import type { EventRecord } from '../../runtime/model/event.ts';
import { countSteps } from '../../runtime/store/count-steps.ts';
import { encodeStep, START, takeSteps } from '../../runtime/store/record.ts';

const timestamp = '2026-11-21T10:00:00.000Z';
const draft = fc
  .string({ unit: 'grapheme', maxLength: 400 })
  .map((text) => ({ type: 'Stop', timestamp, payload: { text } }));
const steps = fc.array(fc.array(draft, { minLength: 1, maxLength: 5 }), { maxLength: 150 });

property('a long log cut or changed at any byte is counted as line by line', () => {
  fc.assert(
    fc.property(steps, fc.nat(), fc.nat(), fc.nat(255), (drafts, cut, place, value) => {
      const whole = written(drafts);
      const bytes = whole.subarray(0, cut % (whole.length + 1));
      if (bytes.length > 0) bytes[place % bytes.length] = value;
      const taken = takeSteps(bytes, 0, START);
      const records: EventRecord[] = [];
      const cursor = countSteps(bytes, START, (step) => records.push(...step) > 0);
      return (
        JSON.stringify({ records, cursor }) ===
        JSON.stringify({ records: taken.records, cursor: taken.cursor })
      );
    }),
  );
});

function written(drafts: Parameters<typeof encodeStep>[0][]): Buffer {
  let cursor = START;
  const lines: Buffer[] = [];
  for (const step of drafts) {
    const encoded = encodeStep(step, cursor);
    if (!encoded.ok) throw new Error('too large');
    lines.push(encoded.bytes);
    const events = cursor.events + step.length;
    const bytes = cursor.bytes + encoded.bytes.length;
    cursor = { events, bytes, crc: encoded.records.at(-1)?.crc ?? '' };
  }
  return Buffer.concat(lines);
}
