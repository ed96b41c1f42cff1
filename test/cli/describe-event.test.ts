import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeEvent } from '../../runtime/diagnostics/describe-event.ts';
import type { EventRecord } from '../../runtime/model/event.ts';
import { HOST_EVENTS } from '../../runtime/model/words.ts';
import { filesBelow } from '../../runtime/store/files-below.ts';
import { PROJECT } from '../rig/repository.ts';

function record(type: string, payload: EventRecord['payload'] = {}): EventRecord {
  const frame = { event_id: 'E-000001', v: 1, left: 0, prev: '00000000', crc: '00000000' };
  return { ...frame, type, timestamp: '2026-11-21T10:00:00.000Z', payload };
}

/** Every type the runtime writes, from its own source. */
function emittedTypes(): string[] {
  const runtime = join(PROJECT, 'runtime');
  const source = filesBelow(runtime)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(runtime, name), 'utf8'))
    .join('\n');
  const types = Array.from(source.matchAll(/\bemit\(\s*'([^']+)'/g), ([, type]) => type ?? '');
  return [...new Set([...types, ...HOST_EVENTS, 'log.created'])];
}

test('every event the runtime writes has words, whatever its payload lacks', () => {
  const types = emittedTypes();
  expect(types.length).toBeGreaterThan(40);
  expect(types.filter((type) => describeEvent(record(type)) === type)).toEqual([]);
});

test('a type this version does not know is shown by its name', () => {
  expect(describeEvent(record('moon.landed', { who: 'Ada' }))).toBe('moon.landed');
  expect(describeEvent(record('constructor'))).toBe('constructor');
});

test.each([
  ['config.loaded', { config: { problem: null } }, 'configuration taken up'],
  [
    'config.loaded',
    { config: { problem: '.wukong/config.yaml:2:3 Expected text.' } },
    'configuration not taken up, the last good one stays: .wukong/config.yaml:2:3 Expected text.',
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
])('%s', (type, payload, words) => {
  expect(describeEvent(record(type, payload))).toBe(words);
});
