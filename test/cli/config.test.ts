import { expect, test } from 'vitest';
import { Sandbox } from '../install/temporary.ts';

test('a setting is explained by its whole name, its last part, or with its group', async () => {
  using sandbox = await Sandbox.installed();
  const keys = async (key: string): Promise<string[]> => {
    const { out } = await sandbox.json(['config', 'explain', key]);
    return out.settings.map((one: { key: string }) => one.key);
  };
  expect(await keys('max_size_mb')).toEqual(['work_order_system.artifacts.max_size_mb']);
  expect((await keys('quality_gates')).sort()).toEqual(
    ['allow_override_failing_tests', 'deterministic_required', 'llm_review_enabled'].map(
      (name) => `work_order_system.quality_gates.${name}`,
    ),
  );
  expect((await keys('work_order_system')).length).toBeGreaterThan(15);
  const unknown = await sandbox.wukong(['config', 'explain', 'max_size']);
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toContain('Did you mean "max_size_mb"?');
});
