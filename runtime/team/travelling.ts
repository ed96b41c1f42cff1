// What travels between a home and a worker: an order as its home signs it, and what came of it as its worker does.
// Whoever has the password of the database can write anything there, so nothing counts before both are looked at.

import * as z from 'zod';
import { fail, ok, type Result } from '../model/failure.ts';
import { ROLES } from '../model/vocabulary.ts';
import { isSignedBy, type MachineKey, type Signed, signed } from './machine-key.ts';
import type { Json, Lease } from './order-queue.ts';

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

const orderSchema = z.strictObject({
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
export type TravellingOrder = z.infer<typeof orderSchema>;

const rowSchema = z.strictObject({
  gate: z.string(),
  command: z.array(z.string()),
  outcome: z.string(),
  why: z.string().optional(),
});

const resultSchema = z.strictObject({
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
export type TravellingResult = z.infer<typeof resultSchema>;

const signedSchema = z.strictObject({ text: z.string(), by: z.string(), signature: z.string() });

const ORDER = 'wukong order';
const RESULT = 'wukong result';

export function signOrder(order: TravellingOrder, key: MachineKey): Json {
  return signed(JSON.stringify(order), ORDER, key);
}

export function signResult(result: TravellingResult, key: MachineKey): Json {
  return signed(JSON.stringify(result), RESULT, key);
}

/** Orders of one log are told from those of another. */
export function orderId({ log, run }: Pick<TravellingOrder, 'log' | 'run'>): string {
  return `${log}/${run}`;
}

/** Where orders of a home for a role lie, for machines of that label or for any: a worker claims where it trusts. */
export function placeOf(home: string, role: string, label?: string): string {
  return [home, role, ...(label === undefined ? [] : [label])].join('.');
}

type Known = Readonly<{ key: string }>;

/** The order that a worker was given, or why it does nothing of it. `now`: of the database. */
export function readOrder(
  { id: held, place, body }: Lease,
  trusts: readonly Known[],
  now: Date,
): Result<TravellingOrder, string> {
  const read = opened(body, ORDER, trusts, orderSchema);
  if (!read.ok) return read;
  const { value: order, by } = read.value;
  if (orderId(order) !== held) return fail(`it is the order of ${orderId(order)}`);
  if (order.place !== place || !place.startsWith(`${by}.`))
    return fail('it lies in a place of others');
  if (now.getTime() > Date.parse(order.expires)) return fail(`it was good until ${order.expires}`);
  return ok(order);
}

/** What came of an order, and of whom; or why it is not taken. */
export function readTravelled(
  body: unknown,
  order: Pick<TravellingOrder, 'log' | 'run'>,
  trusts: readonly Known[],
): Result<TravellingResult & Readonly<{ by: string }>, string> {
  const read = opened(body, RESULT, trusts, resultSchema);
  if (!read.ok) return read;
  const { value, by } = read.value;
  if (orderId(value) !== orderId(order)) return fail(`it is of ${orderId(value)}`);
  return ok({ ...value, by });
}

/** Who says it first, then what: what nobody known says is not looked into. */
function opened<T>(
  body: unknown,
  about: string,
  trusts: readonly Known[],
  schema: z.ZodType<T>,
): Result<Readonly<{ value: T; by: string }>, string> {
  const envelope = signedSchema.safeParse(body);
  if (!envelope.success) return fail('nobody signed it');
  const said: Signed = envelope.data;
  if (!trusts.some(({ key }) => key === said.by)) {
    return fail(`it is signed by ${said.by.slice(0, 60)}, whom nobody trusts here`);
  }
  if (!isSignedBy(said, about)) return fail(`it is not as ${said.by} signed it`);
  const value: unknown = JSON.parse(said.text);
  const spoken = z.object({ protocol: z.number() }).safeParse(value);
  if (spoken.success && spoken.data.protocol !== TEAM_PROTOCOL) {
    const { protocol } = spoken.data;
    return fail(`it speaks version ${protocol} of teams, and this Wukong version ${TEAM_PROTOCOL}`);
  }
  const whole = schema.safeParse(value);
  if (whole.success) return ok({ value: whole.data, by: said.by });
  const [issue] = whole.error.issues;
  return fail(`its ${issue?.path.join('.') ?? 'form'} is wrong: ${issue?.message ?? ''}`);
}
