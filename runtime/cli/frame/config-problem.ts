import type { Problem } from '../../model/failure.ts';
import type { State } from '../../model/state/state.ts';
import { configStamp } from '../../workspace/config-stamp.ts';
import type { Workspace } from '../../workspace/paths.ts';

/** All that is wrong with the configuration as it is now; the state knows only what a hook has read. */
export async function configProblems(
  ws: Workspace,
  { config }: State,
): Promise<readonly Problem[]> {
  if (config.stamp === configStamp(ws) && config.problem === null) return [];
  const { configOf } = await import('../../documents/config.ts');
  return configOf(ws, config).problems;
}
