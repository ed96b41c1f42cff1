// A process of its own that writes steps: node writer.cjs <WriterTask as JSON>.
// Prints the text of each step that was acknowledged, one a line.

import { writeSync } from 'node:fs';
import { archiveLog, runStep } from '../../runtime/step/run-step.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';

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
      for (let n = 1; n < task.records; n += 1)
        emit({ type: 'Stop', session_id: task.name, payload: { ms: n } });
      emit({
        type: 'Stop',
        session_id: task.name,
        payload: { key: text, prompt: text, said: padding },
      });
    },
    { waitMs: task.waitMs },
  );
  // To a file or a pipe at once: whoever kills this process reads what it had acknowledged.
  writeSync(step.ok ? 1 : 2, `${step.ok ? text : JSON.stringify(step.failure)}\n`);
}
