// Tests that are shell scripts: a script of the usual names, bats, ShellSpec.

import { type Folder, has, namesIn, pathIn, read } from './layout.ts';
import { type Proposal, propose } from './proposal.ts';

const SCRIPT = /^(?:run[-_]?)?(?:all[-_]?)?tests?\.sh$/;
/** In a folder for tests the name says less. */
const RUNNER = /^(?:run|all|(?:run[-_]?)?(?:all[-_]?)?tests?)\.sh$/;
const TEST_FOLDERS = ['test', 'tests', 't', 'spec'];
const BATS_FOLDERS = ['.', ...TEST_FOLDERS, 'bats'];
/** bats itself and its libraries lie in the repository, as submodules, with tests of their own. */
const NOT_OURS = /^(?:bats|bats-.*|libs?|helpers?|test_helper|fixtures?|node_modules|\..*)$/;

export function bats(folder: Folder): Proposal[] {
  const found = BATS_FOLDERS.flatMap((name) => withBats(folder, name));
  const [first] = found;
  if (first === undefined) return [];
  const file = first.folder === '.' ? first.file : `${first.folder}/${first.file}`;
  const { words, because } = batsProgram(folder);
  const command = [...words, ...found.map((one) => one.folder)];
  return [propose(folder, 'test', command, { file, why: `a test for bats${because}` })];
}

/** A folder whose own files are tests; else those right below it. */
function withBats(folder: Folder, name: string): Array<{ folder: string; file: string }> {
  const names = namesIn(folder, name);
  const file = names.find((one) => one.endsWith('.bats'));
  if (file !== undefined) return [{ folder: name, file }];
  if (name === '.') return [];
  return names
    .filter((one) => !NOT_OURS.test(one))
    .flatMap((one) => {
      const below = `${name}/${one}`;
      const inner = namesIn(folder, below).find((other) => other.endsWith('.bats'));
      return inner === undefined ? [] : [{ folder: below, file: inner }];
    });
}

function batsProgram(folder: Folder): Readonly<{ words: readonly string[]; because: string }> {
  const own = ['test/bats', 'tests/bats', 'test/libs/bats', 'tests/libs/bats'].find(
    (name) => has(folder, `${name}/bin/bats`) || isSubmodule(folder, name),
  );
  if (own !== undefined) {
    return { words: [`./${own}/bin/bats`], because: `; ${own}/bin/bats is there` };
  }
  return /"bats"\s*:/.test(read(folder, 'package.json') ?? '')
    ? { words: ['npx', 'bats'], because: '; package.json names it' }
    : { words: ['bats'], because: '' };
}

/** git lists it, and nothing in it. */
function isSubmodule(folder: Folder, name: string): boolean {
  return has(folder, name) && namesIn(folder, name).length === 0;
}

/** One script: of several the others are mostly what it calls. It may wrap what a tool says itself. */
export function testScript(folder: Folder): Proposal[] {
  const file = [
    ...namesIn(folder).filter((name) => SCRIPT.test(name)),
    ...TEST_FOLDERS.flatMap((below) =>
      namesIn(folder, below)
        .filter((name) => RUNNER.test(name))
        .map((name) => `${below}/${name}`),
    ),
    ...['script', 'scripts'].flatMap((below) =>
      namesIn(folder, below)
        .filter((name) => SCRIPT.test(name))
        .map((name) => `${below}/${name}`),
    ),
  ].find((name) => read(folder, name) !== undefined);
  if (file === undefined) return [];
  const from = { file, why: 'a script that is called as tests are', origin: 'script' as const };
  return [propose(folder, 'test', started(folder, file), from)];
}

/** As its first line says, where it is not executable. */
function started(folder: Folder, file: string): readonly string[] {
  if (folder.layout.files.isExecutable(pathIn(folder, file))) return [`./${file}`];
  const [first = ''] = (read(folder, file) ?? '').split('\n', 1);
  const shell = /^#!.{0,80}\b(bash|zsh|ksh|dash)\b/.exec(first)?.[1] ?? 'sh';
  return [shell, file];
}
