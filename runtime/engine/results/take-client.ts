// A headless client has ended. Its report was taken by its own hook, when it wanted to stop; what is left to do
// is to say so where there was none, and to keep what it said of itself.

import { join } from 'node:path';
import type { ClientSaid } from '../../executors/headless/read-stream.ts';
import { putFile } from '../../files/atomic-write.ts';
import { recordUsage } from '../../kernel/budget/record-usage.ts';
import { endDriven } from '../../kernel/drive/driven.ts';
import { runIn } from '../../kernel/state/queries.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import { redactor } from '../../privacy/redact.ts';
import { runStep } from '../../step/run-step.ts';
import { LIST_PRICES } from '../../usage/prices.ts';
import type { Workspace } from '../../workspace/paths.ts';
import type { ResultAnswer } from './take-result.ts';

type ClientEnd = Readonly<{
  goal: string;
  run: string;
  /** Its order folder in `.wukong/`. */
  folder: string;
  client: ClientSaid;
}>;

export function takeClient(
  ws: Workspace,
  { goal, run, folder, client }: ClientEnd,
): Result<ResultAnswer, Failure> {
  const clean = redactor(process.env);
  const said = { schema_version: 1, ...client };
  putFile(join(folder, 'client.json'), clean(`${JSON.stringify(said, null, 1)}\n`));
  const taken = runStep(
    ws,
    (step) => {
      const at = runIn(step.state, goal, run);
      // Its report is judged by whoever is written down, or was.
      if (!at || at.run.report) return;
      if (!at.run.ended) endDriven(step, goal, run, 'no-report', clean(whyOf(client)));
      // Transcripts say it exactly, and as it comes; where none was read, the client says it itself.
      if (at.run.usage || Object.keys(client.models).length === 0) return;
      const read = { bytes: 0 };
      const { models } = client;
      recordUsage(step, at.goal, [{ run, from: 0, models, read, prices: LIST_PRICES.date }]);
    },
    { waitMs: 30_000 },
  );
  return taken.ok ? ok({ kind: 'left' }) : fail(taken.failure);
}

function whyOf({ failed, denied }: ClientSaid): string {
  const first = denied.slice(0, 3).map(({ rule }) => `\`${rule}\``);
  const rules =
    first.length > 0
      ? `it was not allowed what ${first.join(', ')} in executors.headless.allowed_tools of .wukong/config.local.yaml allows`
      : '';
  return [failed ?? '', rules].filter((one) => one !== '').join('; ');
}
