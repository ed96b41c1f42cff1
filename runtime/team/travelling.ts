// What travels between a home and a worker: an order as its home signs it, and what came of it as its worker does.
// Whoever has the password of the database can write anything there, so nothing counts before both are looked at.

import { fail, ok, type Result } from '../model/failure.ts';
import {
  signedSchema,
  spokenSchema,
  TEAM_PROTOCOL,
  type TravellingOrder,
  type TravellingResult,
  travellingOrderSchema,
  travellingResultSchema,
} from '../model/protocol/travelling.ts';
import { isKeyId, isSignedBy, type MachineKey, type Signed, signed } from './machine-key.ts';
import type { Json, Lease } from './order-queue.ts';

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
type Schema<T> = Readonly<{ safeParse: (value: unknown) => Parsed<T> }>;
type Parsed<T> =
  | Readonly<{ success: true; data: T }>
  | Readonly<{
      success: false;
      error: Readonly<{ issues: ReadonlyArray<{ path: PropertyKey[]; message: string }> }>;
    }>;

/** The order that a worker was given, or why it does nothing of it. `now`: of the database. */
export function readOrder(
  { id: held, place, body }: Lease,
  trusts: readonly Known[],
  now: Date,
): Result<TravellingOrder, string> {
  const read = opened(body, ORDER, trusts, travellingOrderSchema);
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
  const read = opened(body, RESULT, trusts, travellingResultSchema);
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
  schema: Schema<T>,
): Result<Readonly<{ value: T; by: string }>, string> {
  const envelope = signedSchema.safeParse(body);
  if (!envelope.success) return fail('nobody signed it');
  const said: Signed = envelope.data;
  if (!trusts.some(({ key }) => key === said.by)) {
    // Anybody may have written there what is to be typed.
    const hint = isKeyId(said.by)
      ? `. If you know that machine, type: wukong team trust ${said.by} --name NAME`
      : '';
    return fail(`it is signed by ${said.by.slice(0, 60)}, whom nobody trusts here${hint}`);
  }
  if (!isSignedBy(said, about)) return fail(`it is not as ${said.by} signed it`);
  const value: unknown = JSON.parse(said.text);
  const spoken = spokenSchema.safeParse(value);
  if (spoken.success && spoken.data.protocol !== TEAM_PROTOCOL) {
    const { protocol } = spoken.data;
    return fail(`it speaks version ${protocol} of teams, and this Wukong version ${TEAM_PROTOCOL}`);
  }
  const whole = schema.safeParse(value);
  if (whole.success) return ok({ value: whole.data, by: said.by });
  const [issue] = whole.error.issues;
  return fail(`its ${issue?.path.join('.') ?? 'form'} is wrong: ${issue?.message ?? ''}`);
}
