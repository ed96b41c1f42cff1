// Where cited paths lie in a recorded tree: by any spelling, through links and renames, and if they
// don't, why.

import { lstatSync, realpathSync } from 'node:fs';
import * as system from 'node:path';
import { join, posix, resolve } from 'node:path';
import { relativeInside } from '../../files/relative-inside.ts';
import { fields, git } from './git.ts';
import type { Repository } from './tree-store.ts';

/** A tree written by `snapshot`. `since`: an earlier one, from which renames are followed. */
export type RecordedTree = Readonly<{
  worktree: string;
  objectsDir: string;
  tree: string;
  since: string | null;
}>;

const MAX_CITED_BYTES = 2 * 1024 * 1024;

export type FoundInTree = Readonly<{
  cited: string;
  path: string;
  blob: string;
  bytes: number;
  renamed: boolean;
}>;

type Missing = Readonly<{ cited: string; why: string }>;
/** Names a cited path may have in the tree, the likeliest first. */
type Asked = Readonly<{ cited: string; names: readonly string[]; renamed?: boolean }>;

/** One answer for each cited path, in order. */
export async function findInTree(
  repository: Repository,
  from: RecordedTree,
  cited: readonly string[],
): Promise<Array<FoundInTree | Missing>> {
  const roots = [from.worktree, realPathOf(from.worktree)];
  const asked: Asked[] = cited.map((words) => ({ cited: words, names: namesFor(words, roots) }));
  const first = await lookUp(repository, from.tree, asked);
  const lost = first.filter((one) => 'why' in one && one.why === ABSENT);
  if (lost.length === 0) return first;

  const moved = await renames(repository, from);
  const again: Asked[] = asked.flatMap(({ cited: words, names }) => {
    const to = names.map((name) => moved.get(name)).find((name) => name !== undefined);
    const isLost = lost.some((one) => one.cited === words);
    return isLost && to !== undefined ? [{ cited: words, names: [to], renamed: true }] : [];
  });
  const second = new Map(
    (await lookUp(repository, from.tree, again)).map((one) => [one.cited, one]),
  );
  const names = asked.filter(({ cited: words }) => lost.some((one) => one.cited === words));
  const reasons = await whyAbsent(repository, from, names);
  return first.map((one) => {
    if (!lost.includes(one)) return one;
    return second.get(one.cited) ?? { cited: one.cited, why: reasons.get(one.cited) ?? ABSENT };
  });
}

/** A name with a line break would be two questions to git. */
const NO_PATH = /[\n\0]/;

/** Empty: no name of it lies in the repository. */
export function namesFor(
  cited: string,
  roots: readonly string[],
  paths: system.PlatformPath = system,
): string[] {
  if (NO_PATH.test(cited)) return [];
  // Agents on Windows write backslashes; elsewhere they may quote one who does.
  const spellings = [cited, cited.replaceAll('\\', '/')];
  const forms = spellings.flatMap((path) => [path, path.normalize('NFC'), path.normalize('NFD')]);
  const names = forms.flatMap((path) => {
    const below = paths.isAbsolute(path)
      ? roots.map((root) => relativeInside(root, path, paths)?.split(paths.sep).join('/') ?? '')
      : [path];
    return below.map((name) => posix.normalize(name)).map((name) => name.replace(/\/$/, ''));
  });
  return [...new Set(names)].filter((name) => !/^(?:\.\.?)?(?:\/|$)/.test(name));
}

const ABSENT = 'the file does not exist';
const OUTSIDE = 'it lies outside the repository';

async function lookUp(
  repository: Repository,
  tree: string,
  asked: readonly Asked[],
): Promise<Array<FoundInTree | Missing>> {
  const specs = asked.flatMap(({ names }) => names.map((name) => `${tree}:${name}`));
  const answers = await askGit(repository, specs);
  let next = 0;
  return asked.map(({ cited, names, renamed = false }): FoundInTree | Missing => {
    const of = answers.slice(next, next + names.length);
    next += names.length;
    if (NO_PATH.test(cited)) return { cited, why: 'that is no path' };
    if (names.length === 0) return { cited, why: OUTSIDE };
    if (names.some((name) => /^\.(?:wukong|git)(?:\/|$)/.test(name))) {
      return { cited, why: 'the runtime’s own files are no evidence' };
    }
    const at = of.findIndex((answer) => answer.kind !== 'missing');
    const answer = of[at];
    const path = names[at] ?? '';
    if (!answer || answer.kind === 'missing') return { cited, why: ABSENT };
    if (answer.kind === 'link') return { cited, why: OUTSIDE };
    if (answer.kind === 'broken-link') return { cited, why: 'it is a link that leads nowhere' };
    if (answer.kind !== 'object' || answer.type !== 'blob') return { cited, why: 'it is no file' };
    if (answer.bytes > MAX_CITED_BYTES) return { cited, why: 'the file is larger than 2 MB' };
    return { cited, path, blob: answer.id, bytes: answer.bytes, renamed };
  });
}

