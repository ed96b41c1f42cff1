// What a person built and installed stands after a report was judged in copies, with the program as it was too.

import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECK, mend, SOURCE, TEST } from '../rig/decoder.ts';
import { Rig } from '../rig/rig.ts';
import { fromBody } from '../rig/short-plan.ts';
import { atBody } from './agents.ts';

/** Builds what it tests, and writes among the packages, as a check of theirs does. */
const BUILDS = [
  "import { mkdirSync as made, copyFileSync as copied, writeFileSync as written } from 'node:fs';",
  "made('target', { recursive: true });",
  `copied('${SOURCE}', 'target/built.js');`,
  "made('node_modules/.cache', { recursive: true });",
  "written('node_modules/.cache/log', String(process.pid));",
].join('\n');

test('a report is judged without a byte of what git ignores being another, but for what its gates build in place', async () => {
  await using rig = await Rig.create({ testsBy: 'node' });
  rig.write('.gitignore', `${rig.file('.gitignore')}\ntarget/\nnode_modules/\n.venv/\n`);
  rig.write(TEST, `${BUILDS}\n${rig.file(TEST)}`);
  const installed = {
    'node_modules/one/index.js': 'module.exports = 1;\n',
    'node_modules/.package-lock.json': '{}\n',
    '.venv/pyvenv.cfg': 'home = /usr/bin\n',
    '.venv/lib/python3/site-packages/one/__init__.py': 'ONE = 1\n',
  };
  for (const [path, text] of Object.entries(installed)) {
    mkdirSync(join(rig.repo, dirname(path)), { recursive: true });
    rig.write(path, text);
  }
  fromBody(rig);
  const agents = await atBody(rig, {}, { command: CHECK, calls: [] });
  mend(rig);
  await agents.report('body', { command: CHECK, references: [`${SOURCE}:19`] });
  const sides = rig.events('check.measured');
  expect(sides.map(({ payload }) => payload.side)).toContain('red');
  expect(rig.file('target/built.js')).toBe(rig.file(SOURCE));
  for (const [path, text] of Object.entries(installed)) expect(rig.file(path)).toBe(text);
});
