// The plain settings as schemas: as they are written in a file, and as they are in force.

import * as z from 'zod';
import { DEFAULTS, type DefaultName, type Defaults } from './defaults.ts';
import { PLAIN, WITHOUT_EFFECT } from './settings.ts';

const NAMES = Object.keys(DEFAULTS) as DefaultName[];

/** By where it is written, under each of its names, with what an editor says of it. */
export function writtenSettings(): Record<string, z.ZodType> {
  const entries = NAMES.flatMap((name) => {
    const { at, others = [], means, localOnly } = PLAIN[name];
    const local = localOnly ? ' Counts only in config.local.yaml.' : '';
    const said = (text: string) =>
      schemaOf(name).describe(`${text}${local} Default ${DEFAULTS[name]}.`);
    return [
      [at, said(means)] as const,
      ...others.map((other) => [other, said(`Another name of ${at}.`)] as const),
    ];
  });
  return Object.fromEntries(entries);
}

/** By where it is written. */
export function settingsWithoutEffect(): Record<string, z.ZodType> {
  const entries = Object.entries(WITHOUT_EFFECT).map(([at, { is, means }]) => {
    const schema = is === 'text' ? z.string() : z.number().min(0);
    return [at, schema.describe(`${means} Without effect.`)] as const;
  });
  return Object.fromEntries(entries);
}

type InForce = { [Name in DefaultName]: z.ZodType<Defaults[Name]> };

export function settingsInForce(): InForce {
  return Object.fromEntries(NAMES.map((name) => [name, schemaOf(name)])) as InForce;
}

function schemaOf(name: DefaultName): z.ZodType {
  const { is } = PLAIN[name];
  if (is === 'boolean') return z.boolean();
  if ('one' in is) return z.enum(is.one);
  const [least, most] = 'whole' in is ? is.whole : is.number;
  const number = z.number().min(least).max(most);
  return 'whole' in is ? number.int() : number;
}
