import { citedChecks } from '../../executors/protocol/judge-result.ts';
import { readResult } from '../../executors/protocol/read-result.ts';
import type { WorkResult } from '../../model/protocol/work-result.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Command } from '../frame/command.ts';
import { noun } from '../frame/noun.ts';
import { type Checked, validateFile } from './validate.ts';

const HOW = 'wukong result validate work_result.json';

const ACTIONS = { validate: ([file]: readonly string[]) => validateFile(file, HOW, check) };

export const result: Command = {
  description: 'Check the form of what an executor gives back',
  args: {
    action: { type: 'positional', required: false, description: Object.keys(ACTIONS).join(', ') },
    file: {
      type: 'positional',
      required: false,
      description: 'work_result.json, or work_result.txt',
    },
  },
  examples: [['wukong result validate work_result.txt', 'each fault with its line and column']],
  takesWords: true,
  // There is nothing to list: a result is a file somewhere.
  run: noun('result', ACTIONS, HOW, ''),
};

function check(text: string, file: string): Checked {
  const read = readResult(text, file);
  switch (read.kind) {
    case 'result':
      return { ok: true, text: described(read.result), value: read, notes: read.notes };
    case 'faulty':
      return { ok: false, problems: read.problems };
    case 'other-version':
      return { ok: false, problems: [read.problem] };
    case 'logs-only': {
      const message = 'This says nothing of a result: no line is "IssueRef: …" or "RunId: …".';
      const hint = 'Write these lines before the first empty one, or JSON. See docs/executors.md.';
      return { ok: false, problems: [{ file, line: 1, column: 1, message, hint }] };
    }
  }
}

/** What it claims, so that a wrong reading shows. */
function described(result: WorkResult): string {
  const { changes } = result;
  const change = changes.pr ?? changes.commit ?? changes.patch ?? 'none';
  const checks = citedChecks(result).map(({ command }) => command);
  return [
    `A result for ${oneLine(result.issue_ref)}, run ${oneLine(result.run_id)}: ${result.status}.`,
    `  change  ${oneLine(change)}`,
    `  tests   ${oneLine(checks.join('; ') || 'none')}`,
    'Its form is right. What it claims is looked at when its run is judged.',
  ].join('\n');
}
