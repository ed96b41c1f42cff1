// Why a gate does not pass in a copy, by what it printed there and by what the copy lacks. Pure.

import type { Tried } from '../../model/gate-schema.ts';
import type { TrialCause } from '../../model/trial-cause.ts';
import { missingTool } from '../commands/missing-tool.ts';

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

type LackSeen = Pick<TrialSeen, 'command' | 'output' | 'linked' | 'missing'>;

/**
 * Null: none was found. Where it passes nowhere, the fault somebody is about to fix may be the reason, so
 * that only counts what no file can bring.
 */
export function trialCause(seen: TrialSeen): TrialCause | null {
  if (seen.copy === 'pass') return null;
  const lacks = seen.here === 'pass' ? (notThere(seen) ?? behindLink(seen)) : undefined;
  return lacks ?? outside(seen.output) ?? null;
}

/**
 * What a check lacks that passes nowhere, with a change or without it. Then it is no fault that somebody is about to
 * fix, and every sign counts.
 */
export function lackOf({ command, output, linked, missing }: LackSeen): TrialCause | undefined {
  const seen = { command, output, linked, missing };
  const tool =
    missingTool(output) ??
    /^`([^`\n]+)` (?:is not on the path|cannot be started)/m.exec(output)?.[1];
  if (tool !== undefined) return { kind: 'no-tool', path: tool };
  const module = NO_MODULE.map((words) => words.exec(output)?.[1]).find(Boolean);
  return (
    notThere(seen) ??
    behindLink(seen) ??
    outside(output) ??
    (module ? { kind: 'no-module', path: module } : undefined) ??
    settingsAside(missing)
  );
}

/** npm prints the scripts that it runs behind `> `. */
export function isSilent(output: string): boolean {
  return output
    .split('\n')
    .every((line) => line.trim() === '' || /^(?:> |\(no output\)$)/.test(line));
}

/** The same of one that failed in the working tree, which lacks no file: what keeps it from running its tests. */
export function lackInPlace(output: string): TrialCause | undefined {
  if (isSilent(output)) return { kind: 'silent' };
  const cause = lackOf({ command: [], output, linked: [], missing: [] });
  return cause?.kind === 'no-tool' || cause?.kind === 'no-module' ? cause : undefined;
}

/** Of packages: what is named by a path is a file of the program. */
const NO_MODULE = [
  /\bCannot find (?:module|package) ['"]([^'"./\n][^'"\n]{0,200})['"]/,
  /^(?:E +)?ModuleNotFoundError: No module named ['"]([^'"\n]{1,200})['"]/m,
  /\bcannot load such file -- ([\w-]+)/,
];

/** Settings and data of a person that no output names: a program may look for them without a word. */
const SETTINGS =
  /(?:^|\/)(?:\.env(?:\.[\w.-]+)?|[^/]*(?:local|secret|credential|settings|config)[^/]*|[^/]+\.(?:pem|key|crt|sqlite3?|db))$/i;

function settingsAside(missing: readonly string[]): TrialCause | undefined {
  const path = missing.find((one) => SETTINGS.test(one));
  return path === undefined ? undefined : { kind: 'perhaps-not-in-copy', path };
}

const NOT_FOUND =
  /ENOENT|no such file|not found|cannot find|could not (?:find|open|resolve|load|read)|unable to (?:find|open|locate)|does(?:n.t| not) exist|not a (?:directory|build directory)|is missing|no module named|failed to (?:open|load|resolve)/i;

/** The first that it missed. */
function notThere({ command, output, missing }: LackSeen): TrialCause | undefined {
  const lines = output.split('\n').filter((line) => NOT_FOUND.test(line));
  // The longest first: `packages/a/dist` says more than `dist`.
  const all = missing
    .toSorted((a, b) => b.length - a.length)
    .map((path) => ({ path, names: named(path) }));
  for (const words of [...command, ...lines]) {
    const found = all.find(({ names }) => names.test(words));
    if (found) return { kind: 'not-in-copy', path: found.path };
  }
  return undefined;
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
function behindLink({ command, output, linked }: LackSeen): TrialCause | undefined {
  const path = linked.find((one) => /(?:^|\/)node_modules$/.test(one));
  if (path === undefined) return undefined;
  const lines = output.split('\n');
  const asks = lines.some((line) => line.startsWith('> ') && ASKS_NPM.test(line));
  const speaks = lines.some((line) => line.includes('node_modules') && LINK.test(line));
  const isSo = asks || speaks || NPM_SAYS.test(output) || ASKS_NPM.test(command.join(' '));
  return isSo ? { kind: 'linked', path } : undefined;
}

const NETWORK =
  /\b(?:ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|getaddrinfo)\b|could not resolve host|temporary failure in name resolution|name or service not known|network is unreachable|no such host\b|connection refused/i;
const TERMINAL =
  /not a (?:tty|terminal)\b|inappropriate ioctl for device|setRawMode is not a function|(?:open|opening) \/dev\/tty|no tty present|TERM environment variable not set/i;
const STDIN =
  /EOF when reading a line|(?:unexpected )?(?:EOF|end of (?:file|input)) (?:on|from|reading) (?:stdin|standard input)|stdin (?:is closed|was closed|is empty)/i;

function outside(output: string): TrialCause | undefined {
  if (TERMINAL.test(output)) return { kind: 'terminal' };
  if (STDIN.test(output)) return { kind: 'stdin' };
  return NETWORK.test(output) ? { kind: 'network' } : undefined;
}
