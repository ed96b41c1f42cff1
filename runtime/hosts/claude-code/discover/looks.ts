// How the command of a check is called in a folder, and whether it runs the checks of folders below.

import { posix } from 'node:path';
import {
  type Folder,
  has,
  hasLine,
  matching,
  namesIn,
  nearest,
  ownPath,
  type Place,
  read,
} from './layout.ts';
import { checksNamed, namedInJson, type Wanted } from './named.ts';
import type { Found, Run } from './proposal.ts';

/** The wrapper of this folder, or of the nearest above. */
export function byWrapper(wrapper: string, ...command: readonly string[]) {
  return (folder: Folder): Run => {
    const found = nearest(folder, [wrapper]);
    if (!found) return { words: command };
    const path = found.up === 0 ? `./${wrapper}` : `${'../'.repeat(found.up)}${wrapper}`;
    return { words: [path, ...command.slice(1)], because: '; its wrapper is there' };
  };
}

/** Commands that a JSON file names below a key. */
export function scriptsOf(
  files: readonly string[],
  key: 'scripts' | 'tasks',
  wanted: Wanted,
  command: (name: string) => readonly string[],
) {
  return (folder: Folder): Found => {
    const file = files.find((name) => has(folder, name)) ?? '';
    const { named } = namedInJson(folder, file, key, 'jsonc') ?? {};
    const what = key.slice(0, -1);
    return named ? checksNamed(folder, { file, named, what, wanted, command }) : [];
  };
}

const TARGETS: Wanted = [
  ['test', ['test', 'check']],
  ['lint', ['lint']],
  ['typecheck', ['typecheck']],
  ['build', ['build']],
];

const MOST_INCLUDED = 20;

/** `head`: names with spaces between them. `include`: files with spaces between them, which may have targets as well. */
export function targetsIn(tool: string, names: readonly string[], head: RegExp, include?: RegExp) {
  return (folder: Folder): Found => {
    const file = names.find((name) => read(folder, name) !== undefined) ?? '';
    const named = new Map<string, { line: number; script: string; file: string }>();
    const files = [file];
    for (const one of files) {
      const lines = (read(folder, one) ?? '').split(/\r?\n/);
      for (const [at, text] of lines.entries()) {
        const more = words(include?.exec(text)?.[1]).map((name) => posix.normalize(name));
        files.push(...more.filter((name) => !files.includes(name)).slice(0, MOST_INCLUDED));
        const [start = '', found] = head.exec(text) ?? [];
        for (const name of words(found)) {
          if (named.has(name)) continue;
          const script = stepsAt(lines, at, text.slice(start.length)) || name;
          named.set(name, { line: at + 1, script, file: one });
        }
      }
      if (files.length > MOST_INCLUDED) break;
    }
    const command = (name: string): string[] => [tool, name];
    const from = {
      file,
      named,
      what: 'target',
      wanted: TARGETS,
      command,
      origin: 'wrapper',
    } as const;
    return checksNamed(folder, from);
  };
}

function words(text = ''): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** What stands in the same line, needed first or done; else the lines below it. */
function stepsAt(lines: readonly string[], at: number, behind: string): string {
  if (behind.trim() !== '') return behind;
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((one) => !/^[ \t]/.test(one));
  const steps = end < 0 ? rest : rest.slice(0, end);
  return steps.map((one) => one.trim().replace(/^[@+-]+/, '')).join('\n');
}

const CARGO_WORKSPACE = /^\[workspace\]/;

/** Beside a package of its own, or default members, the command would leave members out. */
export function cargo(verb: 'test' | 'build') {
  return (folder: Folder): Run => {
    const isPart = hasLine(folder, 'Cargo.toml', /^(?:\[package\]|default-members\b)/);
    const isWhole = hasLine(folder, 'Cargo.toml', CARGO_WORKSPACE) && isPart;
    return { words: ['cargo', verb, ...(isWhole ? ['--workspace'] : [])] };
  };
}

/** cargo itself refuses a package below a workspace that is none of it and not excluded. */
export function cargoHolds(above: Folder, below: Folder): boolean {
  if (!hasLine(above, 'Cargo.toml', CARGO_WORKSPACE)) return false;
  if (hasLine(below, 'Cargo.toml', CARGO_WORKSPACE)) return false;
  const text = read(above, 'Cargo.toml') ?? '';
  const [, excluded = ''] = /^exclude\s*=\s*\[([^\]]*)\]/m.exec(text) ?? [];
  const path = `${ownPath(above, below)}/`;
  const names = [...excluded.matchAll(/["']([^"']+?)\/*["']/g)];
  return !names.some(([, one]) => path.startsWith(`${one}/`));
}

/** All modules of a workspace in one command: `./...` would leave out those below. */
export function go(verb: 'test' | 'build') {
  return (folder: Folder): Run => {
    const modules = modulesOf(folder);
    const patterns = modules.length > 0 ? modules.map((one) => `${one}/...`) : ['./...'];
    return { words: ['go', verb, ...patterns] };
  };
}

