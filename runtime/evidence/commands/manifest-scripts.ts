// What a script of a manifest is, as it stands there: of package.json, composer.json, a Makefile, a justfile.
// Lines of a shell, which may lead on to others.

import { isObject, parseJson } from '../../files/parse-json.ts';
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

/** By name, as package.json and composer.json have them; of several commands each is a line. */
export type Scripts = ReadonlyMap<string, string>;

/** None where it is not JSON: its manager would not run one either. */
export function scriptsOf(text: string | undefined): Scripts {
  return scriptsIn(text === undefined ? undefined : parseJson(text));
}

export function scriptsIn(manifest: unknown): Scripts {
  const scripts = isObject(manifest) && isObject(manifest.scripts) ? manifest.scripts : {};
  const lines = Object.entries(scripts).map(([name, one]) => {
    const all = (Array.isArray(one) ? one : [one]).filter((line) => typeof line === 'string');
    return [name, all.length > 0 ? all.join('\n') : undefined] as const;
  });
  return new Map(lines.filter((one): one is [string, string] => one[1] !== undefined));
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
