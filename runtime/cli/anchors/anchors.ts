import type { Command } from '../frame/command.ts';
import { type Action, here, noun } from '../frame/noun.ts';
import { checkAll } from './check.ts';
import { acceptOne, expireOne, mergeOne, rejectOne } from './decide.ts';
import { importFile } from './import.ts';
import { listAnchors } from './list.ts';
import { recallFor } from './recall.ts';
import { showOne } from './show.ts';

/** What comes behind `wukong anchors`. */
const ACTIONS: Readonly<Record<string, Action>> = {
  list: here(listAnchors),
  recall: here(recallFor),
  show: here(showOne),
  accept: here(acceptOne),
  reject: here(rejectOne),
  merge: here(mergeOne),
  check: here(checkAll),
  expire: here(expireOne),
  import: here(importFile),
};

export const anchors: Command = {
  description: 'Show long-term memory and what it gives for a request, and decide what enters it',
  args: {
    action: { type: 'positional', required: false, description: Object.keys(ACTIONS).join(', ') },
    text: {
      type: 'positional',
      required: false,
      description: 'An anchor or candidate, A-2026-k3f7; to recall: the request; to import: a file',
    },
    more: {
      type: 'positional',
      required: false,
      description: 'To merge: the anchor that says it; to reject: why; to expire: the last day',
    },
    role: { type: 'string', valueHint: 'ROLE', description: 'To recall: for this role' },
    path: {
      type: 'string',
      valueHint: 'PATH',
      description: 'To recall: for work on this file; may be given several times',
    },
    explain: {
      type: 'boolean',
      description: 'To recall: each part of each score, and what was left out',
    },
    use: { type: 'boolean', description: 'To list: how often each was given and cited' },
  },
  examples: [
    ['wukong anchors list', 'what is remembered'],
    ['wukong anchors recall "decoder" --role body', 'what a run would be given'],
    ['wukong anchors accept A-2026-k3f7', 'let a candidate enter'],
  ],
  takesWords: true,
  run: noun('anchors', ACTIONS, 'wukong anchors list · wukong anchors recall "the request"'),
};
