import { expect, test } from 'vitest';
import { compileConfig, uncountedText } from '../../runtime/documents/config.ts';
import { explainConfig, withoutEffect } from '../../runtime/documents/explain-config.ts';
import { reduce } from '../../runtime/kernel/reduce/reduce.ts';
import { approvalRule } from '../../runtime/kernel/requests/approval-list.ts';
import { DEFAULT_CONFIG, emptyState } from '../../runtime/kernel/state/empty-state.ts';
import { DEFAULTS } from '../../runtime/model/defaults.ts';
import { compiledConfigSchema } from '../../runtime/model/state/compiled-config.ts';
import { told, workspace } from './workspace.ts';

function configured(shared: string, local = '{}\n') {
  const ws = workspace({ '.wukong/config.yaml': shared, '.wukong/config.local.yaml': local });
  return { ws, ...compileConfig(ws) };
}

/** A file is YAML, and JSON is YAML: both blocks as they are printed elsewhere. */
const PRINTED = JSON.stringify(
  {
    work_order_system: {
      database: { path: '~/.ponybunny/work_orders.db', backup_interval_hours: 24 },
      autonomy_daemon: { heartbeat_interval_minutes: 15, max_concurrent_work_items: 5 },
      quality_gates: {
        deterministic_required: true,
        llm_review_enabled: true,
        allow_override_failing_tests: false,
      },
      escalation_policy: {
        max_retries_per_error_signature: 2,
        auto_escalate_after_hours: 12,
        require_approval_for: ['database_migration', 'production_deploy', 'delete_resources'],
      },
      context_packs: { enabled: true, save_frequency: 'every_status', retention_days: 30 },
      artifacts: { storage_path: '~/.ponybunny/artifacts', retention_days: 60, max_size_mb: 10 },
    },
  },
  null,
  2,
);

const OTHER_NAMES = `work_order_system:
  enabled: true
  autonomy_daemon: { max_concurrent_work_items: 5 }
  persistence: { context_pack_frequency: every_status, artifacts_retention_days: 60, daily_rollup_hour: 4 }
`;

test('the settings of work orders are read as they are printed elsewhere', () => {
  const { config, problems, uncounted } = configured(PRINTED);
  expect(problems).toEqual([]);
  expect(uncounted).toEqual([]);
  expect(config).toMatchObject({
    max_concurrent_work_items: 5,
    max_retries_per_error_signature: 2,
    auto_escalate_after_hours: 12,
    context_packs_enabled: true,
    save_frequency: 'every_status',
    context_packs_retention_days: 30,
    artifacts_retention_days: 60,
    max_artifact_mb: 10,
  });
  expect(compiledConfigSchema.parse(config)).toEqual(config);
});

test('their other names set the same', () => {
  const { config, problems } = configured(OTHER_NAMES);
  expect(problems).toEqual([]);
  expect(config).toMatchObject({
    max_concurrent_work_items: 5,
    save_frequency: 'every_status',
    artifacts_retention_days: 60,
    daily_rollup_hour: 4,
  });
});

test('a setting that is not said has its default, also where an older version wrote the configuration down', () => {
  expect(configured('{}\n').config).toMatchObject(DEFAULTS);
  const config = { stamp: '', problem: null, approval: [], daily_rollup_hour: 0 };
  const timestamp = '2026-11-21T00:00:00.000Z';
  const state = reduce(emptyState(), { type: 'config.loaded', timestamp, payload: { config } });
  expect(state.config).toMatchObject({ ...DEFAULTS, daily_rollup_hour: 0 });
});

test('two names of one setting with different values are an error that names both places', () => {
  const { problems } = configured(`limits: { max_concurrent_work_items: 2 }
work_order_system:
  autonomy_daemon: { max_concurrent_work_items: 3 }
  artifacts: { retention_days: 30 }
  persistence: { artifacts_retention_days: 30 }
`);
  expect(told(problems)).toEqual([
    '3:49 [3] Line 1 says 2 for the same setting: limits.max_concurrent_work_items. | Keep one of them.',
  ]);
});

test('the local file goes before the shared one, whatever name each of them uses', () => {
  const { config, problems } = configured(
    'limits: { max_concurrent_work_items: 2 }\n',
    'work_order_system: { autonomy_daemon: { max_concurrent_work_items: 7 } }\n',
  );
  expect(problems).toEqual([]);
  expect(config.max_concurrent_work_items).toBe(7);
});

