// The PostgreSQL of the tests by itself: it must leave nothing on a person's machine.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorCode } from '../../scripts/client/child.ts';
import { PROJECT } from '../../scripts/example.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { HOW_TO_HAVE_IT, requireEngine } from '../rig/team-engine.ts';
import { waitUntil } from '../rig/wait.ts';

const engine = await requireEngine();
const LIMIT_MS = 60_000;

describe.skipIf(!engine)(`a PostgreSQL to test with${engine ? '' : ` (${HOW_TO_HAVE_IT})`}`, () => {
  test.each([
    ['is killed', 'SIGKILL', false],
    ['is interrupted at a terminal, with all of its group', 'SIGINT', true],
    ['is ended with all of its group', 'SIGTERM', true],
  ] as const)(
    'ends with whoever started it and %s, and leaves no file',
    async (_, signal, isGroup) => {
      const folder = temporaryFolder('wukong-held-');
      // Where tests run as root, the server is of another user.
      chmodSync(folder, 0o711);
      const keeper = join(PROJECT, 'scripts/teams/keeper.ts');
      const start = `require('node:child_process').spawn(process.execPath, ${JSON.stringify([
        ...['--import', 'tsx', keeper, engine?.postgres, '600'],
      ])}, { stdio: ['pipe', 'inherit', 'inherit'] });`;
      const holder = spawn(process.execPath, ['-e', start], {
        cwd: PROJECT,
        env: { ...process.env, TMPDIR: folder },
        detached: true,
      });
      let said = '';
      holder.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      const first = once(holder.stdout.setEncoding('utf8'), 'data');
      const [url = said] = await Promise.race([first, once(holder, 'close').then(() => [])]);
      const { hostname, port } = new URL(String(url).trim());
      expect(hostname).toBe('127.0.0.1');
      expect(await answers(Number(port))).toBe(true);
      const left = (): string[] => readdirSync(folder).filter((name) => name.startsWith('wukong-'));
      expect(left()).toHaveLength(1);
      if (holder.pid === undefined) throw new Error('it did not start');
      process.kill(isGroup ? -holder.pid : holder.pid, signal);
      // Its last deed: the folder goes when the server has.
      await waitUntil(folder, () => left().length === 0 || undefined, LIMIT_MS);
      expect(left()).toEqual([]);
      expect(await answers(Number(port))).toBe(false);
    },
  );
});

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    if (errorCode(error) !== 'ECONNREFUSED') throw error;
    return false;
  } finally {
    socket.destroy();
  }
}
