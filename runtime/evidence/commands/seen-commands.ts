// What the transcript of a run shows of a command that its report cites. It is told beside what was claimed and raises
// no level: what stands in a transcript, code inside the client can choose.

import type { Observation } from '../../model/evidence.ts';
import type { Report } from '../../model/report.ts';
import { type CitedCommand, citedCommands } from '../report/cited-commands.ts';
import { partsOf, plainCommand } from './denied-calls.ts';

export type SeenCommand = Readonly<{
  cited: CitedCommand;
  /** The newest call in which it stands; absent: there is none. */
  seq?: number;
  /** How that ended, for the column "seen". */
  why: string;
}>;

export function seenCommands(
  report: Pick<Report, 'repro' | 'tests'>,
  observations: readonly Observation[],
): readonly SeenCommand[] {
  const calls = observations.filter(({ tool }) => tool === 'Bash');
  return citedCommands(report).map((cited) => {
    const forms = cited.forms.map(plainCommand);
    const call = calls.findLast((seen) =>
      [plainCommand(seen.command ?? ''), ...partsOf(seen)].some((part) => forms.includes(part)),
    );
    if (!call) return { cited, why: 'not seen to run' };
    return { cited, seq: call.seq, why: howItEnded(call) };
  });
}

function howItEnded({ finished, isError, exitCode }: Observation): string {
  if (!finished) return 'not seen to end';
  if (!isError) return 'the agent ran it, without an error';
  return exitCode === undefined ? 'it failed' : `it failed with exit code ${exitCode}`;
}
