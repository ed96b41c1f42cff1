// Whether a client that is started in a folder starts our hooks and our agents. The client reads the settings of the
// folder it is started in and of none above it; agents it reads of the folders above, too. `doctor`, `status` and
// `init` all ask here. Nothing is started for it, and nothing is written.

import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isObject } from '../../../files/parse-json.ts';
import { readIfThere } from '../../../files/reading.ts';
import { realPath } from '../../../files/real-path.ts';
import { relativeInside } from '../../../files/relative-inside.ts';
import { ROLES } from '../../../model/vocabulary.ts';
import { explain } from '../../../words/explain-failure.ts';
import { isLocalInstall } from '../../../workspace/installation.ts';
import { linkOnTheWay } from '../../../workspace/links.ts';
import { NODE_FLOOR } from '../../../workspace/node-floor.ts';
import { files, logOf, oldNodeOf, type Workspace } from '../../../workspace/paths.ts';
import { isInstalled } from '../../../workspace/repository.ts';
import {
  clientFolder,
  knownSettings,
  pluginEnabledIn,
  readSettings,
} from '../settings/client-settings.ts';
import type { HealthFinding } from '../settings/health-finding.ts';
import { namedAgents } from '../settings/named-agents.ts';
import { HOOK_SCRIPT } from '../settings/registration.ts';
import { mergeSettings } from '../settings/settings.ts';
import { LOCAL_SETTINGS_FILE, SETTINGS_FILE } from '../settings/settings-text.ts';
import { hiddenFromGit } from './hidden-from-git.ts';
import { linkRefused } from './install-action.ts';

/** `folder`: where the client is started. `byPlugin`: the hooks and agents that count here are the plugin's. */
export type StartPlace = Readonly<{ ws: Workspace; folder: string; byPlugin: boolean }>;

const CHECKS: readonly ((place: StartPlace) => readonly HealthFinding[])[] = [
  ({ byPlugin, ...place }) => (byPlugin ? pluginOff(place.folder, place.ws) : hooksHere(place)),
  hooksSwitchedOff,
  agentsDenied,
  agentsNamedAsOurs,
  startedByOldNode,
];

export function startChecks({ folder, ...others }: StartPlace): readonly HealthFinding[] {
  const place = { ...others, folder: realPath(folder) ?? folder };
  return CHECKS.flatMap((check) => check(place));
}

/** What a person has to know before they start a client there. */
export function startProblems(place: StartPlace): readonly HealthFinding[] {
  const found = startChecks(place).filter(({ severity }) => severity === 'finding');
  return [...found, ...hiddenFromGit(place)];
}

function pluginOff(folder: string, { root, worktree }: Workspace): readonly HealthFinding[] {
  if (pluginEnabledIn([folder]) !== undefined) return [];
  const on = pluginEnabledIn([root, worktree]);
  const message =
    on === undefined
      ? 'This clone was set up by the plugin, and no settings turn it on, so hooks do nothing here.'
      : `The plugin is turned on in ${on}, which a client started in this folder does not read: its hooks do not start here.`;
  const next =
    on === undefined
      ? '/plugin in Claude Code turns it on; wukong init gives this clone hooks of its own'
      : `Start Claude Code in ${dirname(dirname(on))}, or turn the plugin on for you: /plugin install wukong@wukong --scope user`;
  return [finding('plugin-off', 'enabledPlugins', message, next)];
}

function hooksHere({ ws, folder }: Omit<StartPlace, 'byPlugin'>): readonly HealthFinding[] {
  if (folder === ws.root) return hooksAtTop(ws);
  const hooks = hooksNamedIn(folder);
  if (hooks.length > 0 && hooks.every((hook) => existsSync(hook))) return [];
  const plugin = 'the plugin works in every folder';
  const gone =
    hooks.length > 0 &&
    `The settings of this folder start ${HOOK_SCRIPT} below it, and that is not there: a client started here starts no hook of Wukong.`;
  if (folder === ws.worktree) {
    if (!isInstalled(ws)) return [];
    const message =
      gone ||
      'This linked worktree has no .claude with the hooks of Wukong, so a client started here starts none.';
    const next = `Commit .claude and .wukong in ${ws.root} and take them up here; of what wukong init --local put in, a worktree has nothing, and ${plugin}`;
    return [finding('below-the-top', '.', message, next)];
  }
  const top = relativeInside(ws.worktree, folder) === undefined ? ws.root : ws.worktree;
  const place = `${relative(top, folder).split(sep).join('/')}/`;
  const message =
    gone ||
    'Claude Code reads the settings of the folder it is started in, and not those above it: started here it starts no hook of Wukong, and /wukong_fix goes to the model as plain text.';
  return [finding('below-the-top', place, message, `Start it in ${top}; ${plugin}`)];
}

