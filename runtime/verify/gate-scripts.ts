// What a gate leads to by way of scripts: `npm test` says nothing of the files it runs, the script of
// package.json does. As of the first tree, since whoever changes the script may change its files, too.

import type { CommandGate } from '../model/gate.ts';
import { git } from './git.ts';
import type { TreePlace } from './overlay.ts';
import { openRepository } from './tree-store.ts';

const RUNNERS = /^(?:npm|pnpm|yarn|bun)$/;
const MAKERS = /^(?:g?make|just)$/;
/** By what scripts of package.json, targets of a Makefile and shell scripts are split into words. */
const BETWEEN = /[\s;&|()'"`]+/;

/** By name what it runs; a name of another one in it leads on to that. */
type Scripts = Readonly<Record<string, string>>;

/** The same gates, and one more for each that leads to scripts: its words are those of all of them. */
export async function withScripts(
  place: TreePlace,
  first: string,
  gates: readonly CommandGate[],
): Promise<readonly CommandGate[]> {
  const opened = await openRepository(place.worktree, place.objectsDir);
  if (!opened.ok) return gates;
  const { top, env } = opened.value;
  const read = async (path: string): Promise<string> => {
    const clean = path.replace(/^(?:\.\/)+/, '');
    const blob = await git({ cwd: top, env, args: ['cat-file', 'blob', `${first}:${clean}`] });
    return blob.ok ? blob.value.stdout.toString('utf8') : '';
  };
  const led: CommandGate[] = [];
  for (const gate of gates) {
    const [program = '', ...args] = gate.command;
    const at = (name: string): string => [gate.cwd, name].filter(Boolean).join('/');
    const scripts = RUNNERS.test(program)
      ? scriptsOf(await read(at('package.json')))
      : MAKERS.test(program)
        ? targetsOf((await read(at('Makefile'))) || (await read(at('justfile'))))
        : {};
    const words = ledTo(scripts, args);
    const shells = [...gate.command, ...words].filter((word) => /\.(?:ba)?sh$/.test(word));
    for (const shell of shells) words.push(...(await read(at(shell))).split(BETWEEN));
    if (words.length > 0) led.push({ ...gate, command: words });
  }
  return [...gates, ...led];
}

/** All words that are run, from the script that is asked for to those it asks for. */
function ledTo(scripts: Scripts, args: readonly string[]): string[] {
  const found = new Set<string>();
  const queue = [...args];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    for (const one of [name, `pre${name}`, `post${name}`]) {
      if (found.has(one) || !Object.hasOwn(scripts, one)) continue;
      found.add(one);
      queue.push(...(scripts[one] ?? '').split(BETWEEN));
    }
  }
  return [...found].flatMap((name) => (scripts[name] ?? '').split(BETWEEN)).filter(Boolean);
}

function scriptsOf(manifest: string): Scripts {
  try {
    const { scripts } = JSON.parse(manifest) as { scripts?: unknown };
    const entries = typeof scripts === 'object' && scripts !== null ? Object.entries(scripts) : [];
    return Object.fromEntries(entries.filter(([, text]) => typeof text === 'string'));
  } catch {
    return {}; // Not JSON: no script runs from it.
  }
}

/** Recipes of plain targets, with what they need. */
function targetsOf(makefile: string): Scripts {
  const found: Record<string, string> = {};
  let name: string | undefined;
  for (const line of makefile.split(/\r?\n/)) {
    const [, target, needs = ''] = /^([\w.-]+)[^:=]*:(?![:=])([^#]*)/.exec(line) ?? [];
    if (target !== undefined) name = target;
    if (name !== undefined && (target !== undefined || /^\s/.test(line))) {
      // What a target is made of is no program it runs, but for other targets.
      const plain =
        target === undefined ? line.replace(/^\s+[@+-]*/, '') : needs.replace(/\S*[./]\S*/g, '');
      found[name] = `${found[name] ?? ''} ${plain}`;
    }
  }
  return found;
}
