import type { ShellPart } from './shell-split.ts';
import { shellWords } from './shell-split.ts';

/** One simple command, taken apart: what is set for it, what it starts, with what. */
export type SimpleCommand = Readonly<{
  env: ReadonlyMap<string, string>;
  /** The program as it was written; empty if there is none. */
  program: string;
  /** The program without its folder and without `.exe` and the like. */
  name: string;
  args: readonly string[];
  /** A here-document or here-string. */
  input?: string;
  text: string;
}>;

/** Programs that only start another one; those of their options that take no word, and numbers, are skipped. */
const WRAPPERS: ReadonlySet<string> = new Set(
  'env timeout gtimeout time nice nohup exec sudo stdbuf builtin command ionice caffeinate cross-env'.split(
    ' ',
  ),
);

const WRAPPER_OPTION =
  /^(?:-(?:[HEipPv]|[nko]\d*[smhL]?|s\w+|[oe][L0]?)|--(?:foreground|preserve-status|[\w-]+=\S+)|\d+(?:\.\d+)?[smhd]?)$/;

export function simpleCommand(part: Pick<ShellPart, 'text' | 'input'>): SimpleCommand {
  const { text } = part;
  const { words, hereString } = withoutRedirections(shellWords(text) ?? text.split(/\s+/));
  const env = new Map<string, string>();
  for (;;) {
    const [first = ''] = words;
    const assignment = /^([A-Za-z_]\w*)\+?=([\s\S]*)$/.exec(first);
    if (assignment !== null) {
      env.set(assignment[1] ?? '', assignment[2] ?? '');
      words.shift();
    } else if (WRAPPERS.has(first) && words.length > 1 && !/^-[vV]$/.test(words[1] ?? '')) {
      words.shift();
      while (WRAPPER_OPTION.test(words[0] ?? '')) words.shift();
    } else {
      break;
    }
  }
  const [program = '', ...args] = words;
  const input = part.input ?? hereString;
  return {
    env,
    program,
    name: program.replace(/^.*[/\\]/, '').replace(/\.(?:exe|cmd|bat)$/i, ''),
    args,
    ...(input === undefined ? {} : { input }),
    text,
  };
}

function withoutRedirections(all: readonly string[]): { words: string[]; hereString?: string } {
  const words: string[] = [];
  let hereString: string | undefined;
  for (let at = 0; at < all.length; at += 1) {
    const word = all[at] ?? '';
    const operator = /^(?:\d|&)?(?:<<<|<<-?|>>?\|?|<>?)(?:&\d?-?)?/.exec(word)?.[0];
    if (operator === undefined) {
      words.push(word);
      continue;
    }
    const target =
      operator === word && !/&\d?-?$/.test(word) ? all[++at] : word.slice(operator.length);
    if (operator.endsWith('<<<')) hereString = target ?? '';
  }
  return { words, ...(hereString === undefined ? {} : { hereString }) };
}
