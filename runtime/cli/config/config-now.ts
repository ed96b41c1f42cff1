import { compileConfig } from '../../documents/config.ts';
import type { CompiledConfig } from '../../model/state/compiled-config.ts';
import { localConfigInGit } from '../../workspace/in-git.ts';
import type { Workspace } from '../../workspace/paths.ts';

/** As the files are now. The state has what the last hook read of them. */
export function configNow(ws: Workspace, lastRead: CompiledConfig): CompiledConfig {
  return compileConfig(ws, lastRead, localConfigInGit(ws)).config;
}
