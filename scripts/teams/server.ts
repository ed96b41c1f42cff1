// A PostgreSQL on loopback, for as long as somebody holds it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PROJECT } from '../example.ts';
import type { Engine } from './engine.ts';

export type Server = AsyncDisposable & Readonly<{ url: string }>;

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
  const first = once(keeper.stdout.setEncoding('utf8'), 'data');
  const [line] = await Promise.race([first, end.then(() => [undefined])]);
  if (typeof line !== 'string') throw new Error(`PostgreSQL does not start: ${said.trim()}`);
  return {
    url: line.trim(),
    async [Symbol.asyncDispose]() {
      keeper.stdin.end();
      await end;
    },
  };
}
