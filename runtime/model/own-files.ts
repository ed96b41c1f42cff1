// Files of Wukong in a repository. None of them belongs to the work of anybody: they are in no recorded tree, and so
// on neither side of any comparison. The one list of them; what asks git or a disk goes by it. Pure.

import { ROLES } from './vocabulary.ts';

/** Folders of ours at the top of a working tree: our data, and working trees that the client makes for its agents. */
export const OWN_FOLDERS = ['.wukong', '.claude/worktrees'] as const;

const COMMANDS = ['direct', 'feature', 'fix', 'fix_small'].concat([
  'pause',
  'prove',
  'refactor',
  'resume',
  'status',
]);
const SKILL_FILES = [
  'anchor_writer/SKILL.md',
  'anchor_writer/rules/anchor_schema.md',
  'evidence/SKILL.md',
  'evidence/templates/evidence_report.md',
  'taskgraph_tools/SKILL.md',
  ...['render_taskgraph', 'validate_taskgraph', 'wukong'].flatMap((name) => [
    `taskgraph_tools/scripts/${name}`,
    // As 0.1.0 called them.
    `taskgraph_tools/scripts/${name}.mjs`,
  ]),
];
const TEXTS = [
  'biome.json',
  ...ROLES.map((role) => `agents/${role}.md`),
  'commands/wukong.md',
  ...COMMANDS.map((name) => `commands/wukong_${name}.md`),
  ...SKILL_FILES.map((name) => `skills/${name}`),
];

/** Where `init` puts texts among those of a person. `.new`: beside one that they edited. */
export const OWN_TEXTS: ReadonlySet<string> = new Set(
  TEXTS.flatMap((name) => [`.claude/${name}`, `.claude/${name}.new`]),
);

/** Settings of the client: the person's files, with entries of ours in them. */
export const SETTINGS_FILES = ['.claude/settings.json', '.claude/settings.local.json'] as const;

/** Below a folder of ours, in any case: some disks make no difference. */
export function isOwnData(path: string): boolean {
  const small = `${path.toLowerCase()}/`;
  return OWN_FOLDERS.some((folder) => small.startsWith(`${folder}/`));
}

/**
 * A file of the person may have the name of one of ours: by its content it is known. Undefined: nobody can read it,
 * and its name decides.
 */
export function isOwnFile(path: string, text: string | undefined): boolean {
  if (isOwnData(path)) return true;
  if (!OWN_TEXTS.has(path)) return false;
  if (text === undefined) return true;
  const hasHead = /\/(?:agents|commands)\/|\/SKILL\.md/.test(path);
  return hasHead ? /^wukong:/m.test(text) : /wukong/i.test(text);
}

/** Starts every hook of ours, whatever version put it in, and the status line. */
const PROGRAM = '.wukong/runtime/hook.cjs';
const DENY_RULE =
  /\(\.(?:git\/)?wukong|^Bash\(rm -rf \.wukong|^Edit\(\.claude\/(?:settings\*\.json|agents\/\*\*)\)$/;

/**
 * What settings say without our entries, to be compared: two that are equal differ in entries of ours alone.
 * Undefined is a file that is not there.
 */
export function withoutOwnEntries(text: string | undefined): string {
  if (text === undefined || text.trim() === '') return '{}';
  try {
    return JSON.stringify(pruned(JSON.parse(text)) ?? {});
  } catch {
    return text; // No JSON: compared as it stands.
  }
}

/** Without our hooks, rules and status line, and what they leave empty. */
function pruned(value: unknown): unknown {
  if (typeof value === 'string') return DENY_RULE.test(value) ? undefined : value;
  if (typeof value !== 'object' || value === null) return value;
  if (isOwnEntry(value)) return undefined;
  const parts = Object.entries(value).flatMap(([key, part]) => {
    const left = pruned(part);
    return left === undefined ? [] : [[key, left] as const];
  });
  if (parts.length === 0 && Object.keys(value).length > 0) return undefined;
  // A matcher holds for the hooks beside it.
  if (parts.every(([key]) => key === 'matcher') && 'hooks' in value) return undefined;
  return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

function isOwnEntry(entry: object): boolean {
  const { command = '', args = [] } = entry as { command?: unknown; args?: unknown };
  const words = [command, ...(Array.isArray(args) ? args : [])];
  return words.some((word) => typeof word === 'string' && word.includes(PROGRAM));
}