const NAMED_HOOK = /"(?:\$\{CLAUDE_PROJECT_DIR\}\/)?([^"$]*\.wukong\/runtime\/hook\.cjs)"/g;

/** The hooks of ours that a client started there would start, there or not. */
function hooksNamedIn(folder: string): readonly string[] {
  return knownSettings([folder]).flatMap(({ values: { hooks = {} } }) =>
    [...JSON.stringify(hooks).matchAll(NAMED_HOOK)].map(([, path = '']) => resolve(folder, path)),
  );
}

/** What `init` put at the top of the main checkout, as far as the client starts nothing of ours without it. */
export function hooksAtTop(ws: Workspace): readonly HealthFinding[] {
  if (!isInstalled(ws)) return [];
  const links = new Set(READ_BY_CLIENT.map((path) => linkOnTheWay(ws.root, path)));
  const isGone = !existsSync(join(ws.root, HOOK_SCRIPT));
  return [
    ...[...links].flatMap((link) => (link === undefined ? [] : [linkFinding(link)])),
    ...(isGone ? [finding('file-missing', HOOK_SCRIPT, NO_LAUNCHER, 'wukong init')] : []),
    ...entriesAtTop(ws),
  ];
}

const READ_BY_CLIENT = [SETTINGS_FILE, '.claude/agents', '.claude/commands', '.claude/skills'];
const NO_LAUNCHER =
  'It is what the client starts with each hook, and it is gone: hooks do nothing.';

function linkFinding(link: string): HealthFinding {
  const { path, why, hint } = linkRefused(link);
  return finding('in-the-way', path, `${why}.`, hint);
}

function entriesAtTop(ws: Workspace): readonly HealthFinding[] {
  const file = ownSettings(ws);
  const [text, before] = [join(ws.root, file), files.settingsBefore(ws)].map((path) =>
    readIfThere(path)?.toString('utf8'),
  );
  const merged = mergeSettings(text, undefined, before);
  if (!merged.ok) {
    const { error } = merged;
    const { message, hint } = explain(error.kind === 'bad-json' ? { ...error, file } : error);
    return [finding('settings', file, message, hint)];
  }
  return ENTRIES.flatMap(([pattern, severity, kind, what]) => {
    const names = merged.value.changes.flatMap((change) => pattern.exec(change)?.[1] ?? []);
    const message = `${what}: ${names.join(', ')}.`;
    return names.length === 0
      ? []
      : [{ severity, kind, place: file, message, next: 'wukong init' }];
  });
}

function ownSettings(ws: Workspace): string {
  return isLocalInstall(ws) ? LOCAL_SETTINGS_FILE : SETTINGS_FILE;
}

/** By what would have to be done to have each as it should be. */
const ENTRIES = [
  [/^add hook (.*)$/, 'finding', 'hook-missing', 'Hooks that are missing'],
  [
    /^(?:update|remove) hook (.*)$/,
    'finding',
    'hook-missing',
    'Hooks that are not as Wukong registers them',
  ],
  [/^add deny rule (.*)$/, 'finding', 'deny-rule-missing', 'Deny rules that are missing'],
  [
    /^remove deny rule (.*)$/,
    'note',
    'deny-rule-earlier',
    'Deny rules that are of an earlier version',
  ],
] as const;

const SWITCHES = ['disableAllHooks', 'allowManagedHooksOnly'];

function hooksSwitchedOff({ ws, folder, byPlugin }: StartPlace): readonly HealthFinding[] {
  const ours = isInstalled(ws) && !byPlugin ? join(ws.root, ownSettings(ws)) : '';
  return readSettings([ws.root, ws.worktree, folder]).flatMap((read): HealthFinding[] => {
    const { file } = read;
    if ('why' in read) {
      // What is wrong with that one is told with its place.
      if (file === ours) return [];
      const message = `It cannot be read (${read.why}), so it is unknown whether it turns hooks off.`;
      return [note('settings-unread', file, message, 'Look into it')];
    }
    return SWITCHES.filter((key) => read.values[key] === true).map((key) => {
      const message = `"${key}" is set: the client starts no hook of this project, and Wukong does nothing.`;
      return finding('hooks-off', file, message, `Remove "${key}"`);
    });
  });
}

