// Facts about the folders of an order: the one the runtime keeps, and the copy somebody outside of a session gets.

import * as z from 'zod';
import { orderCopySchema } from '../actors/handover.ts';
import { type FactsOf, family } from './definition.ts';

export const ORDER_FACTS = family({
  'order.place_cleared': {
    about: 'run',
    means: 'Something had the name of its order folder already. It has another name now.',
    when: 'The run was dispatched, and its folder is made: a pull brought it, or an older log knew such a run.',
    payload: z.strictObject({
      was: z.string().describe('Below .wukong/.'),
      now: z.string().describe('Below .wukong/, in the same folder.'),
    }),
    example: {
      was: 'artifacts/S-20261122-001/N-020/2026-11-22-body-0004',
      now: 'artifacts/S-20261122-001/N-020/2026-11-22-body-0004.was-there-1',
    },
  },
  'order.copied': {
    about: 'run',
    means: 'The order gets a folder of its own, where its executor leaves the result.',
    when: 'It is given to somebody outside of a session; to a program, before the folder is made.',
    payload: orderCopySchema,
    example: {
      dir: '/tmp/wukong-order-2026-11-22-body-0001-Xk3f7Q',
      given: { 'work_order.json': '9f86d081884c7d65' },
    },
  },
  'order.removed': {
    about: 'run',
    means: 'The folder that a person had the order in is gone. What else they left there was kept.',
    when: 'Its run had ended.',
    payload: z.strictObject({
      kept: z
        .array(z.strictObject({ name: z.string(), sha256: z.string() }))
        .describe('In the order folder, where no result of the run was judged; at most 100.'),
      error: z.string().optional().describe('Why the folder could not be removed.'),
    }),
    example: { kept: [{ name: 'notes.md', sha256: '9f86d081884c7d65' }] },
  },
  'result.misread': {
    about: 'run',
    means: 'The result that was saved in the folder of the order cannot be taken as it is.',
    when: 'It was looked at, once for each time it was saved.',
    payload: z.strictObject({
      stamp: z.string().describe('Names the file as it was saved.'),
      problems: z.array(z.string()).describe('Line, column and what is wrong.'),
    }),
    example: { stamp: 'work_result.txt:1763766000000:80', problems: ['3:1 Status is missing.'] },
  },
});

export type OrderFact = FactsOf<typeof ORDER_FACTS>;
