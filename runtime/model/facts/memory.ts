// Facts about what outlives a goal: its summary and the memory it proposes.

import { z } from 'zod';
import { type FactsOf, family } from './definition.ts';

/** What the score of a recalled anchor is made of. */
export const RECALL_PARTS = ['words', 'tags', 'paths', 'role', 'recent_decision'] as const;

const recalledSchema = z.strictObject({
  id: z.string(),
  score: z.number(),
  parts: z
    .partialRecord(z.enum(RECALL_PARTS), z.number())
    .describe('What the score is the sum of; what is missing is 0.'),
  changed: z
    .literal(true)
    .optional()
    .describe('Files it names changed after the day it was last validated.'),
  instead_of: z
    .array(z.string())
    .optional()
    .describe('Older Decisions on the same that none says it replaces: they were not given.'),
});
export type RecalledAnchor = z.infer<typeof recalledSchema>;

const recalledForSchema = z.strictObject({
  nodes: z.array(z.string()).describe('Nodes that are given the same.'),
  anchors: z.array(recalledSchema).describe('Best first.'),
});
export type RecalledFor = z.infer<typeof recalledForSchema>;

export const MEMORY_FACTS = family({
  'summary.written': {
    about: 'goal',
    means: 'The summary of the goal has this content.',
    when: 'Right before the goal is completed.',
    payload: z.strictObject({ file: z.string().describe('Below .wukong/.'), sha256: z.string() }),
    example: { file: 'artifacts/S-20261122-001/summary.md', sha256: '9f86d081…' },
  },
  'anchors.proposed': {
    about: 'goal',
    means:
      'These memory candidates wait for a person in anchors_candidates.md. No goal proposes them again.',
    when: 'Right before the goal is completed; once for each hundred.',
    payload: z.strictObject({
      candidates: z.array(z.strictObject({ id: z.string(), type: z.string(), title: z.string() })),
    }),
    example: { candidates: [{ id: 'A-2026-k3f7', type: 'Pattern', title: 'npm test checks it' }] },
  },
  'anchors.recalled': {
    about: 'goal',
    means: 'The work orders of these nodes quote these anchors, beside those their template names.',
    when: 'Once, when the goal is made, if any anchor fits its request; several for very many nodes.',
    payload: z.strictObject({ given: z.array(recalledForSchema) }),
    example: {
      given: [
        {
          nodes: ['N-010', 'N-020'],
          anchors: [
            { id: 'A-2026-k3f7', score: 15.4, parts: { words: 7.4, paths: 8 }, changed: true },
          ],
        },
      ],
    },
  },
  'anchors.used': {
    about: 'run',
    means: 'Which of the anchors it was given the first report of a run cites, and how it ended.',
    when: 'With the first report that is judged, for a run whose work order quoted anchors.',
    payload: z.strictObject({
      given: z.array(z.string()),
      cited: z.array(z.string()).describe('Named by id in the report.'),
      passes: z.boolean().describe('The first report passed.'),
    }),
    example: { given: ['A-2026-k3f7', 'A-2026-m2qd'], cited: ['A-2026-k3f7'], passes: true },
  },
  'checkpoint.written': {
    about: 'goal',
    means: 'Where the goal stood when the context was compacted.',
    when: 'Written by earlier versions; now context_packs/ has a file instead.',
    payload: z.looseObject({}),
    example: { status: 'running', as_of: 'E-000014' },
  },
});

export type MemoryFact = FactsOf<typeof MEMORY_FACTS>;
