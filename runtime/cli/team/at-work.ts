import { progress } from '../frame/progress.ts';

const TICK_MS = 500;

/** Says what is waited for, where that takes long. */
export async function atWork<T>(what: string, work: () => Promise<T>): Promise<T> {
  const shown = progress();
  const timer = setInterval(() => shown.update(what), TICK_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    shown.end();
  }
}
