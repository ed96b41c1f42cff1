// Where goals may be published: a person says it of a repository by its name, and sees where git would really push.

import {
  hashOf,
  nameOfPlace,
  placeNamed,
  type Target,
  targetNamed,
} from '../../engine/publish/target.ts';
import { withInstallLock } from '../../hosts/claude-code/install/install-lock.ts';
import { ok } from '../../model/failure.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { type Publishing, type Trust, writeTrust } from '../../workspace/trust.ts';
import { openTrusted, stateOf } from '../frame/open-workspace.ts';
import { done, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAgreed, personAtTerminal } from '../frame/person.ts';

type Asked = Readonly<{ to: string; isRevoking: boolean; daemon: boolean }>;

const MOST = 32;

export async function trustPublishing(
  { ws, trust }: Readonly<{ ws: Workspace; trust: Trust }>,
  { to: typed, isRevoking, daemon }: Asked,
): Promise<Outcome> {
  const place = placeNamed(typed);
  if (!place) {
    const message = `"${oneLine(typed, 100)}" names no repository at a host.`;
    return misused(message, 'For example: wukong trust --publish github.com/org/repo');
  }
  const named = nameOfPlace(place);
  const isNamed = (one: Publishing): boolean => one.to.toLowerCase() === named.toLowerCase();
  if (isRevoking) {
    return changed(ws, (all) => all.filter((one) => !isNamed(one)), `No more to ${named}.`);
  }
  const target = await targetNamed(ws, trust, named);
  const to = target?.to ?? named;
  const state = stateOf(ws);
  const person = personAtTerminal(state.ok ? state.value : undefined, {
    what: 'Where work may be published is for a person to say',
  });
  if (!person.ok) return person.error;
  if (!(await isAgreed(person.value, questionOf(to, target, daemon)))) {
    return needsPerson('Nothing was changed.', 'Type it again to be asked again.');
  }
  const entry: Publishing = {
    to,
    remote: target?.remote ?? null,
    ...(target && { shown: target.url.shown, sha256: hashOf(target.url.pushed) }),
    ...(daemon && { daemon: true }),
  };
  const text = target
    ? `Goals may be published to ${to} now: wukong publish --dry-run shows what would leave.`
    : `Comments may go to ${to} now. No remote of this clone leads there, so no branch does.`;
  return changed(ws, (all) => [...all.filter((one) => !isNamed(one)), entry].slice(-MOST), text);
}

function questionOf(to: string, target: Target | undefined, daemon: boolean): string {
  const who = daemon ? 'May you and the daemon publish goals' : 'May goals be published';
  return target
    ? `${who} to ${to}? git pushes to ${target.url.shown} (${target.remote}).`
    : `No remote of this clone leads to ${to}. May comments on its issues be posted there?`;
}

/** Read again under the lock: an init may be writing the same file. */
async function changed(
  ws: Workspace,
  change: (all: readonly Publishing[]) => readonly Publishing[],
  text: string,
): Promise<Outcome> {
  const written = await withInstallLock(ws, () => {
    const now = openTrusted();
    if (!now.ok) return now;
    const publish = change(now.value.trust.publish ?? []);
    writeTrust(ws, { ...now.value.trust, publish });
    return ok(publish);
  });
  return written.ok ? done(text, { publish: written.value }) : failed(written.error);
}

export function publishedText({ publish = [] }: Trust): string[] {
  if (publish.length === 0) return [];
  const lines = publish.map(({ to, shown, daemon }) => {
    const where = shown === undefined ? 'comments alone' : shown;
    return `  ${to}  (${where})${daemon ? ', also by the daemon' : ''}`;
  });
  return ['May be published to:', ...lines];
}
