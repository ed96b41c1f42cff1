import { readFileSync } from 'node:fs';
import { systemHostName } from './system-host-name.ts';

/** This machine's name. */
export function hostName(): string {
  try {
    return readFileSync('/proc/sys/kernel/hostname', 'utf8').trim();
  } catch {
    return systemHostName(); // Not Linux, or no /proc.
  }
}
