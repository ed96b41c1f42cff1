// Claude Code without a terminal as an executor: it gets the work order as its prompt and the role as its agent.
// Its own hooks hold it and judge its report (hooks/events/headless.ts), so what comes back here is only how it
// ended.

import { randomUUID } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import { ownProgram, whyNotFound } from '../../files/own-programs.ts';
import { workOrderText } from '../../hosts/claude-code/session/work-order-text.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { collectResult } from '../folder/collect-result.ts';
import { CLIENT, headlessArguments, headlessEnvironment } from '../headless/arguments.ts';
import { ClientStream } from '../headless/read-stream.ts';
import type { Brought, Executor, Handle, StartFault, StartRequest } from './port.ts';
import { OUTPUTS, Started, spawnProgram } from './spawned.ts';
import type { Supervised } from './supervised.ts';

type Running = Readonly<{ request: StartRequest; life: Supervised; stream: ClientStream }>;

const started = new Started<Running>();

export const headless: Executor = {
  type: 'headless',
  start,
  watch: started.watch,
  cancel: started.cancel,
  async collect(handle): Promise<Brought> {
    const { request, life, stream } = started.of(handle);
    const exit = await life.exit;
    const left = collectResult(request.copy);
    return { left, exit, outputs: Object.values(OUTPUTS), client: stream.end() };
  },
};

async function start(request: StartRequest): Promise<Result<Handle, StartFault>> {
  const { order, copy, settings, approvals, env, depth, mostUsd } = request;
  if (settings.type !== 'headless') throw new Error(`${settings.type} is not headless`);
  const program = ownProgram(CLIENT, order.repo_dir);
  if (program === undefined) {
    return fail({ kind: 'cannot-start', why: whyNotFound(CLIENT) });
  }
  const stream = new ClientStream();
  // A letter may come in two pieces.
  const decoder = new StringDecoder('utf8');
  const session = randomUUID();
  const spawned = await spawnProgram(request, {
    argv: [program, ...headlessArguments({ order, settings, approvals, session, mostUsd })],
    env: headlessEnvironment(process.env, env, {
      WUKONG_RUN: order.run_id,
      WUKONG_ORDER_DIR: copy.dir,
      WUKONG_DEPTH: String(depth + 1),
    }),
    stdin: workOrderText(order),
    onStdout: (piece) => stream.add(decoder.write(piece)),
  });
  if (!spawned.ok) return spawned;
  const { handle, life } = spawned.value;
  started.add(handle, { request, life, stream });
  return ok(handle);
}
