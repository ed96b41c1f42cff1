import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { type Ended, run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { FAULTS, type Fault } from './scene.ts';
import type { WriterTask } from './writer.ts';

let built: string | undefined;

/** The writer as one file, so that many of them start at once. */
function writerScript(): string {
  if (built !== undefined) return built;
  const outfile = join(temporaryFolder('wukong-writer-'), 'writer.cjs');
  const entryPoints = [join(import.meta.dirname, 'writer.ts')];
  buildSync({ entryPoints, outfile, bundle: true, platform: 'node', logLevel: 'silent' });
  built = outfile;
  return outfile;
}

export function writerArgs(task: Partial<WriterTask> & Pick<WriterTask, 'repo' | 'name'>) {
  const whole: WriterTask = { count: 1, sizes: [0], waitMs: 30_000, records: 1, ...task };
  return [writerScript(), JSON.stringify(whole)];
}

/** Runs a writer to its end. */
export function write(
  task: Partial<WriterTask> & Pick<WriterTask, 'repo' | 'name'>,
  fault?: Fault,
): Promise<Ended> {
  const preload = fault ? ['--require', FAULTS] : [];
  const env = { ...systemPaths(), ...(fault ? { WUKONG_FAULT: JSON.stringify(fault) } : {}) };
  const args = [...preload, ...writerArgs(task)];
  return run(process.execPath, args, { env, timeoutMs: 600_000 });
}

export function acknowledged(ended: Pick<Ended, 'stdout'>): string[] {
  return ended.stdout.split('\n').filter((line) => line !== '');
}
