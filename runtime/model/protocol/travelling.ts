// What travels between a home and a worker of a team, as schemas: an order as its home signs it, and what came of it
// as its worker does.

import * as z from 'zod';
import { ROLES } from '../vocabulary.ts';

/** Grows when a worker of before would do something wrong with what a home says now, or the other way round. */
export const TEAM_PROTOCOL = 1;

const id = z.string().regex(/^[\w-]{1,100}$/);
const object = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);
/** A tree that lies in a remote: what a ref there leads to, and what is in it. */
const carried = {
  ref: z.string().regex(/^refs\/wukong\/[\w/-]{1,200}$/),
  commit: object,
  tree: object,
};
/** A plain name, of a file in the folder of an order. */
const name = z.string().regex(/^[\w][\w.-]{0,100}$/);

export const travellingOrderSchema = z.strictObject({
  protocol: z.literal(TEAM_PROTOCOL),
  log: id,
  goal: id,
  run: id,
  place: z.string(),
  role: z.enum(ROLES),
  ...carried,
  /** By the clock of the database. */
  expires: z.iso.datetime(),
  time_limit_sec: z.number().int().min(1),
  no_output_limit_sec: z.number().int().nullable(),
  /** What lies in its folder. */
  files: z.record(name, z.string()),
});
export type TravellingOrder = z.infer<typeof travellingOrderSchema>;

const rowSchema = z.strictObject({
  gate: z.string(),
  command: z.array(z.string()),
  outcome: z.string(),
  why: z.string().optional(),
});

export const travellingResultSchema = z.strictObject({
  protocol: z.literal(TEAM_PROTOCOL),
  log: id,
  run: id,
  ...carried,
  machine: z.string().max(200),
  person: z.string().max(200),
  /** As `linux x64, Node 22.12.0`. */
  environment: z.string().max(200),
  exit: z.number().int().nullable(),
  cut: z.enum(['time', 'silent', 'cancelled']).nullable(),
  /** Below its folder; content in base64. */
  files: z.array(z.strictObject({ name: z.string(), content: z.base64() })).max(400),
  /** What it printed. */
  outputs: z.record(name, z.base64()),
  /** What its gates said there. */
  gates: z.array(rowSchema),
});
export type TravellingResult = z.infer<typeof travellingResultSchema>;

export const signedSchema = z.strictObject({
  text: z.string(),
  by: z.string(),
  signature: z.string(),
});

/** Of whatever version it is. */
export const spokenSchema = z.object({ protocol: z.number() });
