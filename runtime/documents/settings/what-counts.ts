// What of config.local.yaml counts at once, and what only after a person said so: a file that widens what may
// happen could have been written by a program. What only narrows is never waited for.

import { isDeepStrictEqual } from 'node:util';
import type { ConfigFile } from '../../model/documents/config.ts';
import { KINDS_THAT_WAIT } from '../../model/settings.ts';
import { LOCAL_ONLY } from './local-only.ts';
import { put, valueAt } from './one-name.ts';

/** A setting that widens what may happen, and what it was when a person last said yes to the file. */
export type Unconfirmed = Readonly<{ name: string; now: unknown; was: unknown }>;

type WhatCounts = Readonly<{
  /** `now`, with what was confirmed in the place of what is not. */
  value: ConfigFile;
  unconfirmed: readonly Unconfirmed[];
}>;

/** Both under first names. */
export function whatCounts(confirmed: ConfigFile, now: ConfigFile): WhatCounts {
  const value = structuredClone(now);
  const unconfirmed: Unconfirmed[] = [];
  for (const [name, rule] of Object.entries(RULES)) {
    const was = valueAt(confirmed, name);
    const said = valueAt(now, name);
    const counts = rule(was, said);
    if (isDeepStrictEqual(counts, said)) continue;
    put(value, name.split('.'), counts);
    unconfirmed.push({ name, now: said, was: was ?? LOCAL_ONLY[name] });
  }
  return { value, unconfirmed };
}

/** What counts of a value, where another one was confirmed. */
type Rule = (was: unknown, now: unknown) => unknown;

type Named = Readonly<Record<string, unknown>>;

const named = (value: unknown): Named => (value ?? {}) as Named;
const list = (value: unknown): readonly unknown[] => (value ?? []) as readonly unknown[];

/** What holds anyway narrows; anything else that is new waits. */
function unlessHarmless(harmless: unknown): Rule {
  return (was, now) => (now === undefined || isDeepStrictEqual(now, harmless) ? now : was);
}

/** A sandbox that is taken away widens as much as a program that is put before each gate. */
const onlyAsConfirmed: Rule = (was) => was;

/** Each of a list by itself: what was confirmed may be left out. */
const only: Rule = (was, now) =>
  now === undefined ? now : list(now).filter((one) => list(was).includes(one));

/** The same by name. One that was changed counts as it was. */
const onlyNamed: Rule = (was, now) => {
  if (now === undefined) return now;
  const known = Object.keys(named(now)).filter((name) => Object.hasOwn(named(was), name));
  return Object.fromEntries(known.map((name) => [name, named(was)[name]]));
};

/** What waits for a person: more of it narrows, and what was taken away is kept. */
const all: Rule = (was, now) => {
  const gone = list(was).filter((one) => !list(now).includes(one));
  return gone.length === 0 ? now : [...list(now), ...gone];
};

const allNamed: Rule = (was, now) => {
  const kept = Object.entries(named(was)).map(([kind, words]) => [
    kind,
    all(words, named(now)[kind]),
  ]);
  return kept.length === 0 ? now : { ...named(now), ...Object.fromEntries(kept) };
};

/** Lower prices make a budget larger, and so may a model that has none here any more, or a first one. */
const unlessCheaper: Rule = (was, now) => (isNoCheaper(named(was), named(now)) ? now : was);

function isNoCheaper(was: Named, now: Named): boolean {
  const [before, after] = [named(was.models), named(now.models)];
  const models = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...models].every((model) => {
    const [old, own] = [named(before[model]), named(after[model])];
    if (isDeepStrictEqual(old, own)) return true;
    const rates = Object.keys({ ...old, ...own });
    return rates.every((rate) => {
      if (isDeepStrictEqual(old[rate], own[rate])) return true;
      return typeof old[rate] === 'number' && Number(own[rate]) >= old[rate];
    });
  });
}

const RULES: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(
    Object.entries(LOCAL_ONLY).map(([name, harmless]) => [name, unlessHarmless(harmless)]),
  ),
  gate_env: only,
  gate_wrapper: onlyAsConfirmed,
  executors: onlyNamed,
  prices: unlessCheaper,
  approval: all,
  approval_kinds: allNamed,
  [KINDS_THAT_WAIT]: all,
};
