import type { Terminal } from '../../model/actors/terminal.ts';

/** Who decided something, and at which terminal if it was at one. */
export type Said = Readonly<{ by: string; terminal?: Terminal | undefined }>;

/** As it stands beside what was decided. */
export function signed({ by, terminal }: Said) {
  return { by: by.slice(0, 200), ...(terminal && { terminal }) };
}
