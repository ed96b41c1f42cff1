// Whether what init put in is still there, as it was, and registered with the client.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from '../../files/reading.ts';
import { readFrontMatter } from '../../hosts/claude-code/install/front-matter.ts';
import { isGuarded } from '../../hosts/claude-code/install/guarded-agent.ts';
import type { InstallAction } from '../../hosts/claude-code/install/install-action.ts';
import { partsOf } from '../../hosts/claude-code/install/parts.ts';
import { planInstall } from '../../hosts/claude-code/install/plan-install.ts';
import { hashesOf } from '../../hosts/claude-code/install/record.ts';
import { hooksAtTop } from '../../hosts/claude-code/install/start-checks.ts';
import { pluginEnabledIn } from '../../hosts/claude-code/settings/client-settings.ts';
import type { HealthFinding } from '../../hosts/claude-code/settings/health-finding.ts';
import { namedAgents } from '../../hosts/claude-code/settings/named-agents.ts';
import { SETTINGS_FILE } from '../../hosts/claude-code/settings/settings-text.ts';
import { type Role, WRITING_ROLES } from '../../model/vocabulary.ts';
import { timeHere } from '../../words/plain-text.ts';
import { currentVersion } from '../../workspace/current-program.ts';
import { type PartKind, readInstallation } from '../../workspace/installation.ts';
import {
  changedFiles,
  editedFiles,
  LAUNCHER,
  programProblem,
} from '../../workspace/installed-files.ts';
import { oddBelow } from '../../workspace/links.ts';
import { otherClientOf, type Workspace } from '../../workspace/paths.ts';
import { programFiles, versionOf } from '../../workspace/program-files.ts';
import type { Trust } from '../../workspace/trust.ts';

/** What the checks of `doctor` go by. `trust`: of the log that is here; `source`: a folder like dist/. */
export type Looked = Readonly<{
  ws: Workspace;
  /** In which it was typed: where a client would be started. */
  folder: string;
  source: string;
  trust: Trust | undefined;
}>;

const TRUST = '.git/wukong/trust.json';
const PROGRAM = '.git/wukong/runtime';

/** What `init`, or the plugin, put here. */
export function installedParts({ ws, source, trust }: Looked): HealthFinding[] {
  if (trust?.plugin) return byPlugin(ws, trust);
  return [
    ...besidePlugin(ws),
    ...(trust ? installedFiles(ws, source, trust) : []),
    ...edited(ws, trust?.files ?? {}),
    ...WRITING_ROLES.flatMap((role) => guardOf(ws, role)),
    ...hooksAtTop(ws),
    ...asPlanned(ws, source, trust),
  ];
}

/** By a person, so it is nothing that is wrong. */
export function switchedOff({ trust }: Looked): HealthFinding[] {
  const clone = `Off in this clone since ${trust?.off}: hooks record and answer nothing.`;
  const session = 'It is set: in sessions started from here hooks record and answer nothing.';
  return [
    ...(trust?.off === undefined ? [] : [note('off', TRUST, clone, 'wukong on')]),
    ...(process.env.WUKONG_OFF === '1' ? [note('off', 'WUKONG_OFF', session, 'Unset it')] : []),
  ];
}

/** Agents, commands and hooks are the plugin's own: here is only the program. */
function byPlugin(ws: Workspace, trust: Trust): HealthFinding[] {
  const problem = programProblem(ws);
  if (problem) {
    const next = 'Type any command of the plugin in Claude Code: it puts the program back';
    return [finding(`program-${problem}`, PROGRAM, PROGRAM_IS[problem], next)];
  }
  const isBeside = changedFiles(ws, trust).some(({ how }) => how === 'added');
  return [
    note('by-plugin', TRUST, BY_PLUGIN, 'Nothing; wukong init gives it hooks of its own'),
    ...(isBeside ? [note('project-beside', '.wukong/runtime', PROJECT_BESIDE, 'wukong init')] : []),
  ];
}

const BY_PLUGIN = 'Set up by the plugin, with its hooks and agents.';
const PROJECT_BESIDE =
  'The repository brings an installation of its own. Nobody ran wukong init in this clone, so its hooks are silent and those of the plugin work.';

function besidePlugin(ws: Workspace): HealthFinding[] {
  const file = pluginEnabledIn([ws.root, ws.worktree]);
  if (file === undefined) return [];
  const message =
    'The plugin is on as well. In this clone the hooks of the project work, and those of the plugin are silent.';
  return [note('plugin-beside', file, message, 'Nothing')];
}

