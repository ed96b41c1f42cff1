// The address of a database as a person types it, and what of it may be kept: all but its password.

import { fail, ok, type Result } from '../model/failure.ts';

export type Address = Readonly<{
  /** As it may be written and shown. */
  url: string;
  /** For the connection alone: it may have a password. */
  connect: string;
  /** The line of ~/.pgpass that stands for its password; undefined where it has none. */
  passLine?: string;
}>;

/** What is wrong says nothing of what was typed. */
export function addressOf(typed: string): Result<Address, string> {
  const kept = URL.canParse(typed) ? new URL(typed) : undefined;
  if (!kept || !/^postgres(?:ql)?:$/.test(kept.protocol)) {
    return fail('This is no address of a PostgreSQL.');
  }
  if (kept.pathname.length < 2) return fail('This address names no database.');
  const hasPassword = kept.password !== '' || kept.searchParams.has('password');
  kept.password = '';
  kept.searchParams.delete('password');
  const address = { url: kept.href, connect: typed };
  return ok(hasPassword ? { ...address, passLine: passLineOf(kept) } : address);
}

export function hasPassword(url: string): boolean {
  const address = addressOf(url);
  return address.ok && address.value.passLine !== undefined;
}

/** What a person wrote by hand may have one. */
export function withoutPassword(url: string): string {
  const address = addressOf(url);
  return address.ok ? address.value.url : '(no address)';
}

/** `host:port:database:user:****`, as libpq reads it. */
function passLineOf({ hostname, port, pathname, username }: URL): string {
  const parts = [hostname, port || '5432', pathname.slice(1), username].map((part) =>
    decodeURIComponent(part).replaceAll(/[\\:]/g, String.raw`\$&`),
  );
  return [...parts.map((part) => part || '*'), '****'].join(':');
}
