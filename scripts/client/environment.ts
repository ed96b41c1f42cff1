import { delimiter, dirname, join } from 'node:path';

/** Has the shape the client expects of a key and opens nothing. */
export const DUMMY_API_KEY = `sk-ant-api03-${'wukong-scripted-model-'.repeat(4)}AA`;

/**
 * The one environment a scripted client is started with. Nothing of the caller's own environment
 * gets in except where programs are found, so no key, proxy or setting of a person can change what
 * a test sees.
 */
export function clientEnvironment(options: {
  home: string;
  /** Where the scripted model listens. Left out, the client can only print its version. */
  baseUrl?: string;
  extra?: Readonly<Record<string, string>>;
}): Record<string, string> {
  const { home, baseUrl } = options;
  return {
    ...systemPaths(),
    HOME: home,
    // What the client puts in its temporary folder goes when the home goes.
    TMPDIR: join(home, 'tmp'),
    CLAUDE_CODE_TMPDIR: join(home, 'tmp'),
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    SHELL: process.platform === 'win32' ? '' : '/bin/sh',
    ...(process.platform === 'win32' ? { USERPROFILE: home, APPDATA: home } : {}),
    ...(baseUrl === undefined
      ? {}
      : {
          ANTHROPIC_BASE_URL: baseUrl,
          ANTHROPIC_API_KEY: DUMMY_API_KEY,
          // The model's address refuses to tunnel: what is not meant for it stays on this machine.
          HTTPS_PROXY: baseUrl,
          NO_PROXY: '127.0.0.1,localhost',
        }),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_MAX_RETRIES: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_TELEMETRY: '1',
    ...options.extra,
  };
}

/**
 * For `npm start -- --live` only, where a person asked for their own account and their own model:
 * what the client needs to be itself, and no more.
 */
export function liveEnvironment(from: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const passed = /^(HOME|PATH|LANG|TERM|SHELL|ANTHROPIC_.*|CLAUDE_.*)$/;
  const live: Record<string, string> = systemPaths();
  for (const [name, value] of Object.entries(from)) {
    if (value !== undefined && passed.test(name)) live[name] = value;
  }
  return live;
}

/** Where programs are found; this very Node, or another, comes first: hooks are started as `node`. */
export function systemPaths(node = process.execPath): Record<string, string> {
  const path = [dirname(node), process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin'];
  const paths: Record<string, string> = { PATH: path.join(delimiter) };
  if (process.platform !== 'win32') return paths;
  for (const name of ['SystemRoot', 'ComSpec', 'PATHEXT', 'TEMP', 'TMP']) {
    const value = process.env[name];
    if (value !== undefined) paths[name] = value;
  }
  return paths;
}
