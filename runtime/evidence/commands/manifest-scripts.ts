// The scripts of a manifest: of package.json and composer.json. Lines of a shell, which may lead on to others.

import { isObject, parseJson } from '../../files/parse-json.ts';

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
