import { compileConfig, uncountedText } from '../../documents/config.ts';
import type { Workspace } from '../../workspace/paths.ts';
import type { HealthFinding } from './health-finding.ts';

/** Settings of the committed file that give power, and so count for nothing there. */
export function uncountedSettings(ws: Workspace): HealthFinding[] {
  const message = uncountedText(compileConfig(ws));
  if (message === undefined) return [];
  const next = 'Move them to .wukong/config.local.yaml if you want them in this clone.';
  const place = '.wukong/config.yaml';
  return [{ severity: 'note', kind: 'settings-uncounted', place, message, next }];
}
