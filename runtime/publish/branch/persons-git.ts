// How git is started where programs of the person run: filters, hooks, a signer, ssh. They get the environment the
// person has, as from their own `git add` and `git push`, but nobody there to ask.

import type { Others } from '../../evidence/trees/git.ts';
import type { VerifyFailure } from '../../evidence/trees/result.ts';

type Started = Readonly<{ env: Readonly<Record<string, string>>; others: Others }>;

/** `git` itself speaks English, in the letters of the person: a filter or a hook may read them. */
export function personal(timeoutMs: number, hasHooks = false): Started {
  const env = { LC_ALL: process.env.LC_ALL ?? '', LANGUAGE: 'en' };
  return { env: { ...env, ...ASKS_NOBODY }, others: { env: process.env, timeoutMs, hasHooks } };
}

const ASKS_NOBODY = {
  GIT_TERMINAL_PROMPT: '0',
  // Empty: not that of the configuration and not SSH_ASKPASS either, which may open a window.
  GIT_ASKPASS: '',
  SSH_ASKPASS_REQUIRE: 'never',
  GCM_INTERACTIVE: 'never',
};

/** Of the person, where they gave them by the environment. */
export function variables(names: readonly string[]): Readonly<Record<string, string>> {
  const given = names.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(given.flatMap(([name, is]) => (is === undefined ? [] : [[name, is]])));
}

/** Why git could not do what it was asked for. */
export function saidBy(error: VerifyFailure): string {
  if ('stderr' in error && error.stderr !== '') return error.stderr;
  if ('reason' in error) return error.reason;
  return `git failed (${error.kind})`;
}
