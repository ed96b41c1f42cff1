import { resolve } from 'node:path';
import { type ShellPart, shellWords, splitShell } from './shell-split.ts';
import { onlyFilters, programAndArguments, provesNothing } from './trivial-commands.ts';

// What a command line runs, and whether its exit code is that of what it runs.

/** Why the exit code of the whole line is not that of the command in it. */
export type HiddenBy = 'pipe' | 'or' | 'sequence' | 'background' | 'compound';

export type CommandReading = Readonly<{
  /**
   * The command without `cd <root> &&`, `set -e`, redirections, trailing filters and echoes;
   * whitespace folded. Two lines with the same core ran the same command.
   */
  core: string;
  /** Absent: a failure of the core is a failure of the line. */
  hidden?: HiddenBy;
  /** Nothing in it could fail because of the work. */
  trivial: boolean;
}>;

const COMPOUND =
  /^(?:for|while|until|if|case|select|function|then|do|done|fi|esac|else|elif|eval|!|\{|\}|\()(?:\s|$)|^\(|^[\w-]+\s*\(\)/;
const REDIRECTION = /\s*(?:&>>?|\d?>>?\|?)\s?(?:&\d|"[^"]*"|'[^']*'|[^\s'"()|;&<>]+)$/;

/** Reads one Bash command. `root` is the absolute folder the run works in. */
export function readCommand(command: string, root: string): CommandReading {
  const line = command.trim().replace(/^\$ +/, '');
  const parts = splitShell(line);
  if (parts === undefined) return { core: fold(line), hidden: 'compound', trivial: false };

  const { rest, errexit, pipefail } = withoutPreamble(parts, root);
  const inner = innerShell(rest);
  if (inner !== undefined) return readCommand(inner, root);

  const kept = [...rest];
  let hidden: HiddenBy | undefined;
  for (let last = kept.pop(); last !== undefined; last = kept.pop()) {
    const before = kept.at(-1);
    if (last.end === '&') hidden ??= 'background';
    const isTail = before?.end === '|' ? onlyFilters(last.text) : provesNothing(last.text);
    if (before === undefined || !isTail) {
      kept.push(last);
      break;
    }
    if (!(before.end === '||' && alwaysFails(last.text))) {
      hidden ??= hiddenBy(before, errexit, pipefail);
    }
  }
  for (const part of kept.slice(0, -1)) hidden ??= hiddenBy(part, errexit, pipefail);
  if (kept.some((part) => COMPOUND.test(part.text))) hidden ??= 'compound';
  // `exit 0 && npm test` never gets to the test.
  if (kept.slice(0, -1).some((part) => /^(?:exit|return|exec)\b/.test(part.text)))
    hidden ??= 'compound';

  return {
    core: fold(kept.map((part, index) => textOf(part, index === kept.length - 1)).join(' ')),
    ...(hidden === undefined ? {} : { hidden }),
    trivial: kept.every((part) => provesNothing(part.text)),
  };
}

/** How to run it so that its exit code is seen, as a sentence for the agent. */
export function howToShow(hidden: HiddenBy, core: string): string {
  switch (hidden) {
    case 'pipe':
      return `Run \`${core}\` without a pipe (a pipe hides its exit code), or put \`set -o pipefail;\` before it.`;
    case 'or':
      return `Run \`${core}\` without \`||\`: what follows hides its exit code.`;
    case 'sequence':
      return `Run \`${core}\` as a command of its own, or join the parts with \`&&\`: \`;\` hides its exit code.`;
    case 'background':
      return `Run \`${core}\` in the foreground and wait for it to end.`;
    case 'compound':
      return `Run \`${core}\` as one plain command: loops, conditions and groups hide its exit code.`;
  }
}

export function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function hiddenBy(part: ShellPart, errexit: boolean, pipefail: boolean): HiddenBy | undefined {
  switch (part.end) {
    case '|':
      return pipefail ? undefined : 'pipe';
    case ';':
      return errexit ? undefined : 'sequence';
    case '||':
      return 'or';
    case '&':
      return 'background';
    case '&&':
    case '':
      return undefined;
  }
}

type Preamble = Readonly<{ rest: readonly ShellPart[]; errexit: boolean; pipefail: boolean }>;

function withoutPreamble(parts: readonly ShellPart[], root: string): Preamble {
  let errexit = false;
  let pipefail = false;
  let count = 0;
  for (const part of parts.slice(0, -1)) {
    const words = shellWords(part.text) ?? [];
    const joined = part.end === '&&' || part.end === ';';
    if (
      joined &&
      words[0] === 'cd' &&
      words.length === 2 &&
      resolve(root, words[1] ?? '') === resolve(root)
    ) {
      count += 1;
    } else if (joined && words[0] === 'set') {
      errexit ||= words.some((word) => /^-[a-z]*e/.test(word) || word === 'errexit');
      pipefail ||= words.includes('pipefail') && !words.some((word) => word.startsWith('+'));
      count += 1;
    } else {
      break;
    }
  }
  return { rest: parts.slice(count), errexit, pipefail };
}

/** The script of `bash -c '…'` when that is all there is. */
function innerShell(parts: readonly ShellPart[]): string | undefined {
  const [only] = parts;
  if (only === undefined || parts.length !== 1 || only.end !== '') return undefined;
  const [program = '', flag = '', script] = programAndArguments(only.text);
  return /^(?:\/bin\/)?(?:ba|z|da)?sh$/.test(program) && /^-[a-z]*c$/.test(flag)
    ? script
    : undefined;
}

function alwaysFails(part: string): boolean {
  return /^(?:(?:exit|return)\s+0*[1-9]\d{0,2}|false)$/.test(part);
}

function textOf(part: ShellPart, isLast: boolean): string {
  let text = part.text;
  for (let match = REDIRECTION.exec(text); match !== null; match = REDIRECTION.exec(text)) {
    text = text.slice(0, match.index);
  }
  return isLast || part.end === '' ? text : `${text} ${part.end}`;
}
