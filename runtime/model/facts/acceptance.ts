// Facts about what counts because a person said so.

import * as z from 'zod';
import { terminalSchema } from '../actors/terminal.ts';
import { lookedAtSchema } from '../looked.ts';
import { ACCEPTED_WORK } from '../proof.ts';
import { type FactsOf, family } from './definition.ts';

export const ACCEPTANCE_FACTS = family({
  'tests.accepted': {
    about: 'node',
    means: 'A person accepts these changed tests with exactly this content.',
    when: '`wukong accept`.',
    payload: z.strictObject({
      files: z.record(z.string(), z.string()).describe('By path the blob; empty if deleted.'),
      why: z.string(),
      by: z.string(),
      terminal: terminalSchema.optional(),
    }),
    example: { files: { 'test/a.test.js': '9daeafb9…' }, why: 'the old one was wrong', by: 'u' },
  },
  'work.accepted': {
    about: 'goal',
    means: 'A person accepts what no run shows.',
    when: '`wukong accept` or `/wukong_resume` with `--unproven` or `--no-change`.',
    payload: z.strictObject({
      what: z
        .enum(ACCEPTED_WORK)
        .describe('unproven: the fault was not shown. no-change: nothing had to be changed.'),
      why: z.string(),
      by: z.string(),
      terminal: terminalSchema.optional(),
    }),
    example: { what: 'unproven', why: 'it shows only on real hardware', by: 'u@host' },
  },
  'doubts.accepted': {
    about: 'goal',
    means: 'A person looked at what is in doubt, and says that it is right.',
    when: '`wukong accept` or `/wukong_resume` with `--doubts`.',
    payload: z.strictObject({
      doubts: z.array(lookedAtSchema).describe('Other content of a file is asked about again.'),
      why: z.string(),
      by: z.string(),
      terminal: terminalSchema.optional(),
    }),
    example: {
      doubts: [{ path: 'src/a.js', blob: '9daeafb9…', line: 12, kind: 'ends-process' }],
      why: 'it is the end of the command line',
      by: 'u@host',
    },
  },
  'changes.claimed': {
    about: 'goal',
    means: 'A person says that the changes of these paths are theirs, from now on in this goal.',
    when: '`--foreign` of `wukong accept` or `/wukong_resume`, or an answer that says so.',
    payload: z.strictObject({
      paths: z.array(z.string()).describe('In the repository; a folder ends in `/`.'),
      by: z.string(),
      terminal: terminalSchema.optional(),
    }),
    example: { paths: ['src/settings.js'], by: 'u@host' },
  },
});

export type AcceptanceFact = FactsOf<typeof ACCEPTANCE_FACTS>;
