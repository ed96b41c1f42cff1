// A queue in a process of its own, which can be killed and frozen: a line of JSON for each question, and one for its
// answer.

import { createInterface } from 'node:readline';
import type {
  Json,
  Lease,
  NewOrder,
  OrderQueue,
  OrderState,
} from '../../runtime/team/order-queue.ts';

/** What tests need to ask beside the port. */
export type Served = OrderQueue &
  Readonly<{
    /** Its holder has given no sign for as long as a lease lasts. */
    age: (lease: Lease) => Promise<void>;
    /** Of all orders there ever were. */
    states: () => Promise<Readonly<Record<string, OrderState>>>;
    /** Nothing of the test is left in the store. */
    clear: () => Promise<void>;
  }>;

export type Question =
  | Readonly<{ do: 'enqueue'; order: NewOrder }>
  | Readonly<{ do: 'claim'; place: string }>
  | Readonly<{ do: 'heartbeat' | 'release' | 'age'; lease: Lease }>
  | Readonly<{ do: 'complete'; lease: Lease; result: Json }>
  | Readonly<{ do: 'fail'; lease: Lease; why: string }>
  | Readonly<{ do: 'cancel' | 'look'; order: Pick<NewOrder, 'id' | 'place'> }>
  | Readonly<{ do: 'states' | 'clear' }>;

export type Answer = Readonly<{ n: number } & ({ value?: unknown } | { error: string })>;

/** To the end of standard input. */
export async function serve(queue: Served): Promise<void> {
  process.stdout.write('ready\n');
  for await (const line of createInterface(process.stdin)) {
    const { n, ...question }: { n: number } & Question = JSON.parse(line);
    const answer: Answer = await answerTo(queue, question as Question).then(
      (value) => ({ n, value }),
      (error: unknown) => ({ n, error: error instanceof Error ? error.message : String(error) }),
    );
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
  await queue.close();
}

function answerTo(queue: Served, question: Question): Promise<unknown> {
  switch (question.do) {
    case 'enqueue':
      return queue.enqueue(question.order);
    case 'claim':
      return queue.claim(question.place);
    case 'heartbeat':
      return queue.heartbeat(question.lease);
    case 'release':
      return queue.release(question.lease);
    case 'age':
      return queue.age(question.lease);
    case 'complete':
      return queue.complete(question.lease, question.result);
    case 'fail':
      return queue.fail(question.lease, question.why);
    case 'cancel':
      return queue.cancel(question.order);
    case 'look':
      return queue.look(question.order);
    case 'states':
      return queue.states();
    case 'clear':
      return queue.clear();
    default:
      return question satisfies never;
  }
}
