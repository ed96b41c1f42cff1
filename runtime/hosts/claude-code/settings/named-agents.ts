// Agent files that carry the name of an agent of Wukong. The client reads all Markdown below `.claude/agents`, in
// folders of its own too and through links, and knows an agent by the name in the file: one of our name there gets
// the work in place of ours.

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isFile } from '../../../files/folders.ts';
import { readText } from '../../../files/reading.ts';
import { ROLES, type Role } from '../../../model/vocabulary.ts';

/** `file`: below the folder, with forward slashes. */
export type NamedAgent = Readonly<{ file: string; role: Role }>;

const MOST_FOLDERS = 1000;

/** In an `agents` folder. `withOurs`: also a file that stands where `init` puts ours. */
export function namedAgents(folder: string, withOurs = false): readonly NamedAgent[] {
  return markdownBelow(folder).flatMap((file): NamedAgent[] => {
    const role = roleIn(join(folder, file));
    return role && (withOurs || file !== `${role}.md`) ? [{ file, role }] : [];
  });
}

function markdownBelow(start: string): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  const folders = [''];
  for (const below of folders) {
    const folder = join(start, below);
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) continue;
    const real = realpathSync(folder);
    // A link may lead back to where it lies.
    if (seen.has(real) || seen.size === MOST_FOLDERS) continue;
    seen.add(real);
    for (const { name } of readdirSync(folder, { withFileTypes: true })) {
      const path = below === '' ? name : `${below}/${name}`;
      if (name.endsWith('.md') && isFile(join(start, path))) found.push(path);
      else folders.push(path);
    }
  }
  return found.sort();
}

/** The line of its head, without a reader of YAML: `status` looks here, too. */
function roleIn(path: string): Role | undefined {
  const head = /^\uFEFF?---[^\S\n]*\n([\s\S]*?)\n---/.exec(readText(path).replaceAll('\r\n', '\n'));
  const name = /^(["']?)name\1[ \t]*:[ \t]*(["']?)([\w-]+)\2[ \t]*(?:#.*)?$/m.exec(head?.[1] ?? '');
  return ROLES.find((role) => role === name?.[3]);
}
