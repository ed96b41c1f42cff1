import * as z from 'zod';
import { FORMAT_VERSION } from './vocabulary.ts';

/** One line of events.jsonl, keys in this order. See docs/internals/log.md. */
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
    v: z.number().int().min(1).max(FORMAT_VERSION).describe('Format of this record.'),
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

/** What a line says, before it has its place in the log. */
export type RecordBody = Readonly<{
  type: string;
  timestamp: string;
  session_id?: string | undefined;
  goal_id?: string | undefined;
  node_id?: string | undefined;
  run_id?: string | undefined;
  payload: Readonly<Record<string, unknown>>;
}>;

/**
 * A line of the log as it was read: what it says is not known yet. `upcast` (kernel/reduce/upcast.ts) makes
 * a fact of it.
 */
export type EventRecord = RecordBody &
  Readonly<{ event_id: string; v: number; left: number; prev: string; crc: string }>;
