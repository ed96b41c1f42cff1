import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesLedTo } from '../../runtime/evidence/seal/gate-scripts.ts';
import { filesRun } from '../../runtime/evidence/seal/named-files.ts';
import { isSealed } from '../../runtime/evidence/seal/sealed-files.ts';
import type { CommandGate } from '../../runtime/model/gate.ts';
import { Repo } from './repo.ts';
import { gate } from './samples.ts';

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
  const sealedBy = async (gates: readonly CommandGate[], paths: readonly string[]) => {
    const { all } = await filesLedTo(place, 'HEAD', gates);
    return paths.filter((path) => isSealed(path, all));
  };
  const tools = ['tools/after.mjs', 'tools/before.sh', 'tools/inner.mjs', 'tools/unit.mjs'];
  expect(await sealedBy([gate(['npm', 'test'])], [...tools, 'src/cli.js'])).toEqual(tools);
  const made = ['packages/a/tools/made.py', 'packages/a/tools/unit.mjs'];
  const make = gate(['make', 'unit', 'test'], { cwd: 'packages/a' });
  expect(await sealedBy([make], [...made, 'packages/a/src/a.o'])).toEqual(made);
});

const GNU = `first:
	cd sub && ./made.sh
	./made.sh
other: first
	$(MAKE) -C sub all
	(cd nested && ./in.py); ./out.py
`;
const FILES: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    scripts: {
      test: 'npm --prefix=tools run check',
      moved: 'cd tools && node run.mjs',
      option: 'NODE_OPTIONS=--import=./tools/hook.mjs node --test',
      made: 'tsc --outDir out tools/check.ts src/main.ts && node out/check.js',
      build: 'esbuild src/main.ts --bundle && npx tsc -p tools/ts.json src/main.ts',
    },
  }),
  'tools/package.json': JSON.stringify({ scripts: { check: 'node ./run.mjs ../shared/all.mjs' } }),
  GNUmakefile: GNU,
  'sub/makefile': 'all:\n\tnode deep.mjs\n',
};

test.each([
  ['npm test', ['tools/run.mjs', 'shared/all.mjs']],
  ['npm run moved', ['tools/run.mjs']],
  ['npm run option', ['tools/hook.mjs']],
  ['npm run build', ['tools/ts.json']],
  ['npm run made', ['tools/check.ts']],
  ['npm -C tools run check', ['tools/run.mjs', 'shared/all.mjs']],
  ['pnpm --dir tools check', ['tools/run.mjs', 'shared/all.mjs']],
  ['yarn --cwd tools check', ['tools/run.mjs', 'shared/all.mjs']],
  ['node --run moved', ['tools/run.mjs']],
  ['make', ['sub/made.sh', 'made.sh']],
  ['make other', ['sub/made.sh', 'made.sh', 'sub/deep.mjs', 'nested/in.py', 'out.py']],
  ['make -C sub', ['sub/deep.mjs']],
])('%s leads to what is in the folder that is named on the way', async (line, expected) => {
  const repo = new Repo();
  for (const [path, text] of Object.entries(FILES)) repo.write(path, text);
  repo.commit();
  const place = { worktree: repo.top, objectsDir: join(repo.top, '.wukong', 'objects') };
  const known = [
    ...[
      'tools/run.mjs',
      'shared/all.mjs',
      'tools/hook.mjs',
      'tools/ts.json',
      'tools/check.ts',
      'sub/made.sh',
    ],
    ...['made.sh', 'sub/deep.mjs', 'nested/in.py', 'out.py', 'src/main.ts', 'run.mjs'],
  ];
  for (const one of [gate(line.split(' ')), gate([`true && ${line}`], { shell: true })]) {
    const { all } = await filesLedTo(place, 'HEAD', [one]);
    expect(known.filter((path) => isSealed(path, all))).toEqual(
      known.filter((path) => expected.includes(path)),
    );
  }
});

const BUILT_AND_RUN = `CC := cc
all:
	@$(CC) -I. re.c tests/one.c -o tests/one
	cc re.c main.c -o re
test: all
	@. ./lib/decode.sh && ./tests/one
	./re < in.txt | diff - lib/wanted.txt
	sh tests/run.sh lib/hex.sh
`;

test('of all that a check leads to only what it runs itself is run as the check', async () => {
  const repo = new Repo()
    .write('Makefile', BUILT_AND_RUN)
    .write('tests/run.sh', '. lib/decode.sh\nnode lib/inner.js\n')
    .write('lib/decode.sh', 'python lib/table.py\n')
    .commit();
  const place = { worktree: repo.top, objectsDir: join(repo.top, '.wukong', 'objects') };
  const { all, run } = await filesLedTo(place, 'HEAD', [gate(['make', 'test'])]);
  const named = ['lib/decode.sh', 'lib/wanted.txt', 'lib/hex.sh', 'lib/inner.js', 'lib/table.py'];
  const ran = ['tests/run.sh', 'tests/one', 're'];
  const known = [...named, ...ran, 're.c', 'main.c'];
  expect(known.filter((path) => all.has(path))).toEqual([...named, ...ran]);
  expect(known.filter((path) => run.has(path))).toEqual(ran);
});

test.each([
  ['cc -o check check.c lib.c && ./check', ['check.c']],
  ['gcc lib.c check.c && timeout 5 ./a.out -v > /dev/null', ['check.c']],
  ['cd t && cc ../check.c ../lib.c -o run && ./run', ['check.c']],
  ['cc -o tool check.c lib.c && ./tool < in.txt | diff - wanted.txt', []],
  ['cc -o tool check.c lib.c && ./tool in.txt', []],
  ['cc -o tool check.c lib.c && sh run.sh ./tool', []],
  ['cc -o tool check.c && ./tool', []],
  ['make', ['check.c']],
])('of what %s compiles %j judges the rest', async (line, expected) => {
  const repo = new Repo()
    .write('check.c', 'int main(void) { return add(1, 2) != 3; }\n')
    .write('Makefile', 'test: run\n\t./run\nrun: lib.c check.c\n\t$(CC) -o $@ $^\n')
    .write('lib.c', 'int add(int a, int b) { return a + b; }\n')
    .commit();
  const place = { worktree: repo.top, objectsDir: join(repo.top, '.wukong', 'objects') };
  const { run } = await filesLedTo(place, 'HEAD', [gate([line], { shell: true })]);
  expect(['check.c', 'lib.c'].filter((path) => run.has(path))).toEqual(expected);
});

test.each([
  ['node src/check.js src/a.js', ['src/check.js']],
  ['node -r ./src/setup.js src/check.js src/a.js', ['./src/setup.js', 'src/check.js']],
  ['node --test src/a.js src/b.js', ['src/a.js', 'src/b.js']],
  ['mocha src/a.js src/b.js', ['src/a.js', 'src/b.js']],
  ['python3 -m pytest a/checks.py', ['a/checks.py']],
  ['if ! ./ci/check.py lib/a.py', ['./ci/check.py']],
  ['nobody-knows lib/a.sh', ['lib/a.sh']],
  ['source lib/a.sh', []],
  ['LIB=lib/a.sh', []],
  ['shellcheck lib/a.sh', []],
  ['$ CXX -c src/a.cpp src/a.rs', []],
  ['arm-gcc src/a.c', []],
  ['NODE_OPTIONS=--import=./h.mjs node a.js', ['NODE_OPTIONS=--import=./h.mjs', 'a.js']],
])('%s runs %j', (line, expected) => {
  const isFile = (word: string): boolean => /\.\w+$/.test(word);
  expect(filesRun(line.split(' ')).filter(isFile)).toEqual(expected);
});
