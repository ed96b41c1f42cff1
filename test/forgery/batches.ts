import { readCommand } from '../../runtime/evidence/commands/read-command.ts';
import type { Case } from './case.ts';

const MAX_IN_A_RUN = 20;
const ROOT = '/repository';

type Batch = { cases: Case[]; cores: Set<string> };

/**
 * Cases in runs: most of what a case costs are the processes of its run. Those whose trick is a command
 * share one with others of their kind, unless one command could be taken for the other's.
 */
export function inRuns(cases: readonly Case[]): ReadonlyArray<readonly Case[]> {
  const batches: Batch[] = [];
  for (const one of cases) {
    const cores = coresOf(one);
    const isFree = ({ cases: others, cores: taken }: Batch): boolean =>
      others[0]?.kind === one.kind &&
      others.length < MAX_IN_A_RUN &&
      taken.size > 0 &&
      cores.every((core) => !taken.has(core));
    const batch = cores.length === 0 ? undefined : batches.find(isFree);
    if (batch === undefined) batches.push({ cases: [one], cores: new Set(cores) });
    else {
      batch.cases.push(one);
      for (const core of cores) batch.cores.add(core);
    }
  }
  return batches.map(({ cases: together }) => together);
}

function coresOf({ ran }: Case): string[] {
  if (ran === undefined) return [];
  // With a cited line break or backtick there would be no telling the rows of the report apart.
  if (/[\n`|]/.test(ran.cited)) return [];
  return [
    ...new Set([
      ran.command,
      ran.cited,
      readCommand(ran.command, ROOT).core,
      readCommand(ran.cited, ROOT).core,
    ]),
  ];
}
