import { configOf } from '../../documents/config.ts';
import type { Workspace } from '../../workspace/paths.ts';

/** Of the environment, what leads to the database of a team and to its driver; executors and gates get none of it. */
const NAMES = ['PGPASSWORD', 'PGPASSFILE', 'PGSSLMODE', 'PGSSLROOTCERT', 'NODE_PATH'] as const;

export function namesForTeam(ws: Workspace): readonly string[] {
  return configOf(ws).team ? NAMES : [];
}