type Answer =
  | Readonly<{ kind: 'object'; id: string; type: string; bytes: number }>
  | Readonly<{ kind: 'link' | 'broken-link' | 'missing' }>;

/** One answer a question, in order. Links are followed inside the tree and nowhere else. */
async function askGit(repository: Repository, specs: readonly string[]): Promise<Answer[]> {
  const args = ['cat-file', '--batch-check', '--follow-symlinks'];
  const input = `${specs.join('\n')}\n`;
  const asked = await git({ cwd: repository.top, env: repository.env, args, input });
  if (!asked.ok) return specs.map(() => ({ kind: 'missing' }));
  const output = asked.value.stdout;
  const answers: Answer[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0x0a, at);
    const line = output.toString('utf8', at, end);
    at = end + 1;
    const [, word, bytes] = /^(symlink|dangling|loop|notdir) (\d+)$/.exec(line) ?? [];
    const [, id, type, size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(line) ?? [];
    if (word !== undefined) {
      // What the link says follows on so many bytes.
      at += Number(bytes) + 1;
      answers.push({
        kind: word === 'symlink' ? 'link' : word === 'notdir' ? 'missing' : 'broken-link',
      });
    } else if (id !== undefined && type !== undefined) {
      answers.push({ kind: 'object', id, type, bytes: Number(size) });
    } else {
      answers.push({ kind: 'missing' });
    }
  }
  return answers;
}

/** By its earlier name: what a file that was there at `since` is called in the tree. */
async function renames(
  { top, env }: Repository,
  { since, tree }: RecordedTree,
): Promise<ReadonlyMap<string, string>> {
  if (since === null || since === tree) return new Map();
  const args = ['diff-tree', '-r', '-z', '-M', '--diff-filter=R', '--name-status', since, tree];
  const output = await git({ cwd: top, env, args });
  const parts = output.ok ? fields(output.value.stdout) : [];
  const moved = new Map<string, string>();
  for (let at = 0; at + 2 < parts.length; at += 3)
    moved.set(parts[at + 1] ?? '', parts[at + 2] ?? '');
  return moved;
}

/** By the cited path: a better reason than that it is not there. Two questions to git for all of them. */
async function whyAbsent(
  repository: Repository,
  { since, tree }: RecordedTree,
  asked: readonly Asked[],
): Promise<ReadonlyMap<string, string>> {
  const all = asked.flatMap(({ names }) => names);
  const there = new Set<string>();
  for (const name of all) {
    // Of the working tree only that the file is there: what is in it does not count.
    if (lstatSync(join(repository.top, name), { throwIfNoEntry: false })) there.add(name);
  }
  const ignored = await ignoredOf(repository, [...there]);
  const answers =
    since === null || since === tree
      ? []
      : await askGit(
          repository,
          all.map((name) => `${since}:${name}`),
        );
  const before = new Set(all.filter((_, i) => answers[i]?.kind === 'object'));
  const reasons = asked.map(({ cited, names }): [string, string] => {
    if (names.some((name) => ignored.has(name))) return [cited, IGNORED];
    if (names.some((name) => there.has(name))) return [cited, NOT_IN_THE_TREE];
    return [cited, names.some((name) => before.has(name)) ? DELETED : ABSENT];
  });
  return new Map(reasons);
}

const IGNORED = 'git ignores the file, so it is not in the tree of this run';
const NOT_IN_THE_TREE =
  'the file is not in the tree of this run: it was made after the report, or lies in another repository';
const DELETED = 'the file was deleted before the report';

async function ignoredOf(
  { top, env }: Repository,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const input = `${names.join('\0')}\0`;
  const args = ['check-ignore', '-z', '--stdin'];
  const asked = await git({ cwd: top, env, args, input, expect: [0, 1] });
  return new Set(asked.ok ? fields(asked.value.stdout) : []);
}

function realPathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder); // The worktree is gone; its trees are not.
  }
}
