import { eventSchema } from '../event.ts';
import { FORMAT_VERSION } from '../vocabulary.ts';
import { type Definition, IDS } from './definition.ts';
import { FAMILIES } from './fact.ts';

/** By type: what docs/events.md and the published schema say of it. */
export const DEFINITIONS: ReadonlyMap<string, Definition> = new Map(
  Object.values(FAMILIES).flatMap((family) => Object.entries<Definition>(family)),
);

/**
 * A record as this version writes it: the ids its subject asks for, and the payload of its type. Of
 * types and versions that are not known here only the form of the line is.
 */
export const recordSchema = eventSchema.superRefine((record, context) => {
  const definition = DEFINITIONS.get(record.type);
  if (!definition || record.v !== FORMAT_VERSION) return;
  for (const id of IDS[definition.about]) {
    if (record[id] === undefined)
      context.addIssue({ code: 'custom', path: [id], message: 'missing' });
  }
  const { error } = definition.payload.safeParse(record.payload);
  for (const { path, message } of error?.issues ?? []) {
    context.addIssue({ code: 'custom', path: ['payload', ...path], message });
  }
});
