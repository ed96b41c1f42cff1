// The program of docs/journal.md is run as it stands there.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventSchema } from '../../runtime/model/event.ts';
import { block, start } from '../cli/goals.ts';
import { Sandbox } from '../install/temporary.ts';
import { homeWithWukong } from './home.ts';
import { readPage } from './pages.ts';

const [, PROGRAM = ''] = /^```js\n([\s\S]*?)^```$/m.exec(readPage('docs/journal.md')) ?? [];

test('the program of the page takes each record, whenever it is killed', {
  timeout: 180_000,
}, async () => {
  using sandbox = await Sandbox.installed();
  const { env } = homeWithWukong();
  const file = join(sandbox.root, 'follow.mjs');
  writeFileSync(file, PROGRAM);
  const program = () => {
    const child = spawn(process.execPath, [file], {
      cwd: sandbox.repo,
      env,
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    // Killed, it leaves the journal, which holds its stderr until it has the next record to print.
    const killed = once(child, 'exit');
    const ended = once(child, 'close').then(([code]) => ({ code, said }));
    return { child, killed, ended };
  };
  const taken = (): string[] =>
    existsSync(join(sandbox.repo, 'seen.txt'))
      ? sandbox.read('seen.txt').trimEnd().split('\n')
      : [];
  const isTaken = (words: string): Promise<void> =>
    new Promise((resolve) => {
      const watcher = watch(sandbox.repo, () => look());
      const look = (): void => {
        if (!taken().some((line) => line.includes(words))) return;
        watcher.close();
        resolve();
      };
      look();
    });
  for (let round = 0; round < 5; round += 1) {
    const { child, killed } = program();
    const goal = start(sandbox.ws, `goal ${round}`);
    await isTaken(`goal.created ${goal} queued`);
    block(sandbox.ws, goal, 'N-010', 'questions', 'Which one?');
    if (round % 2 === 0) await isTaken(`node.blocked ${goal} active`);
    child.kill('SIGKILL');
    await killed;
  }
  const last = program();
  start(sandbox.ws, 'the last goal');
  await isTaken('goal.created G-0006');
  last.child.kill('SIGKILL');
  await last.killed;

  const log = sandbox.read('.wukong/events.jsonl').trimEnd().split('\n');
  const ids = log.map((line) => JSON.parse(line).event_id);
  const seen = taken().map((line) => line.split(' ')[0]);
  const inOrder = seen.filter((id, i) => id !== seen[i - 1]);
  expect(inOrder).toEqual(ids.slice(0, inOrder.length));
  expect(seen.length - inOrder.length).toBeLessThanOrEqual(6);

  // What it kept is a record of this log: of another it says so, and what to do.
  writeFileSync(join(sandbox.repo, 'place'), 'E-000002:0badc0de');
  const other = await program().ended;
  expect(other).toEqual({
    code: 1,
    said: expect.stringMatching(/another E-000002 .* begin again with `--since 0`/),
  });
});

test('the program of the page is about thirty lines', () => {
  expect(PROGRAM.split('\n').filter((line) => line.trim() !== '').length).toBeLessThan(36);
});

test('the page names every field of a record, and each kind of its end that there is', () => {
  const cells = readPage('docs/journal.md').matchAll(/^\| (`[^|]*`) \|/gm);
  const named = [...cells].flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '));
  const fields = Object.keys(eventSchema.shape);
  expect(named).toEqual(expect.arrayContaining([...fields, 'state', 'log-cut', 'log-damaged']));
});
