// docs/settings.md, from the settings themselves: what `wukong config explain` says, on one page.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { explainConfig, type Setting } from '../runtime/documents/explain-config.ts';
import { DEFAULT_CONFIG } from '../runtime/kernel/state/empty-state.ts';
import { PLAIN } from '../runtime/model/settings.ts';
import { mainCheckout } from '../runtime/workspace/paths.ts';

const FILE = fileURLToPath(new URL('../docs/settings.md', import.meta.url));

const HEAD = `# Settings

For who looks for a setting, or wonders what one does. They are written in \`.wukong/config.yaml\`, which git carries, or \`.wukong/config.local.yaml\`, which it does not ([what counts](configuration.md)). This page is written from \`runtime/model/\` by \`npm run schemas\`; \`wukong config explain NAME\` says the same, and what is in force.

| setting | |
|---|---|
`;

function settingsDoc(): string {
  const local = { text: '', unconfirmed: [] };
  const now = { config: DEFAULT_CONFIG, gates: [], local };
  // No file says anything there.
  const settings = explainConfig(mainCheckout('/nowhere'), now, true);
  const others = new Set(Object.values(PLAIN).flatMap(({ others: names = [] }) => names));
  return `${HEAD}${settings
    .filter(({ key }) => !others.has(key))
    .map(row)
    .join('\n')}\n`;
}

function row({ key, means, other_names: names }: Setting): string {
  const also = names.length > 0 ? ` Also \`${names.join('`, `')}\`.` : '';
  const text = `${means}${also}`;
  return `| \`${key}\` | ${text.replaceAll('|', '\\|')} |`;
}

export function settingsDocDrift(): boolean {
  return readFileSync(FILE, 'utf8') !== settingsDoc();
}

export function writeSettingsDoc(): void {
  writeFileSync(FILE, settingsDoc());
}
