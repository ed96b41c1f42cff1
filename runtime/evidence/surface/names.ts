// The names that users of a program can see.

/** Texts by path. */
export type Files = ReadonlyMap<string, string>;

/** `of`: the package or module. `name` is empty for itself. `imported`: there to be had, and of elsewhere. */
export type Name = Readonly<{ of: string; name: string; imported?: boolean }>;
