// What an installation is made of: the one list that `init`, the plugin, `uninstall` and `doctor` go by. What is in
// it is put in, brought up to date, noted in this clone and taken back; nothing else is.

import { join } from 'node:path';
import { filesBelow, namesIn } from '../../../files/folders.ts';
import { readBytes } from '../../../files/reading.ts';
import { FIRST_ANCHORS, MERGE_ANCHORS } from '../../../memory/first-anchors.ts';
import type { Workspace } from '../../../workspace/paths.ts';
import { IN_THE_TREE } from '../../../workspace/program-files.ts';
import { textsFolder } from '../../../workspace/program-folder.ts';
import { discoverGates } from '../discover/discover-gates.ts';
import { LOCAL_SETTINGS_FILE, SETTINGS_FILE } from '../settings/settings-text.ts';
import { firstConfigFile } from './config-file.ts';
import { biomeBesideYours, OFF_FOR_PRETTIER, offForBiome, usesBiome } from './linters.ts';

/** For whom: everybody, by a commit; this clone, by `init --local`; this clone, by the plugin. */
export type Extent = 'shared' | 'local' | 'plugin';

/** A file that a person may shape: an agent, a command, a file of a skill. */
export type Text = Readonly<{ is: 'text'; path: string; content: Buffer }>;

/** Paths as in `Installed`. */
export type Part =
  | Text
  | Readonly<{ is: 'program' | 'lines' | 'data' | 'trust' | 'entries'; path: string }>
  | Readonly<{ is: 'file'; path: string; content: Buffer }>
  /** The person's from then on. */
  | Readonly<{ is: 'first'; path: string; why: string; text: () => string }>
  | Readonly<{ is: 'skill'; path: string; texts: readonly Text[] }>;

export const EXCLUDE = '.git/info/exclude';
export const PROGRAM = '.git/wukong/';
export const DATA = '.wukong/';
export const BIOME = '.claude/biome.json';

/** In the order it is put in: the settings come last, so that no hook starts before all that it needs is there. */
export function partsOf(ws: Workspace, source: string, extent: Extent): Part[] {
  const first = [
    firstOf('config.yaml', 'the gates found, and every default', () =>
      firstConfigFile(discoverGates(ws)),
    ),
    firstOf('anchors/anchors.md', 'an example of an entry', () => FIRST_ANCHORS),
  ];
  const keepOff = [fileOf('.prettierrc', OFF_FOR_PRETTIER), fileOf('biome.json', offForBiome(ws))];
  const trust: Part = { is: 'trust', path: `${PROGRAM}trust.json` };
  if (extent === 'plugin') {
    const ignored = firstOf('.gitignore', 'new', () => IGNORED_BY_PLUGIN);
    return [program, data, ignored, ...keepOff, ...first, trust];
  }
  return [
    { is: 'lines', path: EXCLUDE },
    program,
    ...[...IN_THE_TREE]
      .sort()
      .map((name) => fileOf(`runtime/${name}`, readBytes(join(source, 'runtime', name)))),
    // What is no part of the program any more goes when the launcher is there.
    data,
    fileOf('.gitignore', IGNORED),
    fileOf('.gitattributes', MERGE_ANCHORS),
    ...keepOff,
    ...(usesBiome(ws)
      ? [{ is: 'file', path: BIOME, content: Buffer.from(biomeBesideYours(ws, source)) } as const]
      : []),
    ...first,
    ...textsIn(source, 'agents'),
    ...textsIn(source, 'commands'),
    ...skillsIn(source),
    trust,
    { is: 'entries', path: extent === 'local' ? LOCAL_SETTINGS_FILE : SETTINGS_FILE },
  ];
}

const program: Part = { is: 'program', path: PROGRAM };
const data: Part = { is: 'data', path: DATA };

function fileOf(name: string, content: string | Buffer): Part {
  return { is: 'file', path: `${DATA}${name}`, content: Buffer.from(content) };
}

function firstOf(name: string, why: string, text: () => string): Part {
  return { is: 'first', path: `${DATA}${name}`, why, text };
}

function textsIn(source: string, folder: string): Text[] {
  const from = textsFolder(source, folder);
  return filesBelow(from).map((name) => ({
    is: 'text',
    path: `.claude/${folder}/${name}`,
    content: readBytes(join(from, name)),
  }));
}

function skillsIn(source: string): Part[] {
  return namesIn(join(source, 'skills')).map((name) => ({
    is: 'skill',
    path: `.claude/skills/${name}/`,
    texts: textsIn(source, `skills/${name}`),
  }));
}

/** What 0.1.0 put there, and linters of JavaScript complained about. */
export const OLD_SCRIPTS = ['render_taskgraph', 'validate_taskgraph', 'wukong'].map(
  (name) => `.claude/skills/taskgraph_tools/scripts/${name}.mjs`,
);

/** By path. */
export function allTexts(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (part.is === 'skill') return part.texts.map(({ path }) => path);
    return part.is === 'text' ? [part.path] : [];
  });
}

/** What is committed and what is not (docs/files.md). */
const IGNORED = `# Written by \`wukong init\`. What people write and the program itself are shared; facts and caches are not.
/*
!/.gitignore
!/.gitattributes
!/.prettierrc
!/biome.json
!/config.yaml
!/templates/
!/runtime/
!/anchors/
/anchors/*
!/anchors/*.md
/anchors/anchors_candidates.md
*.tmp
`;

const IGNORED_BY_PLUGIN = `# Written by the plugin of Wukong: all of this is for this clone alone. \`wukong init\` shares what can be shared.
*
`;
