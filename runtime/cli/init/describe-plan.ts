// What an init is about to do, for the person who called it: what it adds in a line for each kind of file, or
// each file by name.

import type { InstallAction } from '../../hosts/claude-code/install/install-action.ts';
import { LINK_OF_THE_USER } from '../../hosts/claude-code/install/local-install.ts';
import { EDITED, SKILL_OF_THE_USER } from '../../hosts/claude-code/install/plan-files.ts';
import { LOCAL_SETTINGS_FILE } from '../../hosts/claude-code/settings/settings-text.ts';
import { counted } from '../../words/plain-text.ts';
import { isLocalInstall } from '../../workspace/installation.ts';
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
      : `\nThis is a linked worktree. Wukong goes into ${ws.root}; commit .claude and .wukong there, and worktrees made from that commit have them too.`;
  const changes = actions.filter((action) => action.kind !== 'keep');
  const mine = actions.filter(({ why }) => why === SKILL_OF_THE_USER || why === EDITED);
  const shown = detail === 'files' ? changes.map(fileLine) : groupLines(changes);
  const more = shown.length < changes.length ? [sizeLine(changes)] : [];
  const other = isFirstForAll(changes) ? [`  ${FOR_ONE_CLONE}`] : [];
  const lines = [...shown, ...more, ...mine.map(fileLine), ...other];
  if (lines.length === 0) return `Wukong is up to date in ${ws.root}.${elsewhere}`;
  return `Wukong in ${ws.root}${elsewhere}\n${lines.join('\n')}`;
}

/** What comes to stand among the files of the repository; the log and the program lie apart. */
function sizeLine(changes: readonly InstallAction[]): string {
  const added = changes.flatMap((action) =>
    action.kind === 'create' && typeof action.content !== 'string' ? [action.content] : [],
  );
  const bytes = added.reduce((sum, content) => sum + content.length, 0);
  return colors.dim(
    `  ${counted(added.length, 'file')} beside yours, ${Math.ceil(bytes / 1000)} kB; each by name: --verbose`,
  );
}

function isFirstForAll(changes: readonly InstallAction[]): boolean {
  const makes = (path: string): boolean =>
    changes.some((action) => action.kind === 'create' && action.path === path);
  const isLocal = changes.some(({ path }) => path === LOCAL_SETTINGS_FILE);
  return makes('.wukong/config.yaml') && !isLocal;
}

/** Who works with others has to know it before anything is there. */
const FOR_ONE_CLONE =
  'These are for everybody, by a commit of yours. For this clone alone, where git shows nothing of them: wukong init --local';

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

/** A line for what is new in each group. What is alone in its own, and what changes or goes, stands there by name. */
function groupLines(changes: readonly InstallAction[]): string[] {
  const isNewIn = (group: Group, action: InstallAction): boolean =>
    action.kind === 'create' && GROUPS.find(({ has }) => has.test(action.path)) === group;
  const groups = GROUPS.map((group) => ({
    group,
    all: changes.filter((action) => isNewIn(group, action)),
  })).filter(({ all }) => all.length > 1);
  const others = changes.filter((action) => !groups.some(({ all }) => all.includes(action)));
  return [
    ...groups.map(({ group: { folder, what }, all }) =>
      line(MARKS.create, folder, `${all.length} ${what}`),
    ),
    ...others.map(fileLine),
  ];
}

/** Said in the end, of what was just written. */
export function whoHasIt(ws: Workspace, actions: readonly InstallAction[]): string {
  if (isLocalInstall(ws)) {
    return 'It is for this clone alone: git shows nothing of it, and linked worktrees do not have it.';
  }
  const isLeftOut = !actions.some(({ why }) => why === LINK_OF_THE_USER);
  const yours = isLeftOut ? ` Git leaves out ${LOCAL_SETTINGS_FILE}, which is yours alone.` : '';
  return `Commit .claude and .wukong, so that worktrees and other clones have them.${yours}`;
}
