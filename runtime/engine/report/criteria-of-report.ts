// What a report says of the criteria of its goal: an ear writes them, the last mind goes through them.

import { readCriteria } from '../../evidence/criteria/read-criteria.ts';
import { isTestFile } from '../../evidence/gates/built-in-gates.ts';
import { referenceKey } from '../../evidence/report/parse-report.ts';
import { judgesCriteria } from '../../kernel/graph/criteria.ts';
import { gatesKnown } from '../../kernel/graph/proof.ts';
import type { Judged } from '../../kernel/reports/judged.ts';
import type { ResolvedReference } from '../../model/evidence.ts';
import type { CriterionSaid } from '../../model/proof.ts';
import type { OnCriterion } from '../../model/report.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { Examined } from './write-evidence-files.ts';

const MAX_SAID = 20;
const MAX_CITED = 5;
const MAX_CHARS = 300;

export function criteriaOfReport(
  goal: Goal,
  run: Run,
  { report, resolved }: Pick<Examined, 'report' | 'resolved'>,
): Pick<Judged, 'listed' | 'onCriteria'> {
  if (run.role === 'ear') return { listed: readCriteria(report.criteria, gatesKnown(goal)) };
  if (!judgesCriteria(goal, run.node)) return {};
  const { onCriteria = [] } = report;
  return { onCriteria: onCriteria.slice(0, MAX_SAID).map((one) => saidOf(one, resolved)) };
}

function saidOf(
  { number, met, text, references }: OnCriterion,
  resolved: readonly ResolvedReference[],
): CriterionSaid {
  const keys = references.map(referenceKey);
  const cited = resolved.flatMap(({ reference, place }) => {
    if (!place || !keys.includes(referenceKey(reference))) return [];
    return [{ path: place.path, line: place.line, test: isTestFile(place.path) }];
  });
  return { number, met, text: text.slice(0, MAX_CHARS), cited: cited.slice(0, MAX_CITED) };
}
