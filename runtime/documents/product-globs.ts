// Which files are the program, where a person says it in the configuration.

import type { ProductGlob } from '../model/gate-schema.ts';
import { compileGlob, pathProblem } from './globs.ts';
import type { Wording } from './reader/schema-problems.ts';
import { fromEach } from './reader/unread.ts';

export function productProblems(globs: readonly string[] = []): Wording[] {
  if (globs.length > 0 && globs.every(isTakingAway)) {
    const message = 'This list only takes away, and says of no file that it is the program.';
    const hint = 'Name the program first, for example: product: ["src/**", "!src/gen/**"].';
    return [{ path: ['product'], at: 'value', message, hint }];
  }
  return fromEach(globs, (glob, i): Wording[] => {
    const path = ['product', i];
    const wanted = wantedBy(glob);
    const message = pathProblem(wanted);
    if (message !== undefined) return [{ path, at: 'value', message }];
    if (wanted.endsWith('/')) {
      const hint = `Write "${glob}**".`;
      return [{ path, at: 'value', message: 'This is a folder, and no file is it.', hint }];
    }
    if (compileGlob(wanted) !== undefined) return [];
    return [{ path, at: 'value', message: 'This glob cannot be read.' }];
  });
}

/** Of a list without problems. */
export function compileProduct(globs: readonly string[]): ProductGlob[] {
  return globs.map((glob) => ({ glob, re: compileGlob(wantedBy(glob)) ?? '$^' }));
}

function isTakingAway(glob: string): boolean {
  return glob.startsWith('!');
}

function wantedBy(glob: string): string {
  return glob.replace(/^!/, '').replace(/^(?:\.\/)+/, '');
}
