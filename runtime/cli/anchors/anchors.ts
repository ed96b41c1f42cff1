import type { Workspace } from '../../workspace/paths.ts';
import { type Args, actionNamed, type Command } from '../frame/command.ts';
import { openWorkspace } from '../frame/open-workspace.ts';
import { failed, type Outcome } from '../frame/outcome.ts';
import { checkAll } from './check.ts';
import { acceptOne, mergeOne, rejectOne } from './decide.ts';
import { expireOne } from './expire.ts';
import { importFile } from './import.ts';
import { listAnchors } from './list.ts';
import { recallFor } from './recall.ts';
import { showOne } from './show.ts';

type Action = (ws: Workspace, words: readonly string[], args: Args) => Outcome | Promise<Outcome>;

/** What comes behind `wukong anchors`. Each gets the words behind its own name. */
const ACTIONS: Readonly<Record<string, Action>> = {
  list: listAnchors,
  recall: recallFor,
  show: showOne,
  accept: acceptOne,
  reject: rejectOne,
  merge: mergeOne,
  check: checkAll,
  expire: expireOne,
  import: importFile,
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
  takesWords: true,
  run(args) {
    const opened = openWorkspace();
    if (!opened.ok) return failed(opened.error);
    const [name = '', ...words] = args.words;
    const action = actionNamed(
      'anchors',
      ACTIONS,
      name,
      'wukong anchors list · wukong anchors recall "the request"',
    );
    return action.ok ? action.value(opened.value.ws, words, args) : action.error;
  },
};
