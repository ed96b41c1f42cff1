// One call of the GitHub CLI. It has the person's login and nothing else of ours: the token never passes through
// this process, unless it stands in the environment, and what is sent goes in by stdin.

import { spawn } from 'node:child_process';
import { parse } from 'node:path';
import { ownProgram, withOwnPath } from '../../files/own-programs.ts';
import { redactor } from '../../privacy/redact.ts';
import type { Answer, NoAnswer } from './answer.ts';
import { type Printed, type Reply, readAnswer } from './read-answer.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type Request = Readonly<{
  method: 'GET' | 'POST' | 'PATCH';
  /** Below the API, without a slash; each part encoded, or gh would fill in `:branch` by itself. */
  path: string;
  body?: unknown;
}>;

export type Gh = Readonly<{
  /** What is wrong with the one that is here. Sends nothing, and is not looked at again while all is well. */
  lack: () => Promise<NoAnswer | undefined>;
  call: (request: Request) => Promise<Answer<Reply>>;
}>;

/** All that gh gets of a person's environment: who they are, where it is told, and the way out. */
export const PASSED_ON = [
  ...['PATH', 'HOME', 'GH_CONFIG_DIR', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_DATA_HOME'],
  ...['GH_TOKEN', 'GITHUB_TOKEN', 'GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY'],
  ...['http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'],
  // Certificates of a company, and the ring of keys in which a newer gh keeps its login.
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'USER'],
  // Windows
  ...['USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'SystemRoot', 'PATHEXT'],
] as const;

const QUIET = {
  GH_PROMPT_DISABLED: '1',
  GH_NO_UPDATE_NOTIFIER: '1',
  NO_COLOR: '1',
  GH_PAGER: 'cat',
} as const;

/** The oldest that is tried. */
export const OLDEST_GH = '2.23.0';

const LIMIT_MS = 60_000;
/** A page of a hundred comments, each as long as one may be and escaped. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_STDERR_CHARS = 4_000;

export function ghAt(host: string, env: Environment, limitMs = LIMIT_MS): Gh {
  const clean = redactor(env);
  let looked: Promise<NoAnswer | undefined> | undefined;
  const lack = async (): Promise<NoAnswer | undefined> => {
    looked ??= lookAtVersion(env, limitMs);
    const found = await looked;
    // A person may put it right meanwhile.
    if (found) looked = undefined;
    return found;
  };
  const call = async (request: Request): Promise<Answer<Reply>> => {
    const lacking = await lack();
    if (lacking) return lacking;
    const ended = await runGh(argvOf(host, request), env, limitMs, request.body);
    if ('kind' in ended) return ended;
    return readAnswer(ended, { host, clean, now: new Date() });
  };
  return { lack, call };
}

function argvOf(host: string, { method, path, body }: Request): readonly string[] {
  const headers = ['Accept: application/vnd.github+json', 'X-GitHub-Api-Version: 2022-11-28'];
  return [
    ...['api', '-i', '--hostname', host, '--method', method],
    ...headers.flatMap((header) => ['-H', header]),
    ...(body === undefined ? [] : ['--input', '-']),
    path,
  ];
}

async function lookAtVersion(env: Environment, limitMs: number): Promise<NoAnswer | undefined> {
  const ended = await runGh(['--version'], env, limitMs);
  if (!('kind' in ended)) return lackOf(ended.stdout);
  return ended.kind === 'unknown' ? { kind: 'unreachable', why: ended.why } : ended;
}

/** What is wrong with a gh that says this of itself. One that was built by hand has no number: it is taken. */
export function lackOf(version: string): NoAnswer | undefined {
  const [, found] = /^gh version (\S+)/.exec(version) ?? [];
  if (found === undefined) return MISSING;
  const numbers = /^v?(\d{1,9})\.(\d{1,9})/.exec(found)?.slice(1).map(Number);
  const [major = 0, minor = 0] = numbers ?? [];
  const [needsMajor = 0, needsMinor = 0] = OLDEST_GH.split('.').map(Number);
  const isEnough = major > needsMajor || (major === needsMajor && minor >= needsMinor);
  if (numbers === undefined || isEnough) return undefined;
  return { kind: 'too-old', found: found.slice(0, 40), needs: OLDEST_GH };
}

const INSTALL: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'brew install gh',
  win32: 'winget install --id GitHub.cli',
};

const MISSING: NoAnswer = {
  kind: 'missing',
  toType: INSTALL[process.platform] ?? 'sudo apt install gh',
};

/** To its end, or to the end of its time; never longer, whatever it started. */
function runGh(
  args: readonly string[],
  env: Environment,
  limitMs: number,
  body?: unknown,
): Promise<Printed | NoAnswer> {
  // No repository: gh looks at none, and no program named gh that lies in one is taken for it.
  const cwd = parse(process.execPath).root;
  const program = ownProgram('gh', cwd, env);
  if (program === undefined) return Promise.resolve(MISSING);
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...withOwnPath(passedOn(env), cwd), ...QUIET },
      stdio: [body === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let stderr = '';
    const stop = (why: string): void => {
      child.kill('SIGKILL');
      // What it started may hold them still.
      child.stdout?.destroy();
      child.stderr?.destroy();
      end({ kind: 'unknown', why });
    };
    const timer = setTimeout(() => stop(`no answer within ${limitMs / 1000} s`), limitMs);
    const end = (ended: Printed | NoAnswer): void => {
      clearTimeout(timer);
      resolve(ended);
    };
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) stop('the answer is larger than 64 MB');
      else chunks.push(chunk);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(0, MAX_STDERR_CHARS);
    });
    child.once('error', (error: NodeJS.ErrnoException) =>
      // It never ran, so it sent nothing.
      end(error.code === 'ENOENT' ? MISSING : { kind: 'unreachable', why: `gh: ${error.code}` }),
    );
    child.once('close', (code) =>
      end({ stdout: Buffer.concat(chunks).toString('utf8'), stderr, code }),
    );
    // One that asks for a login reads nothing; how it ended says so.
    child.stdin?.on('error', (error) => {
      stderr = `${stderr}${error.message}\n`.slice(0, MAX_STDERR_CHARS);
    });
    child.stdin?.end(JSON.stringify(body));
  });
}

function passedOn(env: Environment): Record<string, string> {
  return Object.fromEntries(
    PASSED_ON.flatMap((name): Array<[string, string]> => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
