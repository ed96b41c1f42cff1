import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Problem } from '../../runtime/model/failure.ts';
import type { Workspace } from '../../runtime/workspace/paths.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

/** A real folder that looks like a repository with Wukong in it, gone when the test ends. */
export function workspace(contents: Readonly<Record<string, string>> = {}): Workspace {
  const folder = temporaryFolder('wukong people ');
  mkdirSync(join(folder, '.git'));
  mkdirSync(join(folder, '.wukong'));
  put(folder, contents);
  const ws = findRepository(folder);
  if (!ws) throw new Error(`${folder} is no repository`);
  return ws;
}

export function put(folder: string, contents: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, text] of Object.entries(contents)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Problems as a person would read them: place, words, what the squiggle marks, hint. */
export function told(problems: readonly Problem[]): string[] {
  return problems.map(({ line, column, message, source = '', width = 0, hint }) => {
    const marked = source.slice(column - 1, column - 1 + width);
    return `${line}:${column} [${marked}] ${message}${hint ? ` | ${hint}` : ''}`;
  });
}
