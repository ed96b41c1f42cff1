// Facts about what outlives a goal: its summary and the memory it proposes.

import * as z from 'zod';
import { terminalSchema } from '../actors/terminal.ts';
import { ACCEPTING_ROLES, RECALL_PARTS } from '../vocabulary.ts';
import { type FactsOf, family } from './definition.ts';

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
const byPerson = {
  by: z.string().describe('name@host.'),
  via: z
    .enum(['file', 'command'])
    .describe('A mark in anchors_candidates.md, or `wukong anchors`.'),
  terminal: terminalSchema.optional().describe('Of a command, while a goal was open.'),
};
const named = z.strictObject({ id: z.string(), type: z.string(), title: z.string() });
const sha256 = z.string().describe('Of the section in anchors.md, without blank lines at its end.');

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
    when: 'Right before the goal is completed; and after new runs, where it waits or its context is compacted.',
    payload: z.strictObject({
      candidates: z.array(named),
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
  'anchors.imported': {
    about: 'workspace',
    means: 'These candidates were read from a file, and wait for a person like those of a goal.',
    when: '`wukong anchors import`; once for each hundred.',
    payload: z.strictObject({ file: z.string(), candidates: z.array(named), ...byPerson }),
    example: {
      file: 'old-anchors.md',
      candidates: [{ id: 'A-2026-k3f7', type: 'Decision', title: 'Empty input is valid' }],
      by: 'u@host',
      via: 'command',
    },
  },
  'anchors.accepted': {
    about: 'workspace',
    means: 'A person accepted a candidate: it is an entry of anchors.md.',
    when: 'After that was written. A writer that was killed in between records it twice.',
    payload: z.strictObject({
      id: z.string(),
      title: z.string(),
      edited: z.literal(true).optional().describe('Title or text are not as they were proposed.'),
      sha256,
      ...byPerson,
    }),
    example: {
      id: 'A-2026-k3f7',
      title: 'Empty input is valid',
      sha256: '9f86d081…',
      by: 'u@host',
      via: 'file',
    },
  },
  'anchors.accepted_by_run': {
    about: 'run',
    means:
      'The report of this run named a candidate as good, and it is an entry of anchors.md. No person looked.',
    when: 'At the end of the goal, after that was written, where config.local.yaml lets this role accept.',
    payload: z.strictObject({
      id: z.string(),
      type: z.string(),
      title: z.string(),
      role: z.enum(ACCEPTING_ROLES).describe('anchors.accept_by.'),
      why: z.string().describe('Its words, at most 500 characters.'),
      sha256,
    }),
    example: {
      id: 'A-2026-k3f7',
      type: 'Decision',
      title: 'Empty input is valid',
      role: 'mind',
      why: 'the decoder and its tests say so',
      sha256: '9f86d081…',
    },
  },
  'anchors.reviewed': {
    about: 'workspace',
    means:
      'A person looked at an entry of anchors.md that came otherwise: as it reads now, it is reviewed here.',
    when: '`wukong anchors accept` of an entry that no person accepted in this log, or that was edited since.',
    payload: z.strictObject({ id: z.string(), title: z.string(), sha256, ...byPerson }),
    example: {
      id: 'A-2026-k3f7',
      title: 'Empty input is valid',
      sha256: '9f86d081…',
      by: 'u@host',
      via: 'command',
    },
  },
  'anchors.merged': {
    about: 'workspace',
    means: 'A person found that an older anchor says what a candidate says, and so confirmed it.',
    when: 'After day and source were written into its entry.',
    payload: z.strictObject({ id: z.string(), into: z.string(), sha256, ...byPerson }),
    example: {
      id: 'A-2026-k3f7',
      into: 'A-2025-abcd',
      sha256: '9f86d081…',
      by: 'u@host',
      via: 'file',
    },
  },
  'anchors.rejected': {
    about: 'workspace',
    means: 'A person rejected a candidate; it is not proposed again.',
    when: 'Before it is taken out of anchors_candidates.md.',
    payload: z.strictObject({
      id: z.string(),
      why: z.string().describe('At most 500 characters; may be empty.'),
      ...byPerson,
    }),
    example: { id: 'A-2026-k3f7', why: 'true of one branch only', by: 'u@host', via: 'file' },
  },
  'anchors.expired': {
    about: 'workspace',
    means: 'A person said on which day an anchor counts for the last time.',
    when: '`wukong anchors expire`, after it was written into its entry.',
    payload: z.strictObject({
      id: z.string(),
      day: z.string(),
      sha256,
      sha256_before: z.string().optional().describe('Of the entry before. Older logs have none.'),
      ...byPerson,
    }),
    example: {
      id: 'A-2026-k3f7',
      day: '2026-11-23',
      sha256: '9f86d081…',
      by: 'u@host',
      via: 'command',
    },
  },
  'anchors.removal_proposed': {
    about: 'goal',
    means: 'Goals were given these anchors in vain: a person is asked whether they may go.',
    when: 'Right before the goal is completed, after twenty goals that were given one and did not cite it.',
    payload: z.strictObject({
      anchors: z.array(
        z.strictObject({
          id: z.string(),
          given: z.number().int().describe('Goals that were given it, in all.'),
          unused: z.number().int().describe('Since one of them cited it last.'),
        }),
      ),
    }),
    example: { anchors: [{ id: 'A-2026-k3f7', given: 24, unused: 20 }] },
  },
  'anchors.removed': {
    about: 'workspace',
    means: 'A person let an anchor be taken out of anchors.md.',
    when: 'After that was written.',
    payload: z.strictObject({ id: z.string(), ...byPerson }),
    example: { id: 'A-2026-k3f7', by: 'u@host', via: 'file' },
  },
  'anchors.kept': {
    about: 'workspace',
    means:
      'A person keeps an anchor that was proposed for removal; twenty more goals pass before it is again.',
    when: 'Before the proposal is taken out of anchors_candidates.md.',
    payload: z.strictObject({
      id: z.string(),
      why: z.string().describe('At most 500 characters; may be empty.'),
      ...byPerson,
    }),
    example: {
      id: 'A-2026-k3f7',
      why: 'rare, and dear when it happens',
      by: 'u@host',
      via: 'file',
    },
  },
  'candidates.read': {
    about: 'workspace',
    means: 'As anchors_candidates.md is, there is nothing in it to take up.',
    when: 'A session began, or a person typed, and the file had changed.',
    payload: z.strictObject({
      stamp: z.string().describe('Its size and time.'),
      problem: z.string().nullable().describe('Why nothing of it counts, if that was said.'),
    }),
    example: { stamp: '412:1795437296000', problem: null },
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
