// Who starts programs. npm and npx put folders that a repository fills first in PATH, so none of ours is started by
// its bare name: it is looked for in files/own-programs.ts, or is this Node itself.

import { expect, test } from 'vitest';
import { readSource, sourceFiles } from './imports.ts';

/** What a person approved, and by the name they gave it: gates and executors; and a runner they called, as text. */
const APPROVED = [
  'evidence/gates/run-gate.ts',
  'executors/adapters/spawned.ts',
  'proof/ask-cases.ts',
];

const CALL =
  /(?<![.\w])(?:spawn|spawnSync|exec|execSync|execFile|execFileSync|fork)\((?!\))\s*([^,)]+)/g;

test('no program is started by its bare name', () => {
  const starters = sourceFiles().filter((name) =>
    /from '(?:node:)?child_process'/.test(readSource(name)),
  );
  expect(starters.length).toBeGreaterThan(5);
  const found = starters
    .filter((name) => !APPROVED.includes(name))
    .flatMap((name) =>
      [...readSource(name).matchAll(CALL)].flatMap(([, program = '']) =>
        ['program', 'process.execPath', "'/sbin/mount'"].includes(program.trim())
          ? []
          : [`${name}: ${program}`],
      ),
    );
  expect(found).toEqual([]);
});
