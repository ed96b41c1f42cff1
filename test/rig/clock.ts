import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CLOCK = join(import.meta.dirname, 'clock.cjs');

export type Clock = Readonly<{ now: () => Date; env: Readonly<Record<string, string>> }>;

/**
 * It is `time` now, and goes on from there; so it is in programs that are given `env`, in UTC. `folder` is for
 * what they load first.
 */
export function clockAt(folder: string, time: string): Clock {
  const ahead = Date.parse(time) - Date.now();
  const preload = join(folder, `clock-${ahead}.cjs`);
  writeFileSync(preload, `require(${JSON.stringify(CLOCK)})(__filename, ${ahead});\n`);
  const env = { NODE_OPTIONS: `--require=${preload}`, TZ: 'UTC' };
  return { now: () => new Date(Date.now() + ahead), env };
}
