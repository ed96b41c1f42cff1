// Several workers at random with one queue, killed, frozen and cut off meanwhile, and all that they asked written
// down; a judge says whether the queue kept its word.

import { setTimeout as moment } from 'node:timers/promises';
import type { Lease } from '../../runtime/team/order-queue.ts';
import { SEED } from '../crash/kill-points.ts';
import { Tally } from '../crash/tally.ts';
import { type Random, randomOf } from '../orders/random.ts';
import type { Bench } from './bench.ts';
import { type Asked, judgeHistory, type Op } from './judge.ts';
import type { Worker } from './worker.ts';

const WORKERS = 4;
/** Orders that are open at a time. */
const OPEN = 40;
/** In a thousand, of somebody who holds an order. */
const HARM = {
  kill: 20,
  freeze: 30,
  cut: 10,
  restart: 1,
  fail: 50,
  release: 30,
  cancel: 30,
  beat: 150,
} as const;
/** So long the next one has what somebody lost who comes back. */
const HELD_ON_MS = 200;
/** Without anything done. */
const LIMIT_MS = 120_000;
const LOOK_MS = 1_000;

export async function historyOf(bench: Bench, promise: string, operations: number): Promise<void> {
  using tally = new Tally(promise);
  const course = new Course(bench, await bench.home(), operations);
  await course.run();
  const left = new Map(Object.entries(await course.home.states()));
  await course.home.kill();
  const { faults, ended } = judgeHistory(course.ops, left);
  tally.rounds += ended;
  tally.faults += course.harmed;
  for (const fault of faults) {
    const { order } = fault;
    const about = course.ops.filter((op) => ('order' in op ? op.order : op.got?.order) === order);
    tally.lose(JSON.stringify({ fault, left: left.get(order), about }));
  }
}

class Course {
  readonly ops: Op[] = [];
  harmed = 0;
  /** Who is never harmed: it gives the orders, and says when a lease is over. */
  readonly home: Worker;
  readonly #bench: Bench;
  readonly #operations: number;
  readonly #open = new Set<string>();
  readonly #run = Math.random().toString(36).slice(2, 8);
  #orders = 0;
  /** Claims that were given nothing are not counted. */
  #done = 0;
  #isEnded = false;
  /** Orders that somebody here works on. */
  readonly #held = new Set<string>();

  constructor(bench: Bench, home: Worker, operations: number) {
    this.#bench = bench;
    this.home = home;
    this.#operations = operations;
  }

  async run(): Promise<void> {
    const all = Array.from({ length: WORKERS }, (_, i) => this.#work(randomOf(SEED + i)));
    await Promise.all([this.#give(randomOf(SEED + WORKERS)), this.#lookAfter(), ...all]);
  }

  /** No harm from now on: what is open is carried out. */
  get #isOver(): boolean {
    return this.#done >= this.#operations || this.#isEnded;
  }

  /**
   * An order whose end was not heard is ended all the same, and a lease whose answer was lost is nobody's. Where
   * nothing goes on any more it is ended, and the judge says what is lost.
   */
  async #lookAfter(): Promise<void> {
    let [done, since] = [0, performance.now()];
    while (!this.#isOver || this.#open.size > 0) {
      await moment(LOOK_MS);
      const states = await this.#sure(() => this.home.states());
      for (const id of this.#open) {
        const { kind } = states[id] ?? { kind: 'unknown' };
        const isNobodys = kind === 'held' && !this.#held.has(id);
        if (isNobodys) await this.#age({ id, place: '', attempt: 0, body: null });
        if (['completed', 'failed', 'cancelled'].includes(kind)) this.#open.delete(id);
      }
      if (this.#done > done) [done, since] = [this.#done, performance.now()];
      if (performance.now() - since > LIMIT_MS) break;
    }
    this.#isEnded = true;
  }

  /** Enough that somebody has something to do, until it is over. */
  async #give(random: Random): Promise<void> {
    const { reads, writes } = this.#bench.place;
    while (!this.#isOver) {
      if (this.#open.size >= OPEN) {
        await turn();
        continue;
      }
      this.#orders += 1;
      const order = `h-${this.#run}-${this.#orders}`;
      const isWriting = random.below(4) === 0;
      const key = isWriting ? { key: 'tree' } : {};
      const place = isWriting ? writes : reads;
      this.#open.add(order);
      const what: Asked = { kind: 'enqueue', order, ...key };
      const given = { id: order, place, priority: random.below(100), body: order, ...key };
      // Again where no answer came: it is one order all the same.
      await this.#note(this.home, what, () => this.#sure(() => this.home.enqueue(given)));
    }
  }

  async #work(random: Random): Promise<void> {
    let worker = await this.#sure(() => this.#bench.worker({ isHasty: true }));
    while (!this.#isEnded) {
      const lease = await this.#claim(worker, random);
      if (!lease) {
        await turn();
        continue;
      }
      this.#held.add(lease.id);
      const isThere = await this.#carryOut(worker, lease, random);
      this.#held.delete(lease.id);
      if (!isThere) worker = await this.#sure(() => this.#bench.worker({ isHasty: true }));
    }
    await worker.kill();
  }

