import { hostname } from 'node:os';

/** Apart from hostName(), because loading node:os is not worth a hook's time where it can do without. */
export function systemHostName(): string {
  return hostname();
}
