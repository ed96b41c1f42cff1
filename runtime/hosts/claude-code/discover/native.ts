// meson and CMake test what they have built, in a folder they were told. The one a person builds in is
// in no clean copy, and what is left in there may hide a change: so each check builds in a folder of
// its own, which is gone afterwards.

import { posix } from 'node:path';
import { type Folder, lineOf, read } from './layout.ts';
import { type Proposal, propose } from './proposal.ts';

const MAX_FILES = 50;

function inFolder(...commands: readonly string[]): string {
  const cleaning = `trap 'rm -rf "$B"' EXIT HUP INT TERM`;
  return ['B=$(mktemp -d)', cleaning, ...commands].join(' && ');
}

const IN_FOLDER = 'it builds in a folder of its own, as a clean copy has no other';

export function meson(folder: Folder): Proposal[] {
  const project = lineOf(read(folder, 'meson.build'), /^\s*project\s*\(/);
  if (project === undefined) return [];
  const options = read(folder, 'meson.options') ?? read(folder, 'meson_options.txt') ?? '';
  const off = [...options.matchAll(MESON_OFF)].map(
    ([, name = '', value]) => `-D${name}=${value === undefined ? 'enabled' : 'true'}`,
  );
  const setup = ['meson setup', ...off, '"$B"'].join(' ');
  const test = mesonTest(folder);
  if (test === undefined) {
    const line = inFolder(setup, 'meson compile -C "$B"');
    const from = { file: 'meson.build', line: project, why: `a meson project; ${IN_FOLDER}` };
    return [propose(folder, 'build', { name: 'meson compile', line }, from)];
  }
  const line = inFolder(setup, 'meson test -C "$B" --print-errorlogs');
  const from = { ...test, why: `it names a test${switched(off)}; ${IN_FOLDER}` };
  return [propose(folder, 'test', { name: 'meson test', line }, from)];
}

/** A switch for the tests that is off unless somebody says so. */
const MESON_OFF =
  /^\s*option\s*\(\s*'((?:[\w-]{0,40}[_-])?tests?(?:ing)?)'[^)]{0,300}?\bvalue\s*:\s*(?:'disabled'|(false))/gim;
const CMAKE_OFF =
  /^[ \t]*option\s*\(\s*((?:\w{0,40}_)?TEST(?:S|ING)?)\s+(?:"[^"]{0,300}"|\w+)\s+OFF\s*\)/gim;

/** The first test, in the top file or in one it leads to. */
function mesonTest(folder: Folder): { file: string; line: number } | undefined {
  const files = ['meson.build'];
  for (let i = 0; i < files.length && i < MAX_FILES; i += 1) {
    const file = files[i] ?? '';
    const text = read(folder, file);
    const line = lineOf(text, /^\s*test\s*\(/);
    if (line !== undefined) return { file, line };
    for (const [, name = ''] of (text ?? '').matchAll(/^\s*subdir\s*\(\s*'([\w./-]+)'/gm)) {
      const next = posix.join(posix.dirname(file), name, 'meson.build');
      if (!next.startsWith('../') && !files.includes(next)) files.push(next);
    }
  }
  return undefined;
}

export function cmake(folder: Folder): Proposal[] {
  const file = 'CMakeLists.txt';
  const text = read(folder, file);
  const project = lineOf(text, /^\s*project\s*\(/i);
  if (text === undefined || project === undefined) return [];
  const off = [...text.matchAll(CMAKE_OFF)].map(([, name = '']) => `-D${name}=ON`);
  const build = [['cmake -S . -B "$B"', ...off].join(' '), 'cmake --build "$B" --parallel 4'];
  // ctest sees tests only if the top file asks for them.
  const test = lineOf(text, /^\s*(?:enable_testing\s*\(|include\s*\(\s*CTest\b)/i);
  if (test === undefined) {
    const from = { file, line: project, why: `a CMake project; ${IN_FOLDER}` };
    return [propose(folder, 'build', { name: 'cmake', line: inFolder(...build) }, from)];
  }
  const line = inFolder(...build, 'ctest --test-dir "$B" --output-on-failure');
  const from = { file, line: test, why: `it asks for ctest${switched(off)}; ${IN_FOLDER}` };
  return [propose(folder, 'test', { name: 'ctest', line }, from)];
}

function switched(off: readonly string[]): string {
  return off.length === 0 ? '' : `, with ${off.join(' ')}, which is off else`;
}
