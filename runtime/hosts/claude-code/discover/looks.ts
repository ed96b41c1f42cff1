// What tells a check in a folder, where a sign is not enough: scripts, targets, members of a workspace.

import { findNodeAtLocation } from 'jsonc-parser';
import { scriptsIn } from '../../../evidence/commands/manifest-scripts.ts';
import { placeOf as placeInText, readJson } from '../../../files/json-file.ts';
import { isObject } from '../../../files/parse-json.ts';
import type { CommandGateType } from '../../../model/gate.ts';
import {
  type Folder,
  foldersAbove,
  has,
  lineOf,
  matching,
  namesIn,
  ownPath,
  read,
} from './layout.ts';
import { onlyPrints, printsOnly } from './prints.ts';
import { type NoCheck, noCheck, type Proposal, propose, proposeLine } from './proposal.ts';

type Found = Array<Proposal | NoCheck>;

/** A command, and what in the folder decides how it is called. */
export type Run = Readonly<{ words: readonly string[]; because?: string }>;

export function hasLine(text: string | undefined, pattern: RegExp): boolean {
  return lineOf(text, pattern) !== undefined;
}

/** The wrapper of this folder, or of the nearest above. */
export function byWrapper(wrapper: string, tool: string, ...words: readonly string[]) {
  return (folder: Folder): Run => {
    const { layout } = folder;
    for (const [up, below] of [folder.below, ...foldersAbove(folder.below)].entries()) {
      if (!has({ layout, below }, wrapper)) continue;
      const path = up === 0 ? `./${wrapper}` : `${'../'.repeat(up)}${wrapper}`;
      return { words: [path, ...words], because: '; its wrapper is there' };
    }
    return { words: [tool, ...words] };
  };
}

/** A task of deno.json. */
export function denoTask(folder: Folder): Found {
  const file = ['deno.json', 'deno.jsonc'].find((name) => has(folder, name));
  const text = file === undefined ? undefined : read(folder, file);
  const json = text === undefined ? undefined : readJson(text, 'keep-comments');
  if (file === undefined || text === undefined || !json?.ok || !isObject(json.value)) return [];
  const { tasks } = json.value;
  return (['test', 'lint'] as const).flatMap((name): Found => {
    const task = isObject(tasks) ? tasks[name] : undefined;
    const script = isObject(task) ? task.command : task;
    if (typeof script !== 'string' || script.trim() === '') return [];
    const offset = findNodeAtLocation(json.root, ['tasks', name])?.offset ?? 0;
    const { line } = placeInText(text, offset);
    if (onlyPrints(script))
      return [noCheck(folder, file, line, printsOnly(`its task "${name}"`, script))];
    return [
      propose(folder, name, ['deno', 'task', name], { file, line, why: `the task "${name}"` }),
    ];
  });
}

const CARGO_WORKSPACE = /^\[workspace\]/;

/** Beside a package of its own, or default members, the command would leave members out. */
export function cargo(verb: 'test' | 'build') {
  return (folder: Folder): Run => {
    const text = read(folder, 'Cargo.toml');
    const isPart = hasLine(text, /^\[package\]/) || hasLine(text, /^default-members\b/);
    const isWhole = hasLine(text, CARGO_WORKSPACE) && isPart;
    return { words: ['cargo', verb, ...(isWhole ? ['--workspace'] : [])] };
  };
}

/** cargo itself refuses a package below a workspace that is none of it and not excluded. */
export function cargoHolds(above: Folder, below: Folder): boolean {
  const text = read(above, 'Cargo.toml') ?? '';
  if (!hasLine(text, CARGO_WORKSPACE)) return false;
  if (hasLine(read(below, 'Cargo.toml'), CARGO_WORKSPACE)) return false;
  const [, excluded = ''] = /^exclude\s*=\s*\[([^\]]*)\]/m.exec(text) ?? [];
  const path = ownPath(above, below);
  return !quotedIn(excluded).some((one) => path === one || path.startsWith(`${one}/`));
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(/["']([^"']+)["']/g)].map(([, one = '']) => one.replace(/\/+$/, ''));
}

