// Facts about what leaves this machine: first that it is about to, then what became of it.

import * as z from 'zod';
import { processSchema } from '../actors/process-ref.ts';
import { terminalSchema } from '../actors/terminal.ts';
import { branchSchema, pullSchema } from '../state/published.ts';
import { POST_KINDS } from '../vocabulary.ts';
import { type FactsOf, family } from './definition.ts';

const key = z
  .string()
  .describe('Names it within the goal: `comment:<run>`, `branch:<commit>`, `pull`.');
const who = {
  by: z.string().describe('Who typed it, or for whom the daemon works.'),
  terminal: terminalSchema.optional().describe('Absent: the daemon.'),
};

export const POST_FACTS = family({
  'branch.made': {
    about: 'goal',
    means: 'Its own patches are commits on the commit it began on, and nothing else is in them.',
    when: 'A person typed `wukong publish`, or the daemon may publish.',
    payload: branchSchema,
    example: {
      name: 'wukong/G-0001-the-decoder-crashes',
      base: '0a3c77aac2b1d4e5f60718293a4b5c6d7e8f9012',
      onto: 'main',
      tip: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
      commits: [
        {
          node: 'N-020',
          steps: ['2026-11-22-body-0006'],
          id: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
          tree: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
        },
      ],
      verdict: 'shown',
      failed: [],
      same: true,
    },
  },
  'post.intended': {
    about: 'goal',
    means:
      'This is about to leave the machine; what became of it follows, or has to be looked for.',
    when: 'Just before it is sent.',
    payload: z.strictObject({
      key,
      what: z.enum(POST_KINDS),
      to: z.string().describe('github.com/org/repo'),
      about: z.string().describe('A branch, a run, or the issue.'),
      sha256: z.string().describe('Of what is sent, the first 16 characters.'),
      sender: processSchema,
      ...who,
    }),
    example: {
      key: 'comment:2026-11-22-body-0006',
      what: 'comment',
      to: 'github.com/org/repo',
      about: 'org/repo#12',
      sha256: '9f86d081884c7d65',
      sender: { pid: 4242, started: '1' },
      by: 'u@host',
    },
  },
  'post.sent': {
    about: 'goal',
    means: 'It is there.',
    when: 'The answer said so, or it was found.',
    payload: z.strictObject({
      key,
      url: z.string().optional(),
      pull: pullSchema.optional(),
      found: z.literal(true).optional().describe('No answer had come; it was looked for.'),
      by: z.string().optional().describe('A person said so.'),
      terminal: terminalSchema.optional(),
    }),
    example: {
      key: 'comment:2026-11-22-body-0006',
      url: 'https://github.com/org/repo/issues/12#issuecomment-1',
    },
  },
  'post.failed': {
    about: 'goal',
    means: 'It is not there, and may be tried again.',
    when: 'It was refused, never arrived, or was looked for and is not there.',
    payload: z.strictObject({
      key,
      why: z.string(),
      by: z.string().optional().describe('A person said so.'),
      terminal: terminalSchema.optional(),
    }),
    example: { key: 'pull', why: '422: A pull request already exists for org:wukong/G-0001.' },
  },
  'post.unsure': {
    about: 'goal',
    means: 'Nobody can say whether it is there: it is not sent again until a person says so.',
    when: 'No answer came, and it was not found after the longest time it can be under way.',
    payload: z.strictObject({ key, why: z.string() }),
    example: { key: 'comment:2026-11-22-body-0006', why: 'the connection was cut' },
  },
});

export type PostFact = FactsOf<typeof POST_FACTS>;
