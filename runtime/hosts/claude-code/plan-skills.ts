import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../../store/files-below.ts';
import type { Workspace } from '../../store/paths.ts';
import { readIfThere } from '../../store/read-if-there.ts';
import { isOurFile } from './front-matter.ts';
import type { InstallAction } from './install.ts';
import { namesIn } from './look.ts';
import { planFile } from './plan-file.ts';

/**
 * Skills, each a folder. It is ours if its SKILL.md says so; what else lies in it is the user's and
 * stays. One of the user's with the name of ours is left alone: nothing of Wukong needs a skill.
 */
export function planSkills(ws: Workspace, source: string): InstallAction[] {
  return namesIn(join(source, 'skills')).flatMap((name): InstallAction[] => {
    const folder = `.claude/skills/${name}`;
    const planned = filesBelow(join(source, 'skills', name)).map((file) =>
      planFile(ws, `${folder}/${file}`, readFileSync(join(source, 'skills', name, file))),
    );
    const head = readIfThere(join(ws.root, folder, 'SKILL.md'))?.toString('utf8');
    const isTheirs = head === undefined ? planned.some(isInTheWay) : !isOurFile(head);
    return isTheirs ? [{ kind: 'keep', path: `${folder}/`, why: SKILL_OF_THE_USER }] : planned;
  });
}

export const SKILL_OF_THE_USER = 'a skill of yours has this name, so that of Wukong is left out';

/** Without a SKILL.md nobody can say whose it is. */
function isInTheWay({ kind }: InstallAction): boolean {
  return kind === 'update';
}
