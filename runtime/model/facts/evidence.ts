// Facts about what the runtime ran and saw.

import * as z from 'zod';
import { laneSchema } from '../actors/lane.ts';
import { processSchema } from '../actors/process-ref.ts';
import { terminalSchema } from '../actors/terminal.ts';
import { EXCUSES, GATE_RESULTS } from '../gate.ts';
import { countsSchema, trialSchema } from '../gate-schema.ts';
import { sayingSchema } from '../saying.ts';
import { outputsSchema } from '../state/node-state.ts';
import { EVIDENCE_LEVELS } from '../vocabulary.ts';
import { type FactsOf, family } from './definition.ts';

const level = z.enum(EVIDENCE_LEVELS);
const tree = z.string().describe('A git tree.');
const callKey = z
  .string()
  .describe('Idempotency key: SHA-256 of node, run, command, arguments, settings and tree.');

export const EVIDENCE_FACTS = family({
  'gate.started': {
    about: 'goal',
    means: 'A command is about to run as a gate on these files.',
    when: 'Before it runs. Without a `gate.finished` of its key it has no result, and runs again.',
    payload: z.strictObject({
      gate: z.string().describe('Its name.'),
      key: callKey,
      tree,
    }),
    example: { gate: 'unit', key: '5f1c0d9e…', tree: '0a0c6ad0fbd2a35ad04a0c2d8e7a2a1c1f4a7d3b' },
  },
  'gate.finished': {
    about: 'goal',
    means: 'A check came to this outcome.',
    when: 'A report is judged, or the goal is checked on its final tree.',
    payload: z.strictObject({
      gate: z.string().describe('Its name.'),
      outcome: z.enum(GATE_RESULTS),
      command: z.string().optional(),
      error: z.string().optional().describe('One sentence, unless it passed.'),
      counts: countsSchema.optional(),
      must_pass: z.literal(false).optional().describe('A failure holds nothing up.'),
      overridden: z.boolean().optional().describe('The local configuration let it pass.'),
      excused: z.enum(EXCUSES).optional().describe('Why it sends nobody back.'),
      flaky: z
        .literal(true)
        .optional()
        .describe('It passes on files on which it failed for the report before.'),
      key: callKey.optional(),
    }),
    example: { gate: 'unit', outcome: 'pass', command: 'npm test' },
  },
  'artifacts.stored': {
    about: 'run',
    means: 'These files of the run are kept, named by their content.',
    when: 'Its report was judged.',
    payload: z.strictObject({
      dir: z.string().describe('Below .wukong/.'),
      artifacts: z.array(
        z.strictObject({ name: z.string(), sha256: z.string(), bytes: z.number().int() }),
      ),
    }),
    example: {
      dir: 'artifacts/S-20261122-001/N-001/2026-11-22-ear-0001',
      artifacts: [{ name: 'report.md', sha256: '67ec14b3…', bytes: 90 }],
    },
  },
  'artifacts.collected': {
    about: 'goal',
    means: 'The files of this goal are taken away on purpose; what the log says of them stays.',
    when: 'At `wukong gc --yes`, before they are removed.',
    payload: z.strictObject({
      dir: z.string().describe('Below .wukong/.'),
      files: z.number().int(),
      bytes: z.number().int(),
      ended_at: z.string().describe('When the goal ended.'),
      by: z.string().describe('Who typed it.'),
      terminal: terminalSchema.optional().describe('While a goal was open.'),
    }),
    example: {
      dir: 'artifacts/S-20261122-001',
      files: 48,
      bytes: 183204,
      ended_at: '2026-11-22T10:15:00.000Z',
      by: 'Ada',
    },
  },
  'evidence.graded': {
    about: 'run',
    means: 'This level is proven for the report, and whether that is enough.',
    when: 'Its report was judged.',
    payload: z.strictObject({
      level,
      required: level,
      claimed: level.nullable(),
      overclaimed: z.boolean(),
      passes: z.boolean(),
      reasons: z.array(z.strictObject({ level, met: z.boolean(), why: z.string() })),
      missing: z.array(z.string()),
      citations: z.strictObject({ resolved: z.number().int(), total: z.number().int() }).optional(),
      cited: z
        .array(z.string())
        .optional()
        .describe('Files it cites that are there, the first 5. Older logs have none.'),
      ran: z.array(z.string()).optional().describe('Of older logs alone: commands the agent ran.'),
      proven: z.record(z.string(), z.string()).describe('By gate: the tree it passed on.'),
      repro: z
        .array(z.string())
        .optional()
        .describe('Commands a reader named that show the fault.'),
      decisions: z.array(z.strictObject({ node: z.string(), event: z.string(), text: z.string() })),
      confidence: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .describe('How sure of them the report says it is.'),
      accepts: z
        .array(z.strictObject({ id: z.string(), why: z.string() }))
        .optional()
        .describe('Anchor candidates it finds good, where it may accept them.'),
      outputs: outputsSchema,
      fault: z
        .strictObject({
          shown: z.boolean(),
          why: z.string(),
          saying: sayingSchema.optional(),
          documentation: z.array(z.string()).optional().describe('All that was changed.'),
        })
        .optional()
        .describe('Whether a check was red before and is green, where that was looked at.'),
      lane: laneSchema.optional().describe('Where it was measured. Older logs have none.'),
    }),
    example: {
      level: 'L1',
      required: 'L1',
      claimed: 'L1',
      overclaimed: false,
      passes: true,
      reasons: [{ level: 'L1', met: true, why: '1 of 1 references resolve.' }],
      missing: [],
      proven: {},
      decisions: [],
      outputs: {
        dir: 'artifacts/S-20261122-001/N-001/2026-11-22-ear-0001',
        summary: 'An empty body decodes.',
        patch_files: [],
        artifacts: ['report.md'],
        level: 'L1',
        tree: null,
        output_tokens: 512,
      },
    },
  },
  'check.measured': {
    about: 'goal',
    means: 'A command ran on a copy of one tree, with files of another laid over it.',
    when: 'What a change proves was looked at.',
    payload: z.strictObject({
      side: z
        .enum(['red', 'green', 'sealed', 'plain', 'planted', 'planted-first'])
        .describe(
          'red: with the program as it was, or as much of it as loads. green: the tree of the report. sealed: with what judges it as it was. plain: the tree of the report or the first one, shown by nothing. planted: with lines that fail in its tests. planted-first: the same with the program as it was.',
        ),
      command: z.array(z.string()),
      cwd: z.string().nullable(),
      tree,
      overlay: z.string().nullable().optional().describe('What was laid over it; in older logs.'),
      brought: z.string().nullable().optional().describe('What the check brings; in older logs.'),
      files: z.record(z.string(), z.string()).optional().describe('Of these; in older logs.'),
      without: z.array(z.string()).describe('Paths that were taken away.'),
      outcome: z.enum(['pass', 'fail', 'unavailable']),
      why: z.string(),
      exit_code: z.number().int().nullable(),
      took_ms: z.number().int().optional().describe('How long it ran, if it ended.'),
      log: z.string().describe('Its output, below .wukong/.'),
      linked: z.array(z.string()).describe('Folders of the working tree it used by a link.'),
      notes: z.array(z.string()),
      touched: z.array(z.string()).describe('Files in them that changed since work began.'),
      read: z
        .array(z.string())
        .optional()
        .describe('Files that it opened, of those that were looked at.'),
      able: z
        .boolean()
        .optional()
        .describe(
          'planted and planted-first: it failed, and showed what was thrown. So it can fail.',
        ),
      limit: z.string().optional().describe('Why what it shows counts for L2 at most.'),
      saying: sayingSchema.optional(),
    }),
    example: {
      side: 'red',
      command: ['npm', 'test'],
      cwd: null,
      tree: '0a0c6ad0fbd2a35ad04a0c2d8e7a2a1c1f4a7d3b',
      without: [],
      outcome: 'fail',
      why: 'npm test ended with exit code 1',
      exit_code: 1,
      log: 'artifacts/S-20261122-001/N-030/2026-11-22-tongue-0004/red.log',
      linked: [],
      notes: [],
      touched: [],
    },
  },
  'trials.begun': {
    about: 'goal',
    means: 'This process tries the gates of the goal, until an agent is dispatched that may write.',
    when: 'A goal began, some gate of it may run, and `try_gates` is not off.',
    payload: z.strictObject({ process: processSchema }),
    example: { process: { pid: 4243, started: '90021' } },
  },
  'gate.tried': {
    about: 'workspace',
    means: 'A gate ran once in the working tree and once in a clean copy of it.',
    when: 'Somebody typed `wukong gates --try`, or said yes at `wukong init`; or a goal began.',
    payload: trialSchema,
    example: {
      gate: 'npm test',
      command: ['npm', 'test'],
      cwd: null,
      shell: false,
      basis: '5f1c0d9e…',
      tree: '0a0c6ad0fbd2a35ad04a0c2d8e7a2a1c1f4a7d3b',
      here: {
        outcome: 'pass',
        why: 'exit code 0',
        exit_code: 0,
        seconds: 4,
        log: 'artifacts/tried/5f1c0d9e4b11/here.log',
      },
      copy: {
        outcome: 'fail',
        why: 'exit code 1, expected 0',
        exit_code: 1,
        seconds: 3,
        log: 'artifacts/tried/5f1c0d9e4b11/copy.log',
      },
      linked: ['node_modules'],
      notes: [],
      touched: [],
      cause: { kind: 'not-in-copy', path: 'build' },
    },
  },
  'seal.checked': {
    about: 'goal',
    means: 'Whether the gates also pass with the tests and configuration of before the goal.',
    when: 'A report that changed some of them, or the final tree, was judged.',
    payload: z.strictObject({
      tree,
      held: z.boolean(),
      unchecked: z
        .literal(true)
        .optional()
        .describe('Nobody can say: the gates pass in no copy, with them or without.'),
      why: z.string(),
      saying: sayingSchema.optional(),
      changed: z.array(z.string()).describe('Sealed files that differ or are new.'),
      named: z.array(z.string()).describe('What was done to them, each with file and line.'),
    }),
    example: { tree: '0a0c6ad0…', held: true, why: '', changed: [], named: [] },
  },
  'evidence.renewed': {
    about: 'goal',
    means: 'All evidence of the goal holds on the final tree.',
    when: 'Before the goal is completed.',
    payload: z.strictObject({
      tree,
      gates: z.array(
        z.strictObject({
          gate: z.string(),
          outcome: z.string(),
          excused: z.enum(EXCUSES).optional(),
        }),
      ),
      check: z.string().nullable().describe('The command that was red before and is green.'),
    }),
    example: { tree: '0a0c6ad0…', gates: [{ gate: 'unit', outcome: 'pass' }], check: 'npm test' },
  },
});

export type EvidenceFact = FactsOf<typeof EVIDENCE_FACTS>;
