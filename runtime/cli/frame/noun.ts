// A command about one kind of thing: its first word says what to do with it, and the noun alone lists.

import type { Workspace } from '../../workspace/paths.ts';
import { type Args, actionNamed, type Command } from './command.ts';
import { openWorkspace } from './open-workspace.ts';
import { failed, type Outcome } from './outcome.ts';

type Ended = Outcome | Promise<Outcome>;

/** Gets the words behind its own name. */
export type Action = (words: readonly string[], args: Args) => Ended;

/** `alone`: what it does without a word. */
export function noun(
  name: string,
  actions: Readonly<Record<string, Action>>,
  how: string,
  alone = 'list',
): Command['run'] {
  return (args) => {
    const [named = alone, ...words] = args.words;
    const action = actionNamed(name, actions, named, how);
    return action.ok ? action.value(words, args) : action.error;
  };
}

/** The same for one that is about the workspace of this folder. */
export function here(act: (ws: Workspace, words: readonly string[], args: Args) => Ended): Action {
  return (words, args) => {
    const opened = openWorkspace();
    return opened.ok ? act(opened.value.ws, words, args) : failed(opened.error);
  };
}
