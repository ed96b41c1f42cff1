// The files init puts into a repository, known by their hashes.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { filesBelow } from '../files/folders.ts';
import { readIfThere } from '../files/reading.ts';
import { currentVersion, programFolder } from './current-program.ts';
import type { Workspace } from './paths.ts';
import { programFiles, versionOf } from './program-files.ts';
import type { Trust } from './trust.ts';

type Hashes = Readonly<Record<string, string>>;

export const LAUNCHER = '.wukong/runtime/hook.cjs';

type Changed = Readonly<{ path: string; how: 'missing' | 'changed' | 'older' | 'added' }>;

/**
 * What of the tree is not as it was installed. `older`: a launcher that was installed here before. `added`:
 * something beside the launcher, which `init` will remove.
 */
export function changedFiles(ws: Workspace, { files = {}, launchers = [] }: Trust): Changed[] {
  const changed = Object.keys(files).flatMap((path): Changed[] => {
    if (isAsInstalled(ws.root, path, files)) return [];
    const bytes = readIfThere(join(ws.root, path));
    // Nothing of Wukong needs a skill.
    const isNeeded = !path.startsWith('.claude/skills/');
    if (bytes === undefined) return isNeeded ? [{ path, how: 'missing' }] : [];
    if (isEditable(path)) return [];
    const isOlder = path === LAUNCHER && launchers.includes(hashOfInstalled(path, bytes));
    return [{ path, how: isOlder ? 'older' : 'changed' }];
  });
  const added = filesBelow(join(ws.root, '.wukong/runtime'))
    .map((name) => `.wukong/runtime/${name}`)
    .filter((path) => !Object.hasOwn(files, path) && !path.endsWith('.tmp'))
    .map((path): Changed => ({ path, how: 'added' }));
  return [...changed, ...added];
}

/** What is wrong with the program of the hooks; undefined if it is what its name says. */
export function programProblem(ws: Workspace): 'missing' | 'changed' | undefined {
  const version = currentVersion(ws);
  const program = programFiles(programFolder(ws, version ?? ''));
  if (version === undefined || program.size === 0) return 'missing';
  return versionOf(program) === version ? undefined : 'changed';
}

/** Agents, commands and skills that are not as they were installed: a person may have shaped them. */
export function editedFiles(ws: Workspace, installed: Hashes): string[] {
  return Object.keys(installed).filter(
    (path) =>
      isEditable(path) &&
      readIfThere(join(ws.root, path)) !== undefined &&
      !isAsInstalled(ws.root, path, installed),
  );
}

function isEditable(path: string): boolean {
  return path.startsWith('.claude/');
}

export function isAsInstalled(folder: string, path: string, installed: Hashes): boolean {
  if (!Object.hasOwn(installed, path)) return false;
  const bytes = readIfThere(join(folder, path));
  return bytes !== undefined && hashOfInstalled(path, bytes) === installed[path];
}

/** git may have checked a text out with Windows line ends, and the model of an agent is the person's. */
export function hashOfInstalled(path: string, bytes: Buffer): string {
  const text = bytes.toString('utf8').replaceAll('\r\n', '\n');
  const content = withoutModel(path, text).text;
  return createHash('sha256').update(content).digest('hex');
}

/** An agent file without the line `model:` of its head. */
export function withoutModel(
  path: string,
  content: string,
): Readonly<{ text: string; model: string }> {
  const head = path.startsWith('.claude/agents/')
    ? /^---\r?\n[\s\S]*?\n---/.exec(content)?.[0]
    : '';
  const model = /^model:.*$/m.exec(head ?? '')?.[0].trimEnd() ?? '';
  return { text: model === '' ? content : content.replace(/^model:.*\r?\n/m, ''), model };
}
