/** A file a gate writes for programs is read up to here. A real one of this size holds 100,000 tests. */
export const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
