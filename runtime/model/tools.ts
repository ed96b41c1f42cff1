// The tools of an agent, in the words of people and in those of the client: plain values, which the
// guard reads too.

import type { Role } from './vocabulary.ts';

/** The tools of each agent file. A node may narrow them, and nothing widens them. */
export const ROLE_TOOLS: Readonly<Record<Role, readonly string[]>> = {
  ear: ['Read', 'Grep', 'Glob'],
  eye: ['Read', 'Grep', 'Glob'],
  nose: ['Read', 'Grep', 'Glob'],
  mind: ['Read', 'Grep', 'Glob', 'Write'],
  tongue: ['Read', 'Edit', 'Write', 'Bash'],
  body: ['Read', 'Edit', 'Write', 'Bash'],
};

/** Stands for the shell, and only for the test commands of the plan and of the repository. */
export const TESTS_ONLY = 'run_test';

/** What a plan may write, and which tools of the client it means. Case does not count. */
export const TOOL_WORDS: Readonly<Record<string, readonly string[]>> = {
  read: ['Read'],
  read_file: ['Read'],
  edit: ['Edit'],
  edit_file: ['Edit'],
  write: ['Write'],
  // A role that may replace a file may also change a part of it.
  write_file: ['Write', 'Edit'],
  bash: ['Bash'],
  shell: ['Bash'],
  run_command: ['Bash'],
  [TESTS_ONLY]: ['Bash'],
  grep: ['Grep'],
  search: ['Grep'],
  glob: ['Glob'],
  list_files: ['Glob'],
};

/** The client's tools of that word; undefined if nobody knows it. */
export function toolsCalled(word: string): readonly string[] | undefined {
  const key = word.trim().toLowerCase();
  return Object.hasOwn(TOOL_WORDS, key) ? TOOL_WORDS[key] : undefined;
}

/** Tools that change one file, which their input names. */
export const EDITING_TOOLS: readonly string[] = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'];

/** By what a tool is allowed: those that only edit in another way are not named in any plan. */
export function allowedAs(tool: string): string {
  return tool === 'MultiEdit' || tool === 'NotebookEdit' ? 'Edit' : tool;
}
