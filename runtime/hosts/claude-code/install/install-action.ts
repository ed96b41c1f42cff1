/** `path` is relative to the main checkout, with forward slashes. */
export type InstallAction =
  | Readonly<{
      kind: 'create' | 'update';
      path: string;
      why: string;
      content: Content;
      /** The user's own file as it was, to be kept (`settingsBefore`). */
      before?: Buffer | 'none';
    }>
  /** `program`: a version's folder below the common git directory. */
  | Readonly<{ kind: 'remove'; path: string; why: string; program?: string }>
  | Readonly<{ kind: 'keep'; path: string; why: string }>
  | Readonly<{ kind: 'refuse'; path: string; why: string; hint: string }>;

/** The log, trust.json and the program are made by their own modules, at the time they are needed. */
export type Content = Buffer | 'log' | 'trust' | 'program' | 'excludes';
