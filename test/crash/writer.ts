// A process of its own that writes steps: node writer.cjs <WriterTask as JSON>.
// Prints the text of each step that was acknowledged, one a line.

import { writeSync } from 'node:fs';
import { findRepository } from '../../runtime/store/repository.ts';
import { archiveLog, runStep } from '../../runtime/store/step.ts';

export type WriterTask = Readonly<{
  repo: string;
  name: string;
  count: number;
  /** Bytes of padding, taken in turn. */
  sizes: readonly number[];
  waitMs: number;
  /** In each step; the last one has the text. */
  records: number;
  /** Seals the log before all that. */
  seals?: boolean;
}>;

const task: WriterTask = JSON.parse(process.argv[2] ?? '{}');
const ws = findRepository(task.repo);
if (!ws) throw new Error(`${task.repo} is no repository`);

if (task.seals) archiveLog(ws);

for (let i = 0; i < task.count; i += 1) {
  const text = `${task.name}-${i}`;
  const padding = 'x'.repeat(task.sizes[i % task.sizes.length] ?? 0);
  const step = runStep(
    ws,
    ({ emit }) => {
      for (let n = 1; n < task.records; n += 1) emit('Stop', { session_id: task.name }, { n });
      emit('Stop', { session_id: task.name }, { key: text, text, padding });
    },
    { waitMs: task.waitMs },
  );
  // To a file or a pipe at once: whoever kills this process reads what it had acknowledged.
  writeSync(step.ok ? 1 : 2, `${step.ok ? text : JSON.stringify(step.failure)}\n`);
}
