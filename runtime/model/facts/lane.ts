// Facts about the lane of a run: a working tree of its own, whose work is laid into the tree of the goal.

import * as z from 'zod';
import { type FactsOf, family } from './definition.ts';

const tree = z.string().describe('A git tree.');

export const LANE_FACTS = family({
  'lane.ready': {
    about: 'run',
    means: 'The files of the goal are in its lane, and its agent may work there.',
    when: 'The client had made a working tree for its agent.',
    payload: z.strictObject({ worktree: z.string(), base: tree }),
    example: {
      worktree: '/repo/.claude/worktrees/agent-a1',
      base: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    },
  },
  'lane.moved': {
    about: 'run',
    means:
      'What came into the tree of the goal meanwhile is in the lane, too; its work counts from there.',
    when: 'Its report came, and the tree of the goal was another one than it began with.',
    payload: z.strictObject({ base: tree }),
    example: { base: '4b825dc642cb6eb9a060e54bf8d69288fbee4904' },
  },
  'lane.landing': {
    about: 'run',
    means: 'Its work is being laid into the tree of the goal; whoever finds it half done goes on.',
    when: 'It was judged as it will be there, and that tree is still the one it was judged with.',
    payload: z.strictObject({ from: tree, to: tree }),
    example: {
      from: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
      to: 'a9e1f1d0c3f0b5c4e2d7a6b8c9d0e1f2a3b4c5d6',
    },
  },
  'lane.landed': {
    about: 'run',
    means: 'Its work is in the tree of the goal, as if it had been done there.',
    when: 'The last file was laid.',
    payload: z.strictObject({}),
    example: {},
  },
});

export type LaneFact = FactsOf<typeof LANE_FACTS>;
