import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from '../../../files/reading.ts';
import type { Workspace } from '../../../workspace/paths.ts';
import { isOurFile } from './front-matter.ts';
import type { InstallAction } from './install-action.ts';
import { OLD_SCRIPTS, type Part } from './parts.ts';
import { planEditable } from './plan-editable.ts';
import { planFile } from './plan-file.ts';

/**
 * A skill is a folder. It is ours if its SKILL.md says so; what else lies in it is the user's and
 * stays. One of the user's with the name of ours is left alone: nothing of Wukong needs a skill.
 */
export function planSkill(
  ws: Workspace,
  { path: folder, texts }: Extract<Part, { is: 'skill' }>,
): InstallAction[] {
  const head = readIfThere(join(ws.root, folder, 'SKILL.md'))?.toString('utf8');
  const isInTheWay = texts.some(
    ({ path, content }) => planFile(ws, path, content).kind === 'update',
  );
  // Without a SKILL.md nobody can say whose it is.
  const isTheirs = head === undefined ? isInTheWay : !isOurFile(head);
  if (isTheirs) return [{ kind: 'keep', path: folder, why: SKILL_OF_THE_USER }];
  return [
    ...texts.flatMap(({ path, content }) => planEditable(ws, path, content)),
    ...OLD_SCRIPTS.filter((path) => path.startsWith(folder) && existsSync(join(ws.root, path))).map(
      (path): InstallAction => ({ kind: 'remove', path, why: 'not part of this version' }),
    ),
  ];
}

export const SKILL_OF_THE_USER = 'a skill of yours has this name, so that of Wukong is left out';
