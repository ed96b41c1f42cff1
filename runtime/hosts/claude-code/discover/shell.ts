// Tests that are shell scripts: a script of the usual names, bats.

import {
  type Folder,
  has,
  hasLine,
  namesIn,
  type Place,
  pathIn,
  read,
  type Sign,
} from './layout.ts';
import { type Proposal, propose, type Run } from './proposal.ts';

const SCRIPT = '{,run,run-,run_}{,all,all-,all_}{test,tests}.sh';
const TEST_FOLDERS = ['test', 'tests', 't', 'spec'];
const IN_TESTS = `{${TEST_FOLDERS.join(',')}}`;

/** One script: of several the others are mostly what it calls. In a folder for tests the name says less. */
export const TEST_SCRIPTS: readonly Sign[] = [
  ...[SCRIPT, `${IN_TESTS}/{run,all}.sh`, `${IN_TESTS}/${SCRIPT}`],
  `{script,scripts}/${SCRIPT}`,
];

/** As its first line says, where it is not executable. */
export function started(folder: Folder, { file }: Place): Run {
  if (folder.layout.files.isExecutable(pathIn(folder, file))) return { words: [`./${file}`] };
  const [first = ''] = (read(folder, file) ?? '').split('\n', 1);
  const shell = /^#!.{0,80}\b(bash|zsh|ksh|dash)\b/.exec(first)?.[1] ?? 'sh';
  return { words: [shell, file] };
}

const BATS_FOLDERS = ['.', ...TEST_FOLDERS, 'bats'];
/** bats itself and its libraries lie in the repository, as submodules, with tests of their own. */
const NOT_OURS = /^(?:bats|bats-.*|libs?|helpers?|test_helper|fixtures?|node_modules|\..*)$/;

export function bats(folder: Folder): Proposal[] {
  const found = BATS_FOLDERS.flatMap((name) => withBats(folder, name));
  const [first] = found;
  if (first === undefined) return [];
  const file = first.folder === '.' ? first.file : `${first.folder}/${first.file}`;
  const { words, because = '' } = batsProgram(folder);
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

function batsProgram(folder: Folder) {
  // A submodule is listed by git, and nothing in it.
  const own = ['test/bats', 'tests/bats', 'test/libs/bats', 'tests/libs/bats'].find(
    (name) => has(folder, name) && (has(folder, `${name}/bin/bats`) || isEmpty(folder, name)),
  );
  if (own !== undefined) {
    return { words: [`./${own}/bin/bats`], because: `; ${own}/bin/bats is there` };
  }
  return hasLine(folder, 'package.json', /"bats"\s*:/)
    ? { words: ['npx', 'bats'], because: '; package.json names it' }
    : { words: ['bats'] };
}

function isEmpty(folder: Folder, name: string): boolean {
  return namesIn(folder, name).length === 0;
}
