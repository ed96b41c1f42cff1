// Which of our sources judged: those of now, or of a set those of a commit before.

import { execFileSync } from 'node:child_process';
import { PROJECT } from '../example.ts';
import type { Repository } from './list.ts';
import { sourcesHash } from './places.ts';

export type JudgeOf = Readonly<{ sources: string; commit: string }>;

export type Judges = Readonly<Record<Repository['set'], JudgeOf>>;

/** Of `seen=SOURCES@COMMIT,aside=…`. Undefined: it is not written so. */
export function readJudges(text = ''): Judges | undefined {
  const now = { sources: sourcesHash(), commit: headOf() };
  const named: Partial<Record<Repository['set'], JudgeOf>> = {};
  for (const one of text.split(',').filter(Boolean)) {
    const [, set, sources, commit] =
      /^(seen|aside)=([0-9a-f]{16})@([0-9a-f]{7,40})$/.exec(one) ?? [];
    if (set === undefined || sources === undefined || commit === undefined) return undefined;
    named[set === 'seen' ? 'seen' : 'aside'] = { sources, commit };
  }
  return { seen: now, aside: now, ...named };
}

function headOf(): string {
  const args = ['rev-parse', '--short=8', 'HEAD'];
  try {
    return execFileSync('git', args, { cwd: PROJECT, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'no commit';
  }
}
