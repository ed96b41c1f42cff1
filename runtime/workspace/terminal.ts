// Whether this process is in the foreground of a terminal, and what stands above it.

import { spawnSync } from 'node:child_process';
import { uptime } from 'node:os';
import { basename } from 'node:path';
import { ownProgram } from '../files/own-programs.ts';
import type { Terminal } from '../model/actors/terminal.ts';
import { statOf } from './processes.ts';

/** A process as it is needed here. `terminal` is empty where it has none. */
type Row = Readonly<{
  pid: number;
  parent: number;
  group: number;
  foreground: number;
  terminal: string;
  ageSec: number | null;
  name: string;
}>;

export type Seat =
  | Readonly<{ kind: 'foreground'; terminal: Terminal }>
  | Readonly<{ kind: 'background' }>
  /** It was never started at a terminal, or has left it. */
  | Readonly<{ kind: 'no-terminal' }>
  | Readonly<{ kind: 'unknown'; why: string }>;

/** This process and those above it, the nearest first. */
export type Lineage = readonly Row[];

export function lineage(pid = process.pid): Lineage {
  if (process.platform === 'linux') return linuxLineage(pid);
  return process.platform === 'win32' ? [] : chainOf(psRows(), pid);
}

export function seatOf(rows: Lineage): Seat {
  if (process.platform === 'win32') return consoleSeat();
  const [own] = rows;
  if (!own) return { kind: 'unknown', why: 'the system does not say which processes run' };
  return seatIn(own, rows);
}

/** Pure. */
export function seatIn(own: Row, rows: Lineage): Seat {
  if (own.terminal === '') return { kind: 'no-terminal' };
  if (own.foreground !== own.group) return { kind: 'background' };
  const outside = rows.findIndex((row) => row.terminal !== own.terminal);
  const first = rows.at(outside === -1 ? -1 : outside - 1) ?? own;
  const parents = rows.slice(1, 1 + MOST_PARENTS).map((row) => row.name.slice(0, MOST_LETTERS));
  return {
    kind: 'foreground',
    terminal: { name: own.terminal, parents, age_sec: first.ageSec },
  };
}

const MOST_PARENTS = 8;
const MOST_LETTERS = 40;

/** Windows knows neither groups nor a controlling terminal. */
function consoleSeat(): Seat {
  const isConsole = process.stdin.isTTY === true && process.stdout.isTTY === true;
  if (!isConsole) return { kind: 'no-terminal' };
  return { kind: 'foreground', terminal: { name: 'console', parents: [], age_sec: null } };
}

function linuxLineage(pid: number): Lineage {
  const upSec = uptime();
  const rows: Row[] = [];
  for (let at = pid; at > 0; ) {
    const stat = statOf(at);
    if (!stat) break;
    const { parent, group, foreground, name } = stat;
    const ageSec = stat.started === null ? null : age(upSec, stat.started);
    rows.push({
      ...{ pid: at, parent, group, foreground, name, ageSec },
      terminal: terminalName(stat.terminal),
    });
    at = parent;
  }
  return rows;
}

/** Linux counts in hundredths of a second for programs, whatever it counts in itself. */
const TICKS = 100;

function age(upSec: number, started: string): number {
  return Math.max(0, Math.round(upSec - Number(started) / TICKS));
}

/** Pure. As Linux numbers its devices: 12 bits of kind in the middle, the rest is which. */
export function terminalName(device: number): string {
  if (device === 0) return '';
  const major = (device >>> 8) & 0xfff;
  const minor = (device & 0xff) | ((device >>> 12) & 0xfff00);
  if (major >= 136 && major <= 143) return `pts/${(major - 136) * 256 + minor}`;
  return major === 4 && minor < 64 ? `tty${minor}` : `tty ${major}:${minor}`;
}

function psRows(): readonly Row[] {
  const fields = ['pid', 'ppid', 'pgid', 'tpgid', 'tty', 'etime', 'comm'];
  const program = ownProgram('ps', process.cwd());
  if (program === undefined) return [];
  const ended = spawnSync(program, ['-axo', fields.map((field) => `${field}=`).join(',')], {
    encoding: 'utf8',
    timeout: 10_000,
    maxBuffer: 16 * 1024 * 1024,
  });
  return ended.status === 0 ? parsePs(ended.stdout) : [];
}

/** Pure. */
export function parsePs(text: string): readonly Row[] {
  return text.split('\n').flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(-?\d+)\s+(\S+)\s+(\S+)\s+(.*?)\s*$/.exec(line);
    if (!found) return [];
    const [, pid, parent, group, foreground, terminal = '', time = '', name = ''] = found;
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        group: Number(group),
        foreground: Number(foreground),
        terminal: /^\?+$|^-$/.test(terminal) ? '' : terminal,
        ageSec: seconds(time),
        name: basename(name),
      },
    ];
  });
}

/** `[[days-]hours:]minutes:seconds` */
function seconds(time: string): number | null {
  const found = /^(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+)$/.exec(time);
  if (!found) return null;
  const [days, hours, minutes, rest] = found.slice(1).map((part) => Number(part ?? 0));
  return ((days ?? 0) * 24 + (hours ?? 0)) * 3600 + (minutes ?? 0) * 60 + (rest ?? 0);
}

/** Pure. */
export function chainOf(rows: readonly Row[], pid: number): Lineage {
  const byPid = new Map(rows.map((row) => [row.pid, row]));
  const chain: Row[] = [];
  for (let at = byPid.get(pid); at && !chain.includes(at); at = byPid.get(at.parent))
    chain.push(at);
  return chain;
}