export function goHolds(above: Folder, below: Folder): boolean {
  return modulesOf(above).includes(`./${ownPath(above, below)}`);
}

/** As they are named in go.work, below its folder. */
function modulesOf(folder: Folder): string[] {
  const named: string[] = [];
  let isInside = false;
  for (const line of (read(folder, 'go.work') ?? '').split(/\r?\n/)) {
    const words = line
      .replace(/\/\/.*$/, '')
      .split(/\s+/)
      .filter(Boolean);
    const [first, ...rest] = words;
    const uses = isInside ? words : first === 'use' ? rest : [];
    if (first === 'use' && rest[0] === '(') isInside = true;
    if (words.includes(')')) isInside = false;
    named.push(...uses.filter((one) => one !== '(' && one !== ')'));
  }
  return named
    .map((one) => one.replace(/^["`]|["`]$/g, '').replace(/\/+$/, ''))
    .map((one) => (one.startsWith('.') ? one : `./${one}`))
    .filter((one) => !one.startsWith('..'));
}

const DOTNET = /\.(?:slnx?|(?:cs|fs|vb)proj)$/;
const SOLUTION = /\.slnx?$/;

/** Of several files it would ask which. */
export function dotnet(verb: 'test' | 'build') {
  return (folder: Folder, { file }: Place): Run => {
    const isOne = namesIn(folder).filter((name) => DOTNET.test(name)).length < 2;
    return { words: ['dotnet', verb, ...(isOne ? [] : [file])] };
  };
}

export function hasSolution(above: Folder): boolean {
  return namesIn(above).some((name) => SOLUTION.test(name));
}

const MOST_SOLUTIONS = 20;

/** A project that no solution names. */
export function isAlone(folder: Folder): boolean {
  const { layout } = folder;
  const project = namesIn(folder).find((name) => DOTNET.test(name)) ?? '';
  const solutions = layout.paths.filter((path) => SOLUTION.test(path)).slice(0, MOST_SOLUTIONS);
  return !solutions.some((path) => layout.files.read(path)?.includes(project));
}

/** By bundler where a Gemfile names gems: their versions are those it chose. */
export function byBundler(...words: readonly string[]) {
  return (folder: Folder): Run => {
    const isBundled =
      has(folder, 'Gemfile.lock') || hasLine(folder, 'Gemfile', /^\s*(?:gem|gemspec)\b/);
    return isBundled
      ? { words: ['bundle', 'exec', ...words], because: '; Gemfile names its gems' }
      : { words };
  };
}

/** A task at the top that has no tests of its own runs those of the gems below. */
export function rubyHolds(above: Folder): boolean {
  return !has(above, 'test') && !has(above, 'spec');
}

/** Hoe makes a task `test` by itself. */
export const RAKE_TEST =
  /\b(?:TestTask|RakeTask)\.(?:new|create)\b(?:[ (]{0,3}:?["']?(\w+))?|^\s*task[ (]{1,3}:?["']?test\b|^Hoe\.spec\b/;

/** The task that is called `test`, else the first that tests. */
export function rake(folder: Folder, { file }: Place): Run {
  const tasks = (read(folder, file) ?? '').split(/\r?\n/).flatMap((text, at) => {
    const found = RAKE_TEST.exec(text);
    // Where no name is given a block may follow.
    const name = found?.[1] === undefined || found[1] === 'do' ? 'test' : found[1];
    return found ? [{ name, line: at + 1 }] : [];
  });
  const { name, line } = tasks.find((one) => one.name === 'test') ?? tasks[0] ?? { name: 'test' };
  return { ...byBundler('rake', name)(folder), ...(line !== undefined && { line }) };
}

/** Of other names composer might know a command of its own. */
export function composer(name: string): readonly string[] {
  return name === 'test' ? ['composer', 'test'] : ['composer', 'run-script', name];
}

export function phpunit(folder: Folder): Run {
  const required = /"(?:phpunit\/phpunit|[\w-]+\/phpunit-bridge|orchestra\/testbench)"/;
  return hasLine(folder, 'composer.json', required)
    ? { words: ['./vendor/bin/phpunit'], because: '; composer.json names it' }
    : { words: ['phpunit'] };
}

/** What is written in C is built first. */
export function perl(folder: Folder): Run {
  const builder = ['Makefile.PL', 'Build.PL'].find((name) => has(folder, name));
  if (builder !== undefined && matching(folder, '**/*.xs').length > 0) {
    const make = builder === 'Build.PL' ? './Build' : 'make';
    const line = `perl ${builder} && ${make} && prove -br t`;
    return {
      words: { name: 'prove -br t', line },
      because: ', and parts in C that are built first',
    };
  }
  return { words: has(folder, '.proverc') ? ['prove'] : ['prove', '-lr', 't'] };
}
