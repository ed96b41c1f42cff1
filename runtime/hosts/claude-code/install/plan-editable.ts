// Agents, commands and skills are text that a person may shape. What init put in and nobody edited is brought
// up to date; what was edited is kept, and ours goes beside it as `.new`. `model:` of an agent is the
// person's in any case.

import { join } from 'node:path';
import { readIfThere } from '../../../files/reading.ts';
import { hashOfInstalled, withoutModel } from '../../../workspace/installed-files.ts';
import type { Workspace } from '../../../workspace/paths.ts';
import { isGuarded } from './guarded-agent.ts';
import type { InstallAction } from './install-action.ts';
import { planFile } from './plan-file.ts';
import { putThere } from './record.ts';
import { RELEASED } from './released-files.ts';

export const EDITED = 'edited here, so it stays';

/** `content`: as this version has it. Whether a file of that name is one of ours was asked before. */
export function planEditable(ws: Workspace, path: string, content: Buffer): InstallAction[] {
  const there = readIfThere(join(ws.root, path));
  if (there === undefined) return [planFile(ws, path, content)];
  const beside = `${path}.new`;
  const isSame = hashOfInstalled(path, there) === hashOfInstalled(path, content);
  if (!isSame && isEdited(ws, path, there, content)) {
    return [{ kind: 'keep', path, why: EDITED }, planFile(ws, beside, content)];
  }
  const old = readIfThere(join(ws.root, beside));
  return [
    isSame
      ? { kind: 'keep', path, why: 'up to date' }
      : planFile(ws, path, withModelOf(path, there, content)),
    ...(old === undefined ? [] : [{ kind: 'remove', path: beside, why: NOT_NEEDED } as const]),
  ];
}

const NOT_NEEDED = 'the file it is about is up to date';

/**
 * By what an init noted in this clone, or a release had. What neither knows came by git, and may be a
 * team's own; but one that would run without its guard is never taken over from there.
 */
function isEdited(ws: Workspace, path: string, there: Buffer, content: Buffer): boolean {
  const hash = hashOfInstalled(path, there);
  if (RELEASED.includes(hash)) return false;
  const put = putThere(ws, path);
  if (put !== undefined) return put !== hash;
  return isGuarded(there.toString()) || !isGuarded(content.toString());
}

function withModelOf(path: string, there: Buffer, content: Buffer): Buffer {
  const { model } = withoutModel(path, there.toString());
  if (model === '') return content;
  return Buffer.from(content.toString().replace(/^wukong:/m, `${model}\nwukong:`));
}
