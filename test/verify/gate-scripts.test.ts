import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withScripts } from '../../runtime/verify/gate-scripts.ts';
import { isSealed } from '../../runtime/verify/sealed-files.ts';
import { gate } from './gate.ts';
import { Repo } from './repo.ts';

const scripts = {
  test: 'npm run -s unit && node "./tools/after.mjs"',
  pretest: 'sh tools/before.sh',
  unit: 'node tools/unit.mjs',
  start: 'node src/cli.js',
};
const MAKEFILE = `all: src/a.o
	cc src/main.c
test: all unit
	@./tools/made.py --all
unit:
	node tools/unit.mjs
`;

test('what scripts name on the way from a gate is sealed, and no other file', async () => {
  const repo = new Repo()
    .write('package.json', JSON.stringify({ scripts }))
    .write('tools/before.sh', 'node tools/inner.mjs\n')
    .write('packages/a/Makefile', MAKEFILE)
    .commit();
  const place = { worktree: repo.top, objectsDir: join(repo.top, '.wukong', 'objects') };
  const sealedBy = async (gates: Parameters<typeof isSealed>[1], paths: readonly string[]) => {
    const all = await withScripts(place, 'HEAD', gates);
    return paths.filter((path) => isSealed(path, all));
  };
  const tools = ['tools/after.mjs', 'tools/before.sh', 'tools/inner.mjs', 'tools/unit.mjs'];
  expect(await sealedBy([gate(['npm', 'test'])], [...tools, 'src/cli.js'])).toEqual(tools);
  const made = ['packages/a/tools/made.py', 'packages/a/tools/unit.mjs'];
  const make = gate(['make', 'unit', 'test'], { cwd: 'packages/a' });
  expect(await sealedBy([make], [...made, 'packages/a/src/a.o'])).toEqual(made);
});
