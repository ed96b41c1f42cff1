import type * as z from 'zod';

/** A schema of one object; what a field is to be stands in its description. */
export type ProtocolSchema<T> = z.ZodType<T> &
  Readonly<{ shape: Readonly<Record<string, z.ZodType>> }>;

/** What a schema says against a value. */
export type SchemaIssue = z.core.$ZodIssue;
