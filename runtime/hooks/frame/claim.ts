import { statSync } from 'node:fs';
import { type Claim, ofSession } from '../../kernel/state/owner.ts';
import { clientRef } from '../../workspace/processes.ts';
import type { Delivery } from './read-delivery.ts';

/** The session of a delivery as an owner: what its main agent says from now on is counted. */
export function claimOf({ payload, env }: Delivery): Claim {
  const { session_id, transcript_path: path } = payload;
  // A session that has just begun has none yet.
  const size = path.includes('\0') ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  return ofSession(session_id, clientRef(env), path, size);
}
