import { expect, test } from 'vitest';
import type { EventRecord } from '../../runtime/model/event.ts';
import { DEFINITIONS } from '../../runtime/model/facts/record.ts';
import { FORMAT_VERSION } from '../../runtime/model/vocabulary.ts';
import { describeEvent } from '../../runtime/words/facts.ts';

/** Of version 1, whose reasons were sentences. */
function record(type: string, payload: EventRecord['payload'] = {}): EventRecord {
  const frame = { event_id: 'E-000001', v: 1, left: 0, prev: '00000000', crc: '00000000' };
  return { ...frame, type, timestamp: '2026-11-21T10:00:00.000Z', payload };
}

test.each([1, FORMAT_VERSION])(
  'every type of fact has words, whatever the payload of a record of version %i lacks',
  (v) => {
    for (const [type, { example }] of DEFINITIONS) {
      expect(describeEvent({ ...record(type), v })).toBeTruthy();
      expect(describeEvent({ ...record(type, example), v: FORMAT_VERSION })).not.toBe(type);
    }
  },
);

test('a kind of reason this version does not know is shown by its name', () => {
  const payload = { because: { kind: 'moon-landed' } };
  const paused = { ...record('graph.paused', payload), v: FORMAT_VERSION };
  expect(describeEvent(paused)).toBe('paused: moon-landed');
});

test('a type this version does not know is shown by its name', () => {
  expect(describeEvent(record('moon.landed', { who: 'Ada' }))).toBe('moon.landed');
  expect(describeEvent(record('constructor'))).toBe('constructor');
});

test.each([
  ['config.loaded', { config: { problem: null } }, 'configuration accepted'],
  [
    'config.loaded',
    { config: { problem: '.wukong/config.yaml:2:3 Expected text.' } },
    'configuration rejected; keeping the last valid one: .wukong/config.yaml:2:3 Expected text.',
  ],
  ['node.ready', { attempt: 2, because: 'rework' }, 'ready, attempt 2: rework'],
  [
    'node.blocked',
    { kind: 'questions', reason: 'Which?' },
    'waits for a person (questions): Which?',
  ],
  [
    'evidence.graded',
    { level: 'L0', required: 'L2', overclaimed: true, claimed: 'L3', missing: ['Run it.'] },
    'evidence L0 of L2, claimed L3: Run it.',
  ],
  [
    'gate.finished',
    { gate: 'npm test', outcome: 'fail', error: 'exit 1' },
    'gate npm test: fail: exit 1',
  ],
  [
    'run.ended',
    { outcome: 'lost', reason: 'its client process is gone' },
    'run ended: lost: its client process is gone',
  ],
  [
    'UserPromptSubmit',
    { prompt: 'two\nlines \u001b[2J\u202egnp.exe' },
    'prompt: two lines [2Jgnp.exe',
  ],
  ['node.skipped', { reason: 'no way' }, 'skipped: no way'],
])('%s', (type, payload, words) => {
  expect(describeEvent(record(type, payload))).toBe(words);
});