/** All modules of a workspace in one command: `./...` would leave out those below. */
export function go(folder: Folder): Found {
  const work = read(folder, 'go.work');
  const modules = modulesOf(work);
  const file = modules.length > 0 ? 'go.work' : 'go.mod';
  if (!has(folder, file)) return [];
  const line = lineOf(read(folder, file), modules.length > 0 ? /^use\b/ : /^module\s/) ?? 1;
  const from = { file, line, why: modules.length > 0 ? 'a workspace of Go' : 'a Go module' };
  const patterns = modules.length > 0 ? modules.map((one) => `${one}/...`) : ['./...'];
  return [
    propose(folder, 'test', ['go', 'test', ...patterns], from),
    propose(folder, 'build', ['go', 'build', ...patterns], from),
  ];
}

export function goHolds(above: Folder, below: Folder): boolean {
  return modulesOf(read(above, 'go.work')).includes(`./${ownPath(above, below)}`);
}

/** As they are named in go.work, below its folder. */
function modulesOf(work: string | undefined): string[] {
  const named: string[] = [];
  let isInside = false;
  for (const line of (work ?? '').split(/\r?\n/)) {
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

/** A solution; of projects that none names those that test. */
export function dotnet(folder: Folder): Found {
  const names = namesIn(folder).filter((name) => /\.(?:slnx?|(?:cs|fs|vb)proj)$/.test(name));
  const solution = names.find((name) => /\.slnx?$/.test(name));
  const commands = (file: string, why: string, isTest: boolean): Found => {
    // Of several it would ask which.
    const named = names.length > 1 ? [file] : [];
    return [
      ...(isTest ? [propose(folder, 'test', ['dotnet', 'test', ...named], { file, why })] : []),
      propose(folder, 'build', ['dotnet', 'build', ...named], { file, why }),
    ];
  };
  if (solution !== undefined) return commands(solution, 'a .NET solution', true);
  const [project] = names;
  if (project === undefined || isInSolution(folder, project)) return [];
  const isTest = /Microsoft\.NET\.Test\.Sdk|\b(?:xunit|nunit|mstest|tunit)\b/i.test(
    read(folder, project) ?? '',
  );
  return commands(project, isTest ? 'a .NET project of tests' : 'a .NET project', isTest);
}

export function hasSolution(above: Folder): boolean {
  return namesIn(above).some((name) => /\.slnx?$/.test(name));
}

function isInSolution({ layout }: Folder, project: string): boolean {
  const solutions = layout.paths.filter((path) => /\.slnx?$/.test(path)).slice(0, MOST_SOLUTIONS);
  return solutions.some((path) => layout.files.read(path)?.includes(project));
}

const MOST_SOLUTIONS = 20;

/** By bundler where a Gemfile names gems: their versions are those it chose. */
export function byBundler(...words: readonly string[]) {
  return (folder: Folder): Run => {
    const isBundled =
      has(folder, 'Gemfile.lock') || hasLine(read(folder, 'Gemfile'), /^\s*(?:gem|gemspec)\b/);
    return isBundled
      ? { words: ['bundle', 'exec', ...words], because: '; Gemfile names its gems' }
      : { words };
  };
}

/** Hoe makes a task `test` by itself. */
const RAKE_TEST =
  /\b(TestTask|RakeTask)\.(?:new|create)\b(?:[ (]{0,3}:?["']?(\w+))?|^\s*(task)[ (]{1,3}:?["']?test\b|^(Hoe)\.spec\b/;

/** A task at the top that has no tests of its own runs those of the gems below. */
export function rubyHolds(above: Folder): boolean {
  return !has(above, 'test') && !has(above, 'spec');
}

/** A task of a Rakefile that tests. */
export function rakeTask(folder: Folder): Found {
  const file = ['Rakefile', 'rakefile', 'Rakefile.rb'].find((name) => has(folder, name));
  const text = file === undefined ? undefined : read(folder, file);
  if (file === undefined || text === undefined) return [];
  const lines = text.split(/\r?\n/);
  const made = lines.flatMap((line, at): Array<readonly [name: string, line: number]> => {
    const found = RAKE_TEST.exec(line);
    const [, , set = 'do'] = found ?? [];
    // Where no name is given a block may follow.
    return found === null ? [] : [[set === 'do' ? 'test' : set, at + 1]];
  });
  const [task, line] = made.find(([name]) => name === 'test') ?? made[0] ?? [];
  if (task === undefined) return [];
  const { words, because = '' } = byBundler('rake', task)(folder);
  return [propose(folder, 'test', words, { file, line, why: `a task that tests${because}` })];
}

/** A script of composer.json that tests. */
export function composerScript(folder: Folder): Found {
  const text = read(folder, 'composer.json');
  const json = text === undefined ? undefined : readJson(text);
  if (text === undefined || !json?.ok) return [];
  const scripts = scriptsIn(json.value);
  for (const name of ['test', 'tests', 'phpunit', 'pest', 'test:unit', 'unit']) {
    const script = scripts.get(name) ?? '';
    if (script.trim() === '') continue;
    const file = 'composer.json';
    const { line } = placeInText(
      text,
      findNodeAtLocation(json.root, ['scripts', name])?.offset ?? 0,
    );
    if (onlyPrints(script.replace(/^@php /gm, ''))) {
      return [noCheck(folder, file, line, printsOnly(`its script "${name}"`, script))];
    }
    // Of other names composer might know a command of its own.
    const words = name === 'test' ? ['composer', 'test'] : ['composer', 'run-script', name];
    return [propose(folder, 'test', words, { file, line, why: `the script "${name}"` })];
  }
  return [];
}

export function phpunit(folder: Folder): Run {
  const isRequired = hasLine(
    read(folder, 'composer.json'),
    /"(?:phpunit\/phpunit|[\w-]+\/phpunit-bridge|orchestra\/testbench)"/,
  );
  return isRequired
    ? { words: ['./vendor/bin/phpunit'], because: '; composer.json names it' }
    : { words: ['phpunit'] };
}

/** What is written in C is built first. */
export function perl(folder: Folder): Found {
  const [first] = matching(folder, 't/**/*.t');
  if (first === undefined || !/\b(?:perl|use|Test::)\b/.test(read(folder, first) ?? '')) return [];
  const builder = ['Makefile.PL', 'Build.PL'].find((name) => has(folder, name));
  if (builder !== undefined && matching(folder, '**/*.xs').length > 0) {
    const make = builder === 'Build.PL' ? './Build' : 'make';
    const line = `perl ${builder} && ${make} && prove -br t`;
    const why = 'a test, and parts in C that are built first';
    return [proposeLine(folder, 'test', { name: 'prove -br t', line }, { file: first, why })];
  }
  const words = has(folder, '.proverc') ? ['prove'] : ['prove', '-lr', 't'];
  return [propose(folder, 'test', words, { file: first, why: 'a test for prove' })];
}

const TARGETS: ReadonlyArray<readonly [CommandGateType, string]> = [
  ['test', 'test'],
  ['test', 'check'],
  ['lint', 'lint'],
  ['typecheck', 'typecheck'],
  ['build', 'build'],
];

/** Targets and recipes. They often only call what the file of another tool says. */
export function targets(tool: string, names: readonly string[], head: (target: string) => RegExp) {
  return (folder: Folder): Found => {
    const file = names.find((name) => read(folder, name) !== undefined);
    if (file === undefined) return [];
    const text = read(folder, file) ?? '';
    const found = TARGETS.flatMap(([type, target]): Found => {
      const line = lineOf(text, head(target));
      if (line === undefined) return [];
      const steps = stepsAt(text, line);
      if (steps !== undefined && onlyPrints(steps)) {
        return [noCheck(folder, file, line, printsOnly(`its "${target}"`, steps))];
      }
      const from = { file, line, why: `its "${target}"`, origin: 'wrapper' as const };
      return [propose(folder, type, [tool, target], from)];
    });
    // `check` stands for the tests only where nothing is called so.
    const hasTest = found.some((one) => 'gate' in one && one.gate.command[1] === 'test');
    return found.filter((one) => !hasTest || !('gate' in one) || one.gate.command[1] !== 'check');
  };
}

/** The lines of a recipe that needs no other; undefined if it needs one, or stands in the same line. */
function stepsAt(text: string, line: number): string | undefined {
  const lines = text.split(/\r?\n/);
  const [, behind = ''] = /::?(.*)$/.exec(lines[line - 1] ?? '') ?? [];
  if (behind.trim() !== '') return undefined;
  const rest = lines.slice(line);
  const end = rest.findIndex((one) => !/^[ \t]/.test(one));
  const steps = end < 0 ? rest : rest.slice(0, end);
  return steps.map((one) => one.trim().replace(/^[@+-]+/, '')).join('\n');
}
