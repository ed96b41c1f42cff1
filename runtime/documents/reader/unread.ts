// A document of which the schema refuses a part: the rest of it can be asked about all the same, so that one
// fault hides no other. Whoever comes to read what was refused learns nothing, and says nothing.

import type { Wording } from './schema-problems.ts';
import type { DataPath } from './yaml-places.ts';

/** Stands in the place of what is wrong. */
export const UNREAD = Symbol('unread');

/** The same data with what was refused marked; what it must not have at all is gone. */
export function marked(
  data: unknown,
  refused: ReadonlyArray<Readonly<{ hides?: DataPath; drops?: DataPath }>>,
): unknown {
  if (refused.length === 0) return data;
  let whole = copy(data);
  for (const { drops } of refused) {
    if (drops === undefined) continue;
    const parent = at(whole, drops.slice(0, -1));
    if (typeof parent === 'object' && parent !== null) Reflect.deleteProperty(parent, last(drops));
  }
  for (const { hides } of refused) {
    if (hides === undefined) continue;
    const parent = at(whole, hides.slice(0, -1));
    if (hides.length === 0) whole = UNREAD;
    else if (typeof parent === 'object' && parent !== null) {
      Reflect.set(parent, last(hides), UNREAD);
    }
  }
  return whole;
}

/** Whether the path leads to what is marked, or into it. */
export function isUnread(data: unknown, path: DataPath): boolean {
  return [...path, ''].some((_, length) => at(data, path.slice(0, length)) === UNREAD);
}

/** Marked data for rules: to read what is marked ends the rule that does. */
export function readable<T>(data: unknown): T {
  if (data === UNREAD) return unreadable();
  return (hasMark(data) ? guarded(data) : data) as T;
}

function hasMark(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return data === UNREAD;
  return Object.values(data).some(hasMark);
}

/** A document of which nothing can be read. */
export function unreadable<T>(): T {
  return new Proxy({}, { get: refuse, has: refuse, ownKeys: refuse }) as T;
}

/** What was found; nothing if that could only be said by what cannot be read. */
export function unlessUnread<R>(ask: () => R[]): R[] {
  try {
    return ask();
  } catch (error) {
    if (error !== UNREAD) throw error;
    return [];
  }
}

/** What each has to say: what cannot be read of one hides nothing of the others. */
export function fromEach<I, R>(
  items: readonly I[],
  ask: (item: I, index: number) => readonly R[],
): R[] {
  return Array.from({ length: items.length }).flatMap((_, i) =>
    unlessUnread(() => [...ask(items[i] as I, i)]),
  );
}

/** The same of several rules. */
export function asked<Args extends readonly unknown[]>(
  rules: ReadonlyArray<(...args: Args) => readonly Wording[]>,
  ...args: Args
): Wording[] {
  return fromEach(rules, (rule) => rule(...args));
}

function refuse(): never {
  throw UNREAD;
}

function guarded(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const whole: object = Array.isArray(data) ? [] : {};
  for (const [key, value] of Object.entries(data)) {
    const held = value === UNREAD ? { get: refuse } : { value: guarded(value), writable: true };
    Object.defineProperty(whole, key, { ...held, enumerable: true, configurable: true });
  }
  return whole;
}

function copy(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map(copy);
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, copy(value)]));
}

function at(data: unknown, path: DataPath): unknown {
  return path.reduce<unknown>(
    (from, name) =>
      typeof from === 'object' && from !== null && Object.hasOwn(from, name)
        ? Reflect.get(from, name)
        : undefined,
    data,
  );
}

function last(path: DataPath): string | number {
  return path.at(-1) ?? '';
}
