// What a report says of the criteria of its goal: an ear writes them, the last mind goes through them, and the gates
// they name run for who changes files.

import { notUnderstood, readCriteria } from '../../evidence/criteria/read-criteria.ts';
import { isApproved } from '../../evidence/gates/approval.ts';
import { isTestFile } from '../../evidence/gates/built-in-gates.ts';
import { referenceKey } from '../../evidence/report/parse-report.ts';
import { criteriaOf, judgesCriteria } from '../../kernel/graph/criteria.ts';
import { gatesKnown, otherGates } from '../../kernel/graph/proof.ts';
import type { Judged } from '../../kernel/reports/judged.ts';
import type { Grade, ResolvedReference } from '../../model/evidence.ts';
import { type CommandGate, commandText, type GateApproval } from '../../model/gate.ts';
import type { CriterionSaid } from '../../model/proof.ts';
import type { OnCriterion, Report } from '../../model/report.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { CHANGING_ROLES, type Role } from '../../model/vocabulary.ts';
import { oneLine } from '../../words/plain-text.ts';
import { type AddedLines, quotesAdded } from './added-lines.ts';
import type { Examined } from './write-evidence-files.ts';

const MAX_SAID = 20;
const MAX_CITED = 5;
const MAX_CHARS = 300;

export function criteriaOfReport(
  goal: Goal,
  run: Run,
  { report, resolved, added }: Pick<Examined, 'report' | 'resolved' | 'added'>,
): Pick<Judged, 'listed' | 'onCriteria'> {
  if (run.role === 'ear') return { listed: readCriteria(report.criteria, gatesKnown(goal)) };
  if (!judgesCriteria(goal, run.node)) return {};
  const { onCriteria = [] } = report;
  return { onCriteria: onCriteria.slice(0, MAX_SAID).map((one) => saidOf(one, resolved, added)) };
}

function saidOf(
  { number, met, text, references }: OnCriterion,
  resolved: readonly ResolvedReference[],
  added: AddedLines | undefined,
): CriterionSaid {
  const keys = references.map(referenceKey);
  const cited = resolved.flatMap((one) => {
    const { reference, place } = one;
    if (!place || !keys.includes(referenceKey(reference))) return [];
    const { path, line } = place;
    const isAdded = added !== undefined && quotesAdded(one, added);
    return [{ path, line, test: isTestFile(path), ...(isAdded && { added: true as const }) }];
  });
  return { number, met, text: text.slice(0, MAX_CHARS), cited: cited.slice(0, MAX_CITED) };
}

/**
 * Gates that criteria name and no node asks for, where a person approved them: what has to hold has to hold for who
 * changes files. At the end all of them run (engine/trials/other-gates.ts).
 */
export function namedGates(
  goal: Goal,
  role: Role,
  approvals: readonly GateApproval[],
): readonly CommandGate[] {
  if (!CHANGING_ROLES.includes(role)) return [];
  const named = criteriaOf(goal).flatMap(({ criterion }) =>
    criterion.kind === 'deterministic' ? criterion.names : [],
  );
  return otherGates(goal).filter(
    (gate) => named.includes(gate.name) && isApproved(gate, approvals),
  );
}

/** What an ear wrote as deterministic and no gate shows: it is told at once what would be understood. */
export function withCriteriaRead(
  run: Pick<Run, 'role'>,
  graded: Grade,
  report: Report,
  goal: Goal,
) {
  if (run.role !== 'ear' || report.status !== 'done') return graded;
  const gates = gatesKnown(goal);
  const unread = notUnderstood(report.criteria, gates);
  if (unread.length === 0) return graded;
  const known = gates
    .map(({ name, command }) => `${name} (\`${commandText(command)}\`)`)
    .join(', ');
  const asks = unread.map(
    (text) =>
      `The criterion "${oneLine(text, 200)}" names nothing that the runtime could look at. Behind [deterministic] write the name or the command of a gate and nothing else; the gates here are: ${known || 'none'}. What no gate shows is [behavioural], [documentation] or [judged].`,
  );
  return { ...graded, passes: false, missing: [...graded.missing, ...asks] };
}
