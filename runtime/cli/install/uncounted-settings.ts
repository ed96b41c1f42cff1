import { configOf, type LocalFile, uncountedText } from '../../documents/config.ts';
import { explainConfig, withoutEffect } from '../../documents/explain-config.ts';
import type { HealthFinding } from '../../hosts/claude-code/settings/health-finding.ts';
import type { Workspace } from '../../workspace/paths.ts';

/** Settings that are read and change nothing here, one for each reason. */
export function settingsWithoutEffect(ws: Workspace): HealthFinding[] {
  const idle = withoutEffect(explainConfig(ws, configOf(ws), true));
  return [...new Set(idle.map(({ no_effect }) => no_effect ?? ''))].map((message) => {
    const [first, ...others] = idle.filter(({ no_effect }) => no_effect === message);
    const keys = [first, ...others].flatMap((one) => one?.key ?? []).join(', ');
    const { file = '', line = 1 } = first?.said[0] ?? {};
    const next = 'Nothing; it may stay for programs that know it';
    const place = `${file}:${line}`;
    return { severity: 'note', kind: 'settings-idle', place, message: `${keys}: ${message}`, next };
  });
}

/** Settings that give power and do not count: of the committed file, and what nobody confirmed of the local one. */
export function uncountedSettings(ws: Workspace): HealthFinding[] {
  const compiled = configOf(ws);
  const message = uncountedText(compiled);
  const waiting = unconfirmedSettings(compiled.local);
  if (message === undefined) return waiting;
  const next = 'Move them to .wukong/config.local.yaml if you want them in this clone.';
  const place = '.wukong/config.yaml';
  return [{ severity: 'note', kind: 'settings-uncounted', place, message, next }, ...waiting];
}

function unconfirmedSettings({ unconfirmed }: LocalFile): HealthFinding[] {
  if (unconfirmed.length === 0) return [];
  const names = unconfirmed.map(({ name }) => name).join(', ');
  const message = `It sets ${names}, and nobody confirmed that in this clone: what was confirmed last is in force.`;
  const place = '.wukong/config.local.yaml';
  return [
    {
      severity: 'note',
      kind: 'local-unconfirmed',
      place,
      message,
      next: 'wukong trust shows it, and asks',
    },
  ];
}
