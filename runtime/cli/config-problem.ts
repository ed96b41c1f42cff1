import type { State } from '../model/state.ts';
import { configStamp } from '../store/config-stamp.ts';
import type { Workspace } from '../store/paths.ts';

/** What is wrong with the configuration as it is now; the state knows only what a hook has read. */
export async function configProblem(ws: Workspace, { config }: State): Promise<string | null> {
  if (config.stamp === configStamp(ws)) return config.problem;
  const { compileConfig } = await import('../store/config.ts');
  const { localConfigInGit } = await import('../store/in-git.ts');
  return compileConfig(ws, config, localConfigInGit(ws)).config.problem;
}
