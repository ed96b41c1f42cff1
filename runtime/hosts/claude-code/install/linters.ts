// Linters and formatters of a repository look into every folder, those with a dot as well. What `init` puts
// there must leave them as they were: our own folder is taken out where it lies, by files that biome and
// prettier look for beside what they check (eslint goes by the head of hook.cjs), and what lies among the
// user's files is written so that they have nothing to say.

import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { filesBelow, namesIn } from '../../../files/folders.ts';
import { printFile } from '../../../files/json-edit.ts';
import { readIfThere } from '../../../files/reading.ts';
import type { Workspace } from '../../../workspace/paths.ts';
import { textsFolder } from '../../../workspace/program-folder.ts';
import { jsonStyle } from '../settings/json-style.ts';

/** Prettier knows no file that takes a folder out. One that formats nothing does the same. */
export const OFF_FOR_PRETTIER = `# Files here are written by Wukong, not by hand: nothing of them is formatted.
rangeEnd: 0
`;

export function offForBiome(ws: Workspace): string {
  return printFile({ root: false, files: { includes: [] } }, jsonStyle(ws.root));
}

const OFF = { enabled: false };

/**
 * Biome takes the head of a Markdown file for text and would break it, so agents, commands and skills of
 * ours are none of its business. All else in `.claude` is as the repository's own configuration says.
 */
export function biomeBesideYours(ws: Workspace, source: string): string {
  const ours = [
    ...['agents', 'commands'].flatMap((kind) =>
      namesIn(textsFolder(source, kind)).map((name) => `${kind}/${name}`),
    ),
    ...filesBelow(join(source, 'skills'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `skills/${name}`),
  ];
  const override = {
    includes: ['biome.json', ...ours],
    formatter: OFF,
    linter: OFF,
    assist: OFF,
  };
  const config = { root: false, extends: '//', overrides: [override] };
  return printFile(config, jsonStyle(ws.root));
}

export function usesBiome({ root }: Workspace): boolean {
  if (namesIn(root).some((name) => /^\.?biome\.jsonc?$/.test(name))) return true;
  const manifest = readIfThere(join(root, 'package.json'))?.toString('utf8') ?? '';
  return manifest.includes('"@biomejs/biome"');
}

export function whoseBiome(bytes: Buffer | undefined): 'ours' | 'edited' | 'theirs' {
  const config = parse(bytes?.toString('utf8') ?? '');
  const isOurs = JSON.stringify(config ?? null).includes('["biome.json","agents/body.md"');
  if (!isOurs) return 'theirs';
  const isAlone = config.overrides?.length === 1;
  return isAlone && Object.keys(config).join() === 'root,extends,overrides' ? 'ours' : 'edited';
}
