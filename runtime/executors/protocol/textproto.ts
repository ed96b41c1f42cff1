// The text form of protobuf, for people and for programs that read it rather than JSON.

import type { WorkOrderFile } from '../../model/protocol/work-order.ts';
import { visibleJson } from '../../words/plain-text.ts';

export function orderTextproto(order: WorkOrderFile): string {
  return [
    '# proto-file: schemas/executor/v1/executor.proto',
    '# proto-message: wukong.executor.v1.WorkOrder',
    ...fieldLines(order, ''),
    '',
  ].join('\n');
}

/** Every field of an order is text, a number, true or false, a message, or a list of one of these. */
function fieldLines(message: object, indent: string): string[] {
  return Object.entries(message).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => {
      if (one === undefined) return [];
      // The escapes of JSON are among those of the text form.
      if (typeof one !== 'object') return [`${indent}${name}: ${visibleJson(JSON.stringify(one))}`];
      return [`${indent}${name} {`, ...fieldLines(one, `${indent}  `), `${indent}}`];
    }),
  );
}
