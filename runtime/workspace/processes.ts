import { readdirSync, readFileSync } from 'node:fs';
import type { ProcessRef } from '../model/actors/process-ref.ts';

/** Names a process. Linux gives its start time; elsewhere a pid that was reused is taken for it. */
export function processRef(pid: number): ProcessRef {
  return { pid, started: statOf(pid)?.started ?? null };
}

export function isAlive(ref: ProcessRef): boolean {
  // To `kill`, zero and below are groups of processes, ours among them.
  if (ref.pid <= 0) return false;
  try {
    process.kill(ref.pid, 0);
  } catch (error) {
    // EPERM: it is there, and somebody else's.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const started = startTime(ref.pid);
  return started === 'zombie'
    ? false
    : ref.started === null || started === null || started === ref.started;
}

/** For who knows by itself what it has at work, and what it only was to have. */
export function othersThan(me: ProcessRef): (process: ProcessRef) => boolean {
  return (process) =>
    (process.pid !== me.pid || process.started !== me.started) && isAlive(process);
}

/** This process, in the name of a folder that is its own. */
export function ownerHere(): string {
  const { pid, started } = processRef(process.pid);
  return `${pid}-${started ?? 0}`;
}

export function isOwnerGone(owner: string): boolean {
  const [pid, started] = owner.split('-');
  return !isAlive({ pid: Number(pid), started: started === '0' ? null : (started ?? null) });
}

function startTime(pid: number): string | null {
  const stat = statOf(pid);
  // No /proc, or the process has just ended: process.kill has the last word.
  if (!stat) return null;
  return stat.state === 'Z' || stat.state === 'X' ? 'zombie' : stat.started;
}

type Stat = Readonly<{
  name: string;
  state: string;
  parent: number;
  group: number;
  session: number;
  /** Number of its terminal as a device; 0 for none. */
  terminal: number;
  /** The group in the foreground of that terminal. */
  foreground: number;
  /** In ticks since the machine started. */
  started: string | null;
}>;

/** /proc/<pid>/stat; undefined where there is none. The name in field 2 may hold spaces and brackets. */
export function statOf(pid: number): Stat | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return undefined;
  }
}

/** The ids of all processes there are; none where there is no /proc. */
export function processIds(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function parseStat(text: string): Stat {
  const end = text.lastIndexOf(')');
  const [state = '', ...fields] = text.slice(end + 2).split(' ');
  const [parent = 0, group = 0, session = 0, terminal = 0, foreground = 0] = fields.map(Number);
  const name = text.slice(text.indexOf('(') + 1, end);
  const started = fields[18] ?? null;
  return { name, state, parent, group, session, terminal, foreground, started };
}

/** The client, as it names itself to its hooks. */
export function clientRef(env: NodeJS.ProcessEnv): ProcessRef | null {
  const pid = Number(env.CLAUDE_PID);
  return Number.isInteger(pid) && pid > 1 ? processRef(pid) : null;
}

/** How many drivers and executors of ours stand above this process: 0 for what a person started. */
export function depthOf({ WUKONG_DEPTH = '' }: NodeJS.ProcessEnv): number {
  const depth = Number(WUKONG_DEPTH);
  return Number.isInteger(depth) && depth > 0 ? depth : 0;
}

/** Whether a process is that one, or was started by it, however many lie between. Linux only; elsewhere false. */
export function descendsFrom(pid: number, ancestor: ProcessRef): boolean {
  for (let at = pid; at > 1; at = parentOf(at)) {
    if (at !== ancestor.pid) continue;
    const { started } = processRef(at);
    return started === null || ancestor.started === null || started === ancestor.started;
  }
  return false;
}

/** 0 where it is unknown, or the process has ended. */
function parentOf(pid: number): number {
  return statOf(pid)?.parent ?? 0;
}

/** `state.json.4242-1.tmp` of a process that is gone (files/atomic-write.ts). */
export function isLeftOver(name: string): boolean {
  const pid = /\.(\d+)-\d+\.tmp$/.exec(name)?.[1];
  return pid !== undefined && !isAlive({ pid: Number(pid), started: null });
}
