// A GitHub on this machine that the real GitHub CLI talks to: HTTP on a socket that its configuration names. What
// goes wrong is said beforehand, one request at a time. It keeps what arrived, so that posts can be counted.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Asked, Memory } from './memory.ts';
import type { Told } from './told.ts';

/** As it came. `path` is below the API: without `/api/v3` of an enterprise server, which `rawPath` has. */
export type Arrived = Asked &
  Readonly<{ host: string; rawPath: string; token: string | undefined }>;

export type Fault =
  /** In place of the true answer; nothing is carried out. */
  | Readonly<{ does: 'answer'; status: number; headers?: Record<string, string>; body?: unknown }>
  /** Half of the true answer, none of it, or none and the connection stays. */
  | Readonly<{ does: 'cut' | 'drop' | 'hold'; carriedOut: boolean }>;

/** Which requests. All that is named must fit; `times`: 1, if left out. */
type Meant = Readonly<{ method?: string; path?: RegExp; times?: number }>;

export type GitHubServer = AsyncDisposable &
  Readonly<{
    memory: Memory;
    arrived: readonly Arrived[];
    /** What this server itself did wrong. A test should find nothing here. */
    faults: readonly Error[];
    fault(fault: Fault, meant?: Meant): void;
    /** When the next such request was carried out, whatever becomes of its answer. */
    arrival(meant: Meant): Promise<void>;
    /** What gh needs in its environment to come here, with this token or with none. */
    environment(token?: string, host?: string): Readonly<Record<string, string>>;
    /** Nobody can connect until it is back. */
    goAway(): Promise<void>;
    comeBack(): Promise<void>;
    close(): Promise<void>;
  }>;

export async function startGitHub(now: () => Date = () => new Date()): Promise<GitHubServer> {
  const memory = new Memory(now);
  const arrived: Arrived[] = [];
  const faults: Error[] = [];
  const awaited: Array<{ meant: Meant; come: () => void }> = [];
  const planned: Array<{ fault: Fault; meant: Meant; left: number }> = [];
  const folder = mkdtempSync(join(tmpdir(), 'wukong-github-'));
  const socket = join(folder, 'socket');
  let server: Server | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await readRequest(request);
    arrived.push(asked);
    const plan = planned.find(({ meant, left }) => left > 0 && fits(asked, meant));
    if (plan) plan.left -= 1;
    const fault = plan?.fault;
    if (fault?.does === 'answer') return send(response, fault, fault.headers);
    // An answer that is cut off has to begin like a true one, although nothing was carried out.
    const told =
      fault?.carriedOut === false
        ? { status: asked.method === 'POST' ? 201 : 200, body: { message: 'x'.repeat(100) } }
        : memory.answer(asked.token, asked);
    for (const one of awaited.filter(({ meant }) => fits(asked, meant))) one.come();
    if (fault?.does === 'hold') return;
    if (fault?.does === 'drop') return void request.socket.destroy();
    if (fault?.does === 'cut') return sendHalf(response, told);
    send(response, told, told.next ? { link: nextLink(asked) } : {});
  }

  async function comeBack(): Promise<void> {
    const made = createServer((request, response) => {
      answer(request, response).catch((error: unknown) => {
        faults.push(error instanceof Error ? error : new Error(String(error)));
        response.destroy();
      });
    });
    await new Promise<void>((resolve, reject) => {
      made.once('error', reject);
      made.listen(socket, resolve);
    });
    server = made;
  }

  async function goAway(): Promise<void> {
    const gone = server;
    server = undefined;
    if (!gone) return;
    const closed = new Promise<void>((resolve) => {
      gone.close(() => resolve());
    });
    gone.closeAllConnections();
    await closed;
  }

  async function close(): Promise<void> {
    await goAway();
    rmSync(folder, { recursive: true, force: true });
  }

  await comeBack();
  return {
    memory,
    arrived,
    faults,
    fault: (fault, meant = {}) => planned.push({ fault, meant, left: meant.times ?? 1 }),
    arrival: (meant) =>
      new Promise((come) => {
        awaited.push({ meant, come });
      }),
    environment: (token, host = 'github.com') => {
      const config = mkdtempSync(join(folder, 'gh-'));
      writeFileSync(join(config, 'config.yml'), `http_unix_socket: ${JSON.stringify(socket)}\n`);
      if (token !== undefined) {
        const login = memory.users.get(token)?.login ?? 'nobody';
        const entry = `${host}:\n    user: ${JSON.stringify(login)}\n    oauth_token: ${token}\n`;
        writeFileSync(join(config, 'hosts.yml'), entry, { mode: 0o600 });
      }
      return { GH_CONFIG_DIR: config, HOME: config };
    },
    goAway,
    comeBack,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function fits({ method, path }: Asked, meant: Meant): boolean {
  return (meant.method ?? method) === method && (meant.path?.test(path) ?? true);
}

async function readRequest(request: IncomingMessage): Promise<Arrived> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://github');
  return {
    method: request.method ?? 'GET',
    path: pathname.replace(/^\/api(?:\/v3)?(?=\/)/, ''),
    rawPath: pathname,
    query: searchParams,
    body: text === '' ? undefined : parsed(text),
    host: request.headers.host ?? '',
    token: /^(?:token|bearer) (\S+)$/i.exec(request.headers.authorization ?? '')?.[1],
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

function send(
  response: ServerResponse,
  { status, body }: Readonly<{ status: number; body?: unknown }>,
  headers: Readonly<Record<string, string>> = {},
): void {
  const isText = typeof body === 'string';
  response.writeHead(status, {
    'content-type': isText ? 'text/html' : 'application/json; charset=utf-8',
    ...headers,
  });
  response.end(isText ? body : JSON.stringify(body ?? {}));
}

function sendHalf(response: ServerResponse, { status, body }: Told): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

function nextLink({ host, rawPath, query }: Arrived): string {
  const next = new URLSearchParams(query);
  next.set('page', String(Number(query.get('page') ?? 1) + 1));
  return `<https://${host}${rawPath}?${next}>; rel="next", <https://${host}${rawPath}?page=9>; rel="last"`;
}
