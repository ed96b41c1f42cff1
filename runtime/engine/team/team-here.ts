// The team that this clone is in, as its person set it up and confirmed it.

import { configOf } from '../../documents/config.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import { keyOf, type MachineKey } from '../../team/machine-key.ts';
import { hostName } from '../../workspace/host-name.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { personName } from '../../workspace/person.ts';
import { programFolder } from '../../workspace/program-folder.ts';
import { readTrust, type TrustedMachine } from '../../workspace/trust.ts';

export type TeamHere = Readonly<{
  /** Of its database, without a password. */
  url: string;
  /** By which trees travel. */
  remote?: string | undefined;
  /** Of this clone. */
  name: string;
  person: string;
  key: MachineKey;
  trusts: readonly TrustedMachine[];
  /** Where pg-boss is looked for: beside Wukong. */
  from: string;
}>;

/** Undefined: it is in none. */
export function teamHere(ws: Workspace): TeamHere | undefined {
  const { team } = configOf(ws);
  if (!team) return undefined;
  const { url, remote, name = hostName() } = team;
  const trusts = trustsNow(ws);
  const key = keyOf(files.machineKey(ws));
  return { url, remote, name, person: personName(), key, trusts, from: programFolder() };
}

/** A person may say otherwise while work is under way. */
export function trustsNow(ws: Workspace): readonly TrustedMachine[] {
  return readTrust(ws)?.machines ?? [];
}

export function teamOrNone(ws: Workspace): Result<TeamHere> {
  const here = teamHere(ws);
  return here ? ok(here) : fail(NO_TEAM);
}

type Refused = Extract<Failure, { kind: 'refused' }>;

/** The team by which orders can travel, or what is to be set up first. */
export function teamWithRemote(
  ws: Workspace,
): Result<TeamHere & Readonly<{ remote: string }>, Refused> {
  const here = teamHere(ws);
  if (!here) return fail(NO_TEAM);
  const { remote } = here;
  return remote === undefined ? fail(NO_REMOTE) : ok({ ...here, remote });
}

const NO_REMOTE: Refused = {
  kind: 'refused',
  message: 'No git remote is named, by which trees could travel to a worker.',
  hint: 'Type: wukong team init … --remote ADDRESS (the one that the others name, too)',
};

export const NO_TEAM: Refused = {
  kind: 'refused',
  message: 'This clone is in no team.',
  hint: 'Type: wukong team init postgres://NAME@HOST/DATABASE (docs/teams.md)',
};
