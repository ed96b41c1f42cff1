// Agents, commands and skills are text that a person may shape. What init put in and nobody edited is brought
// up to date; what was edited is kept, and ours goes beside it as `.new`. `model:` of an agent is the
// person's in any case. Other files are as this version has them.

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from '../../../files/reading.ts';
import { hashOfInstalled, withoutModel } from '../../../workspace/installed-files.ts';
import type { Workspace } from '../../../workspace/paths.ts';
import { isOurFile } from './front-matter.ts';
import { isGuarded } from './guarded-agent.ts';
import type { InstallAction } from './install-action.ts';
import { OLD_SCRIPTS, type Part } from './parts.ts';
import { putThere } from './record.ts';
import { RELEASED } from './released-files.ts';

export function planFile(ws: Workspace, path: string, content: Buffer): InstallAction {
  const before = readIfThere(join(ws.root, path));
  if (before === undefined) return { kind: 'create', path, why: 'new', content };
  if (before.equals(content) || isSameText(before, content)) {
    return { kind: 'keep', path, why: 'up to date' };
  }
  return { kind: 'update', path, why: 'differs from this version', content };
}

/** All that is put into a tree is text, and git may have checked it out with Windows line ends. */
function isSameText(a: Buffer, b: Buffer): boolean {
  return a.toString('utf8').replaceAll('\r\n', '\n') === b.toString('utf8');
}

/** A file that is the user's from then on: one that is there stays as it is. */
export function planFirst(
  ws: Workspace,
  path: string,
  why: string,
  text: () => string,
): InstallAction {
  if (statSync(join(ws.root, path), { throwIfNoEntry: false })) {
    return { kind: 'keep', path, why: 'yours' };
  }
  return { kind: 'create', path, why, content: Buffer.from(text()) };
}

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
