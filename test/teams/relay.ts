// What lies between a worker and its server, to be cut: on loopback, one port.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** `silent`: half open, nothing arrives and nothing is closed. `deaf`: what is asked arrives, and no answer does. */
export type Line = 'open' | 'closed' | 'silent' | 'deaf';

export type Relay = AsyncDisposable & Readonly<{ url: string; set: (line: Line) => void }>;

/** `slowMs`: how long each answer is on its way. */
export async function relayTo(direct: string, slowMs = 0): Promise<Relay> {
  const { hostname, port } = new URL(direct);
  const pairs = new Set<readonly [Socket, Socket]>();
  let line: Line = 'open';
  const server = createServer((near) => {
    if (line === 'closed') return void near.destroy();
    const far = connect(Number(port), hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to, isAsked] of [
      [near, far, true],
      [far, near, false],
    ] as const) {
      from.on('data', (data) => {
        const pass = (): void => {
          if (line === 'open' || (line === 'deaf' && isAsked)) to.write(data);
        };
        if (slowMs === 0 || isAsked) pass();
        else setTimeout(pass, slowMs);
      });
      // Either end may be gone; then the other one is, too.
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(direct);
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  const cut = (): void => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  return {
    url: url.href,
    set(next) {
      // What was lost on a silent line does not arrive later.
      if (next === 'closed' || (next === 'open' && line !== 'open')) cut();
      line = next;
    },
    async [Symbol.asyncDispose]() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
