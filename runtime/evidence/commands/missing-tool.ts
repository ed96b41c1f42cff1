// A program that a command starts and that is not on the path, by the words of shells and launchers. Pure.

import { ranTests, saidNo } from './no-test-ran.ts';

/** Each by its own form, at the beginning of a line: what a test prints of such words seldom stands there. */
const NOT_ON_PATH = [
  /^(?:\S*\/)?(?:ba|da|a|k|z)?sh: (?:line )?(?:\d+: )?(?:line \d+: )?(?:exec: )?([^\s:]+): (?:command |inaccessible or )?not found\b/m,
  /^zsh:\d*:? ?command not found: (\S+)/m,
  // A launcher, and what it was to start.
  /^(?:\S*\/)?(?:env|timeout|nice|nohup|stdbuf|time|xargs|setsid|ionice|taskset|flock|chrt|sudo): (?:(?:can't|cannot|failed to) (?:execute|run) (?:command )?)?['‘"]?([^\s'’":]+)['’"]?: (?:No such file or directory|command not found)/m,
  /^g?make(?:\[\d+\])?: ([^\s:*]+): (?:No such file or directory|Command not found)/m,
  /^bundler: command not found: (\S+)/m,
  /^error: no such command: `([^`]+)`/m,
  /^\S*python[\d.]*(?:\.exe)?: No module named (\S+)/m,
  /^(?:Error: )?spawn (\S+) ENOENT\b/m,
  /\bexec: "([^"]+)": executable file not found in \$PATH/,
  /^'([^']+)' is not recognized as an internal or external command/m,
];

/** Its name. Undefined: all are there, or tests ran, and the words are theirs. */
export function missingTool(output: string): string | undefined {
  return saidNo(output) || ranTests(output) ? undefined : toolNamed(output);
}

/** Of a command whose exit code says that something could not be started. */
export function toolNamed(output: string): string | undefined {
  return NOT_ON_PATH.map((words) => words.exec(output)?.[1]).find((name) => name !== undefined);
}

/** As the outcome of a gate says it. */
export function noToolText(name: string): string {
  return `\`${name}\` ${name.includes('/') ? 'cannot be started' : 'is not on the path'}`;
}
