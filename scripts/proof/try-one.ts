// Has the judge judge one change, as a person would: `wukong prove` in the clone, with what the change needs
// beside it for that time.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
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

/** Gives what takes it away again. */
async function placeBeside(
  { clone, outside, stop }: Trying,
  forged: Forged | undefined,
): Promise<() => Promise<void>> {
  const files = { ...forged?.outside, ...forged?.ignored };
  const made: string[] = [];
  const put = (path: string, text: string): void => {
    const at = isAbsolute(path) ? path : join(clone, path);
    mkdirSync(dirname(at), { recursive: true });
    if (existsSync(at)) throw new Error(`${at} is there already`);
    writeFileSync(at, text);
    made.push(at);
  };
  for (const [path, text] of Object.entries(files)) put(path, text);
  const filter = forged?.filter;
  const source = join(outside, 'filter-makes');
  if (filter !== undefined) {
    put(source, filter);
    const git = new Git(clone, stop);
    await git.ask(['config', `${FILTER}.smudge`, `cat ${quoted(source)}`]);
    await git.ask(['config', `${FILTER}.clean`, 'cat']);
  }
  return async () => {
    for (const path of made) rmSync(path, { force: true });
    // Taken away when it is stopped, too.
    if (filter !== undefined) await removeFilter(clone);
  };
}

export async function removeFilter(clone: string): Promise<void> {
  const never = new AbortController().signal;
  await new Git(clone, never).ask(['config', '--remove-section', FILTER]).catch(() => undefined);
}
