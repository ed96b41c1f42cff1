// A plan above what a record may hold is a file of its own, which `goal.created` names.

/** graphs/<sha256>.json, as the event that adopts it names it. */
export type GraphRef = Readonly<{ sha256: string; bytes: number }>;

/** Why a plan cannot be had: its file is not there, or not what the event says. */
export type Lost = 'missing' | 'altered';
