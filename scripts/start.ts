// npm start: the main job on a real repository with the real Claude Code client. By default the model
// is a script on loopback, so that no account is needed; everything else is real.

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pc from 'picocolors';
import { readArguments, say } from './arguments.ts';
import { run } from './client/child.ts';
import { liveEnvironment, systemPaths } from './client/environment.ts';
import { findClient, unknownClientLine } from './client/find.ts';
import { startHeadless } from './client/headless.ts';
import { makeHome } from './client/home.ts';
import { commitExample, copyExample, PROJECT } from './example.ts';
import { startModel } from './model/server.ts';
import { passOrFail, printEnd } from './start/end.ts';
import { followRun } from './start/follow.ts';
import { JOBS, type Job, jobOf } from './start/jobs.ts';
import { overnight } from './start/overnight.ts';
import { team } from './start/team.ts';

/** What needs no client. */
const ALONE = { overnight, team };
const NAMES = [...Object.keys(JOBS), ...Object.keys(ALONE)].join(', ');

const USAGE = `npm start -- [--keep DIR] [--example NAME] [--live]

Does a real job in a copy of an example, step by step, with proof, and keeps the repository.
In the fix the scripted model reports a test run that never was, to show what becomes of it.

  --keep DIR      work in DIR (made if missing, must be empty), not in a folder for temporary files
  --example NAME  which job: ${NAMES} (default fix)
  --live          use your own Claude login and a real model (costs tokens)
  --help          this text`;

const OPTIONS = {
  keep: { type: 'string' },
  example: { type: 'string' },
  live: { type: 'boolean' },
} as const;

const LIVE = 'The model is real and your own login is used.';
/** Its own name has no price, so that no dollars are shown for it. */
const SCRIPT_NAME = 'a-script';
const SCRIPTED = [
  'The model is a script on this machine: no account is needed, it costs nothing, and its tokens are those of a script.',
  'The client, its hooks, the agents, their edits and the tests are real.',
];

type Wanted<J> = Readonly<{ keep: string | undefined; job: J; live: boolean }>;
type Options = Wanted<Job>;

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  if (typeof options === 'number') return options;
  const { job } = options;
  if (typeof job === 'string') {
    return inFolders(options.keep, job, (repo, work) => ALONE[job](repo, work, say));
  }
  const onProgress = (line: string): void => say(pc.dim(line));
  const client = await findClient({ onProgress, takeNewer: true });
  if (!client.ok) {
    process.stderr.write(`No Claude Code client: ${client.why}\n${client.hint}\n`);
    return 1;
  }
  if (client.isUnknown) onProgress(unknownClientLine(client.version));
  return inFolders(options.keep, job.folder, (repo, work) =>
    carryOut({ ...options, job }, client, repo, work),
  );
}

/** A repository that is kept, and a folder that goes. */
async function inFolders(
  keep: string | undefined,
  name: string,
  work: (repo: string, folder: string) => Promise<number>,
): Promise<number> {
  const temporary = (of: string) => mkdtempSync(join(realpathSync(tmpdir()), `wukong-${of}-`));
  const folder = temporary('start');
  const repo = keep ?? temporary(name);
  try {
    mkdirSync(repo, { recursive: true });
    return await work(repo, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

function readOptions(): Wanted<Job | keyof typeof ALONE> | number {
  const values = readArguments(OPTIONS, USAGE);
  if (typeof values === 'number') return values;
  const name = values.example ?? 'fix';
  const job = isAlone(name) ? name : jobOf(name);
  if (!job) {
    process.stderr.write(`There is no example "${name}". There is: ${NAMES}\n`);
    return 2;
  }
  const keep = values.keep === undefined ? undefined : resolve(values.keep);
  if (keep && existsSync(keep) && readdirSync(keep).length > 0) {
    process.stderr.write(`${keep} is not empty. Name a new folder: nothing is overwritten.\n`);
    return 2;
  }
  return { keep, job, live: values.live === true };
}

function isAlone(name: string): name is keyof typeof ALONE {
  return Object.hasOwn(ALONE, name);
}

async function carryOut(
  options: Options,
  client: { path: string; version: string },
  repo: string,
  work: string,
): Promise<number> {
  const started = performance.now();
  const { folder, template, plan, request, lie, isRed } = options.job;
  say(`${pc.bold('Wukong')} in a copy of examples/${folder}, with Claude Code ${client.version}.`);
  for (const line of options.live ? [LIVE] : [...SCRIPTED, ...(lie ? [lie] : [])])
    say(pc.dim(line));
  copyExample(folder, repo);
  await commitExample(repo);
  const before = await runTests(repo, work);
  say(`\n${pc.bold('before')}  npm test ${passOrFail(before)}`);
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
  if (plan !== undefined) givePlan(plan, repo);
  const prompt = `/wukong_${template} ${request}`;
  say(`\n${pc.bold(`> ${prompt}`)}`);
  const ended = await drive(options, client.path, repo, work, prompt);
  if (ended.code !== 0) {
    process.stderr.write(
      `The client ended with code ${ended.code}.\n${ended.stderr.slice(-2000)}\n`,
    );
  }
  const after = await runTests(repo, work);
  const seconds = Math.round((performance.now() - started) / 1000);
  return await printEnd({ repo, before, after, seconds, isRed, say });
}

/** As a person who writes a template of their own. */
function givePlan(plan: string, repo: string): void {
  const folder = join(repo, '.wukong', 'templates');
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(PROJECT, 'scripts', 'start', plan), join(folder, plan));
}

/** Starts the client on the prompt and shows what its hooks write into the log. */
async function drive(options: Options, path: string, repo: string, work: string, prompt: string) {
  const home = makeHome(join(work, 'home'), [repo], { allow: ['Bash(npm test)'] });
  await using model = await startModel(options.job.script(), SCRIPT_NAME);
  const stopFollowing = followRun(repo, say);
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

async function runTests(repo: string, home: string): Promise<number | null> {
  const ended = await run('npm', ['test'], {
    cwd: repo,
    env: { ...systemPaths(), HOME: home, npm_config_update_notifier: 'false' },
    timeoutMs: 120_000,
  });
  return ended.code;
}
