// What is in doubt of a goal's change at this moment, and no person said yes to.

import { inDoubtAt } from '../../kernel/graph/doubts.ts';
import { runsOf } from '../../kernel/graph/graph.ts';
import { ok, type Result } from '../../model/failure.ts';
import { IN_DOUBT } from '../../model/in-doubt.ts';
import type { KeptLook } from '../../model/looked.ts';
import type { DoubtSaid, Saying } from '../../model/saying.ts';
import type { Goal } from '../../model/state/goal.ts';
import { isSuspicious } from '../../model/trial-kinds.ts';
import type { Redact } from '../../privacy/redact.ts';
import { withLooks } from '../../proof/looked.ts';
import { ENGLISH_UNSHOWN, unshownIn } from '../../words/unshown.ts';
import { doubtText } from '../../words/verdict.ts';
import { ENGLISH_VERDICT } from '../../words/verdict-words.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { changeNow } from './changed-tests.ts';
import { keptSaying } from './kept-saying.ts';

/** `blob`: what its file holds. */
export type OpenDoubt = DoubtSaid & Pick<KeptLook, 'blob'>;

/**
 * Where the node was last worked at, `at`; null: the goal. What only a run tells (a file whose errors of types are not
 * told) is known from the verdict that waits.
 */
export async function openDoubts(
  ws: Workspace,
  goal: Goal,
  at: string | null,
): Promise<Result<readonly OpenDoubt[], string>> {
  const run = at === null ? Object.values(goal.runs).at(-1) : runsOf(goal, at).at(-1);
  const read = run ? await changeNow(ws, goal, run) : ok(undefined);
  if (!read.ok) return read;
  const change = read.value;
  if (!change) return ok([]);
  const saying = inDoubtAt(goal, at)?.saying;
  const told = (saying?.is === 'shown' ? saying.doubts : []).filter(isOfTypes);
  const all = [...change.doubts.filter((one) => !isOfTypes(one)), ...told];
  const blobs = new Map(change.files.map(({ path, after }) => [path, after]));
  return ok(
    withLooks(change, all)
      .filter(isSuspicious)
      .flatMap((one) => {
        const blob = blobs.get(one.path);
        return blob === undefined ? [] : [{ ...one, blob }];
      }),
  );
}

function isOfTypes({ kind }: Pick<DoubtSaid, 'kind'>): boolean {
  return kind === 'types-silenced';
}

/** Why it waits still, when these are left; undefined: for nothing of that. */
export function leftInDoubt(
  goal: Goal,
  at: string | null,
  left: readonly OpenDoubt[],
  clean: Redact,
): Readonly<{ why: string; saying?: Saying }> | undefined {
  const because = inDoubtAt(goal, at);
  if (left.length === 0 || !because) return undefined;
  const doubts = left.map(({ blob: _, ...doubt }) => doubt);
  const { saying } = because;
  if (saying?.is === 'shown') {
    const others = saying.doubts.filter((one) => !isSuspicious(one));
    const now = keptSaying({ ...saying, doubts: [...doubts, ...others] }, clean);
    return { why: unshownIn(ENGLISH_UNSHOWN, now), saying: now };
  }
  const [head = ''] = because.why.split(IN_DOUBT);
  const said = doubts.map((one) => doubtText(ENGLISH_VERDICT, one));
  return { why: clean(`${head}${IN_DOUBT}${said.join('; ')}`) };
}
