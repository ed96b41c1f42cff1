// Loaded before each file of the unit project: whoever starts a process there is told which project it belongs to.

import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

const STARTING = ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'];

for (const name of STARTING) {
  Object.assign(childProcess, {
    [name]: () => {
      throw new Error(
        `A unit test starts no process (${name}). Start it by a helper below test/, and the file is of the project process.`,
      );
    },
  });
}
syncBuiltinESMExports();
