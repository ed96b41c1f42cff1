import { configOf } from '../../documents/config.ts';
import type { CompiledConfig } from '../../model/state/compiled-config.ts';
import type { Workspace } from '../../workspace/paths.ts';

/** As the files are now. The state has what the last hook read of them. */
export function configNow(ws: Workspace, lastRead: CompiledConfig): CompiledConfig {
  return configOf(ws, lastRead).config;
}
