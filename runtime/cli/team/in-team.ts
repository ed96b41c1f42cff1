// What commands on logs of a team begin with: this clone, the team it is in, its database.

import { type TeamHere, teamOrNone } from '../../engine/team/team-here.ts';
import { type Database, openDatabase } from '../../team/database.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { readTrust } from '../../workspace/trust.ts';
import { openWorkspace } from '../frame/open-workspace.ts';
import { failed, type Outcome } from '../frame/outcome.ts';

export type Here = Readonly<{ ws: Workspace; here: TeamHere; database: Database }>;

export async function inTeam(work: (at: Here) => Promise<Outcome>): Promise<Outcome> {
  const opened = openWorkspace();
  if (!opened.ok) return failed(opened.error);
  const { ws } = opened.value;
  if (!readTrust(ws)) return failed({ kind: 'foreign', root: ws.root });
  const here = teamOrNone(ws);
  if (!here.ok) return failed(here.error);
  const database = await openDatabase(here.value);
  if (!database.ok) return failed(database.error);
  try {
    return await work({ ws, here: here.value, database: database.value });
  } finally {
    await database.value.close();
  }
}

export const HELP = 'See `wukong team --help`.';
export const WHICH = 'See which there are: wukong team mirror --list';

export function isLogId(text: string): boolean {
  return /^L-[a-z2-7]{8}$/.test(text);
}
