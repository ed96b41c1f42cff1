// A worker of the team as an executor: at home its order is put where workers claim, its end is waited for, and what
// it did is laid into the tree of the run, where it is judged as if it had been done here.
//
//   start: tree ──► remote, order ──► queue        watch: ask until it has ended
//   collect: signed by somebody trusted? ──► tree of the remote ──► working tree of the run ──► judged as ever

import type { Executor, Handle, Seen } from '../../executors/adapters/port.ts';
import { ok } from '../../model/failure.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { collect } from './collect-order.ts';
import { placeAt, prepare, type Sent } from './send-order.ts';
import { isAwayNow } from './store.ts';
import { watch } from './watch-order.ts';

export function teamExecutor(ws: Workspace): Executor {
  const known = new WeakMap<Handle, Sent>();
  const sentBy = (handle: Handle): Sent => {
    const sent = known.get(handle);
    if (!sent) throw new Error(`run ${handle.run} was not started by this process`);
    return sent;
  };
  return {
    type: 'team',
    async start(request) {
      const sent = await prepare(ws, request);
      if (!sent.ok) return sent;
      const handle: Handle = { run: request.order.run_id, process: null };
      known.set(handle, sent.value);
      return ok(handle);
    },
    watch: (handle) => watchAndClose(ws, sentBy(handle)),
    async cancel(handle) {
      const { order, store, ended } = sentBy(handle);
      ended.abort();
      try {
        await store.open()?.queue.cancel(placeAt(order));
      } catch (error) {
        // It is taken back the next time the log is mirrored.
        if (!isAwayNow(error)) throw error;
      }
    },
    async collect(handle) {
      const sent = sentBy(handle);
      try {
        return await collect(ws, sent);
      } finally {
        await sent.store.close();
      }
    },
  };
}

/** Nothing is collected of one that fails. */
async function* watchAndClose(ws: Workspace, sent: Sent): AsyncGenerator<Seen> {
  try {
    yield* watch(ws, sent);
  } catch (error) {
    await sent.store.close();
    throw error;
  }
}
