// A person who runs a command has finished editing: what they decided in anchors_candidates.md is taken up
// before it. Said on stderr, so that what the command prints stays its own.

import { readStored } from '../../cache/read-state.ts';
import { candidatesStamp, hasNewReview } from '../../workspace/config-stamp.ts';
import { findRepository, isInstalled } from '../../workspace/repository.ts';
import { readTrust } from '../../workspace/trust.ts';

export async function takeUpFirst(): Promise<void> {
  const ws = findRepository(process.cwd());
  // Most repositories have no such file, and then it costs one stat.
  if (!ws || !isInstalled(ws) || candidatesStamp(ws) === '-') return;
  const trust = readTrust(ws);
  if (!trust || !hasNewReview(ws, readStored(ws)?.candidates)) return;
  const { takeUpReview } = await import('../../engine/anchors/take-up.ts');
  const told = takeUpReview(ws, trust.log_id, 0);
  if (told !== undefined) process.stderr.write(`${told}\n`);
}
