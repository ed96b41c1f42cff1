// What there is to do to install Wukong into a repository, or to bring it up to date: each part looked at where it
// belongs. Changes nothing.

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from '../../../files/reading.ts';
import { fail, IN_THE_WAY, type InTheWay, ok, type Result } from '../../../model/failure.ts';
import type { GateApproval } from '../../../model/gate.ts';
import { isSubmodule } from '../../../workspace/in-git.ts';
import { isLocalInstall } from '../../../workspace/installation.ts';
import { linkOnTheWay, oddBelow } from '../../../workspace/links.ts';
import type { Workspace } from '../../../workspace/paths.ts';
import { isOwnRepository, OWN_REPOSITORY } from '../../../workspace/repository.ts';
import { namedAgents } from '../settings/named-agents.ts';
import { SETTINGS_FILE } from '../settings/settings-text.ts';
import { isOurFile } from './front-matter.ts';
import { type InstallAction, linkRefused } from './install-action.ts';
import { catching } from './install-failure.ts';
import { whoseBiome } from './linters.ts';
import { planExcludes } from './local-install.ts';
import { BIOME, type Extent, type Part, partsOf, type Text } from './parts.ts';
import { planEditable, planFile, planFirst, planSkill } from './plan-files.ts';
import { planOlder, planProgram } from './plan-program.ts';
import { planSettings } from './plan-settings.ts';
import { planTrust } from './plan-trust.ts';

/** `isLocal`: for this clone alone, as it stays once it was installed so. `source` is a folder like dist/. */
export function planInstall(
  ws: Workspace,
  source: string,
  approvals: readonly GateApproval[] = [],
  isLocal = isLocalInstall(ws),
): Result<InstallAction[]> {
  return catching(() => {
    if (!existsSync(join(source, 'runtime', 'hook.cjs'))) {
      const message = `Wukong's own files are not in ${source}.`;
      return fail({ kind: 'refused', message, hint: 'Install Wukong again, or build it.' });
    }
    const trouble = folderTrouble(ws);
    if (trouble.length > 0) return ok(trouble);
    const extent = isLocal ? 'local' : 'shared';
    const actions: InstallAction[] = [];
    for (const part of partsOf(ws, source, extent)) {
      const planned = planPart(ws, part, { source, approvals, extent });
      if (!planned.ok) return planned;
      actions.push(...planned.value);
    }
    return ok(oncePerLink([...planNames(ws), ...actions].map((action) => refuseLink(ws, action))));
  });
}

type How = Readonly<{
  source: string;
  approvals: readonly GateApproval[];
  extent: Exclude<Extent, 'plugin'>;
}>;

function planPart(
  ws: Workspace,
  part: Part,
  { source, approvals, extent }: How,
): Result<InstallAction[]> {
  switch (part.is) {
    case 'lines':
      return ok([planExcludes(ws, source, extent)]);
    case 'program':
      return ok([planProgram(ws, source)]);
    case 'file':
      return ok([planOurFile(ws, part.path, part.content)]);
    case 'data':
      return ok(planOlder(ws, source));
    case 'first':
      return ok([planFirst(ws, part.path, part.why, part.text)]);
    case 'text':
      return ok(planText(ws, part));
    case 'skill':
      return ok(planSkill(ws, part));
    case 'trust':
      return ok(planTrust(ws, source, approvals));
    case 'entries': {
      const planned = planSettings(ws, extent === 'local');
      return planned.ok ? ok([planned.value]) : planned;
    }
  }
}

/** Beside the person's own only `.claude/biome.json` has a name that may be theirs. */
function planOurFile(ws: Workspace, path: string, content: Buffer): InstallAction {
  const planned = planFile(ws, path, content);
  const isTheirs =
    planned.kind === 'update' &&
    path === BIOME &&
    whoseBiome(readIfThere(join(ws.root, path))) === 'theirs';
  return isTheirs ? { kind: 'keep', path, why: 'yours' } : planned;
}

/** A file of the same name that is not ours is never overwritten. */
function planText(ws: Workspace, { path, content }: Text): InstallAction[] {
  const there = readIfThere(join(ws.root, path));
  if (there === undefined || isOurFile(there.toString())) return planEditable(ws, path, content);
  const name = path.replace(/^.*\//, '').replace(/\.md$/, '');
  const hint = `Rename it or move it away, then run \`wukong init\` again. Wukong needs the name "${name}".`;
  return [{ kind: 'refuse', path, why: 'a file of yours has this name', hint }];
}

function planNames(ws: Workspace): InstallAction[] {
  return namedAgents(join(ws.root, '.claude/agents')).map(({ file, role }) => {
    const why = `calls itself "${role}", the name of an agent of Wukong, and would get its work`;
    const hint = 'Give it another `name:`, then run `wukong init` again.';
    return { kind: 'refuse', path: `.claude/agents/${file}`, why, hint };
  });
}

/** `written`: the folders that something is put into. */
export function folderTrouble(
  ws: Workspace,
  written: readonly string[] = ['.wukong', '.claude'],
): InstallAction[] {
  if (isOwnRepository(ws) || isSubmodule(ws)) {
    return [{ kind: 'refuse', path: '.wukong', ...OWN_REPOSITORY }];
  }
  const { found } = oddBelow(ws);
  if (found.length > 0) return found.map(oddRefused);
  return written.flatMap((path): InstallAction[] => {
    const link = linkOnTheWay(ws.root, path);
    if (link !== undefined) return [linkRefused(link)];
    const kind = statSync(join(ws.root, path), { throwIfNoEntry: false });
    if (!kind || kind.isDirectory()) return [];
    return [{ kind: 'refuse', path, why: 'is no folder', hint: 'Move it away.' }];
  });
}

/** Through a link the file could lie anywhere: in another repository, or in the user's own settings. */
function refuseLink(ws: Workspace, action: InstallAction): InstallAction {
  if (action.kind === 'keep' && action.path !== SETTINGS_FILE) return action;
  // Beside the repository's own data, which lies in no tree: `.git` may be a file there.
  if (action.path.startsWith('.git/')) return action;
  if ('content' in action && typeof action.content === 'string') return action;
  const link = linkOnTheWay(ws.root, action.path);
  return link === undefined ? action : linkRefused(link);
}

/** All that would be written through one link is refused in one line. */
function oncePerLink(actions: readonly InstallAction[]): InstallAction[] {
  const refused = new Set<string>();
  return actions.filter((action) => {
    const isAgain = action.kind === 'refuse' && refused.has(action.path);
    if (action.kind === 'refuse') refused.add(action.path);
    return !isAgain;
  });
}

function oddRefused({ file: path, is }: InTheWay): InstallAction {
  if (is === 'link') return linkRefused(path);
  const hint = 'Take it away, then run `wukong init` again.';
  return { kind: 'refuse', path, why: IN_THE_WAY[is], hint };
}
