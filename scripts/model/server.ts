import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { classify, type ModelCall, type Reply, type Script } from './call.ts';
import { parseRequest } from './message.ts';
import { ids, messageJson, messageStream } from './wire.ts';

export type Asked = {
  readonly at: string;
  readonly call: ModelCall;
  readonly body: string;
  /** Missing while the script is still thinking, or when the client hung up before. */
  reply?: Reply;
};

export type Model = AsyncDisposable &
  Readonly<{
    url: string;
    /** Every question so far, in the order of arrival. */
    requests: readonly Asked[];
    /** What the script itself did wrong. A test should find nothing here. */
    faults: readonly Error[];
    /** Hosts somebody tried to reach through this server as a proxy. They were refused. */
    refused: readonly string[];
    close(): Promise<void>;
  }>;

/**
 * The scripted model: the Messages API on loopback, answered by a function. `name`: what it calls itself; the
 * model that is asked for, if left out.
 */
export async function startModel(script: Script, name?: string): Promise<Model> {
  const requests: Asked[] = [];
  const faults: Error[] = [];
  const refused: string[] = [];
  const nextId = ids();

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      faults.push(error instanceof Error ? error : new Error(String(error)));
      // 400 is not retried, so a broken script shows at once.
      sendError(response, 400, 'invalid_request_error', `The script failed: ${String(error)}`);
    });
  });
  server.on('connect', (request, socket) => {
    refused.push(request.url ?? '');
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://model').pathname;
    const body = await readBody(request);
    if (request.method !== 'POST')
      return sendJson(response, request.method === 'HEAD' ? 200 : 404, {});
    if (path === '/v1/messages/count_tokens') {
      return sendJson(response, 200, { input_tokens: tokens(body) });
    }
    if (path !== '/v1/messages') return sendJson(response, 404, {});

    const { stream, ...parsed } = parseRequest(body);
    const call = classify({ ...parsed, stream }, request.headers);
    const asked: Asked = { at: new Date().toISOString(), call, body };
    requests.push(asked);

    const reply = await script(call);
    if (reply.delayMs !== undefined) await delay(reply.delayMs);
    asked.reply = reply;
    // The client may have been killed while the script was thinking.
    if (response.destroyed) return;
    if (reply.error !== undefined) {
      const { status, type, message } = reply.error;
      return sendError(response, status, type, message);
    }
    const message = { reply, model: name ?? call.model, inputTokens: tokens(body), nextId };
    if (!stream) return sendJson(response, 200, messageJson(message));
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.end(messageStream(message));
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The model has no port.');

  const close = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    faults,
    refused,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendError(response: ServerResponse, status: number, type: string, message: string): void {
  if (response.headersSent || response.destroyed) return;
  sendJson(response, status, { type: 'error', error: { type, message } });
}

/** Near enough for budgets and status lines: about four bytes a token. */
function tokens(text: string): number {
  return Math.ceil(text.length / 4);
}
