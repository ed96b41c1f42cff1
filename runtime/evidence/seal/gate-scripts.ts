// What a gate leads to by way of scripts: `npm test` says nothing of the files it runs, the script of
// package.json does. As of the first tree, since a change of the script may change its files, too.

import { posix } from 'node:path';
import type { CommandGate } from '../../model/gate.ts';
import { type Scripts, scriptsOf } from '../commands/manifest-scripts.ts';
import { AskedOnce } from '../trees/asked-once.ts';
import { entriesOf, type TreePlace } from '../trees/overlay.ts';
import { success } from '../trees/result.ts';
import { openRepository, type Repository, readBlobs } from '../trees/tree-store.ts';
import { type Command, compiledIntoChecks, filesRun, type Named, namedBy } from './named-files.ts';
import { isTestMaterial } from './sealed-files.ts';

/** `node --run test` does what `npm test` does. */
const RUNNERS = /^(?:(?:npm|pnpm|yarn|bun)(?:\.cmd)?|--run(?:=.*)?)$/;
const MAKERS = /^(?:g?make|just)$/;
const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile', 'justfile', '.justfile', 'Justfile'];
/** Before the folder that a command works in. */
const FOLDER = /^(?:-C|--prefix|--cwd|--dir|--directory|--working-directory)$/;
/** By what scripts of package.json, targets of a Makefile and shell scripts are split into words. */
const BETWEEN = /[\s()'"`]+/;

/** Words of one command, the folder they are meant in, and of which scripts there they may be names. */
type Line = Command & Readonly<{ npm: boolean; make: boolean }>;

/** The files that gates name, in their words and in the scripts these lead to. */
export async function filesLedTo(
  place: TreePlace,
  tree: string,
  gates: readonly CommandGate[],
): Promise<Named> {
  const read = (await readerOf(place, tree)) ?? (async () => '');
  const commands = (await Promise.all(gates.map((gate) => linesLedTo(gate, read)))).flat();
  const { all, run } = namedBy(commands);
  const mains: string[] = [];
  for (const path of compiledIntoChecks(commands)) {
    if (/\bmain\s*\(/.test(await read(path))) mains.push(path);
  }
  return { all: new Set([...all, ...mains]), run: new Set([...run, ...mains]) };
}

/** The commands of a gate and of the scripts it leads to, as words. */
export async function commandsLedTo(
  place: TreePlace,
  tree: string,
  gate: CommandGate,
): Promise<ReadonlyArray<readonly string[]>> {
  const read = await readerOf(place, tree);
  if (!read) return [gate.command];
  return (await linesLedTo(gate, read)).map(({ words }) => words);
}

/** The text of each script, target and shell script that gates lead to, by where it stands: `package.json test`. */
export async function scriptsLedTo(
  place: TreePlace,
  tree: string,
  gates: readonly CommandGate[],
): Promise<ReadonlyArray<Scripts>> {
  const read = await readerOf(place, tree);
  if (!read) return gates.map(() => NO_SCRIPTS);
  const found: Scripts[] = [];
  for (const gate of gates) found.push((await followed(gate, read)).scripts);
  return found;
}

type Read = (path: string) => Promise<string>;

/** Reads files of a tree, each once; what is not there is empty. */
async function readerOf(place: TreePlace, tree: string): Promise<Read | undefined> {
  const opened = await openRepository(place.worktree, place.objectsDir);
  const listed = await entriesOf(place, tree);
  if (!opened.ok || !listed.ok) return undefined;
  const ids = new Map(listed.value.map(({ path, id }) => [path, id]));
  return async (path) => {
    const id = ids.get(path);
    return id === undefined ? '' : textOf(opened.value, id);
  };
}

/** By id: what a gate leads to is asked of both trees of a change, for each gate. */
const texts = new AskedOnce<string>();

async function textOf(repository: Repository, id: string): Promise<string> {
  const read = await texts.answer([repository.top, id], async () => {
    const bytes = (await readBlobs(repository, [id])).get(id);
    return success([bytes?.toString('utf8') ?? '']);
  });
  return read.ok ? (read.value[0] ?? '') : '';
}

async function linesLedTo(gate: CommandGate, read: Read): Promise<readonly Line[]> {
  return (await followed(gate, read)).lines;
}

async function followed(
  gate: CommandGate,
  read: Read,
): Promise<Readonly<{ lines: readonly Line[]; scripts: Scripts }>> {
  const scripts = new Map<string, string>();
  const folder = posix.normalize(gate.cwd ?? '.');
  const start = { folder, npm: false, make: false, isInner: false };
  const queue: Line[] = gate.shell
    ? linesOf(gate.command.join(' '), start)
    : [inItsFolder({ ...start, words: gate.command })];
  const lines: Line[] = [];
  const seen = new Set<string>();
  for (let line = queue.pop(); line !== undefined; line = queue.pop()) {
    const { folder, words } = line;
    lines.push(line);
    const at = (name: string): string => posix.join(folder, name);
    const follow = (
      key: string,
      text: string,
      of: 'npm' | 'make' | 'sh',
      isInner = line.isInner,
    ): void => {
      if (seen.has(key)) return;
      seen.add(key);
      if (text !== '') scripts.set(key, text);
      queue.push(...linesOf(text, { folder, npm: of === 'npm', make: of === 'make', isInner }));
    };
    const isNpm = line.npm || words.some((word) => RUNNERS.test(word));
    const named = isNpm ? scriptsOf(await read(at('package.json'))) : NO_SCRIPTS;
    for (const name of words.flatMap(scriptNames)) {
      follow(`${at('package.json')} ${name}`, named.get(name) ?? '', 'npm');
    }
    const isMake = line.make || words.some((word) => MAKERS.test(word));
    for (const makefile of isMake ? MAKEFILES : []) {
      const targets = targetsOf(await read(at(makefile)));
      const wanted = words.filter((word) => targets.has(word));
      const isAlone = wanted.length === 0 && words.some((word) => MAKERS.test(word));
      for (const name of isAlone ? [...targets.keys()].slice(0, 1) : wanted) {
        follow(`${at(makefile)} ${name}`, targets.get(name) ?? '', 'make');
      }
    }
    const run = filesRun(words);
    for (const word of words) {
      if (!/\.(?:ba)?sh$/.test(word)) continue;
      const isInner = line.isInner || !run.includes(word) || isTestMaterial(at(word));
      follow(at(word), await read(at(word)), 'sh', isInner);
    }
  }
  return { lines, scripts };
}

const NO_SCRIPTS: Scripts = new Map();

function scriptNames(word: string): readonly string[] {
  const name = word.replace(/^--run=/, '').replace(/^t(?:st)?$/, 'test');
  return [name, `pre${name}`, `post${name}`];
}

/**
 * The commands of a text, each in the folder it runs in: after a `cd`, up to the end of its brackets, or
 * of its line in a recipe.
 */
function linesOf(text: string, about: Omit<Line, 'words'>): Line[] {
  let { folder } = about;
  let before: string | undefined;
  // `$(MAKE) -C sub` is make.
  const plain = text.replace(/\$[({]MAKE[)}]/g, 'make').replace(/\\\r?\n/g, ' ');
  return plain.split(/([;&|\n]+)/).map((part, at, parts) => {
    if (about.make && part.includes('\n')) folder = about.folder;
    if (/^\s*\(/.test(part)) before = folder;
    const words = part.split(BETWEEN).filter(Boolean);
    const to = words[words.indexOf('cd') + 1];
    if (words.includes('cd') && to !== undefined) folder = posix.join(folder, to);
    const isPiped = parts[at + 1] === '|';
    const line = inItsFolder({ ...about, folder, words, isPiped });
    if (before !== undefined && /\)\s*$/.test(part)) folder = before;
    return line;
  });
}

/** `npm --prefix tools test` runs in `tools`; what such an option says to others they know. */
function inItsFolder(line: Line): Line {
  const { words } = line;
  if (!words.some((word) => RUNNERS.test(word) || MAKERS.test(word))) return line;
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const folders = words.slice(0, end).flatMap((word, at) => {
    const [, option = '', attached] = /^(-C|--[\w-]+)(?:=?(.+))?$/.exec(word) ?? [];
    return FOLDER.test(option) ? [attached ?? words[at + 1] ?? ''] : [];
  });
  return { ...line, folder: posix.join(line.folder, ...folders) };
}

/** Recipes of plain targets, with what they need. */
function targetsOf(makefile: string): Scripts {
  const found = new Map<string, string>();
  let name: string | undefined;
  let made = '';
  for (const line of makefile.split(/\r?\n/)) {
    const [, target, needs = ''] = /^([\w.-]+)[^:=]*:(?![:=])([^#]*)/.exec(line) ?? [];
    if (target !== undefined) [name, made] = [target, needs.trim()];
    if (name !== undefined && (target !== undefined || /^\s/.test(line))) {
      // What a target is made of is no program it runs, but for other targets.
      const plain =
        target === undefined
          ? line
              .replace(/^\s+[@+-]*/, '')
              .replaceAll('$@', name)
              .replace(/\$[\^<]/g, () => made)
          : needs.replace(/\S*[./]\S*/g, '');
      found.set(name, `${found.get(name) ?? ''}\n${plain}`);
    }
  }
  return found;
}
