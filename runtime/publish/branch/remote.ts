// The other side: what a branch is there, and pushing to it. Never by force, and nobody is asked anything.

import { asVariables, type GitOutput, git } from '../../evidence/trees/git.ts';
import type { TreePlace } from '../../evidence/trees/overlay.ts';
import type { Result as Said } from '../../evidence/trees/result.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { personal, saidBy, variables } from './persons-git.ts';
import { type PushRefusal, pushRefusal, whyNotReached } from './push-outcome.ts';
import { redacted } from './repository-of.ts';

/** `said`: in git's words and those of hooks, without secrets of the URL. */
export type NotPushed = Readonly<{ kind: PushRefusal; said: string }>;
export type NotAsked = Readonly<{ kind: 'not-allowed' | 'unreachable' | 'unknown'; said: string }>;

const ASKING_MS = 60_000;
const PUSHING_MS = 10 * 60_000;

/** Where the branch is there; null: there is none. `url`: `pushed` of push-url.ts. */
export async function remoteBranch(
  place: TreePlace,
  url: string,
  name: string,
  timeoutMs = ASKING_MS,
): Promise<Result<string | null, NotAsked>> {
  const ref = `refs/heads/${name}`;
  const args = ['ls-remote', '--heads', '--', url, ref];
  const asked = await reach(place, url, args, { timeoutMs, hasHooks: false });
  if (!asked.ok) {
    const said = saidBy(asked.error);
    const kind = asked.error.kind === 'git-timeout' ? 'unreachable' : whyNotReached(said);
    return fail({ kind, said: redacted(said, url) });
  }
  const lines = asked.value.stdout.toString('utf8').split('\n');
  // `refs/x/refs/heads/name` is listed as well.
  const line = lines.find((one) => one.endsWith(`\t${ref}`));
  return ok(line?.split('\t')[0] ?? null);
}

/** The commit as the branch of that name; the hooks of the person run. */
export async function pushBranch(
  place: TreePlace,
  url: string,
  name: string,
  tip: string,
  timeoutMs = PUSHING_MS,
): Promise<Result<'pushed', NotPushed>> {
  // Else tags of the person would go along, or commits of inner repositories.
  const alone = ['--no-follow-tags', '--recurse-submodules=no'];
  const args = ['push', '--porcelain', ...alone, '--', url, `${tip}:refs/heads/${name}`];
  const ended = await reach(place, url, args, { timeoutMs, hasHooks: true });
  if (!ended.ok) return fail({ kind: 'unknown', said: redacted(saidBy(ended.error), url) });
  const { exitCode, stderr } = ended.value;
  if (exitCode === 0) return ok('pushed');
  const stdout = ended.value.stdout.toString('utf8');
  const line = stdout.split('\n').find((one) => one.startsWith('!')) ?? '';
  const said = redacted(`${stderr.trim()}\n${line.replaceAll('\t', ' ')}`.trim(), url);
  return fail({ kind: pushRefusal({ exitCode, stdout, stderr }), said });
}

function reach(
  { worktree }: TreePlace,
  url: string,
  args: readonly string[],
  how: Readonly<{ timeoutMs: number; hasHooks: boolean }>,
): Promise<Said<GitOutput>> {
  const theirs = personal(how.timeoutMs, how.hasHooks);
  return bySsh(worktree).then((ssh) =>
    git({
      cwd: worktree,
      // git rewrites what it is given once more; a rule for all of it is the longest, so it holds.
      env: {
        ...theirs.env,
        ...ssh,
        ...asVariables([
          [`url.${url}.insteadOf`, url],
          [`url.${url}.pushInsteadOf`, url],
        ]),
      },
      args,
      expect: how.hasHooks ? ANY_END : [0],
      others: theirs.others,
    }),
  );
}

const ANY_END = Array.from({ length: 256 }, (_, code) => code);

/** The person's own way, or one that asks for nothing. */
async function bySsh(cwd: string): Promise<Readonly<Record<string, string>>> {
  const own = variables(['GIT_SSH_COMMAND', 'GIT_SSH', 'GIT_SSH_VARIANT']);
  if (own.GIT_SSH_COMMAND !== undefined || own.GIT_SSH !== undefined) return own;
  const args = ['config', '--get', 'core.sshCommand'];
  const asked = await git({ cwd, args, expect: [0, 1] });
  const isSetUp = asked.ok && asked.value.exitCode === 0;
  return isSetUp ? own : { ...own, GIT_SSH_COMMAND: 'ssh -oBatchMode=yes' };
}
