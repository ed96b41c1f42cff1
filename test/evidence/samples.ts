import type { GradeInput } from '../../runtime/evidence/grade.ts';
import { parseReport } from '../../runtime/evidence/report/parse-report.ts';
import type { Observation } from '../../runtime/model/evidence.ts';
import type { CommandGate } from '../../runtime/model/gate.ts';
import type { Report } from '../../runtime/model/report.ts';

export const ROOT = '/repo';

/** A call as a transcript shows it; finished and without an error unless said otherwise. */
export function seen(seq: number, tool: string, more: Partial<Observation> = {}): Observation {
  return {
    seq,
    toolUseId: `t${seq}`,
    tool,
    cwd: ROOT,
    isError: false,
    outputSha256: 'e3b0c44298fc1c14',
    outputBytes: 0,
    excerpt: '',
    at: '2026-11-21T20:00:00.000Z',
    finished: true,
    ...more,
  };
}

export const bash = (seq: number, command: string, more: Partial<Observation> = {}): Observation =>
  seen(seq, 'Bash', { command, ...more });

export const edit = (
  seq: number,
  filePath = '/repo/src/a.js',
  more: Partial<Observation> = {},
): Observation => seen(seq, 'Edit', { filePath, ...more });

export function report(
  evidence = '- Repro:\n  - command: npm test\n- References:\n  - src/a.js:1',
): Report {
  return parseReport(
    `RunId: r-1\nStatus: done\nEvidence-Level: L3\n\n## Summary\nDid it.\n\n## Evidence\n${evidence}\n`,
  );
}

/** It need not pass, so that nothing asks for more than L2. */
const RAN = { gate: 'unit', outcome: 'pass', mustPass: false, tree: 't1' } as const;

/** A body run that passes at L2, with what is given put over it. */
export function gradeInput(more: Partial<GradeInput> = {}): GradeInput {
  const said = more.report ?? report();
  return {
    report: said,
    resolved: said.references.map((reference) => ({ reference, resolved: true })),
    gates: [],
    commandGates: [RAN],
    approvedGates: [RAN.gate, 'tests', 'g'],
    tree: 't1',
    role: 'body',
    required: 'L2',
    writes: true,
    changedFiles: ['src/a.js'],
    outsidePaths: [],
    runId: 'r-1',
    ...more,
  };
}

export function gate(command: readonly string[], more: Partial<CommandGate> = {}): CommandGate {
  return makeCommandGate({ command, ...more });
}

export function makeCommandGate(more: Partial<CommandGate>): CommandGate {
  const given = { type: 'command', name: 'a gate', command: ['true'] } as const;
  return { ...given, mustPass: true, expect_exit: 0, timeout_sec: 30, ...more };
}
