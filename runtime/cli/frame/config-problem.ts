import type { State } from '../../model/state/state.ts';
import { configStamp } from '../../workspace/config-stamp.ts';
import type { Workspace } from '../../workspace/paths.ts';

/** What is wrong with the configuration as it is now; the state knows only what a hook has read. */
export async function configProblem(ws: Workspace, { config }: State): Promise<string | null> {
  if (config.stamp === configStamp(ws)) return config.problem;
  const { configOf } = await import('../../documents/config.ts');
  return configOf(ws, config).config.problem;
}
