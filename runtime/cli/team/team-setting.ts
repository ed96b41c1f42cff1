// `team:` in config.local.yaml, written by the command that a person typed: that is their yes to exactly this setting.
// What else the file sets and nobody confirmed goes on waiting.

import { lstatSync } from 'node:fs';
import { configIfConfirmed } from '../../documents/config.ts';
import { putSetting } from '../../documents/reader/put-setting.ts';
import { replaceFile } from '../../files/atomic-write.ts';
import { orFailure } from '../../files/file-failure.ts';
import { readIfThere } from '../../files/reading.ts';
import type { ConfigFile } from '../../model/documents/config.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import { confirmedLocal, keepConfirmed } from '../../workspace/local-config.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

export type TeamSetting = NonNullable<ConfigFile['team']>;

/** What is to be written; nothing is yet. */
export type Planned = Readonly<{ write: () => Result<undefined> }>;

/** Undefined takes it out. Fails where the files are faulty, or only a person can change them. */
export function planSetting(ws: Workspace, team: TeamSetting | undefined): Result<Planned> {
  const { problems, local } = configIfConfirmed(ws);
  if (problems.length > 0) return fail({ kind: 'bad-file', problems });
  const path = files.localConfig(ws);
  const text = readIfThere(path)?.toString('utf8') ?? '';
  const before = confirmedLocal(ws);
  const changed = putSetting(text, 'team', team);
  // Without one before, the file counts as it is.
  const isWhole = !before || local.unconfirmed.every(({ name }) => name === 'team');
  const confirmed = isWhole ? changed : putSetting(before.text, 'team', team);
  if (changed === undefined || confirmed === undefined) return fail(BY_HAND);
  const isAsked = before?.isAsked ?? false;
  return ok({
    write: () => {
      const written = orFailure(() => {
        if (changed !== text) replaceFile(path, changed, true, modeOf(path));
        keepConfirmed(ws, { text: confirmed, isAsked });
        return { ok: true } as const;
      });
      return written.ok ? ok(undefined) : fail(written.failure);
    },
  });
}

/** One that only its person may read stays so. */
function modeOf(path: string): number | undefined {
  const there = lstatSync(path, { throwIfNoEntry: false });
  return there && there.mode & 0o777;
}

const BY_HAND: Failure = {
  kind: 'refused',
  message: '.wukong/config.local.yaml is written so that no program can change `team` in it.',
  hint: 'Change it by hand, then type: wukong trust',
};
