// A report from a lane of its own. What came into the tree of the goal meanwhile is brought into the lane first, so
// that its work is judged as it will be there; if it is good, it is laid into that tree. Green alone and red together
// cannot land.
//
//   catch up ──► judge ──► lock the tree, look ──► lane.landing ──► file by file ──► lane.landed
//      ▲  │                       │ it is another one by now          │ a person saved a file there
//      │  └► conflict             │                                   │
//      └──────────────────────────┴───────────────────────────────────┘
//
// Whoever is killed on the way is followed by another verifier, which begins at the top, or goes on with what was
// being laid.

import type { Unasked } from '../../evidence/lanes/merge-trees.ts';
import { wouldBeDone } from '../../kernel/reports/foresee.ts';
import type { Judged } from '../../kernel/reports/judged.ts';
import { wasSwitched } from '../../kernel/requests/dispatch.ts';
import { inLane } from '../../kernel/requests/lane.ts';
import type { RunAt } from '../../kernel/state/queries.ts';
import { readState } from '../../step/run-step.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { headOf } from '../changes/changes.ts';
import { catchUp } from '../lanes/catch-up.ts';
import { goOnLanding, land } from '../lanes/land.ts';
import { judgeReport, type ReportToJudge } from './judge-report.ts';
import { judgedConflict, judgedWithoutLane } from './not-judged.ts';

type Seen = AsyncDisposable &
  Readonly<{
    /** Undefined: its goal was closed meanwhile. */
    judged: Judged | undefined;
    /** Its work is in the tree of the goal, which is to be written down with what it was judged to be. */
    hasLanded: boolean;
  }>;

/** The tree may change while it is judged, as often as this. */
const MOST_TIMES = 5;

/** Of a run without a lane of its own it is judged and no more. Until it is disposed of, nobody runs gates where it landed. */
export async function judgeInLane(ws: Workspace, report: ReportToJudge): Promise<Seen> {
  let last: Judged | undefined;
  let isMoved = false;
  const warnings = new Set<string>();
  let inTheWay = 'it changed each time this was judged';
  for (let times = 0; times < MOST_TIMES; times += 1) {
    const at = atWork(ws, report);
    if (at === undefined || at.run.lane.awaited) return seen(await judgeReport(ws, report));
    if (at.run.lane.landing && (await goOnLanding(ws, at, report.stop))) {
      // It was good before it began to land. By its lane, since others may have landed after it.
      return seen(await judgeReport(ws, { ...report, changes: undefined }), async () => undefined);
    }
    const caught = await catchUp(ws, at);
    if (caught.is === 'conflict') return seen(await judgedConflict(ws, at, caught));
    if (caught.is === 'failed') return seen(judgedWithoutLane(ws, at, caught.why));
    if (caught.is === 'moved') {
      isMoved = true;
      for (const one of caught.unasked) warnings.add(withoutDriver(one));
    }
    const isAsItCame = caught.is === 'same' && times === 0;
    const judged = await judgeReport(ws, isAsItCame ? report : { ...report, changes: undefined });
    last = judged && isMoved ? together(judged) : judged;
    if (!last?.tree || !isGood(ws, report, last)) return seen(last);
    const landing = await land(ws, report, last.tree);
    if (landing.is === 'landed') {
      return seen(warned(await withBranch(last, at), [...warnings]), landing.release);
    }
    if (landing.is === 'over') return seen(last);
    inTheWay = landing.why ?? inTheWay;
  }
  return seen(last && { ...last, passes: false, missing: [...last.missing, notLaid(inTheWay)] });
}

/** A person who looks at another branch meanwhile may not think of who lands there. */
async function withBranch(judged: Judged, { run: { lane } }: RunAt): Promise<Judged> {
  const now = await headOf(lane.lands_in ?? lane.worktree);
  if (!wasSwitched(lane.head, now)) return judged;
  const [was, is] = [lane.head ?? '', now].map((head) => nameOf(head.split(' ')[0] ?? ''));
  const said = `it landed on ${is}, to which the working tree was switched from ${was} meanwhile`;
  return warned(judged, [said]);
}

function warned(judged: Judged, said: readonly string[]): Judged {
  return { ...judged, warnings: [...(judged.warnings ?? []), ...said] };
}

function withoutDriver({ path, driver }: Unasked): string {
  return `${oneLine(path, 120)} was merged without your merge driver ${oneLine(driver, 60)}, which nobody approved as it is, or which did not end: wukong trust`;
}

function nameOf(ref: string): string {
  return ref === 'HEAD' ? 'a commit on no branch' : ref.replace(/^refs\/heads\//, '');
}

/** What is wrong with it may be so only beside what came meanwhile. */
function together(judged: Judged): Judged {
  const { missing } = judged;
  return {
    ...judged,
    together: true,
    missing: missing.length > 0 ? [...missing, LANDED] : missing,
  };
}

const LANDED =
  'What others did has landed since you began, and is in your working tree now: your work has to pass together with it.';

function notLaid(why: string): string {
  return `Your work could not be laid into the working tree of the goal (${why}). Report again when that is over.`;
}

function seen(judged: Judged | undefined, release?: () => Promise<void>): Seen {
  return {
    judged,
    hasLanded: release !== undefined,
    [Symbol.asyncDispose]: async () => release?.(),
  };
}

function atWork(ws: Workspace, { goal, run }: ReportToJudge): RunAt | undefined {
  const now = readState(ws);
  return now.ok ? inLane(now.state, { goal, run }) : undefined;
}

/** Before it lands, since that cannot be taken back. */
function isGood(ws: Workspace, { goal, run }: ReportToJudge, judged: Judged): boolean {
  const asked = readState(ws, (state) => {
    const key = state.goals[goal]?.runs[run]?.report?.key ?? '';
    return wouldBeDone(state, new Date().toISOString(), { run, key }, judged);
  });
  return asked.ok && asked.value;
}
