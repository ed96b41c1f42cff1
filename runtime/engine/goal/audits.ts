// What the auditors of a goal said, by their reports that count.

import { join } from 'node:path';
import { parseReport } from '../../evidence/report/parse-report.ts';
import { readIfThere } from '../../files/reading.ts';
import { lastJudged } from '../../kernel/graph/graph.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Audit } from '../../result/goal-result.ts';
import type { Workspace } from '../../workspace/paths.ts';

/** Who audits in many nodes is heard in the last ones. */
const MOST_AUDITS = 3;

/** The report was kept without secrets. One that is gone says nothing; `fsck` names it. */
export function auditsOf(ws: Workspace, goal: Goal): Audit[] {
  const noses = goal.specs.filter(({ role }) => role === 'nose').slice(-MOST_AUDITS);
  return noses.flatMap(({ id: node }) => {
    const outputs = lastJudged(goal, node)?.outputs;
    const text = outputs && readIfThere(join(ws.dir, outputs.dir, 'report.md'));
    if (!text) return [];
    const { verdict = null, risks } = parseReport(text.toString('utf8'));
    return [{ node, verdict, risks }];
  });
}
