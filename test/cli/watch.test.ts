// `wukong status --watch`: in a terminal what happened stays above the picture; in a pipe it is lines.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backOver } from '../../runtime/cli/goals/watch.ts';
import { DIST, Sandbox } from '../install/temporary.ts';
import { block, start, work } from './goals.ts';

const CLEAR = '\u001b[J';

/** What stands in a terminal after these writes: lines, the cursor below the last. */
function screenAfter(writes: readonly string[]): string[] {
  const lines: string[] = [];
  for (const text of writes) {
    // `\r`, so many lines up, and all below away; then what is written.
    const [move = '', rest = text] = text.includes(CLEAR) ? text.split(CLEAR) : ['', text];
    lines.length -= Number(/\[(\d+)A$/.exec(move)?.[1] ?? 0);
    lines.push(...rest.split('\n').slice(0, -1));
  }
  return lines;
}

type Drawn = Readonly<Record<'drawn' | 'told' | 'picture', readonly string[]> & { width: number }>;

function redrawn({ drawn, width, told, picture }: Drawn): string {
  return backOver(drawn, width) + [...told, ...picture].map((line) => `${line}\n`).join('');
}

test('the picture is drawn over in place, and what happened stays above it', () => {
  const first = ['graph', '', 'N-001 waits'];
  const writes = [
    redrawn({ drawn: [], width: 80, told: [], picture: first }),
    redrawn({ drawn: first, width: 80, told: ['node done'], picture: ['graph', 'next'] }),
    redrawn({ drawn: ['graph', 'next'], width: 80, told: ['goal done'], picture: ['over'] }),
  ];
  expect(screenAfter(writes)).toEqual(['node done', 'goal done', 'over']);
  // Nothing of the alternate screen, and nothing that clears the scrollback.
  expect(writes.join('')).not.toMatch(/\[\?1049|\[2J|\[3J/);
});

test('lines that a narrower terminal has broken are all taken away', () => {
  const text = redrawn({ drawn: ['x'.repeat(100), 'y'], width: 60, told: [], picture: ['z'] });
  expect(text).toBe('\r\u001b[3A\u001b[Jz\n');
});

test('a terminal that does not say how wide it is has the picture drawn over all the same', () => {
  const text = redrawn({ drawn: ['x'.repeat(100), 'y'], width: 0, told: [], picture: ['z'] });
  expect(text).toBe('\r\u001b[2A\u001b[Jz\n');
});

test('into a pipe --watch tells lines as they come, and Ctrl-C ends it well', async () => {
  using sandbox = await Sandbox.installed();
  const goal = start(sandbox.ws, 'the decoder crashes');
  const child = spawn(process.execPath, [join(DIST, 'cli.js'), 'status', '--watch', '--utc'], {
    cwd: sandbox.repo,
  });
  let shown = '';
  const until = (words: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!shown.includes(words)) return;
        child.stdout.off('data', look);
        resolve();
      };
      child.stdout.on('data', look);
      look();
    });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  const ended = new Promise((resolve) => child.once('exit', (...how) => resolve(how)));
  await until('G-0001  the decoder crashes');
  work(sandbox.ws, goal, 'ear');
  await until('dispatched to ear');
  block(sandbox.ws, goal, 'N-001', 'questions', 'Which format?');
  await until('N-001 waits for you: Which format?');
  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  expect(shown).not.toContain('\u001b');
  expect(shown.split('G-0001  the decoder crashes').length - 1).toBe(1);
});

test('--watch is for people, and says what programs take', async () => {
  using sandbox = await Sandbox.installed();
  const { code, out } = await sandbox.json(['status', '--watch']);
  expect([code, out.error.hint]).toEqual([2, 'For programs: wukong log --follow --json']);
});
