// Why a gate does not pass in a copy, by what it printed there and by what the copy lacks. Pure.

import type { TrialCause, Tried } from '../../model/gate-schema.ts';

export type TrialSeen = Readonly<{
  command: readonly string[];
  here: Tried['outcome'] | null;
  copy: Tried['outcome'];
  /** The end of what it printed in the copy. */
  output: string;
  /** Folders the copy has by a link. */
  linked: readonly string[];
  /** What git ignores in the working tree and the copy does not have. */
  missing: readonly string[];
}>;

/**
 * Null: none was found. Where it passes nowhere, the fault somebody is about to fix may be the reason, so
 * that only counts what no file can bring.
 */
export function trialCause(seen: TrialSeen): TrialCause | null {
  if (seen.copy === 'pass') return null;
  const lacks = seen.here === 'pass' ? (notThere(seen) ?? behindLink(seen)) : undefined;
  return lacks ?? outside(seen.output) ?? null;
}

const NOT_FOUND =
  /ENOENT|no such file|not found|cannot find|could not (?:find|open|resolve|load|read)|unable to (?:find|open|locate)|does(?:n.t| not) exist|not a (?:directory|build directory)|is missing|no module named|failed to (?:open|load|resolve)/i;

function notThere({ command, output, missing }: TrialSeen): TrialCause | undefined {
  const lines = output.split('\n').filter((line) => NOT_FOUND.test(line));
  // The longest first: `packages/a/dist` says more than `dist`.
  const found = missing
    .toSorted((a, b) => b.length - a.length)
    .find((path) => {
      const names = named(path);
      return command.some((word) => names.test(word)) || lines.some((line) => names.test(line));
    });
  return found === undefined ? undefined : { kind: 'not-in-copy', path: found };
}

/** The path as it is, and as a module of Python. */
function named(path: string): RegExp {
  const plain = path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const module = path.replace(/\.py$/, '').split('/').join('\\.');
  return new RegExp(`(?:^|[^\\w.-])(?:${plain}|${module})(?![\\w-])`);
}

const ASKS_NPM = /\bnpm(?:@\S+)?\s+(?:audit|ls|list|ci|prune|dedupe)\b/;
const NPM_SAYS =
  /^npm (?:ERR!|error) (?:code (?:ELSPROBLEMS|ENOLOCK)|missing:|extraneous:|invalid:)/m;
const LINK = /symbolic link|symlink|\bELOOP\b|\bENOTDIR\b|not a directory/i;

/** npm prints the scripts it runs behind `> `. */
function behindLink({ command, output, linked }: TrialSeen): TrialCause | undefined {
  const path = linked.find((one) => /(?:^|\/)node_modules$/.test(one));
  if (path === undefined) return undefined;
  const lines = output.split('\n');
  const asks = lines.some((line) => line.startsWith('> ') && ASKS_NPM.test(line));
  const speaks = lines.some((line) => line.includes('node_modules') && LINK.test(line));
  const isSo = asks || speaks || NPM_SAYS.test(output) || ASKS_NPM.test(command.join(' '));
  return isSo ? { kind: 'linked', path } : undefined;
}

const NETWORK =
  /\b(?:ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|getaddrinfo)\b|could not resolve host|temporary failure in name resolution|name or service not known|network is unreachable|no such host\b/i;
const TERMINAL =
  /not a (?:tty|terminal)\b|inappropriate ioctl for device|setRawMode is not a function|(?:open|opening) \/dev\/tty|no tty present|TERM environment variable not set/i;
const STDIN =
  /EOF when reading a line|(?:unexpected )?(?:EOF|end of (?:file|input)) (?:on|from|reading) (?:stdin|standard input)|stdin (?:is closed|was closed|is empty)/i;

function outside(output: string): TrialCause | undefined {
  if (TERMINAL.test(output)) return { kind: 'terminal' };
  if (STDIN.test(output)) return { kind: 'stdin' };
  return NETWORK.test(output) ? { kind: 'network' } : undefined;
}
