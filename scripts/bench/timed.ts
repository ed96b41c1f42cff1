// The shell's own `time` over a batch of processes: user and system time from the children's resource
// usage. Several in one `time`, because the shell tells whole milliseconds.

import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export type Call = Readonly<{
  cwd: string;
  /** This very Node unless told; one for a batch. */
  program?: string;
  /** Of Node: a script and its arguments, or `-e 0`. */
  args: readonly string[];
  /** A file for stdin. */
  input: string;
}>;

/** Milliseconds for one process. */
export type Sample = Readonly<{ cpuMs: number; wallMs: number }>;

// Everything a batch needs is set before the clock runs; `cd` and redirections are the shell's own.
const SCRIPT = `
node=$1 words=$2; shift 2
run() {
  while (($#)); do
    cd "$1" || exit 9
    "$node" "\${@:3:words}" < "$2" > /dev/null || exit 8
    shift $((2 + words))
  done
}
TIMEFORMAT='%3R %3U %3S'
time run "$@" 2>&3
`;

export function timed(
  calls: readonly Call[],
  { environment, home }: Readonly<{ environment: Record<string, string>; home: string }>,
): Sample {
  const words = calls[0]?.args.length ?? 0;
  const args = calls.flatMap((call) => [call.cwd, call.input, ...call.args]);
  const errors = join(home, 'stderr.txt');
  const fd = openSync(errors, 'w');
  try {
    const ended = spawnSync(
      'bash',
      ['-c', SCRIPT, 'bench', calls[0]?.program ?? process.execPath, String(words), ...args],
      { env: environment, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe', fd] },
    );
    if (ended.error) throw new Error(`the bench needs bash: ${ended.error.message}`);
    const said = readFileSync(errors, 'utf8');
    if (ended.status !== 0 || said !== '') {
      throw new Error(
        `${calls[0]?.args.join(' ')} failed (${ended.status}): ${said}${ended.stderr}`,
      );
    }
    const [real = 0, user = 0, system = 0] = ended.stderr.trim().split(' ').map(Number);
    const each = 1000 / calls.length;
    return { wallMs: real * each, cpuMs: (user + system) * each };
  } finally {
    closeSync(fd);
    rmSync(errors, { force: true });
  }
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** Half the distance between the quartiles: how far apart the rounds were. */
export function spread(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round((sorted.length - 1) * share)] ?? 0;
  return (at(0.75) - at(0.25)) / 2;
}
