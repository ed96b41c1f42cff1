// What a person answered, as it is told to others: who, when, and from where. Words of others may stand in it.

import * as z from 'zod';
import { terminalSchema } from '../actors/terminal.ts';

export const personAnswerSchema = z
  .strictObject({
    goal: z.string(),
    node: z.string().nullable().describe('Null: the goal itself was paused.'),
    escalation: z.string().optional().describe('ESC-0001, where it was asked in a file.'),
    by: z.string(),
    at: z.string(),
    terminal: terminalSchema.optional(),
    session: z.string().optional().describe('In which it was typed.'),
    words: z.string().optional().describe('At most 300 characters.'),
    took: z.array(z.string()).optional().describe('What was allowed or accepted: types of facts.'),
    told: z.literal(true).optional().describe('In another session than its own.'),
  })
  .describe('An answer, and where it came from.');
export type PersonAnswer = z.infer<typeof personAnswerSchema>;

/** Of an answer that stands in a work order. */
export const answeredFromSchema = z.strictObject({
  by: z.string(),
  terminal: z.string().optional().describe('Its name.'),
  session: z.string().optional(),
});
export type AnsweredFrom = z.infer<typeof answeredFromSchema>;
