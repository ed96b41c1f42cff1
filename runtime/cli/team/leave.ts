import { configOf } from '../../documents/config.ts';
import { withInstallLock } from '../../hosts/claude-code/install/install-lock.ts';
import { ok, type Result } from '../../model/failure.ts';
import { type Database, withDatabase } from '../../team/database.ts';
import { readKey } from '../../team/machine-key.ts';
import { logRows } from '../../team/mirrored.ts';
import { unregister } from '../../team/roster.ts';
import { usable } from '../../team/unusable.ts';
import { explain } from '../../words/explain-failure.ts';
import { asSentence, counted } from '../../words/plain-text.ts';
import { files } from '../../workspace/paths.ts';
import { programFolder } from '../../workspace/program-folder.ts';
import { writeTrust } from '../../workspace/trust.ts';
import type { Args } from '../frame/command.ts';
import { openNow, openTrusted } from '../frame/open-workspace.ts';
import { done, failed, type Outcome } from '../frame/outcome.ts';
import { atWork } from '../frame/progress.ts';
import { personOfTeam } from './person.ts';
import { planSetting } from './team-setting.ts';

/** Also where the database is gone, or nothing can reach it: then its row stays there. */
export async function leaveTeam(args: Args): Promise<Outcome> {
  const opened = openNow();
  if (!opened.ok) return failed(opened.error);
  const { ws, state } = opened.value;
  const person = personOfTeam(state, 'wukong team leave');
  if (!person.ok) return person.error;
  const isForgetting = args.flag('forget');
  const planned = planSetting(ws, undefined);
  if (!planned.ok) return failed(planned.error);
  // What nobody said yes to reaches out to nowhere.
  const { team } = configOf(ws);
  const key = readKey(files.machineKey(ws))?.id;
  const there = team && key !== undefined ? await signOff(team.url, key) : undefined;
  const written = planned.value.write();
  if (!written.ok) return failed(written.error);
  const forgotten = isForgetting ? await forget(ws) : ok(0);
  if (!forgotten.ok) return failed(forgotten.error);
  const trusts = opened.value.trust.machines?.length ?? 0;
  const lines = [
    team ? 'This clone is in no team any more.' : 'This clone was in no team.',
    ...(there ? staysLines(there) : []),
    ...(isForgetting ? [`Not trusted any more: ${counted(trusts, 'machine')}.`] : []),
    ...(!isForgetting && trusts > 0
      ? [`It goes on trusting ${counted(trusts, 'machine')}: wukong team leave --forget`]
      : []),
  ];
  const json = {
    left: team !== undefined,
    signed_off: there?.ok === true && there.value.isOff,
    logs: there?.ok ? there.value.logs : [],
    forgotten: forgotten.value,
  };
  return done(lines.join('\n'), json);
}

type SignedOff = Readonly<{ isOff: boolean; logs: readonly string[] }>;

async function signOff(url: string, key: string): Promise<Result<SignedOff>> {
  const told = ({ query }: Database): Promise<Result<SignedOff>> =>
    usable(async () => {
      const logs = (await logRows(query)).filter(({ home }) => home === key);
      return { isOff: await unregister(query, key), logs: logs.map(({ log }) => log) };
    });
  return atWork('the database is told', () => withDatabase({ url, from: programFolder() }, told));
}

function staysLines(there: Result<SignedOff>): string[] {
  if (!there.ok) {
    const { message, hint } = explain(there.error);
    return [`Its row in the database stays. ${asSentence(message)} ${hint}`];
  }
  const { logs } = there.value;
  if (logs.length === 0) return ['Nothing of it stays in the database but orders it gave.'];
  const what = `${counted(logs.length, 'log')} (${logs.join(', ')})`;
  return [
    `In the database stay its row and the mirror of ${what}: this clone is the home. Orders that are open there are carried out, and what comes of them waits for a home.`,
  ];
}

async function forget(ws: Parameters<typeof writeTrust>[0]): Promise<Result<number>> {
  return withInstallLock(ws, () => {
    const now = openTrusted();
    if (!now.ok) return now;
    const { machines = [], ...others } = now.value.trust;
    writeTrust(ws, others);
    return ok(machines.length);
  });
}