function installedFiles(ws: Workspace, source: string, trust: Trust): HealthFinding[] {
  if (trust.files === undefined) {
    const message =
      'It does not say what was installed here: an older version wrote it. So it is unknown whether the files are the same.';
    return [finding('installed-unknown', TRUST, message, 'wukong init')];
  }
  const problem = programProblem(ws);
  const program = problem && [
    finding(`program-${problem}`, PROGRAM, PROGRAM_IS[problem], 'wukong init'),
  ];
  const changed = changedFiles(ws, trust).flatMap(({ path, how }): HealthFinding[] => {
    // What a client does without it is told where its start is looked at.
    if (path === LAUNCHER && how === 'missing') return [];
    if (how === 'older') return [note('older-launcher', path, FILE_IS[how], 'wukong init')];
    return [finding(`file-${how}`, path, FILE_IS[how], PUT_RIGHT)];
  });
  const all = [...(program ?? []), ...changed];
  if (all.length > 0) return all;
  if (isThisVersion(ws, source, trust)) return [];
  const message = 'Another version of Wukong is installed here than the one you called.';
  return [note('other-version', PROGRAM, message, 'wukong init installs this one')];
}

function isThisVersion(ws: Workspace, source: string, trust: Trust): boolean {
  return (
    JSON.stringify(hashesOf(partsOf(ws, source, 'shared'))) === JSON.stringify(trust.files) &&
    versionOf(programFiles(join(source, 'runtime'))) === currentVersion(ws)
  );
}

const FILE_IS = {
  missing: 'It was installed, and is gone.',
  changed: 'It differs from what was installed here.',
  added: 'It was not installed by Wukong, and lies where its launcher is.',
  older:
    'It is the launcher of an older version that was installed here, and hands each event over.',
};
const PUT_RIGHT = 'wukong init fixes it; git log shows who changed it, if it came with a pull';

const PROGRAM_IS = {
  missing: 'It is not there, so hooks do nothing and the guard refuses each call.',
  changed: 'It differs from what was installed here: a folder is named by what is in it.',
};

function edited(ws: Workspace, files: Readonly<Record<string, string>>): HealthFinding[] {
  const message = 'It was edited here, so wukong init keeps it.';
  return editedFiles(ws, files).map((path) => {
    const next = `Nothing; that of Wukong is in ${path}.new after wukong init, or take yours away and run it`;
    return note('file-edited', path, message, next);
  });
}

/** A copy of an agent file may be the user's own; without the guard nothing would hold its agent. */
function guardOf(ws: Workspace, role: Role): HealthFinding[] {
  const path = `.claude/agents/${role}.md`;
  const text = readIfThere(join(ws.root, path))?.toString('utf8');
  if (text === undefined) return [];
  const head = readFrontMatter(text);
  if (isGuarded(text)) return [];
  const message = head.ok
    ? 'It has no guard hook that fails closed, so nothing would check its agent.'
    : `${head.why}, so the client cannot see its guard.`;
  const next = `wukong init puts that of Wukong beside it: take over the hooks of ${path}.new`;
  return [finding('no-guard', path, message, next)];
}

/** It obeys the settings of the client, and is none of those that Wukong works under. */
export function otherClient({ ws }: Looked): HealthFinding[] {
  const seen = statSync(otherClientOf(ws), { throwIfNoEntry: false });
  if (!seen) return [];
  const message = `Another client than Claude Code starts the hooks registered here, last at ${timeHere(seen.mtime.toISOString())}: it gets no answer, and nothing of it is recorded.`;
  return [note('other-client', SETTINGS_FILE, message, 'Nothing')];
}

/** What would keep `init` from working. Links among the data are reported with the other leftovers. */
export function inTheWay(ws: Workspace, plan: readonly InstallAction[]): HealthFinding[] {
  const agents = namedAgents(join(ws.root, '.claude/agents'));
  const elsewhere = [
    ...oddBelow(ws).found.map(({ file }) => file),
    ...agents.map(({ file }) => `.claude/agents/${file}`),
  ];
  return plan.flatMap((action) =>
    action.kind === 'refuse' && !elsewhere.includes(action.path)
      ? [finding('in-the-way', action.path, `${action.why}.`, action.hint)]
      : [],
  );
}

/** What `init` would put right that no list of hashes has. */
function asPlanned(ws: Workspace, source: string, trust: Trust | undefined): HealthFinding[] {
  const plan = planned(ws, source);
  const isThis = trust !== undefined && isThisVersion(ws, source, trust);
  const noted = isThis ? (readInstallation(ws) ?? []) : [];
  const changed = plan.flatMap((action) => {
    const part = noted.find(({ path, is }) => path === action.path && IN_NO_LIST.includes(is));
    if (!part || Object.hasOwn(trust?.files ?? {}, action.path)) return [];
    if (action.kind !== 'create' && action.kind !== 'update') return [];
    const how = action.kind === 'create' ? 'missing' : 'changed';
    return [finding(`file-${how}`, action.path, FILE_IS[how], PUT_RIGHT)];
  });
  return [...inTheWay(ws, plan), ...changed];
}

export function planned(ws: Workspace, source: string): readonly InstallAction[] {
  const plan = planInstall(ws, source);
  return plan.ok ? plan.value : [];
}

const IN_NO_LIST: readonly PartKind[] = ['file', 'lines'];

function finding(kind: string, place: string, message: string, next: string): HealthFinding {
  return { severity: 'finding', kind, place, message, next };
}

function note(kind: string, place: string, message: string, next: string): HealthFinding {
  return { severity: 'note', kind, place, message, next };
}
