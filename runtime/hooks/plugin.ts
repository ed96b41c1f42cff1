// The launcher of the plugin. Its hooks fire in every session of every repository, so it leaves at once where
// nobody typed a command of ours. The first one in a clone is the consent for it.

import { existsSync } from 'node:fs';
import { currentVersion } from '../workspace/current-program.ts';
import type { Trusted } from '../workspace/find-trusted.ts';
import { logOf } from '../workspace/paths.ts';
import type * as consent from './events/plugin-consent.ts';
import { launch } from './launch.ts';
import type * as program from './program.ts';

declare const WUKONG_PROGRAM: string;

launch('plugin', (event, raw, ids, found) => {
  const isTyped = event === 'UserPromptSubmit' && /^\s*\/wukong:/.test(ids?.prompt ?? '');
  if (ids && isTyped && !isSetUp(found)) {
    const { setUp }: typeof consent = require(`${__dirname}/set-up.cjs`);
    const { handle }: typeof program = require(`${__dirname}/runtime/goal.cjs`);
    setUp(ids, __dirname, (told) => handle(event, raw, told));
    return true;
  }
  return false;
});

/** In a clone with a project installation there is nothing to set up: that one has the word. */
function isSetUp(found: Trusted | undefined): boolean {
  if (found?.trust.plugin !== true) return found !== undefined;
  return existsSync(logOf(found.ws)) && currentVersion(found.ws) === WUKONG_PROGRAM;
}
