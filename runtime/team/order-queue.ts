// The port between the home of a goal and whoever carries out its orders on other machines. It carries orders and
// leases, and no truth: what came of an order counts once it stands in the log of its home, which judges it again.
// The log's own queue (engine/drive/queue.ts) gives the same promises on one machine; test/teams holds both to them.

/** What programs give to programs. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [k: string]: Json };

export type NewOrder = Readonly<{
  /** Its run: given twice, it is one order. */
  id: string;
  /** Who may claim it: a role, and the labels its machine has to have. */
  place: string;
  /** Of all with one key one at a time is held: the tree that it writes. */
  key?: string | undefined;
  /** 0 to 100, most first. */
  priority: number;
  body: Json;
}>;

/** An order that is held; `attempt` counts the leases it had. */
export type Lease = Readonly<{
  id: string;
  place: string;
  attempt: number;
  body: Json;
  /** It is no order of ours: the row of the database that it is, to be ended and never carried out. */
  malformed?: string;
}>;

/** How its holder ended it; an order ends once. What is to be tried again is a new run, so a new order. */
export type OrderEnd = Readonly<
  { kind: 'completed'; result: Json } | { kind: 'failed'; why: string }
>;

export type OrderState =
  | Readonly<{ kind: 'unknown' | 'waits' | 'held' | 'cancelled' }>
  | (OrderEnd & Readonly<{ attempt: number }>);

/** A method rejects where the store cannot be reached, and what it would have done is not known then. */
export type OrderQueue = Readonly<{
  /** False: it was there before. */
  enqueue: (order: NewOrder) => Promise<boolean>;
  claim: (place: string) => Promise<Lease | undefined>;
  /** False, as below: the lease is over, and what works on it has to end. */
  heartbeat: (lease: Lease) => Promise<boolean>;
  complete: (lease: Lease, result: Json) => Promise<boolean>;
  fail: (lease: Lease, why: string) => Promise<boolean>;
  /** Whoever asks next is given it. */
  release: (lease: Lease) => Promise<boolean>;
  /** False: it had ended before. */
  cancel: (order: Pick<NewOrder, 'id' | 'place'>) => Promise<boolean>;
  look: (order: Pick<NewOrder, 'id' | 'place'>) => Promise<OrderState>;
  close: () => Promise<void>;
}>;
