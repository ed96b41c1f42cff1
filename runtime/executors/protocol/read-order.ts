// A work order, read where somebody made or kept one. The runtime itself never reads an order back.

import type { Problem } from '../../model/failure.ts';
import { type WorkOrderFile, workOrderSchema } from '../../model/protocol/work-order.ts';
import { checkForm, type Misformed, readProtoJson } from './check-form.ts';
import { issueRefProblems } from './issue-ref.ts';

type ReadOrder =
  | Misformed
  | Readonly<{ kind: 'order'; order: WorkOrderFile; notes: readonly Problem[] }>;

export function readOrder(text: string, file: string): ReadOrder {
  const json = readProtoJson(text.replace(/^\uFEFF/, ''), file);
  if ('kind' in json) return json;
  const { value, source } = json;
  const read = checkForm(workOrderSchema, value, source, ({ issue_ref }) =>
    issueRefProblems(issue_ref, source),
  );
  return read.kind === 'formed' ? { kind: 'order', order: read.data, notes: read.notes } : read;
}
