import { withInstallLock } from '../../hosts/claude-code/install/install-lock.ts';
import { ok } from '../../model/failure.ts';
import { isKeyId, readKey } from '../../team/machine-key.ts';
import { oneLine } from '../../words/plain-text.ts';
import { files } from '../../workspace/paths.ts';
import { type TrustedMachine, writeTrust } from '../../workspace/trust.ts';
import type { Args } from '../frame/command.ts';
import { openNow, openTrusted } from '../frame/open-workspace.ts';
import { done, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAgreed } from '../frame/person.ts';
import { personOfTeam } from './person.ts';

const MOST = 500;

export async function trustMachine(args: Args, [key = '']: readonly string[]): Promise<Outcome> {
  const [name, isRemoving] = [args.text('name')?.trim(), args.flag('remove')];
  const wrong = wrongWith(key, name, isRemoving);
  if (wrong !== undefined) {
    return misused(wrong, 'Its person types `wukong team status` there, and tells you its key.');
  }
  const opened = openNow();
  if (!opened.ok) return failed(opened.error);
  const { ws, state } = opened.value;
  if (readKey(files.machineKey(ws))?.id === key) {
    return misused('This is the key of this clone.', 'It trusts itself. Type it on the others.');
  }
  const options = isRemoving ? '--remove' : `--name ${name}`;
  const person = personOfTeam(state, `wukong team trust ${key} ${options}`);
  if (!person.ok) return person.error;
  const question = `Do you trust ${name} (${key})? ${allows(name ?? '')}`;
  if (!isRemoving && !(await isAgreed(person.value, question, true))) {
    return needsPerson('Nothing was changed.', 'Type it again to be asked again.');
  }
  // Read again under the lock: an init may be writing the same file.
  const changed = await withInstallLock(ws, () => {
    const now = openTrusted();
    if (!now.ok) return now;
    const before = now.value.trust.machines ?? [];
    const machines = changedList(before, key, isRemoving ? undefined : name);
    writeTrust(ws, { ...now.value.trust, machines });
    return ok({ before, machines });
  });
  if (!changed.ok) return failed(changed.error);
  const { before, machines } = changed.value;
  const was = before.find((one) => one.key === key);
  const removed = was ? `Not trusted any more: ${was.name}.` : 'That key was not trusted here.';
  const text = isRemoving ? removed : `Trusted in this clone: ${name}. ${allows(name ?? '')}`;
  return done(text, { machines });
}

function wrongWith(key: string, name: string | undefined, isRemoving: boolean): string | undefined {
  if (!isKeyId(key))
    return `"${oneLine(key, 60)}" is no key: one begins with wk_ and has 46 letters.`;
  if (isRemoving) return name === undefined ? undefined : '--remove stands alone.';
  const isName = name !== undefined && /^\S.{0,59}$/.test(name);
  return isName ? undefined : 'Whose key it is has to be said: --name NAME.';
}

/** Undefined: it is not among them any more. */
export function changedList(
  before: readonly TrustedMachine[],
  key: string,
  name: string | undefined,
): readonly TrustedMachine[] {
  const others = before.filter((one) => one.key !== key);
  return name === undefined ? others : [...others, { key, name }].slice(-MOST);
}

function allows(name: string): string {
  return `Orders that ${name} signs are carried out here, by executors that were approved in this clone, and what ${name} gives back for orders of this clone is laid into its working tree.`;
}
