import type { Terminal } from '../../model/actors/terminal.ts';

/** Who decided something, at which terminal if it was at one, and in which session if it was typed there. */
export type Said = Readonly<{
  by: string;
  terminal?: Terminal | undefined;
  session?: string | undefined;
}>;

/** As it stands beside what was decided. */
export function signed({ by, terminal }: Said) {
  return { by: by.slice(0, 200), ...(terminal && { terminal }) };
}

/** The session beside the other ids of a record. */
export function typedIn({ session }: Pick<Said, 'session'>) {
  return session === undefined ? {} : { session_id: session };
}
