// `npm start -- --example overnight`: three goals are queued and a daemon carries them out while nobody looks. One
// executor lies, one asks; in the morning there is a page of it.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pc from 'picocolors';
import { localDay } from '../../runtime/rollups/local-day.ts';
import { run, spawnGroup } from '../client/child.ts';
import { systemPaths } from '../client/environment.ts';
import { commitExample, copyExample, PROJECT } from '../example.ts';
import { startThere } from './there.ts';

const GOALS = [
  ['refuse lines that were mistyped', '80'],
  ['write a space behind each semicolon', '50'],
  ['leave out what has no value', '20'],
] as const;

const CLI = join(PROJECT, 'dist', 'cli.js');
const WORKER = join(import.meta.dirname, 'worker.mjs');
/** A script queues these goals, so nobody is at a terminal: the file says that such goals may be taken up as well. */
const LOCAL = {
  try_gates: false,
  executors: {
    worker: {
      type: 'command',
      command: ['node', WORKER, '{order_dir}'],
      roles: ['ear', 'eye', 'body', 'tongue', 'nose', 'mind'],
    },
  },
  work_order_system: { autonomy_daemon: { max_concurrent_goals: 1, admit_scripts: true } },
};

const LONGEST_MS = 5 * 60_000;
const LOOK_EVERY_MS = 500;

/** Returns the exit code: two goals are done, and one waits for an answer. */
export async function overnight(
  repo: string,
  home: string,
  say: (text: string) => void,
): Promise<number> {
  await using there = await startThere(repo, home);
  const env = { ...systemPaths(), HOME: home, ...there.env };
  const wukong = async (...args: readonly string[]): Promise<string> => {
    const ended = await run(process.execPath, [CLI, ...args], {
      cwd: repo,
      env,
      timeoutMs: 60_000,
    });
    if (ended.code === 0) return ended.stdout.trim();
    throw new Error(`wukong ${args.join(' ')} failed:\n${ended.stdout}${ended.stderr}`);
  };
  const typed = async (...args: readonly string[]): Promise<void> => {
    say(
      `\n${pc.bold(`> wukong ${args.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' ')}`)}`,
    );
    say(await wukong(...args));
  };
  say(`${pc.bold('Wukong')} in a copy of examples/settings, with a daemon.`);
  say(
    pc.dim(
      'The executor is a program of a few lines, so nothing has to be installed and it costs nothing.',
    ),
  );
  say(
    pc.dim(
      'It lies once about its tests, and once it asks. The daemon, its proof and its log are real.',
    ),
  );
  copyExample('settings', repo);
  await commitExample(repo);
  await there.connect();
  await wukong('init', repo, '--yes');
  writeFileSync(join(repo, '.wukong', 'config.local.yaml'), JSON.stringify(LOCAL));
  await wukong('trust', '--approve');
  await there.trust();
  for (const [title, priority] of GOALS) {
    await typed('goal', 'add', title, '--template', 'direct', '--priority', priority);
  }
  await typed('daemon', 'start');
  say(pc.dim('\nThe night begins.'));
  const lines = spawnGroup(process.execPath, [CLI, 'daemon', 'logs', '--follow'], {
    cwd: repo,
    env,
  });
  lines.stdout?.pipe(process.stdout, { end: false });
  try {
    const endsAt = Date.now() + LONGEST_MS;
    while (!isMorning(await wukong('daemon', '--json'))) {
      if (Date.now() > endsAt) throw new Error('The night has no end: see wukong daemon');
      await delay(LOOK_EVERY_MS);
    }
    await there.untilPublished(GOALS.length - 1);
  } finally {
    await wukong('daemon', 'stop');
    await delay(LOOK_EVERY_MS);
    lines.kill('SIGTERM');
  }
  say(pc.dim('\nThe morning after, what a person reads with their coffee:'));
  await typed('stats', '--day', localDay(Date.now()));
  there.show(say);
  const { goals } = JSON.parse(await wukong('goal', 'list', '--json'));
  say(`\n${pc.bold('kept')}  cd ${repo}`);
  say(`  node ${CLI} answer   ${pc.dim('# what waits for you')}`);
  return goals.length === 1 ? 0 : 1;
}

/** Nothing is at work, nothing comes next, and somebody is waited for. */
function isMorning(status: string): boolean {
  const { at_work, next, waits } = JSON.parse(status);
  return at_work.length === 0 && next.length === 0 && waits.length > 0;
}
