// An installation for everybody is shared by a commit. A pattern that hides .claude, of the repository or of the
// person, keeps it from other clones and from worktrees, and says nothing.

import { ignoredBy } from '../../../workspace/in-git.ts';
import { isLocalInstall } from '../../../workspace/installation.ts';
import type { Workspace } from '../../../workspace/paths.ts';
import type { HealthFinding } from '../settings/health-finding.ts';
import { HOOK_SCRIPT } from '../settings/registration.ts';
import { SETTINGS_FILE } from '../settings/settings-text.ts';

/** One of each kind that a commit has to carry. */
const SHARED = [
  SETTINGS_FILE,
  '.claude/agents/body.md',
  '.claude/commands/wukong_fix.md',
  HOOK_SCRIPT,
  '.wukong/config.yaml',
];

export function hiddenFromGit({
  ws,
  byPlugin,
}: Readonly<{ ws: Workspace; byPlugin: boolean }>): readonly HealthFinding[] {
  if (byPlugin || isLocalInstall(ws)) return [];
  const byRule = new Map<string, Readonly<{ pattern: string; paths: string[] }>>();
  for (const { place, pattern, path } of ignoredBy(ws, SHARED)) {
    const known = byRule.get(place);
    if (known) known.paths.push(path);
    else byRule.set(place, { pattern, paths: [path] });
  }
  return [...byRule].map(([place, { pattern, paths }]) => ({
    severity: 'note',
    kind: 'hidden-from-git',
    place,
    message: `The pattern "${pattern}" hides ${paths.join(', ')} from git: a commit does not share it, so other clones and worktrees start no hook of Wukong.`,
    next: 'Take the pattern out, or add the files with git add --force; for one clone alone: wukong uninstall, then wukong init --local, or the plugin',
  }));
}
