import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** A script of this folder as a bundle, as users run it: a loader that translates sources would count as memory. */
export function bundleInto(folder: string, name: string): string {
  const outfile = join(folder, `${name}.cjs`);
  buildSync({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
  });
  return outfile;
}
