import { expect, test } from 'vitest';
import {
  changedValues,
  countedOf,
  notCounted,
  pinnedFrom,
  withoutApproval,
} from '../../runtime/evidence/gates/pinned.ts';
import { DEFAULT_CONFIG } from '../../runtime/kernel/state/empty-state.ts';
import { makeCommandGate } from './samples.ts';

const LINT = { command: ['npm', 'run', 'lint'], cwd: './web/' };
const config = { ...DEFAULT_CONFIG, gate_wrapper: ['bwrap', '--'], gate_env: ['URL', 'KEY'] };
const from = { config, approvals: [LINT], logId: 'L-1', env: { URL: 'db://one' } };
const pinned = pinnedFrom(from);

test('what is as it was pinned counts, however a folder is written', () => {
  const same = [{ ...LINT, cwd: 'web', shell: false }];
  expect(notCounted(pinned, config, same)).toEqual([]);
  expect(countedOf(pinned, same)).toEqual(same);
});

test('each setting that gives power counts for nothing once it is another', () => {
  const changed = {
    ...config,
    gate_wrapper: ['true'],
    gate_env: ['URL', 'KEY', 'TOKEN'],
    allow_override_failing_tests: true,
    allow_dispatch: true,
    product: [{ glob: '**', re: '.*' }],
    accept_by: 'mind' as const,
    approval: config.approval.slice(1),
  };
  const more = { command: ['true'] };
  expect(notCounted(pinned, changed, [LINT, more])).toEqual([
    'gate_wrapper',
    'gate_env',
    'allow_override_failing_tests',
    'allow_dispatch',
    'product',
    'accept_by',
    'approval',
    'approvals',
  ]);
  expect(countedOf(pinned, [LINT, more])).toEqual([LINT]);
});

test('what the local file sets since then, and nobody confirmed, is named although it is not in force', () => {
  const waits = { ...config, unconfirmed: ['gate_wrapper', 'anchors.accept_by', 'owner'] };
  expect(notCounted(pinned, waits, [LINT])).toEqual(['gate_wrapper', 'accept_by']);
  const begun = pinnedFrom({ ...from, config: { ...config, unconfirmed: ['gate_wrapper'] } });
  expect(notCounted(begun, waits, [LINT])).toEqual(['accept_by']);
});

test('the approval list may grow, which narrows', () => {
  const longer = { ...config, approval: ['kubectl', ...config.approval] };
  expect(notCounted(pinned, longer, [LINT])).toEqual([]);
});

test('a goal of an older log has nothing pinned, and what is there counts', () => {
  expect(countedOf(undefined, [LINT])).toEqual([LINT]);
});

test('an approval that is gone is missed by the gates that need it, and by no other', () => {
  const lint = makeCommandGate({ name: 'lint', command: LINT.command, cwd: 'web' });
  const never = makeCommandGate({ name: 'never', command: ['never', 'approved'] });
  expect(withoutApproval(pinned, [lint, never], [LINT])).toEqual([]);
  expect(withoutApproval(pinned, [lint, never], [])).toEqual([lint]);
});

test('a variable is held to its value where a gate names it, without the value being kept', () => {
  const gate = makeCommandGate({ command: ['true'], env: ['URL', 'KEY'] });
  const now = (env: Record<string, string>) => changedValues(pinned, [gate], { logId: 'L-1', env });
  expect(now({ URL: 'db://one' })).toEqual([]);
  expect(now({ URL: 'db://two', KEY: 'set' })).toEqual(['URL', 'KEY']);
  expect(changedValues(pinned, [makeCommandGate({})], { logId: 'L-1', env: {} })).toEqual([]);
  expect(JSON.stringify(pinned)).not.toContain('db://');
});
