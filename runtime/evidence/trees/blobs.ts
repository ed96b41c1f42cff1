import { git } from './git.ts';
import type { Repository } from './tree-store.ts';

/** The contents by id, in one call; without those git cannot read. */
export async function readBlobs(
  { top, env }: Repository,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const ids = [...new Set(wanted)];
  const blobs = new Map<string, Buffer>();
  if (ids.length === 0) return blobs;
  const input = `${ids.join('\n')}\n`;
  const read = await git({ cwd: top, env, args: ['cat-file', '--batch'], input });
  const output = read.ok ? read.value.stdout : Buffer.alloc(0);
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0x0a, at);
    const [, id, size] =
      /^([0-9a-f]{40,64}) blob (\d+)$/.exec(output.toString('utf8', at, end)) ?? [];
    at = end + 1;
    if (id === undefined) continue;
    blobs.set(id, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return blobs;
}
