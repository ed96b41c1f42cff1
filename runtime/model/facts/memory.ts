// Facts about what outlives a goal: its summary and the memory it proposes.

import { z } from 'zod';
import { type FactsOf, family } from './definition.ts';

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
  'checkpoint.written': {
    about: 'goal',
    means: 'Where the goal stood when the context was compacted.',
    when: 'Written by earlier versions; now context_packs/ has a file instead.',
    payload: z.looseObject({}),
    example: { status: 'running', as_of: 'E-000014' },
  },
});

export type MemoryFact = FactsOf<typeof MEMORY_FACTS>;
