// `wukong status` by itself, as dist/cli/status.cjs; see bin.ts.

import { status } from './goals/status.ts';
import { guarded } from './guarded.ts';
import { runCommand } from './run-command.ts';

function noHelpHere(): never {
  throw new Error('bin.ts gives --help to the whole program');
}

guarded(([name = '', ...words]) => runCommand(name, status, words, noHelpHere));
