// docs/evidence.md says which commands count and what an agent is told. Both are held against the grader.

import { describe, expect, test } from 'vitest';
import { seenCommands } from '../../runtime/evidence/commands/observed-commands.ts';
import { grade } from '../../runtime/evidence/grade.ts';
import { parseReport } from '../../runtime/evidence/report/parse-report.ts';
import type { Observation } from '../../runtime/model/evidence.ts';
import { readPage, tableRows } from './pages.ts';

const ROOT = '/repository';
const PAGE = readPage('docs/evidence.md');

/** Each command of the rows that begin with one, with what the page says of it. */
const TABLE = tableRows(PAGE, 'cited', 'counts').flatMap(([cited = '', counts = '']) =>
  cited.startsWith('`')
    ? [...cited.matchAll(/`([^`]+)`/g)].map((span) => {
        const command = (span[1] ?? '').replaceAll('\\|', '|');
        return [command.replaceAll('<working tree>', ROOT), counts] as const;
      })
    : [],
);

function ran(command: string): Observation {
  return {
    seq: 1,
    toolUseId: 'toolu_1',
    tool: 'Bash',
    command,
    cwd: ROOT,
    isError: false,
    outputSha256: '',
    outputBytes: 0,
    excerpt: '',
    at: '2026-11-21T10:00:00.000Z',
    finished: true,
  };
}

describe('docs/evidence.md', () => {
  test.each(TABLE)('%j counts: %s', (command, counts) => {
    const cited = { repro: [{ command }] };
    const [seen] = seenCommands(cited, [ran(command)], ROOT);
    expect(seen?.proves ? 'yes' : 'no').toBe(counts);
  });

  test('shows what an agent is told of a command that is no check by itself', () => {
    const command = 'node repro.mjs';
    const [seen] = seenCommands({ repro: [{ command }] }, [ran(command)], ROOT);
    expect(PAGE).toContain(`\`\`\`text\n${seen?.advice}\n\`\`\``);
  });

  test('shows a report that the runtime reads without a question', () => {
    const text = /```markdown\n([\s\S]*?)\n```/.exec(PAGE)?.[1] ?? '';
    const report = parseReport(text);
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({ status: 'done', claimedLevel: 'L2' });
    expect(report.repro).toEqual([{ command: 'npm test', result: '6 passed' }]);
    expect(report.references).toMatchObject([{ path: 'src/decoder.js', line: 19 }]);
  });

  test('shows the answer to an agent whose report is only a claim', () => {
    const report = parseReport(
      'RunId: r-1\nStatus: done\nEvidence-Level: L3\n\n## Summary\nFixed.\n\n## Evidence\n- Repro:\n  - command: `npm test`\n- References:\n  - src/decoder.js:1\n',
    );
    const { level, missing, overclaimed } = grade({
      report,
      observations: [],
      resolved: report.references.map((reference) => ({ reference, resolved: true })),
      gates: [
        {
          gate: 'npm test',
          outcome: 'fail',
          mustPass: true,
          error: 'exit code 1, expected 0',
        },
      ],
      role: 'body',
      required: 'L2',
      writes: true,
      changedFiles: [],
      outsidePaths: [],
      root: ROOT,
      runId: 'r-1',
    });
    expect({ level, overclaimed }).toEqual({ level: 'L1', overclaimed: true });
    const told = [...PAGE.matchAll(/```text\n([\s\S]*?)\n```/g)].at(-1)?.[1];
    expect(missing.join('\n')).toBe(told);
  });
});
