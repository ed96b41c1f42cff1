// The last page of `npm start`: whether the tests pass now, the change, where to look, and what to type next.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import type { TaskgraphFile } from '../../runtime/model/taskgraph.ts';
import { git, PROJECT } from '../example.ts';

export type End = Readonly<{
  repo: string;
  /** How `npm test` ended. */
  before: number | null;
  after: number | null;
  seconds: number;
  /** The tests had to fail before. */
  isRed: boolean;
  say: (text: string) => void;
}>;

/** Returns the exit code. */
export async function printEnd({ repo, before, after, seconds, isRed, say }: End): Promise<number> {
  say(`\n${pc.bold('after')}   npm test ${passOrFail(after)}`);
  const status = graphStatus(repo);
  if (status !== 'completed') {
    say(pc.red(`The graph is ${status ?? 'not there'}; the job is not done. Look in ${repo}`));
    return 1;
  }
  const color = pc.isColorSupported ? 'always' : 'never';
  say(`\n${pc.bold('git diff')}\n${await git(repo, 'diff', `--color=${color}`)}`);
  const cli = quoted(join(PROJECT, 'dist', 'cli.js'));
  say(`${pc.bold('kept')}  cd ${quoted(repo)}`);
  say(`  node ${cli} evidence   ${pc.dim('# claimed beside seen')}`);
  say(`  node ${cli} show       ${pc.dim('# all of it as one page')}`);
  say(`\n${pc.bold('in your own repository')}`);
  say(`  npm pack   ${pc.dim('# here, once')}`);
  say(
    `  npx -y ${quoted(`file:${join(PROJECT, packedName())}`)} init   ${pc.dim('# there, once')}`,
  );
  say(`  claude     ${pc.dim('# there; then type /wukong_fix <what is wrong>')}`);
  say(
    pc.dim(
      `\n${seconds} s from the copy of the example to here, without what was installed, built or fetched before`,
    ),
  );
  return isRed === (before !== 0) && after === 0 ? 0 : 1;
}

export function passOrFail(code: number | null): string {
  return code === 0 ? pc.green('passes') : pc.red('fails');
}

function graphStatus(repo: string): string | undefined {
  const path = join(repo, '.wukong', 'taskgraph.json');
  if (!existsSync(path)) return undefined;
  const file: TaskgraphFile = JSON.parse(readFileSync(path, 'utf8'));
  return file.graphs[0]?.status;
}

/** What `npm pack` calls its file. */
function packedName(): string {
  const { name, version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  return `${name}-${version}.tgz`;
}

function quoted(path: string): string {
  return /^[\w./:\\@+-]+$/.test(path) ? path : `"${path}"`;
}
