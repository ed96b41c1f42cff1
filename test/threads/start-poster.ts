import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Sent } from '../../runtime/engine/publish/send.ts';
import { spawnGroup } from '../../scripts/client/child.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import type { PostTask } from './poster.ts';

export type Poster = Readonly<{
  child: ChildProcess;
  exited: Promise<unknown>;
  /** Undefined: it was killed. Whatever it started may be at work still. */
  end: () => Promise<readonly Sent[] | undefined>;
}>;

export function startPoster(task: PostTask, env: Readonly<Record<string, string>>): Poster {
  const args = [posterScript(), JSON.stringify(task)];
  const child = spawnGroup(process.execPath, args, { cwd: task.repo, env });
  let out = '';
  let error = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    error += text;
  });
  const closed = once(child, 'close');
  const exited = once(child, 'exit');
  const end = async (): Promise<readonly Sent[] | undefined> => {
    await exited;
    if (child.signalCode === 'SIGKILL') return undefined;
    await closed;
    if (child.exitCode !== 0) throw new Error(`the poster ended with ${child.exitCode}: ${error}`);
    return JSON.parse(out);
  };
  return { child, exited, end };
}

let built: string | undefined;

/** The poster as one file, so that it starts at once. */
function posterScript(): string {
  if (built !== undefined && existsSync(built)) return built;
  const outfile = join(temporaryFolder('wukong-poster-'), 'poster.mjs');
  const js =
    "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
  buildSync({
    entryPoints: [join(import.meta.dirname, 'poster.ts')],
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', banner: { js } },
    ...{ mainFields: ['module', 'main'], logLevel: 'silent' },
  });
  built = outfile;
  return outfile;
}
