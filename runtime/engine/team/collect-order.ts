// What came of an order is laid into the tree and the folders of its run, where it is judged as if it had been done here.

import { join } from 'node:path';
import { layOrTakeBack } from '../../evidence/lanes/lay-into.ts';
import type { Brought } from '../../executors/adapters/port.ts';
import { collectResult } from '../../executors/folder/collect-result.ts';
import { isInsideName } from '../../executors/protocol/names.ts';
import { putFile } from '../../files/atomic-write.ts';
import { makeFolders, removeAll } from '../../files/changing.ts';
import type { TravellingResult } from '../../model/protocol/travelling.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { isChange, type Sent } from './send-order.ts';

export async function collect(ws: Workspace, sent: Sent): Promise<Brought> {
  const { request, ended, came } = sent;
  const over: Brought = {
    left: collectResult(request.copy),
    exit: { kind: 'exit', code: null, cut: 'cancelled' },
    outputs: [],
  };
  if (ended.signal.aborted || !came) return over;
  if (!came.ok) throw new Error(came.error);
  const result = came.value;
  await layHere(ws, sent, result);
  for (const { name, content } of result.files) {
    if (!isInsideName(name) || Object.hasOwn(request.copy.given, name)) continue;
    const path = join(request.copy.dir, name);
    makeFolders(join(path, '..'));
    putFile(path, Buffer.from(content, 'base64'));
  }
  const outputs = Object.entries(result.outputs);
  for (const [name, text] of outputs)
    putFile(join(request.logs, name), Buffer.from(text, 'base64'));
  const { machine, person, environment, gates, by } = result;
  const about = { schema_version: 1, machine, person, key: by, environment, gates };
  putFile(join(request.logs, 'elsewhere.json'), `${JSON.stringify(about, null, 1)}\n`);
  return {
    left: collectResult(request.copy),
    exit: { kind: 'exit', code: result.exit, cut: result.cut },
    outputs: outputs.map(([name]) => name),
  };
}

/** It becomes what the tree of its run is, or nothing does. */
async function layHere(
  ws: Workspace,
  { request, order, remote }: Sent,
  result: TravellingResult,
): Promise<void> {
  if (!isChange(order, result)) return;
  const worktree = request.order.repo_dir;
  const kept = files.landing(ws, order.run);
  const trees = { from: order.tree, to: result.tree };
  const laid = await layOrTakeBack({ worktree, objectsDir: files.objects(ws), ...trees, kept });
  if (laid.is === 'done') return removeAll(kept);
  throw new Error(
    `${laid.path || 'the working tree'}: ${laid.why}. What was done on ${result.machine} is in ${result.ref} of ${remote}`,
  );
}
