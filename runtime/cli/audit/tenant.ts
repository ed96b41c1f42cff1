import { configOf } from '../../documents/config.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { personName } from '../../workspace/person.ts';

/** Who answers for the goals of this clone: `owner` of the local configuration, else who sits here. */
export function tenantOf(ws: Workspace): string {
  return configOf(ws).config.owner ?? personName();
}
