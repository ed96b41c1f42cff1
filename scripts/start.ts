// npm start: the main job on a real repository with the real Claude Code client. By default the model
// is a script on loopback, so that no account is needed; everything else is real.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pc from 'picocolors';
import { readArguments } from './arguments.ts';
import { run } from './client/child.ts';
import { liveEnvironment, systemPaths } from './client/environment.ts';
import { findClient } from './client/find.ts';
import { startHeadless } from './client/headless.ts';
import { makeHome } from './client/home.ts';
import { commitExample, copyExample, PROJECT } from './example.ts';
import { startModel } from './model/server.ts';
import { printEnd } from './start/end.ts';
import { followRun } from './start/follow.ts';
import { JOBS, type Job, jobOf } from './start/jobs.ts';

const USAGE = `npm start -- [--keep DIR] [--example NAME] [--live]

Does a real job in a copy of an example, node by node, with proof.

  --keep DIR      keep the repository in DIR (made if missing, must be empty)
  --example NAME  which job: ${Object.keys(JOBS).join(', ')} (default fix)
  --live          use your own Claude login and a real model (costs tokens)
  --help          this text`;

const OPTIONS = {
  keep: { type: 'string' },
  example: { type: 'string' },
  live: { type: 'boolean' },
} as const;

type Options = Readonly<{ keep: string | undefined; job: Job; live: boolean }>;

const started = performance.now();
const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  if (typeof options === 'number') return options;
  const client = await findClient({ onProgress: (line) => say(pc.dim(line)) });
  if (!client.ok) {
    process.stderr.write(`No Claude Code client: ${client.why}\n${client.hint}\n`);
    return 1;
  }
  const work = mkdtempSync(join(realpathSync(tmpdir()), 'wukong-start-'));
  const repo = options.keep ?? join(work, options.job.folder);
  try {
    mkdirSync(repo, { recursive: true });
    return await carryOut(options, client, repo, work);
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

function readOptions(): Options | number {
  const values = readArguments(OPTIONS, USAGE);
  if (typeof values === 'number') return values;
  const name = values.example ?? 'fix';
  const job = jobOf(name);
  if (!job) {
    const known = Object.keys(JOBS).join(', ');
    process.stderr.write(`There is no example "${name}". There is: ${known}\n`);
    return 2;
  }
  const keep = values.keep === undefined ? undefined : resolve(values.keep);
  if (keep && existsSync(keep) && readdirSync(keep).length > 0) {
    process.stderr.write(`${keep} is not empty. Name a new folder: nothing is overwritten.\n`);
    return 2;
  }
  return { keep, job, live: values.live === true };
}

async function carryOut(
  options: Options,
  client: { path: string; version: string; source: string },
  repo: string,
  work: string,
): Promise<number> {
  const { folder, template, request, what, changer, isRed } = options.job;
  say(`${pc.bold('Wukong')} ${what} examples/${folder}: ${pc.italic(request)}`);
  say(pc.dim(`Claude Code ${client.version} (${client.source}), in ${repo}`));
  say(
    options.live
      ? 'The model is real and your own login is used.'
      : 'The model is a script on this machine, so no account is needed. The client, its hooks, the subagents, their edits and the tests are real.',
  );
  copyExample(folder, repo);
  await commitExample(repo);
  const before = await runTests(repo, work);
  say(
    `\n${pc.bold('before')}  npm test: ${before.code === 0 ? pc.green('passes') : pc.red('fails')}`,
  );
  const init = await run(
    process.execPath,
    [join(PROJECT, 'dist', 'cli.js'), 'init', repo, '--yes'],
    {
      cwd: repo,
      env: systemPaths(),
      timeoutMs: 60_000,
    },
  );
  if (init.code !== 0) {
    process.stderr.write(`wukong init failed:\n${init.stdout}${init.stderr}\n`);
    return 1;
  }
  say(pc.dim('wukong init: agents, commands, hooks and the test gate are in place\n'));
  const ended = await drive(options, client.path, repo, work, `/wukong_${template} ${request}`);
  if (ended.code !== 0) {
    process.stderr.write(
      `The client ended with code ${ended.code}.\n${ended.stderr.slice(-2000)}\n`,
    );
  }
  const after = await runTests(repo, work);
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const kept = options.keep !== undefined;
  return printEnd({ repo, kept, before, after, seconds, isRed, changer, say });
}

/** Starts the client on the prompt and shows what its hooks write into the log. */
async function drive(options: Options, path: string, repo: string, work: string, prompt: string) {
  const home = makeHome(join(work, 'home'), [repo], { allow: ['Bash(npm test)'] });
  await using model = await startModel(options.job.script());
  const stopFollowing = followRun(join(repo, '.wukong', 'events.jsonl'), say);
  await using running = startHeadless({
    client: path,
    cwd: repo,
    home,
    baseUrl: model.url,
    prompt,
    permissionMode: 'acceptEdits',
    timeoutMs: options.live ? 30 * 60_000 : 5 * 60_000,
    ...(options.live ? { environment: liveEnvironment() } : {}),
  });
  const interrupt = (): void => running.kill('SIGINT');
  process.once('SIGINT', interrupt);
  try {
    return await running.done;
  } finally {
    process.off('SIGINT', interrupt);
    stopFollowing();
  }
}

async function runTests(repo: string, home: string) {
  const ended = await run('npm', ['test'], {
    cwd: repo,
    env: { ...systemPaths(), HOME: home, npm_config_update_notifier: 'false' },
    timeoutMs: 120_000,
  });
  return { code: ended.code, output: ended.stdout };
}
