// Actions that wait for a person. What is asked for and what was allowed stands in the goal; an
// allowed action may happen once, exactly as it was shown.

import type { Goal } from '../../model/state/goal.ts';

/**
 * Whatever the configuration says: what an agent could widen its own power with, or answer in place of
 * the person.
 */
const ALWAYS: readonly string[] = [
  'trust',
  'init',
  'uninstall',
  'off',
  'on',
  'answer',
  'resume',
  'accept',
  'rollback',
  'publish',
  'switch',
  'submit',
  'abort',
  'goal set',
  'goal cancel',
  'goal admit',
  'daemon start',
  'daemon stop',
  'repair',
  'escalations ignore',
  'gc',
  ...['accept', 'reject', 'merge', 'expire', 'import'].map((word) => `anchors ${word}`),
  // To start a hook by hand is to speak as the client, and so as the person.
  'hook',
].map((command) => `wukong ${command}`);

/** Longer than this nobody reads it before saying yes. */
export const MAX_ACTION = 500;

export type Action = Readonly<{ tool: string; command: string; path: string | null }>;

/** The entry of the approval list that a call falls under: first words of a command, or a tool. */
export function approvalRule(list: readonly string[], call: Action): string | undefined {
  const commands = call.command === '' ? [] : simpleCommands(call.command);
  const isMeant = (words: string): boolean =>
    words === call.tool ||
    commands.some((command) => command === words || command.startsWith(`${words} `));
  return list.find(isMeant) ?? ALWAYS.find(isMeant);
}

/** How an action is shown to the person, and how it is known again. */
export function actionText({ tool, command, path }: Action): string {
  return command !== '' ? command.trim() : [tool, path ?? ''].join(' ').trim();
}

export function isAllowed(goal: Goal, nodeId: string, action: string): boolean {
  return entryOf(goal, nodeId, action)?.given === true;
}

/** What a node asked for and nobody has allowed yet. */
export function askedOf(goal: Goal, nodeId: string): string[] {
  const open = goal.approvals?.filter(({ node, given }) => node === nodeId && !given) ?? [];
  return open.map(({ action }) => action);
}

/**
 * The run that was let do this and ended before anything of it was reported: it may have happened, or not. One
 * that reported has said what came of it.
 */
export function inDoubt(goal: Goal, nodeId: string, action: string): string | undefined {
  const last = goal.acted?.findLast((one) => one.node === nodeId && one.action === action);
  const run = last && goal.runs[last.run];
  return run?.ended && run.outputs === null ? run.id : undefined;
}

/** Those a person is shown that may have happened already. */
export function doubtsOf(goal: Goal, nodeId: string): string[] {
  const shown = shownOf(goal, nodeId);
  return shown.filter((action) => entryOf(goal, nodeId, action)?.in_doubt !== undefined);
}

/** More than these nobody reads before saying yes, and a record does not hold any number of them. */
const MOST_AT_ONCE = 8;

/** Those of them that a person is shown, and allows by saying yes. */
export function shownOf(goal: Goal, nodeId: string): string[] {
  return askedOf(goal, nodeId).slice(0, MOST_AT_ONCE);
}

function entryOf(goal: Goal, nodeId: string, action: string) {
  return goal.approvals?.find((asked) => asked.node === nodeId && asked.action === action);
}

/** Words that only stand before a command. */
const BEFORE = /^(?:\w+=\S*|sudo|env|command|exec|nohup|time|npx|bunx|xargs)\s+/;
const GIT_OPTION = /^git (?:-[Cc] \S+|--(?:git-dir|work-tree)[= ]\S+|--no-pager|-P)\s+/;

/**
 * The simple commands of a shell line in plain words. It sees what a line says, not what a shell would
 * make of it: a help for agents that mean well.
 */
function simpleCommands(line: string): string[] {
  return line
    .replaceAll(/\b(?:ba|da|z|k)?sh\s+-\w*c\s+["']/g, ';')
    .split(/[;&|\n(){}`]+/)
    .map((part) => {
      let words = part
        .replaceAll(/["'\\]/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim();
      for (let before = ''; before !== words; ) {
        before = words;
        words = words.replace(BEFORE, '').replace(GIT_OPTION, 'git ');
      }
      // `/usr/bin/git push`, `node …/dist/cli.js trust`, `node .wukong/runtime/hook.cjs Stop`.
      return words
        .replace(/^\S*\/(?=[^\s/]+(?: |$))/, '')
        .replace(/^(?:node(?:\.exe)?(?: -\S+)* \S*)?cli\.js(?= )/, 'wukong')
        .replace(/^(?:node(?:\.exe)?(?: -\S+)* \S*)?hook\.cjs(?= |$)/, 'wukong hook');
    });
}
