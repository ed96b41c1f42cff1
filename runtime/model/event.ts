import { z } from 'zod';

/** One line of events.jsonl, keys in this order. See ARCHITECTURE.md. */
export const eventSchema = z
  .strictObject({
    event_id: z
      .string()
      .regex(/^E-\d{6,}$/)
      .describe('Gap-free over counted records.'),
    type: z
      .string()
      .regex(/^([A-Z][A-Za-z]+|[a-z_]+\.[a-z_]+)$/)
      .describe('A host event under the client’s name, or a fact of ours as noun.past_verb.'),
    timestamp: z.iso
      .datetime({ precision: 3 })
      .describe('UTC; order is by event_id, never by time.'),
    session_id: z.string().optional().describe('The client’s session.'),
    goal_id: z.string().optional(),
    node_id: z.string().optional(),
    run_id: z.string().optional(),
    payload: z.record(z.string(), z.unknown()),
    v: z.literal(1).describe('Format of this record.'),
    left: z.number().int().min(0).describe('Records still to come in the same step.'),
    prev: z
      .string()
      .regex(/^[0-9a-f]{8}$/)
      .describe('crc of the record before; 00000000 for the first.'),
    crc: z
      .string()
      .regex(/^[0-9a-f]{8}$/)
      .describe('CRC-32 of the line’s bytes up to (not including) `,"crc":`.'),
  })
  .describe('A fact.');

/** What the kernel emits; ids and checksums are stamped when the step is written. */
export type Draft = Readonly<{
  type: string;
  timestamp: string;
  session_id?: string | undefined;
  goal_id?: string | undefined;
  node_id?: string | undefined;
  run_id?: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: records of every version pass through here; reducers narrow by type.
  payload: Readonly<Record<string, any>>;
}>;
export type EventRecord = Draft &
  Readonly<{ event_id: string; v: number; left: number; prev: string; crc: string }>;