/** A rule for all agents, or for one of ours: then no node of it is ever dispatched. */
const AGENT_RULE = /^(?:Agent|Task)(?:\((?:wukong:)?([^)]*)\))?$/;

function agentsDenied({ ws, folder }: StartPlace): readonly HealthFinding[] {
  const known = knownSettings([ws.root, ws.worktree, folder]);
  return known.flatMap(({ file, values: { permissions } }) => {
    const deny: unknown = isObject(permissions) ? permissions.deny : undefined;
    const rules = Array.isArray(deny) ? deny.filter(isAboutOurAgents) : [];
    return rules.map((rule) => {
      const message = `The rule "${rule}" of "permissions.deny" denies the client what Wukong works with: its nodes are carried out by agents, and none of these can start.`;
      return finding('agent-denied', file, message, `Take "${rule}" out of "permissions.deny"`);
    });
  });
}

function isAboutOurAgents(rule: unknown): rule is string {
  if (typeof rule !== 'string') return false;
  const found = AGENT_RULE.exec(rule.trim());
  if (!found) return rule.trim() === '*';
  const name = found[1] ?? '*';
  return name === '*' || name === '' || ROLES.some((role) => role === name);
}

function agentsNamedAsOurs({ ws, folder, byPlugin }: StartPlace): readonly HealthFinding[] {
  // Those of the plugin are called by a name of their own: wukong:body.
  if (byPlugin) return [];
  const next = 'Give it another `name:` in its head';
  const tops = [ws.root, ws.worktree];
  const project = foldersAbove(ws, folder).flatMap((at) =>
    namedAgents(join(at, '.claude/agents'), !tops.includes(at)).map(({ file, role }) => {
      const place = shortPath(ws, join(at, '.claude/agents', file));
      const message = `It calls itself "${role}", the name of an agent of Wukong, and the client may give it the work of ours: it knows neither the rules of the role nor its guard.`;
      return finding('agent-name', place, message, next);
    }),
  );
  const own = join(clientFolder(), 'agents');
  // A home that is a repository itself.
  const isProject = tops.some((top) => join(top, '.claude/agents') === own);
  const ofUser = (isProject ? [] : namedAgents(own, true)).map(({ file, role }) => {
    const message = `It calls itself "${role}" as an agent of Wukong does. That of a project goes before it, so nothing is lost here.`;
    return note('agent-name', join(own, file), message, 'Nothing');
  });
  return [...project, ...ofUser];
}

function startedByOldNode({ ws }: StartPlace): readonly HealthFinding[] {
  const seen = statSync(oldNodeOf(ws), { throwIfNoEntry: false });
  const text = seen && readIfThere(oldNodeOf(ws))?.toString('utf8');
  const version = / (\d+\.\d+\.\d+)\n$/.exec(text ?? '')?.[1];
  if (!seen || version === undefined) return [];
  const log = statSync(logOf(ws), { throwIfNoEntry: false });
  const isOver = log !== undefined && log.mtimeMs > seen.mtimeMs;
  const message = `Claude Code started hooks here with Node ${version}, and they need ${NODE_FLOOR}: of those sessions nothing was recorded.`;
  const place = 'node';
  if (isOver)
    return [note('hook-node', place, message, 'Nothing: since then events were recorded')];
  const next = `Put Node ${NODE_FLOOR} or newer first on the PATH that Claude Code is started with, and start it again`;
  return [finding('hook-node', place, message, next)];
}

/** The folder a client is started in, and those above it up to the top. */
function foldersAbove({ root, worktree }: Workspace, folder: string): readonly string[] {
  const folders = new Set([root, worktree]);
  for (let at = folder; relativeInside(worktree, at) !== undefined; at = dirname(at))
    folders.add(at);
  return [...folders];
}

function shortPath({ root, worktree }: Workspace, path: string): string {
  const top = [root, worktree].find((one) => relativeInside(one, path) !== undefined);
  return top === undefined ? path : relative(top, path).split(sep).join('/');
}

function finding(kind: string, place: string, message: string, next: string): HealthFinding {
  return { severity: 'finding', kind, place, message, next };
}

function note(kind: string, place: string, message: string, next: string): HealthFinding {
  return { severity: 'note', kind, place, message, next };
}
