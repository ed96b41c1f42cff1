// The log and trust.json, as init would leave them.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GateApproval } from '../../model/gate.ts';
import { inGit } from '../../store/in-git.ts';
import { hashesOf } from '../../store/installed.ts';
import type { Workspace } from '../../store/paths.ts';
import { readTrust, type Trust } from '../../store/trust.ts';
import { isApproved } from '../../verify/approval.ts';
import type { InstallAction } from './install.ts';
import { readLogId } from './log-id.ts';

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
  if (logId !== undefined && before?.log_id !== logId && inGit(ws, LOG) !== 'no') {
    // No log of ours gets there: `init` writes a .gitignore that keeps it out.
    const why =
      'came with this repository: whoever wrote it would be believed about what was run here';
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
  const added = approvals.filter(({ command, cwd }) => !isApproved({ command, cwd }, kept, []));
  const bundle_sha256 = bundleHash(join(source, 'runtime'));
  const files = hashesOf(source);
  const dropped = (before?.approvals.length ?? 0) - kept.length;
  const reasons = [
    isSameLog ? '' : 'this clone trusts its log',
    JSON.stringify(before?.files) === JSON.stringify(files) ? '' : 'these files',
    added.length > 0 ? `${added.length} approved` : '',
    dropped > 0 ? `drops ${dropped} given for another log` : '',
  ];
  return {
    trust: { version: 1, log_id, bundle_sha256, files, approvals: [...kept, ...added] },
    why: reasons.filter((reason) => reason !== '').join(', '),
  };
}

/** SHA-256 of hook.cjs in a runtime folder; empty if there is none. */
function bundleHash(runtime: string): string {
  const path = join(runtime, 'hook.cjs');
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
}
