// What is asked of git. Only objects are written to the clone of a person, and nothing that names them.

import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Changed, type Content, type Hunk, readHunks } from './change.ts';
import { plainEnvironment, runCommand } from './run-command.ts';

const TIMEOUT_S = 300;
const NO_ID = '0'.repeat(40);

/** None of it depends on what a person has set up. */
const SETTINGS = [
  'core.quotePath=false',
  'core.autocrlf=false',
  'gc.auto=0',
  'commit.gpgSign=false',
];

export class Git {
  readonly #folder: string;
  readonly #stop: AbortSignal;

  constructor(folder: string, stop: AbortSignal) {
    this.#folder = folder;
    this.#stop = stop;
  }

  async ask(
    args: readonly string[],
    more: Readonly<{ stdin?: string; env?: NodeJS.ProcessEnv }> = {},
  ): Promise<string> {
    const settings = SETTINGS.flatMap((one) => ['-c', one]);
    const ran = await runCommand(['git', ...settings, ...args], {
      cwd: this.#folder,
      env: { ...plainEnvironment(), ...AUTHOR, ...more.env },
      timeoutS: TIMEOUT_S,
      stop: this.#stop,
      ...(more.stdin !== undefined && { stdin: more.stdin }),
    });
    if (ran.code !== 0) throw new Error(`git ${args.join(' ')} in ${this.#folder}: ${ran.said}`);
    return ran.stdout;
  }

  async has(commit: string): Promise<boolean> {
    try {
      await this.ask(['cat-file', '-e', `${commit}^{commit}`]);
      return true;
    } catch {
      return false;
    }
  }

  /** Of the first parents, newest first. */
  async history(from: string, most: number): Promise<readonly (readonly [string, string])[]> {
    const said = await this.ask(['log', '--first-parent', '--format=%H %P', `-n${most}`, from]);
    return said
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
      .flatMap(([commit, parent]) => (commit && parent ? [[commit, parent] as const] : []));
  }

  async changed(before: string, after: string): Promise<readonly Changed[]> {
    const sides = [before, after];
    const raw = await this.ask([
      'diff-tree',
      '-r',
      '--no-renames',
      '--raw',
      '--no-abbrev',
      '-z',
      ...sides,
    ]);
    const numbers = await this.ask([
      'diff-tree',
      '-r',
      '--no-renames',
      '--numstat',
      '-z',
      ...sides,
    ]);
    const counted = new Map(
      numbers.split('\0').flatMap((one) => {
        const [added, removed, path] = one.split('\t');
        return path ? [[path, [added, removed].map(counts)] as const] : [];
      }),
    );
    const words = raw.split('\0');
    return words.flatMap((head, at) => {
      const path = words[at + 1];
      if (!head.startsWith(':') || path === undefined) return [];
      const [from = '', to = '', id = '', , status = ''] = head.slice(1).split(' ');
      const [added = null, removed = null] = counted.get(path) ?? [];
      const before = status === 'A' ? null : { mode: from, id };
      return [{ path, status, modes: { before: from, after: to }, before, added, removed }];
    });
  }

  async hunks(before: string, after: string, path: string): Promise<readonly Hunk[]> {
    const how = ['--no-color', '--no-ext-diff', '--no-textconv', '--unified=0', '--no-renames'];
    return readHunks(await this.ask(['diff', ...how, before, after, '--', path]));
  }

  async text(commit: string, path: string): Promise<string | null> {
    try {
      return await this.ask(['cat-file', 'blob', `${commit}:${path}`]);
    } catch (error) {
      if (this.#stop.aborted) throw error;
      return null;
    }
  }

  async paths(commit: string): Promise<readonly string[]> {
    return (await this.ask(['ls-tree', '-r', '-z', '--name-only', commit]))
      .split('\0')
      .filter(Boolean);
  }

  /** A commit with other files over those of `from`; null takes one away. It has a name nowhere. */
  async commitWith(
    from: string,
    files: ReadonlyMap<string, Content>,
    parent: string,
  ): Promise<string> {
    const index = join(await this.#own(), `index-${randomBytes(6).toString('hex')}`);
    const env = { GIT_INDEX_FILE: index };
    try {
      await this.ask(['read-tree', from], { env });
      const known = new Map(
        (await this.ask(['ls-files', '-s', '-z'], { env })).split('\0').flatMap((line) => {
          const [mode, path] = [line.slice(0, 6), line.slice(line.indexOf('\t') + 1)];
          return path ? [[path, mode] as const] : [];
        }),
      );
      const lines: string[] = [];
      for (const [path, content] of files) {
        if (content === null) {
          lines.push(`0 ${NO_ID}\t${path}\0`);
        } else if (typeof content === 'string') {
          const id = await this.ask(['hash-object', '-w', '--stdin'], { stdin: content });
          lines.push(`${known.get(path) ?? '100644'} ${id.trim()}\t${path}\0`);
        } else {
          lines.push(`${content.mode} ${content.id}\t${path}\0`);
        }
      }
      await this.ask(['update-index', '-z', '--index-info'], { env, stdin: lines.join('') });
      const tree = (await this.ask(['write-tree'], { env })).trim();
      return (await this.ask(['commit-tree', tree, '-p', parent, '-m', 'Try'])).trim();
    } finally {
      rmSync(index, { force: true });
    }
  }

  async #own(): Promise<string> {
    const folder = (await this.ask(['rev-parse', '--absolute-git-dir'])).trim();
    mkdirSync(folder, { recursive: true });
    return folder;
  }
}

/** One day for all: the same forged tree is the same commit. */
const AUTHOR = {
  GIT_AUTHOR_NAME: 'proof',
  GIT_AUTHOR_EMAIL: 'proof@example.invalid',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'proof',
  GIT_COMMITTER_EMAIL: 'proof@example.invalid',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
};

function counts(word: string | undefined): number | null {
  return word === undefined || word === '-' ? null : Number(word);
}
