// A person's yes to what is in doubt: to one line of one content of a file.

import * as z from 'zod';
import { DOUBT_KINDS } from './trial-kinds.ts';

export const lookedAtSchema = z.strictObject({
  path: z.string(),
  blob: z.string().describe('What the file held, by git; empty if it is gone.'),
  line: z.number().int().nullable().describe('Null: the file as a whole.'),
  kind: z.enum(DOUBT_KINDS),
});

export const lookedSchema = lookedAtSchema.extend({ by: z.string() });

/** As trust.json and prove.json keep it. */
export const keptLookSchema = lookedSchema.extend({ at: z.string(), why: z.string() });
export type KeptLook = z.infer<typeof keptLookSchema>;
