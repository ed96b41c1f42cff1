// Has the judge judge one change, as a person would: `wukong prove` in the clone, with what the change needs
// beside it for that time.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Forged } from './forge/fix.ts';
import { Git } from './git.ts';
import { type Judged, judgedOf, NO_VERDICT, type Said } from './judged.ts';
import { plainEnvironment, runCommand } from './run-command.ts';

const TIMEOUT_S = 1800;
const FILTER = 'filter.fixed';

export type Trying = Readonly<{
  cli: string;
  clone: string;
  outside: string;
  check: readonly string[];
  stop: AbortSignal;
}>;

type Which = Pick<Judged, 'repo' | 'commit' | 'variant' | 'by' | 'head' | 'base'>;

export async function tryOne(trying: Trying, which: Which, forged?: Forged): Promise<Judged> {
  const { cli, clone, check, stop } = trying;
  const remove = await placeBeside(trying, forged);
  try {
    const words = ['prove', '--json', '--base', which.base, '--head', which.head];
    const typed = ['--check', check.map(quoted).join(' ')];
    const ran = await runCommand([process.execPath, cli, ...words, ...typed], {
      cwd: clone,
      env: plainEnvironment(),
      timeoutS: TIMEOUT_S,
      stop,
    });
    return judgedOf(
      which,
      ran.isLate ? noVerdict('no end') : read(ran.stdout, ran.said),
      ran.seconds,
    );
  } finally {
    await remove();
  }
}

function read(stdout: string, said: string): Said {
  try {
    const value = JSON.parse(stdout);
    if (typeof value.verdict === 'string') return value;
    return noVerdict(String(value.error?.message ?? stdout));
  } catch {
    return noVerdict(said.slice(-300));
  }
}

function noVerdict(text: string): Said {
  const none = { why: null, more: [], doubts: [], limits: [], rows: [], seconds: 0 };
  return { verdict: NO_VERDICT, text, ...none };
}

export function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Gives what takes it away again. What is about to be made is written down first, for who comes after a kill. */
async function placeBeside(
  { clone, outside, stop }: Trying,
  forged: Forged | undefined,
): Promise<() => Promise<void>> {
  const source = join(outside, 'filter-makes');
  const filter = forged?.filter;
  const files = Object.entries({
    ...forged?.outside,
    ...forged?.ignored,
    ...(filter !== undefined && { [source]: filter }),
  }).map(([path, text]) => ({ at: isAbsolute(path) ? path : join(clone, path), text }));
  if (files.length === 0) return async () => undefined;
  const there = files.find(({ at }) => existsSync(at));
  if (there) throw new Error(`${there.at} is there already`);
  const made = files.map(({ at }) => firstMissing(at));
  mkdirSync(outside, { recursive: true });
  writeFileSync(join(outside, MADE), JSON.stringify(made));
  for (const { at, text } of files) {
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text);
  }
  if (filter !== undefined) {
    const git = new Git(clone, stop);
    await git.ask(['config', `${FILTER}.smudge`, `cat ${quoted(source)}`]);
    await git.ask(['config', `${FILTER}.clean`, 'cat']);
  }
  return () => removeBeside(clone, outside);
}

/** The folder that has to be made for it, or it itself. */
function firstMissing(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) ? path : firstMissing(parent);
}

const MADE = 'made.json';

/** What was placed beside a clone, by this process or by one that was killed. */
export async function removeBeside(clone: string, outside: string): Promise<void> {
  const list = join(outside, MADE);
  const made: unknown = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const path of Array.isArray(made) ? made : [])
    rmSync(path, { recursive: true, force: true });
  // Also where it is stopped.
  const never = new AbortController().signal;
  await new Git(clone, never).ask(['config', '--remove-section', FILTER]).catch(() => undefined);
  rmSync(list, { force: true });
}
