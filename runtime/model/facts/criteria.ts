// Facts about the criteria of a goal, one by one.

import * as z from 'zod';
import { terminalSchema } from '../actors/terminal.ts';
import { criterionSaidSchema, criterionSchema } from '../proof.ts';
import { type FactsOf, family } from './definition.ts';

export const CRITERIA_FACTS = family({
  'criteria.listed': {
    about: 'run',
    means: 'These are the criteria of the goal; what was said of others before is void.',
    when: 'The node of an ear is done.',
    payload: z.strictObject({
      criteria: z.array(criterionSchema).describe('At most 20.'),
      more: z.number().int().describe('So many were written beyond these.'),
    }),
    example: {
      criteria: [
        {
          number: 1,
          text: 'README.md tells of mean',
          kind: 'documentation',
          names: ['README.md'],
          node: 'N-001',
        },
      ],
      more: 0,
    },
  },
  'criteria.said': {
    about: 'run',
    means: 'This is what the last node says of each criterion.',
    when: 'The report of the mind that sums up was judged.',
    payload: z.strictObject({ said: z.array(criterionSaidSchema) }),
    example: {
      said: [
        {
          number: 2,
          met: true,
          text: 'met, src/a.js:40 "return 0"',
          cited: [{ path: 'src/a.js', line: 40, test: false }],
        },
      ],
    },
  },
  'criterion.accepted': {
    about: 'node',
    means: 'A person takes the work although this criterion is open.',
    when: '`wukong accept` or `/wukong_resume` with `--criterion`.',
    payload: z.strictObject({
      number: z.number().int(),
      text: z.string(),
      why: z.string(),
      by: z.string(),
      terminal: terminalSchema.optional(),
    }),
    example: { number: 2, text: 'it is fast enough', why: 'measured by hand', by: 'u@host' },
  },
});

export type CriteriaFact = FactsOf<typeof CRITERIA_FACTS>;
