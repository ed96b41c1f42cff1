import { dirname } from 'node:path';
import { replaceFile } from '../files/atomic-write.ts';
import { makeFolders } from '../files/changing.ts';
import { isNoFile } from '../files/file-failure.ts';
import { readText } from '../files/reading.ts';
import type { GateApproval } from '../model/gate.ts';
import type { KeptLook } from '../model/looked.ts';
import { trustOf, type Workspace } from './paths.ts';
import { noteRoot } from './repository.ts';

/**
 * What a person allowed on this clone. It lies in the common git directory, which no clone or pull
 * carries: without it, or with another log's id in it, a workspace is foreign and hooks do nothing.
 */
export type Trust = Readonly<{
  version: 1;
  log_id: string;
  /** Of the one launcher that was installed, as older versions wrote it. */
  bundle_sha256?: string;
  /** SHA-256 of every launcher (.wukong/runtime/hook.cjs) that init put in here, the newest last. */
  launchers?: readonly string[];
  /**
   * SHA-256 of every file init put into the tree, by its path below the main checkout. Versions that
   * hashed only hook.cjs left it out; the next init adds it.
   */
  files?: Readonly<Record<string, string>>;
  approvals: readonly GateApproval[];
  /** What persons said yes to though it was in doubt. It counts in a goal whose log says so too. */
  looked?: readonly KeptLook[];
  /** A command of the plugin was the consent, and no `init`: its hooks work here, and those of a project don't. */
  plugin?: true;
  /** Since when a person has hooks turned off in this clone. */
  off?: string;
  /** Where goals may be published. */
  publish?: readonly Publishing[];
  /** Whose orders are carried out here, and whose results are taken. */
  machines?: readonly TrustedMachine[];
}>;

/** `key`: its public key. */
export type TrustedMachine = Readonly<{ key: string; name: string }>;

/** What a person said yes to: what is named, and where git really sends it. */
export type Publishing = Readonly<{
  /** github.com/org/repo */
  to: string;
  /** Null: no remote leads there, and only comments go there. */
  remote: string | null;
  /** The push URL without secrets, and the SHA-256 of it with them. */
  shown?: string;
  sha256?: string;
  /** The daemon may do so by itself. */
  daemon?: true;
}>;

const LISTS = ['looked', 'publish', 'machines'];

/** What stays when a clone is set up again: all that a person said for its log beside the commands they approved. */
export function keptTrust(
  before: Trust | undefined,
  logId: string,
): Pick<Trust, 'off' | 'looked' | 'publish' | 'machines'> {
  if (!before) return {};
  const { off, looked, publish, machines } = before;
  // An update does not turn on what a person turned off.
  const kept = off === undefined ? {} : { off };
  if (before.log_id !== logId) return kept;
  return {
    ...kept,
    ...(looked && { looked }),
    ...(publish && { publish }),
    ...(machines && { machines }),
  };
}

/** Throws if the text is not even JSON. */
function parseTrust(text: string): Trust | undefined {
  const value = JSON.parse(text);
  const valid =
    value?.version === 1 &&
    typeof value.log_id === 'string' &&
    Array.isArray(value.approvals) &&
    value.approvals.every((one: GateApproval | null) => Array.isArray(one?.command)) &&
    LISTS.every((name) => value[name] === undefined || Array.isArray(value[name]));
  return valid ? value : undefined;
}

/** Undefined when there is none, or none that can be read: then nothing is trusted. */
export function readTrust(ws: Workspace): Trust | undefined {
  try {
    return parseTrust(readText(trustOf(ws)));
  } catch (error) {
    if (error instanceof SyntaxError || isNoFile(error)) return undefined;
    throw error;
  }
}

export function writeTrust(ws: Workspace, trust: Trust): void {
  makeFolders(dirname(trustOf(ws)));
  noteRoot(ws);
  replaceFile(trustOf(ws), `${JSON.stringify(trust, null, 2)}\n`, true);
}

/** Beside what stands there. Called in a step, so that of two at once none is lost. */
export function addLooks(ws: Workspace, looks: readonly KeptLook[]): void {
  const trust = readTrust(ws);
  if (!trust) return;
  const isNew = (one: KeptLook): boolean => !looks.some((other) => sameLook(one, other));
  const others = (trust.looked ?? []).filter(isNew);
  writeTrust(ws, { ...trust, looked: [...others, ...looks].slice(-MOST_LOOKS) });
}

const MOST_LOOKS = 500;

function sameLook(a: KeptLook, b: KeptLook): boolean {
  return a.path === b.path && a.blob === b.blob && a.line === b.line && a.kind === b.kind;
}
