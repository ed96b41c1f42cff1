import { join } from 'node:path';
import { ARGV_VARIABLES, type ArgvVariable } from '../../model/protocol/vocabulary.ts';
import type { WorkOrderFile } from '../../model/protocol/work-order.ts';

/**
 * The words of a command with what `{name}` stands for in this run. Words stay words: no shell reads them,
 * and nothing that an issue or an agent wrote is among the values.
 */
export function argvOf(
  command: readonly string[],
  order: WorkOrderFile,
  orderDir: string,
): readonly string[] {
  const values: Readonly<Record<ArgvVariable, string>> = {
    order_dir: orderDir,
    order: join(orderDir, 'work_order.json'),
    result: join(orderDir, 'work_result.json'),
    repo_dir: order.repo_dir,
    run_id: order.run_id,
    issue_ref: order.issue_ref,
    role: order.role,
    node: order.node.id,
  };
  const pattern = new RegExp(`\\{(${ARGV_VARIABLES.join('|')})\\}`, 'g');
  return command.map((word) =>
    word.replaceAll(pattern, (_all, name: ArgvVariable) => values[name]),
  );
}
