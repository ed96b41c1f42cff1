// A PostgreSQL on loopback, for as long as somebody holds it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PROJECT } from '../example.ts';
import type { Engine } from './engine.ts';

export type Server = AsyncDisposable &
  Readonly<{
    url: string;
    /** As after a crash. Not of a server that somebody else runs. */
    restart?: () => Promise<void>;
  }>;

/** Whoever holds it and hangs holds it no longer than this. */
const LIMIT_SEC = 3 * 3_600;

export async function startServer({ postgres }: Engine): Promise<Server> {
  const args = ['--import', 'tsx', join(import.meta.dirname, 'keeper.ts'), postgres];
  const keeper = spawn(process.execPath, [...args, String(LIMIT_SEC)], { cwd: PROJECT });
  const end = once(keeper, 'close');
  let said = '';
  keeper.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  keeper.stdout.setEncoding('utf8');
  const told = async (): Promise<string> => {
    const [line] = await Promise.race([once(keeper.stdout, 'data'), end.then(() => [])]);
    if (typeof line !== 'string') throw new Error(`PostgreSQL does not start: ${said.trim()}`);
    return line.trim();
  };
  return {
    url: await told(),
    async restart() {
      const started = told();
      keeper.stdin.write('again\n');
      await started;
    },
    async [Symbol.asyncDispose]() {
      keeper.stdin.end();
      await end;
    },
  };
}
