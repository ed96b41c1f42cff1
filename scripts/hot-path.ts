// What hooks load that have little to do: how large it may be, and what may not be in it.

import type { Metafile } from 'esbuild';

export const HOOK = 'runtime/hook.cjs';
/** The launcher of the plugin. */
export const PLUGIN_HOOK = 'plugin/hook.cjs';
/** A hook starts with every event, while the user waits: what it parses is what it costs. */
const LIMIT_BYTES = new Map([
  [HOOK, 16 * 1024],
  [PLUGIN_HOOK, 16 * 1024],
]);
/** What hooks load that have little to do. They hold no package, and no built-in that costs 8 to 24 % of a start. */
export const HOT: readonly string[] = [HOOK, PLUGIN_HOOK, 'runtime/goal.cjs'];
const NOT_IN_HOT_FILES: readonly string[] = ['child_process', 'crypto', 'zlib'];

/** The promises of the hot path, checked on what was really built. */
export function checkHot(file: string, text: Uint8Array, metafile: Metafile): void {
  const problems: string[] = [];
  const limit = LIMIT_BYTES.get(file) ?? Number.POSITIVE_INFINITY;
  if (text.length > limit) {
    problems.push(`it has ${text.length} bytes, the limit is ${limit}`);
  }
  for (const input of Object.keys(metafile.inputs)) {
    if (input.includes('node_modules/')) problems.push(`${input} is in it`);
  }
  for (const [, name = ''] of Buffer.from(text)
    .toString()
    .matchAll(/require\("(?:node:)?([^"]+)"\)/g)) {
    if (NOT_IN_HOT_FILES.includes(name)) problems.push(`it requires ${name}`);
  }
  if (problems.length > 0)
    throw new Error(`${file} is too heavy for a hook: ${problems.join('; ')}`);
}