test('kinds of actions are commands that wait for a person', () => {
  const { config } = configured(PRINTED);
  const rule = (command: string) =>
    approvalRule(config.approval, { tool: 'Bash', command, path: null });
  expect(rule('npx prisma migrate deploy')).toBe('prisma migrate');
  expect(rule('cd infra && terraform destroy -auto-approve')).toBe('terraform destroy');
  expect(rule('kubectl apply -f prod.yaml')).toBe('kubectl apply');
  expect(rule('terraform plan')).toBeUndefined();
  expect(configured('{}\n').config.approval).toEqual(DEFAULT_CONFIG.approval);
});

test('a kind means what approval_kinds says, in either file', () => {
  const wanted =
    'work_order_system: { escalation_policy: { require_approval_for: [send_mail, delete_resources] } }\n';
  const table = 'approval_kinds: { send_mail: [sendmail], delete_resources: [bin/wipe] }\n';
  const { config, problems } = configured(wanted, table);
  expect(problems).toEqual([]);
  expect(config.approval).toEqual(
    expect.arrayContaining(['sendmail', 'bin/wipe', 'terraform destroy']),
  );
});

test('a kind that nobody has said the commands of is an error', () => {
  const { problems } = configured(
    'work_order_system: { escalation_policy: { require_approval_for: [delete_resource, send_mail] } }\n',
  );
  expect(told(problems)).toEqual([
    '1:66 [delete_resource] No command is known for "delete_resource". | Did you mean "delete_resources"?',
    '1:83 [send_mail] No command is known for "send_mail". | Say which: approval_kinds: { send_mail: [first words of a command] }',
  ]);
});

test('what widens power does not count in the committed file, and that is told', () => {
  const power = `work_order_system:
  enabled: false
  quality_gates: { deterministic_required: false, allow_override_failing_tests: true }
`;
  const shared = configured(power);
  expect(shared.config).toMatchObject({
    enabled: true,
    deterministic_required: true,
    allow_override_failing_tests: false,
  });
  expect(uncountedText(shared)).toContain(
    'work_order_system.quality_gates.allow_override_failing_tests, work_order_system.enabled, work_order_system.quality_gates.deterministic_required, which count in',
  );
  expect(configured('{}\n', power).config).toMatchObject({
    enabled: false,
    deterministic_required: false,
    allow_override_failing_tests: true,
  });
});

test('an unknown setting is refused with what was meant', () => {
  const { problems } = configured('work_order_system: { artifacts: { retention_day: 3 } }\n');
  expect(told(problems)).toEqual([
    '1:35 [retention_day] Unknown field "retention_day". | Did you mean "retention_days"?',
  ]);
});

test('each setting says what it means, its value, its default and the line that sets it', () => {
  const { ws, ...now } = configured(PRINTED, 'limits: { send_backs: 1 }\n');
  const settings = explainConfig(ws, now, true);
  const of = (key: string) => settings.find((one) => one.key === key);
  expect(settings.filter(({ means }) => means === '')).toEqual([]);
  expect(of('limits.send_backs')).toMatchObject({
    value: 1,
    default: 3,
    said: [{ file: '.wukong/config.local.yaml', line: 1 }],
  });
  expect(of('work_order_system.persistence.artifacts_retention_days')).toMatchObject({
    value: 60,
    default: 90,
    said: [{ name: 'work_order_system.artifacts.retention_days' }],
    other_names: ['work_order_system.artifacts.retention_days'],
  });
  expect(of('work_order_system.quality_gates.deterministic_required')).toMatchObject({
    local_only: true,
    said: [],
    ignored: [{ file: '.wukong/config.yaml' }],
  });
});

test('what a file sets and nothing comes of is named with why', () => {
  const { ws, ...now } = configured(PRINTED);
  const idle = withoutEffect(explainConfig(ws, now, true));
  expect(idle.map(({ key }) => key.replace('work_order_system.', '')).sort()).toEqual([
    'artifacts.storage_path',
    'database.backup_interval_hours',
    'database.path',
  ]);
  expect(idle.every(({ no_effect }) => no_effect !== '')).toBe(true);
});

test('weights of what comes next are read from both files, and those that nobody names stay', () => {
  const { ws, config, problems } = configured('next: { age: 0.5 }\n', 'next: { priority: 0.4 }\n');
  expect(problems).toEqual([]);
  expect(config.next_weights).toEqual({ priority: 0.4, age: 0.5, dependencies: 0.2 });
  expect(compiledConfigSchema.parse(config)).toEqual(config);
  const told = explainConfig(ws, compileConfig(ws), true).filter(({ key }) =>
    key.startsWith('next.'),
  );
  expect(told.map(({ key, value, default: usual }) => [key, value, usual])).toEqual([
    ['next.priority', 0.4, 0.6],
    ['next.age', 0.5, 0.2],
    ['next.dependencies', 0.2, 0.2],
  ]);
  expect(configured('next: { age: 2 }\n').problems).toHaveLength(1);
});
