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

export function linkRefused(path: string): Extract<InstallAction, { kind: 'refuse' }> {
  const why = 'is a symbolic link, and could point anywhere';
  const hint = /^\.claude(\/|$)/.test(path)
    ? 'The plugin of Wukong works with it: it puts no file into .claude (docs/plugin.md). Or put a real file or folder in its place, then run `wukong init` again.'
    : 'Put a real file or folder in its place, then run `wukong init` again.';
  return { kind: 'refuse', path, why, hint };
}
