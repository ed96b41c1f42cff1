import { join } from 'node:path';
import { type Ended, run } from '../client/child.ts';
import { PROJECT } from '../example.ts';

/** What `npm start` prints in a terminal with colours, from a repository that is kept in a folder. */
export function recordStart(folder: string, example = 'fix'): Promise<Ended> {
  const { NO_COLOR: _, ...others } = process.env;
  const start = [
    '--import',
    'tsx',
    join(PROJECT, 'scripts', 'start.ts'),
    '--keep',
    folder,
    '--example',
    example,
  ];
  const env = { ...others, FORCE_COLOR: '1' };
  return run(process.execPath, start, { cwd: PROJECT, env, timeoutMs: 300_000 });
}
