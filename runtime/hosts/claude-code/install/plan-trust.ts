// The log and trust.json, as init would leave them.

import { isApproved } from '../../../evidence/gates/approval.ts';
import { readLogId } from '../../../log/log-id.ts';
import { lostLog, secondPlace } from '../../../log/second-copy.ts';
import type { GateApproval } from '../../../model/gate.ts';
import { inGit } from '../../../workspace/in-git.ts';
import { LAUNCHER } from '../../../workspace/installed-files.ts';
import type { Workspace } from '../../../workspace/paths.ts';
import { keptTrust, readTrust, type Trust } from '../../../workspace/trust.ts';
import type { InstallAction } from './install-action.ts';
import { partsOf } from './parts.ts';
import { hashesOf } from './record.ts';

const LOG = '.wukong/events.jsonl';
const TRUST = '.git/wukong/trust.json';

export function planTrust(
  ws: Workspace,
  source: string,
  approvals: readonly GateApproval[],
): InstallAction[] {
  const logId = readLogId(ws);
  if (logId === 'unreadable') {
    const why = 'its first line is damaged, or no record of Wukong';
    const hint =
      'If it is yours, `wukong fsck` says what is wrong with it. If not, move it away and run `wukong init` again.';
    return [{ kind: 'refuse', path: LOG, why, hint }];
  }
  const before = readTrust(ws);
  const lost = before && lostLog(ws, before.log_id);
  if (lost === 'gone' || lost === 'other') {
    const why = 'is not the one of this clone any more, and there is a copy of that';
    const place = secondPlace(ws, before?.log_id ?? '');
    const hint = `Bring it back: wukong repair --restore. To begin a new log, move the copy away first: ${place}`;
    return [{ kind: 'refuse', path: LOG, why, hint }];
  }
  if (logId !== undefined && before?.log_id !== logId && inGit(ws, LOG) !== 'no') {
    // No log of ours gets there: `init` writes a .gitignore that keeps it out.
    const why = 'came with this repository, and must not be believed about what was run here';
    const hint =
      'Take it out of git and move it away: git rm --cached .wukong/events.jsonl. Then run `wukong init` again; it begins a log of your own.';
    return [{ kind: 'refuse', path: LOG, why, hint }];
  }
  const { trust, why } = wantedTrust(ws, source, approvals);
  const isSame = logId !== undefined && JSON.stringify(before) === JSON.stringify(trust);
  return [
    logId === undefined
      ? { kind: 'create', path: LOG, why: 'the log', content: 'log' }
      : { kind: 'keep', path: LOG, why: 'is there' },
    isSame
      ? { kind: 'keep', path: TRUST, why: 'trusts this log and this runtime' }
      : { kind: before ? 'update' : 'create', path: TRUST, why, content: 'trust' },
  ];
}

/** Approvals were given for one log: with another one the person is asked again. */
export function wantedTrust(
  ws: Workspace,
  source: string,
  approvals: readonly GateApproval[],
): Readonly<{ trust: Trust; why: string }> {
  const log_id = readLogId(ws) ?? '';
  const before = readTrust(ws);
  const isSameLog = before?.log_id === log_id;
  const kept = isSameLog ? before.approvals : [];
  const added = approvals.filter(({ command, cwd }) => !isApproved({ command, cwd }, kept));
  const files = hashesOf(partsOf(ws, source, 'shared'));
  const launchers = launchersOf(before, files[LAUNCHER] ?? '');
  const dropped = (before?.approvals.length ?? 0) - kept.length;
  const reasons = [
    isSameLog ? '' : 'this clone trusts its log',
    JSON.stringify(before?.files) === JSON.stringify(files) ? '' : 'these files',
    added.length > 0 ? `${added.length} approved` : '',
    dropped > 0 ? `drops ${dropped} given for another log` : '',
  ];
  return {
    trust: {
      version: 1,
      log_id,
      files,
      launchers,
      approvals: [...kept, ...added],
      ...keptTrust(before, log_id),
    },
    why: reasons.filter((reason) => reason !== '').join(', '),
  };
}

/** Every launcher that was ever put here: a branch or a worktree may still have an older one. */
function launchersOf(before: Trust | undefined, hook: string): readonly string[] {
  const known = before?.launchers ?? [before?.bundle_sha256 ?? ''];
  return [...known.filter((hash) => hash !== hook && hash !== ''), hook];
}