  async #claim(worker: Worker, random: Random): Promise<Lease | undefined> {
    const { reads, writes } = this.#bench.place;
    const place = random.below(2) === 0 ? reads : writes;
    const what: Asked = { kind: 'claim' };
    return this.#note(
      worker,
      what,
      () => worker.claim(place),
      (lease) =>
        lease ? { kind: 'claim', got: { order: lease.id, attempt: lease.attempt } } : what,
    );
  }

  /** False: it was killed. */
  async #carryOut(worker: Worker, lease: Lease, random: Random): Promise<boolean> {
    const { id: order } = lease;
    const chance = this.#isOver ? 999 : random.below(1_000);
    let upTo = 0;
    const is = (of: keyof typeof HARM): boolean => {
      upTo += HARM[of];
      return chance < upTo;
    };
    if (is('kill')) {
      this.harmed += 1;
      // In the middle of it, or just before.
      if (random.below(2) === 0) void this.#end(worker, lease, 'complete');
      await worker.kill();
      await this.#age(lease);
      return false;
    }
    if (is('freeze')) {
      this.harmed += 1;
      worker.freeze();
      const late = this.#end(worker, lease, 'complete');
      await this.#age(lease);
      const before = this.#claims(order);
      const until = performance.now() + 15_000;
      while (this.#claims(order) === before && performance.now() < until) await turn();
      worker.thaw();
      await late;
      return true;
    }
    const { relay } = this.#bench;
    if (is('cut') && relay) {
      this.harmed += 1;
      relay.set(random.pick(['closed', 'deaf']));
      await this.#end(worker, lease, 'complete');
      relay.set('open');
      await this.#end(worker, lease, 'complete');
      return true;
    }
    const { restart } = this.#bench;
    if (is('restart') && restart) {
      this.harmed += 1;
      await restart();
    }
    if (is('release')) {
      const what: Asked = { kind: 'release', order, attempt: lease.attempt };
      await this.#note(worker, what, () => worker.release(lease));
      // Half of them do not know that they gave it back.
      if (random.below(2) === 0) await this.#end(worker, lease, 'complete');
      return true;
    }
    if (is('fail')) return this.#end(worker, lease, 'fail').then(() => true);
    if (is('cancel')) {
      const what: Asked = { kind: 'cancel', order };
      await this.#note(
        this.home,
        what,
        () => this.home.cancel(lease),
        (taken) => ({ ...what, taken }),
      );
      this.#open.delete(order);
    }
    // Whoever had it before may be back at this moment.
    if (this.#claims(order) > 1) await moment(HELD_ON_MS);
    if (is('beat')) await worker.heartbeat(lease).catch(() => false);
    await this.#end(worker, lease, 'complete');
    return true;
  }

  #claims(order: string): number {
    return this.ops.filter((op) => op.kind === 'claim' && op.got?.order === order).length;
  }

  async #end(worker: Worker, lease: Lease, kind: 'complete' | 'fail'): Promise<void> {
    const { id: order, attempt } = lease;
    const what: Asked = { kind, order, attempt };
    const asked = () =>
      kind === 'complete' ? worker.complete(lease, attempt) : worker.fail(lease, 'cannot');
    const taken = await this.#note(worker, what, asked, (value) => ({ ...what, taken: value }));
    if (taken) this.#open.delete(order);
  }

  #age(lease: Lease): Promise<void> {
    return this.#sure(() => this.home.age(lease));
  }

  /** Asked is asked for the test itself, where the store may be away for a moment. */
  async #sure<T>(ask: () => Promise<T>): Promise<T> {
    const until = performance.now() + LIMIT_MS;
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (!this.#bench.relay || performance.now() > until) throw error;
        await moment(LOOK_MS);
      }
    }
  }

  /** Asked is asked stands there at once, and with its answer when that comes: of who is killed it never does. */
  async #note<T>(
    worker: Worker,
    what: Asked,
    ask: () => Promise<T>,
    told: (value: T) => Asked = () => what,
  ): Promise<T | undefined> {
    const { name: by } = worker;
    const at = this.ops.length;
    const began = performance.now();
    this.ops.push({ ...what, by, began, ended: null });
    try {
      const value = await ask();
      this.ops[at] = { ...told(value), by, began, ended: performance.now() };
      if (value !== undefined) this.#done += 1;
      return value;
    } catch (error) {
      // It could not be asked, or not be answered; whether it was done is not known.
      if (!this.#bench.relay) throw error;
      return undefined;
    }
  }
}

function turn(): Promise<void> {
  return moment(5);
}
