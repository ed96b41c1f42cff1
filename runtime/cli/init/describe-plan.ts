// What an init is about to do, for the person who called it: a line for each kind of file, or each file by name.

import type { InstallAction } from '../../hosts/claude-code/install/install-action.ts';
import { EDITED } from '../../hosts/claude-code/install/plan-editable.ts';
import { SKILL_OF_THE_USER } from '../../hosts/claude-code/install/plan-skills.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { colors } from '../frame/output.ts';

export type Detail = 'groups' | 'files';

export function describePlan(
  ws: Workspace,
  actions: readonly InstallAction[],
  detail: Detail,
): string {
  const elsewhere =
    ws.worktree === ws.root
      ? ''
      : '\nThis is a linked worktree. Wukong goes into the main checkout; commit .claude and .wukong there, and worktrees made from that commit have them too.';
  const changes = actions.filter((action) => action.kind !== 'keep');
  const mine = actions.filter(({ why }) => why === SKILL_OF_THE_USER || why === EDITED);
  const shown = detail === 'files' ? changes.map(fileLine) : groupLines(changes);
  const more = shown.length < changes.length ? [colors.dim('  Each file: --verbose')] : [];
  const lines = [...shown, ...more, ...mine.map(fileLine)];
  if (lines.length === 0) return `Wukong is up to date in ${ws.root}.${elsewhere}`;
  return `Wukong in ${ws.root}${sizeText(actions)}${elsewhere}\n${lines.join('\n')}`;
}

/** What a first init adds among the files of the repository. */
function sizeText(actions: readonly InstallAction[]): string {
  const isFirst = actions.some((action) => action.kind === 'create' && action.content === 'log');
  const contents = actions.flatMap((action) =>
    action.kind === 'create' && typeof action.content !== 'string' ? [action.content] : [],
  );
  const bytes = contents.reduce((sum, content) => sum + content.length, 0);
  return isFirst ? `: ${contents.length} files beside yours, ${Math.ceil(bytes / 1000)} kB` : '';
}

const MARKS: Readonly<Record<InstallAction['kind'], string>> = {
  create: '+',
  update: '~',
  remove: '-',
  keep: ' ',
  refuse: '!',
};

function fileLine({ kind, path, why }: InstallAction): string {
  return line(MARKS[kind], path, why);
}

function line(mark: string, what: string, why: string): string {
  return `  ${mark} ${what}  ${colors.dim(why)}`;
}

type Group = Readonly<{ folder: string; what: string; has: RegExp }>;

/** The first that fits. What fits none is named by its file. */
const GROUPS: readonly Group[] = [
  { folder: '.claude/agents/', what: 'agents', has: /^\.claude\/agents\// },
  { folder: '.claude/commands/', what: 'commands', has: /^\.claude\/commands\// },
  { folder: '.claude/skills/', what: 'files of skills', has: /^\.claude\/skills\// },
  {
    folder: '.wukong/runtime/, .git/wukong/',
    what: 'files of the program: a launcher for git, the rest for this clone',
    has: /^\.wukong\/runtime\/|^\.git\/wukong\//,
  },
  {
    folder: '.wukong/',
    what: 'files of data: configuration, log, memory, and what keeps git and linters off',
    has: /^\.wukong\//,
  },
];

/** A line for each group; a file that is alone in its own stands there by name. */
function groupLines(changes: readonly InstallAction[]): string[] {
  const groupOf = ({ path }: InstallAction) => GROUPS.find(({ has }) => has.test(path));
  const grouped = GROUPS.flatMap((group) => {
    const all = changes.filter((action) => groupOf(action) === group);
    return all.length > 1 ? [groupLine(group, all)] : all.map(fileLine);
  });
  return [...grouped, ...changes.filter((action) => !groupOf(action)).map(fileLine)];
}

function groupLine({ folder, what }: Group, all: readonly InstallAction[]): string {
  const kinds = (['create', 'update', 'remove'] as const).flatMap((kind) => {
    const count = all.filter((action) => action.kind === kind).length;
    return count === 0 ? [] : [{ kind, count }];
  });
  const [first, ...others] = kinds;
  if (first && others.length === 0)
    return line(MARKS[first.kind], folder, `${first.count} ${what}`);
  const counts = kinds.map(({ kind, count }) => `${count} ${NAMES[kind]}`).join(', ');
  return line(MARKS.update, folder, counts);
}

const NAMES = { create: 'new', update: 'changed', remove: 'removed' };
