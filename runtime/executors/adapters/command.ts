// Any program as an executor: argv without a shell, the environment of gates, its order in a folder or on
// stdin, its result in that folder or on stdout.

import { join } from 'node:path';
import { gateEnvironment } from '../../evidence/gates/gate-environment.ts';
import { ok, type Result } from '../../model/failure.ts';
import { ARGV_VARIABLES, type ArgvVariable } from '../../model/protocol/vocabulary.ts';
import type { WorkOrderFile } from '../../model/protocol/work-order.ts';
import { visibleJson } from '../../words/plain-text.ts';
import { collectResult } from '../folder/collect-result.ts';
import type { Brought, Executor, Handle, StartFault, StartRequest } from './port.ts';
import { OUTPUTS, Started, spawnProgram } from './spawned.ts';
import type { Supervised } from './supervised.ts';

/** Of a result on stdout; the log has all of it. */
const MAX_RESULT_BYTES = 1024 * 1024;

type Running = Readonly<{ request: StartRequest; life: Supervised; head: () => string }>;

const started = new Started<Running>();

export const command: Executor = {
  type: 'command',
  start,
  watch: started.watch,
  cancel: started.cancel,
  async collect(handle): Promise<Brought> {
    const { request, life, head } = started.of(handle);
    const exit = await life.exit;
    const said =
      request.settings.type === 'command' && request.settings.output === 'stdout'
        ? head()
        : undefined;
    const left = collectResult(request.copy, said);
    return { left, exit, outputs: Object.values(OUTPUTS) };
  },
};

async function start(request: StartRequest): Promise<Result<Handle, StartFault>> {
  const { order, copy, settings } = request;
  if (settings.type !== 'command') throw new Error(`${settings.type} is no command`);
  const first = headOf(MAX_RESULT_BYTES);
  const spawned = await spawnProgram(request, {
    argv: argvOf(settings.command, order, copy.dir),
    env: gateEnvironment(process.env, {
      ...request.env,
      WUKONG_ORDER_DIR: copy.dir,
      WUKONG_DEPTH: String(request.depth + 1),
    }),
    stdin: settings.input === 'stdin' ? visibleJson(JSON.stringify(order)) : '',
    onStdout: first.add,
  });
  if (!spawned.ok) return spawned;
  const { handle, life } = spawned.value;
  started.add(handle, { request, life, head: first.text });
  return ok(handle);
}

/** The beginning of what comes, and no more of it than this. */
function headOf(most: number) {
  const first: Buffer[] = [];
  let room = most;
  return {
    add(piece: Buffer): void {
      if (room > 0) first.push(piece.subarray(0, room));
      room -= piece.length;
    },
    text: () => Buffer.concat(first).toString('utf8'),
  };
}

/**
 * The words of a command with what `{name}` stands for in this run. Words stay words: no shell reads them,
 * and nothing that an issue or an agent wrote is among the values.
 */
function argvOf(
  command: readonly string[],
  order: WorkOrderFile,
  orderDir: string,
): readonly string[] {
  const values: Readonly<Record<ArgvVariable, string>> = {
    order_dir: orderDir,
    order: join(orderDir, 'work_order.json'),
    result: join(orderDir, 'work_result.json'),
    repo_dir: order.repo_dir,
    run_id: order.run_id,
    issue_ref: order.issue_ref,
    role: order.role,
    node: order.node.id,
  };
  const pattern = new RegExp(`\\{(${ARGV_VARIABLES.join('|')})\\}`, 'g');
  return command.map((word) =>
    word.replaceAll(pattern, (_all, name: ArgvVariable) => values[name]),
  );
}
