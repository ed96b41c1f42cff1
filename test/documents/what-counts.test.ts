// What of config.local.yaml counts before a person said yes to it: whatever narrows, and nothing that widens.

import { describe, expect, test } from 'vitest';
import { compileConfig } from '../../runtime/documents/config.ts';
import { LOCAL_ONLY } from '../../runtime/documents/settings/local-only.ts';
import { valueAt } from '../../runtime/documents/settings/one-name.ts';
import { whatCounts } from '../../runtime/documents/settings/what-counts.ts';
import type { ConfigFile } from '../../runtime/model/documents/config.ts';
import { workspace } from './workspace.ts';

type Row = readonly [name: string, confirmed: object, now: object, counts: object];

const rates = { input: 3, output: 15, cache_write_5m: 3.75, cache_write_1h: 6, cache_read: 0.3 };
const prices = (input: number, ...more: string[]) => ({
  prices: {
    date: '2026-12-01',
    models: Object.fromEntries(['mine', ...more].map((name) => [name, { ...rates, input }])),
  },
});
const program = (file: string) => ({ type: 'command', command: ['node', file, '{order_dir}'] });
const executors = (all: object) => ({ executors: all });
const system = (of: object) => ({ work_order_system: of });
const team = (database: string) => ({ team: { url: `postgres://db/${database}` } });
const switching = { switching: [{ when: 'lost_lease', to: 'human' }] };
const waits = (kinds: readonly string[]) =>
  system({ escalation_policy: { require_approval_for: kinds } });

const WIDENS: readonly Row[] = [
  ['allow_dispatch', {}, { allow_dispatch: true }, {}],
  ['gate_env', { gate_env: ['A'] }, { gate_env: ['A', 'B'] }, { gate_env: ['A'] }],
  ['gate_wrapper', {}, { gate_wrapper: ['x'] }, {}],
  ['gate_wrapper', { gate_wrapper: ['bwrap'] }, {}, { gate_wrapper: ['bwrap'] }],
  ['allow_override_failing_tests', {}, { allow_override_failing_tests: true }, {}],
  [
    'work_order_system.autonomy_daemon.admit_scripts',
    {},
    { work_order_system: { autonomy_daemon: { admit_scripts: true } } },
    {},
  ],
  ['owner', { owner: 'a' }, { owner: 'b' }, { owner: 'a' }],
  ['prices', prices(3), prices(2), prices(3)],
  ['prices', prices(3), {}, prices(3)],
  ['prices', prices(3), prices(3, 'other'), prices(3)],
  ['prove', {}, { prove: 'on_stop' }, {}],
  ['executors', {}, executors({ a: program('a') }), executors({})],
  [
    'executors',
    executors({ a: program('a') }),
    executors({ a: program('b') }),
    executors({ a: program('a') }),
  ],
  ['switching', {}, switching, {}],
  ['team', {}, team('a'), {}],
  ['team', team('a'), team('b'), team('a')],
  ['anchors.accept_by', {}, { anchors: { accept_by: 'mind' } }, {}],
  ['work_order_system.enabled', {}, system({ enabled: false }), {}],
  [
    'work_order_system.quality_gates.deterministic_required',
    {},
    system({ quality_gates: { deterministic_required: false } }),
    {},
  ],
  ['approval', { approval: ['git push'] }, { approval: [] }, { approval: ['git push'] }],
  [
    'approval_kinds',
    { approval_kinds: { mail: ['sendmail', 'mail'] } },
    { approval_kinds: { mail: ['mail'] } },
    { approval_kinds: { mail: ['mail', 'sendmail'] } },
  ],
  [
    'work_order_system.escalation_policy.require_approval_for',
    waits(['delete_resources']),
    waits([]),
    waits(['delete_resources']),
  ],
];

const NARROWS: ReadonlyArray<readonly [name: string, confirmed: object, now: object]> = [
  ['allow_dispatch', { allow_dispatch: true }, { allow_dispatch: false }],
  ['gate_env', { gate_env: ['A', 'B'] }, { gate_env: ['B'] }],
  ['gate_env', { gate_env: ['A'] }, {}],
  ['allow_override_failing_tests', { allow_override_failing_tests: true }, {}],
  ['owner', { owner: 'a' }, {}],
  ['prices', prices(3), prices(4)],
  ['prove', { prove: 'on_stop' }, {}],
  ['executors', executors({ a: program('a'), b: program('b') }), executors({ b: program('b') })],
  ['switching', switching, { switching: [] }],
  ['team', team('a'), {}],
  ['anchors.accept_by', { anchors: { accept_by: 'mind' } }, { anchors: { accept_by: 'person' } }],
  ['work_order_system.enabled', system({ enabled: false }), system({ enabled: true })],
  [
    'work_order_system.quality_gates.deterministic_required',
    system({ quality_gates: { deterministic_required: false } }),
    {},
  ],
  ['approval', { approval: ['a'] }, { approval: ['b', 'a'] }],
];

describe('what widens waits for a person, and what was confirmed is in force', () => {
  test.each(WIDENS)('%s: %j, then %j', (name, confirmed, now, counts) => {
    const found = whatCounts(confirmed as ConfigFile, now as ConfigFile);
    expect(found.unconfirmed.map((one) => one.name)).toEqual([name]);
    expect(valueAt(found.value, name)).toEqual(valueAt(counts as ConfigFile, name));
  });

  test('for every setting that counts in the local file only', () => {
    const known = new Set(WIDENS.map(([name]) => name));
    expect(Object.keys(LOCAL_ONLY).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('what only narrows counts at once', () => {
  test.each(NARROWS)('%s: %j, then %j', (_, confirmed, now) => {
    const found = whatCounts(confirmed as ConfigFile, now as ConfigFile);
    expect(found).toEqual({ value: now, unconfirmed: [] });
  });

  test('and so does what gives no power: limits, models, gates, what is recorded', () => {
    const now = { limits: { send_backs: 1 }, record: 'off', models: { eye: 'haiku' } } as const;
    expect(whatCounts({}, now)).toEqual({ value: now, unconfirmed: [] });
  });
});

test('a file that widens one thing and narrows another is in force for what narrows', () => {
  const ws = workspace({
    '.wukong/config.local.yaml': 'gate_env: [B]\nallow_dispatch: true\nrecord: off\n',
  });
  const { config, local } = compileConfig(ws, undefined, { confirmed: 'gate_env: [A, B]\n' });
  expect(config).toMatchObject({ gate_env: ['B'], allow_dispatch: false, record: 'off' });
  expect(config.unconfirmed).toEqual(['allow_dispatch']);
  expect(local.unconfirmed).toEqual([{ name: 'allow_dispatch', now: true, was: false }]);
});

test('a text that nobody can read confirms nothing', () => {
  const ws = workspace({ '.wukong/config.local.yaml': 'allow_dispatch: true\n' });
  for (const confirmed of ['allow_dispatch: [', 'no_such_setting: 1\n', 'allow_dispatch: maybe']) {
    expect(compileConfig(ws, undefined, { confirmed }).config.allow_dispatch).toBe(false);
  }
});
