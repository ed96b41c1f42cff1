import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** This machine's name. */
export function hostName(): string {
  try {
    return readFileSync('/proc/sys/kernel/hostname', 'utf8').trim();
  } catch {
    return hostname(); // Not Linux, or no /proc.
  }
}
