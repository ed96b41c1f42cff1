import { git } from '../../evidence/trees/git.ts';
import type { TreePlace } from '../../evidence/trees/overlay.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { saidBy } from './persons-git.ts';
import { redacted } from './repository-of.ts';

export type PushUrl = Readonly<{
  /** As it is configured, before `insteadOf`; without secrets. */
  named: string;
  /** Where git sends it, for git alone: it may have a password. */
  pushed: string;
  /** The same for people. */
  shown: string;
}>;

export type NoPushUrl =
  | Readonly<{ kind: 'no-remote'; said: string }>
  /** git would push to all of them. */
  | Readonly<{ kind: 'several'; shown: readonly string[] }>;

export async function pushUrlOf(
  { worktree: cwd }: TreePlace,
  remote: string,
): Promise<Result<PushUrl, NoPushUrl>> {
  const args = ['remote', 'get-url', '--push', '--all', '--', remote];
  const found = await git({ cwd, args });
  if (!found.ok) return fail({ kind: 'no-remote', said: redacted(saidBy(found.error)) });
  const urls = linesOf(found.value.stdout);
  const [pushed = ''] = urls;
  const shown = urls.map((url) => redacted(url));
  if (urls.length > 1) return fail({ kind: 'several', shown });
  const named =
    (await configured(cwd, `remote.${remote}.pushurl`)) ??
    (await configured(cwd, `remote.${remote}.url`)) ??
    pushed;
  return ok({ named: redacted(named), pushed, shown: redacted(pushed) });
}

async function configured(cwd: string, key: string): Promise<string | undefined> {
  const asked = await git({ cwd, args: ['config', '--get-all', key], expect: [0, 1] });
  return asked.ok ? linesOf(asked.value.stdout)[0] : undefined;
}

function linesOf(stdout: Buffer): string[] {
  return stdout
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}
