import { spawn } from 'node:child_process';
import { codeOf } from '../../files/file-failure.ts';
import { oddPatternFile } from '../../files/odd-pattern-file.ts';
import { ownProgram, whyNotFound, withOwnPath } from '../../files/own-programs.ts';
import { failure, type Result, success } from './result.ts';

export type GitCall = Readonly<{
  cwd: string;
  args: readonly string[];
  /** Set beside the hardened environment, for instance GIT_INDEX_FILE. */
  env?: Readonly<Record<string, string>>;
  /** Written to git's standard input. */
  input?: Buffer | string;
  /** Exit codes that are no failure. */
  expect?: readonly number[];
  /** Where it starts programs of others: the environment they get in place of ours, and how long all of it may take. */
  others?: Others;
}>;

export type Others = Readonly<{
  env: NodeJS.ProcessEnv;
  timeoutMs: number;
  /** The hooks of the person are run, too. */
  hasHooks?: boolean;
}>;

export type GitOutput = Readonly<{ stdout: Buffer; stderr: string; exitCode: number }>;

const TIMEOUT_MS = 120_000;
/** A git that takes so long may wait for a pipe. */
const LOOK_AFTER_MS = 2_000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
const MAX_STDERR_CHARS = 4_000;

/**
 * What a repository's or a user's configuration must not decide here: programs started on the side
 * (fsmonitor, hooks, gc), files written into .git (untracked cache, split index), and which stat
 * fields count, since a file with an old mtime set again would look unchanged.
 */
const SETTINGS = [
  ['core.fsmonitor', 'false'],
  ['core.untrackedCache', 'false'],
  ['core.splitIndex', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.trustctime', 'true'],
  ['core.checkStat', 'default'],
  ['core.ignoreStat', 'false'],
  ['core.safecrlf', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['advice.addEmbeddedRepo', 'false'],
];
const asArguments = (settings: readonly string[][]): readonly string[] =>
  settings.flatMap(([key, value]) => ['-c', `${key}=${value}`]);
const HARDENING = asArguments(SETTINGS);
const WITH_HOOKS = asArguments(SETTINGS.filter(([key]) => key !== 'core.hooksPath'));

/** As git takes settings from its environment, so that none has to be quoted. */
export function asVariables(
  all: ReadonlyArray<readonly [key: string, value: string]>,
): Readonly<Record<string, string>> {
  const numbered = all.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: `${all.length}`, ...Object.fromEntries(numbered) };
}

/** Starts git without a shell. A failure carries git's own words. */
export async function git(call: GitCall): Promise<Result<GitOutput>> {
  const command = `git ${call.args.slice(0, 3).join(' ')}`;
  const from = call.others?.env ?? process.env;
  const program = ownProgram('git', call.cwd, from);
  if (program === undefined) {
    const reason = whyNotFound('git', from);
    return failure({ kind: 'git-missing', path: call.cwd, reason });
  }
  const child = spawn(
    program,
    [...(call.others?.hasHooks ? WITH_HOOKS : HARDENING), ...call.args],
    {
      cwd: call.cwd,
      env: withOwnPath(environment(call.env, from), call.cwd),
      stdio: [call.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
      detached: call.others !== undefined && process.platform !== 'win32',
    },
  );
  const timeoutMs = call.others?.timeoutMs ?? TIMEOUT_MS;
  const chunks: Buffer[] = [];
  let bytes = 0;
  let stderr = '';
  let stopped: 'timeout' | 'too-large' | undefined;
  const stop = (why: 'timeout' | 'too-large'): void => {
    stopped ??= why;
    child.kill('SIGKILL');
  };
  // What one of them left running would hold our pipes.
  if (call.others) child.once('exit', () => endGroup(child.pid));
  child.stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_OUTPUT_BYTES) stop('too-large');
    else chunks.push(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-MAX_STDERR_CHARS);
  });
  // git may end before it has read everything; its exit code says what is wrong.
  child.stdin?.on('error', (error) => {
    stderr = `${stderr}${error.message}\n`.slice(-MAX_STDERR_CHARS);
  });
  child.stdin?.end(call.input);

  let waitsFor: string | undefined;
  const look = setTimeout(async () => {
    waitsFor = await oddPatternFile(call.cwd);
    if (waitsFor !== undefined) stop('timeout');
  }, LOOK_AFTER_MS);
  const timer = setTimeout(() => stop('timeout'), timeoutMs);
  const ended = await new Promise<number | Error | null>((done) => {
    child.once('error', done);
    child.once('close', (code) => done(code));
  });
  clearTimeout(look);
  clearTimeout(timer);

  if (stopped === 'timeout') {
    const stderr =
      waitsFor === undefined
        ? `${command} did not end in ${timeoutMs / 1000} seconds`
        : `${waitsFor} is no regular file, and git would wait for it: remove it, or put a regular file there`;
    return failure({ kind: 'git-timeout', command, stderr });
  }
  if (stopped === 'too-large') {
    return failure({ kind: 'git-output-too-large', command, limitBytes: MAX_OUTPUT_BYTES });
  }
  if (ended instanceof Error) {
    return failure({ kind: 'git-missing', path: call.cwd, reason: ended.message });
  }
  if (ended === null || !(call.expect ?? [0]).includes(ended)) {
    return failure({ kind: 'git-failed', command, exitCode: ended, stderr: stderr.trim() });
  }
  return success({ stdout: Buffer.concat(chunks), stderr, exitCode: ended });
}

function endGroup(leader: number | undefined): void {
  if (leader === undefined || process.platform === 'win32') return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    // Nobody is left in it; on macOS, only zombies.
    if (!['ESRCH', 'EPERM'].includes(codeOf(error))) throw error;
  }
}

/** The caller's environment without its GIT_*: in a git hook or an editor they point somewhere else. */
function environment(
  extra: Readonly<Record<string, string>> = {},
  from: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const own = Object.entries(from).filter(([name]) => !/^GIT_/i.test(name));
  return {
    ...Object.fromEntries(own),
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    // A partial clone must not fetch because we look at it.
    GIT_NO_LAZY_FETCH: '1',
    // `git replace` gives an object other words under the same name.
    GIT_NO_REPLACE_OBJECTS: '1',
    ...extra,
  };
}

/** The fields of NUL-separated output. */
export function fields(output: Buffer): string[] {
  const text = output.toString('utf8');
  return text === '' ? [] : text.replace(/\0$/, '').split('\0');
}
