import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CLOCK = join(import.meta.dirname, 'clock.cjs');

export type Clock = Readonly<{ now: () => Date; env: Readonly<Record<string, string>> }>;

/**
 * It is `time` now, and goes on from there; so it is in programs that are given `env`, in UTC. `folder` is for
 * what they load first.
 */
export function clockAt(folder: string, time: string): Clock {
  const ahead = Date.parse(time) - Date.now();
  const now = () => new Date(Date.now() + ahead);
  return { now, env: envOf(join(folder, `clock-${ahead}.cjs`), ahead) };
}

/** The same, for programs that go on while it is set: only onwards, and they look every 20 ms. */
export function clockToSet(folder: string): Readonly<{ set: (time: string) => void }> & Clock {
  const file = join(folder, 'clock.txt');
  let ahead = 0;
  const set = (time: string): void => {
    const since = Date.now();
    // Times of files that mean no time of day have whole seconds.
    ahead = Math.ceil((Date.parse(time) - since) / 1000) * 1000;
    appendFileSync(file, `${since} ${ahead}\n`);
  };
  return {
    set,
    now: () => new Date(Date.now() + ahead),
    env: envOf(join(folder, 'clock.cjs'), file),
  };
}

function envOf(preload: string, ahead: number | string): Clock['env'] {
  const told = JSON.stringify(ahead);
  writeFileSync(preload, `require(${JSON.stringify(CLOCK)})(__filename, ${told});\n`);
  return { NODE_OPTIONS: `--require="${preload}"`, TZ: 'UTC' };
}
