// What a script of a manifest is, as it stands there: of package.json, composer.json, a Makefile, a justfile.
// Lines of a shell, which may lead on to others.

import type { TreeView } from './tree-view.ts';

/** `undefined`: the manifest is not there. `null`: it has no such script, or one that cannot be read. */
export type Script = string | null | undefined;

export function packageScript(tree: TreeView, folder: string, name: string): Script {
  const text = tree.read(`${folder}/package.json`);
  return text === undefined ? undefined : (scriptsOf(text).get(name) ?? null);
}

/** `@other` is another script. */
export function composerScript(tree: TreeView, folder: string, name: string): Script {
  const text = tree.read(`${folder}/composer.json`);
  const script = text === undefined ? undefined : scriptsOf(text).get(name);
  return script?.replace(
    /^@(?:(php|composer)(?= )|(?=[\w:-]))/gm,
    (_, program?: string) => program ?? 'composer run ',
  );
}

function scriptsOf(text: string): ReadonlyMap<string, string> {
  try {
    const { scripts } = JSON.parse(text) as { scripts?: unknown };
    const entries = typeof scripts === 'object' && scripts !== null ? Object.entries(scripts) : [];
    return new Map(
      entries.map(([name, one]) => [name, Array.isArray(one) ? one.join('\n') : String(one)]),
    );
  } catch {
    return new Map(); // Not JSON: its manager would not run it either.
  }
}

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];
const JUSTFILES = ['justfile', '.justfile', 'Justfile'];

/** `given`: variables set in the command. */
export function makeTarget(
  tree: TreeView,
  folder: string,
  target: string | undefined,
  given: ReadonlyMap<string, string>,
): Script {
  const text = firstOf(tree, folder, MAKEFILES)?.replace(/\\\r?\n[ \t]*/g, ' ');
  const steps = stepsOf(text, target, 'make', /^([\w-][\w./-]*)[ \t]*::?(?!=)([^;#]*)(?:;(.*))?/);
  if (text === undefined || !steps) return steps;
  const set = [...text.matchAll(/^(\w+)[ \t]*(?:[?:]{0,3}=)[ \t]*(.*?)\r?$/gm)];
  const values = new Map([
    ['MAKE', 'make'],
    ...set.map(([, name = '', value = '']) => [name, value] as const),
    ...given,
  ]);
  const put = (all: string, name: string): string => values.get(name) ?? all;
  const plain = steps.replace(/\$[({](\w+)[)}]/g, put);
  return /(?<!\$)\$[({]/.test(plain) ? null : plain.replaceAll('$$', '$');
}

/** A recipe without arguments of its own. */
export function justRecipe(tree: TreeView, folder: string, name: string | undefined): Script {
  const steps = stepsOf(
    firstOf(tree, folder, JUSTFILES),
    name,
    'just',
    /^@?([\w-]+)[ \t]*:(?!=)([^#]*)/,
  );
  return steps?.includes('{{') || steps?.startsWith('#!') ? null : steps;
}

function firstOf(tree: TreeView, folder: string, names: readonly string[]): string | undefined {
  return names.map((name) => tree.read(`${folder}/${name}`)).find((text) => text !== undefined);
}

/** What it needs, then its own lines. One with `-` is allowed to fail. */
function stepsOf(
  text: string | undefined,
  wanted: string | undefined,
  tool: string,
  head: RegExp,
): Script {
  if (text === undefined) return undefined;
  const lines = text.split(/\r?\n/);
  const at = lines.findIndex((line) => {
    const name = head.exec(line)?.[1];
    return name !== undefined && (wanted === undefined || name === wanted);
  });
  if (at === -1) return null;
  const [, , needs = '', inline = ''] = head.exec(lines[at] ?? '') ?? [];
  const end = lines.findIndex((line, index) => index > at && line !== '' && !/^[ \t#]/.test(line));
  const own = [inline, ...lines.slice(at + 1, end === -1 ? undefined : end)].map((line) =>
    line.trim(),
  );
  const steps = own
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) =>
      /^[@+]*-/.test(line) ? `${line.replace(/^[@+-]*/, '')} || true` : line.replace(/^[@+]*/, ''),
    );
  return [
    ...needs
      .split(/\s+/)
      .filter((need) => /^[\w./-]+$/.test(need))
      .map((need) => `${tool} ${need}`),
    ...steps,
  ].join('\n');
}
