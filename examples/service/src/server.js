import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ROUTES } from './routes.js';

export function answer(method, path, body) {
  const route = ROUTES[`${method} ${path}`];
  return route ? route(body) : { status: 404, body: { error: 'not found' } };
}

export function serve(port) {
  const server = createServer(async (request, response) => {
    const sent = request.method === 'POST' ? await json(request).catch(() => undefined) : undefined;
    const { status, body } = answer(request.method, request.url, sent);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return server.listen(port);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) serve(Number(process.argv[2]));
