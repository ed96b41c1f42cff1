import { type ShellPart, shellWords } from './shell-split.ts';
import { type SimpleCommand, simpleCommand } from './simple-command.ts';
import { isHarmless } from './tool-variables.ts';
import type { TreeView } from './tree-view.ts';

// What stands around the commands of a line: how it goes to its folder and sets up the shell before
// them, what it says and filters behind them, and whose exit code is left in the end.

/** Why the exit code of the whole line is not that of the command in it. */
export type HiddenBy =
  | 'pipe'
  | 'or'
  | 'sequence'
  | 'background'
  | 'compound'
  /** It can be seen, but a file was changed while something ran behind it. */
  | 'writes'
  /** It can be seen, but the names in it may mean something else. */
  | 'shadow'
  /** The script it starts hides it. */
  | 'script';

/** What stands around a check in its line: it shows, filters, comments or tidies up. */
const SHOWS: ReadonlySet<string> = new Set(
  (
    'echo printf true : false exit return cat tac head tail less more tee grep egrep fgrep rg sed awk cut sort ' +
    'uniq wc tr nl fold fmt jq column strings xxd date pwd ls git wait sleep rm kill pkill ps cp mv find stat ' +
    'file type which cd pushd popd mkdir touch chmod du test ['
  ).split(' '),
);

export function onlyShows({ text }: Pick<ShellPart, 'text'>): boolean {
  const { name, program } = simpleCommand({ text });
  return program === '' || (SHOWS.has(name) && !program.startsWith('./'));
}

/** Builtins after which a name may mean something else, or an exit code come from somewhere else. */
const CHANGES_SHELL =
  /^(?:alias|unalias|hash|enable|trap|eval|coproc|fc|bind|complete|builtin|shopt|unset|set|source|\.|pushd|popd|read|mapfile|readarray|let|function|exit|return|exec)(?:\s|$)/;
/** What sets up the tools of a project before they are used. */
const SETS_UP =
  /^(?:source|\.)\s+["']?[^\s"']*(?:\/|^|\s["']?)(?:activate|nvm\.sh|asdf\.sh|emsdk_env\.sh|\.cargo\/env|rvm|\.bashrc|\.bash_profile|\.profile|\.zshrc)["']?$|^(?:nvm|fnm|asdf|mise|pyenv|rbenv|volta|sdk|conda)\s+(?:use|activate|shell|exec|install)\b/;

function setsUpTools(text: string): boolean {
  return SETS_UP.test(text) && !/\s["']?\/(?:tmp|var\/tmp|dev\/shm)\//.test(text);
}

/** Whether names may mean something else in it, or behind it unless it `isLast`. */
export function shadows(command: SimpleCommand, isLast: boolean): boolean {
  if (!isLast && CHANGES_SHELL.test(command.text)) return true;
  const set = [...command.env];
  if (/^(?:export|declare|typeset|local|readonly)$/.test(command.name)) {
    for (const word of command.args) {
      const at = word.indexOf('=');
      if (at > 0) set.push([word.slice(0, at), word.slice(at + 1)]);
    }
  }
  return set.some(([name, value]) => !isHarmless(name, value));
}

export function hiddenBy(
  part: ShellPart,
  errexit: boolean,
  pipefail: boolean,
): HiddenBy | undefined {
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

/** Takes off what only shows, filters or comments the outcome. */
export function withoutTail(
  parts: readonly ShellPart[],
  errexit: boolean,
  pipefail: boolean,
): { kept: ShellPart[]; hidden?: HiddenBy; isFollowed: boolean } {
  const kept = [...parts];
  let hidden: HiddenBy | undefined;
  let isFollowed = false;
  /** `; exit $?` passes on the exit code of what stands before it, `PIPESTATUS` that of the first stage. */
  let passesOn: 'last' | 'first' | undefined;
  for (let last = kept.pop(); last !== undefined; last = kept.pop()) {
    const before = kept.at(-1);
    if (last.end === '&') hidden ??= 'background';
    const exit = before?.end === ';' ? exitOf(last.text) : undefined;
    if (exit !== undefined) {
      passesOn = exit;
      continue;
    }
    const isTail = onlyShows(last);
    if (before === undefined || !isTail) {
      kept.push(last);
      break;
    }
    const fails = before.end === '||' && alwaysFails(last.text);
    const isPassed = before.end === '|' && passesOn === 'first';
    if (!fails && !isPassed) hidden ??= hiddenBy(before, errexit, pipefail);
    // Behind a failure nothing is proven anyway.
    if (before.end === '&&' || before.end === ';') isFollowed = true;
    if (before.end !== '|') passesOn = undefined;
  }
  if (passesOn === 'first' && kept.at(-2)?.end === '|') hidden ??= 'pipe';
  return { kept, isFollowed, ...(hidden === undefined ? {} : { hidden }) };
}

function exitOf(text: string): 'last' | 'first' | undefined {
  if (/^exit\s+"?\$\?"?$/.test(text)) return 'last';
  return /^exit\s+"?\$\{PIPESTATUS\[0\]\}"?$/.test(text) ? 'first' : undefined;
}

/** `|| { echo failed; exit 1; }` is `|| exit 1`. */
export function withoutFailing(parts: readonly ShellPart[]): readonly ShellPart[] {
  const at = parts.findIndex(
    (part, index) => part.end === '||' && /^\{\s/.test(parts[index + 1]?.text ?? ''),
  );
  if (at === -1 || parts.at(-1)?.text !== '}') return parts;
  const group = parts.slice(at + 1, -1).map((part) => part.text.replace(/^\{\s+/, ''));
  const last = group.pop() ?? '';
  if (!alwaysFails(last) || !group.every((text) => onlyShows({ text }) && !/^exit\b/.test(text)))
    return parts;
  return [...parts.slice(0, at + 1), { text: last, end: '' }];
}

type Preamble = Readonly<{
  rest: readonly ShellPart[];
  /** Undefined if only the shell could say where. */
  folder: string | undefined;
  errexit: boolean;
  pipefail: boolean;
  isPrepared: boolean;
}>;

export function withoutPreamble(
  parts: readonly ShellPart[],
  tree: TreeView,
  from: Readonly<{ folder: string; errexit?: boolean; pipefail?: boolean }>,
): Preamble {
  let { errexit = false, pipefail = false } = from;
  let folder: string | undefined = from.folder;
  let isPrepared = false;
  let count = 0;
  for (const part of parts.slice(0, -1)) {
    const words = shellWords(part.text) ?? [];
    if (part.end !== '&&' && part.end !== ';') break;
    if (words[0] === 'cd' && part.end === '&&') {
      folder = folderAfter(part, tree, folder);
    } else if (words[0] === 'cd') {
      // A `cd` that fails would leave the rest where it was.
      const to = folderAfter(part, tree, folder);
      if (to === undefined || (!tree.exists(to) && tree.isThere)) folder = undefined;
      else folder = to;
    } else if (words[0] === 'set') {
      errexit = switched(words, /^[-+][a-z]*e/, 'errexit') ?? errexit;
      pipefail = switched(words, /^$/, 'pipefail') ?? pipefail;
    } else if (setsUpTools(part.text)) {
      isPrepared = true;
    } else {
      break;
    }
    count += 1;
  }
  return { rest: parts.slice(count), folder, errexit, pipefail, isPrepared };
}

/** What the last of the words says of an option of the shell: `-e`, `+e`, `-o errexit`, `+o errexit`. */
function switched(words: readonly string[], short: RegExp, long: string): boolean | undefined {
  let is: boolean | undefined;
  words.forEach((word, at) => {
    const isLong = word === long && /^[-+][a-z]*o$/.test(words[at - 1] ?? '');
    if (short.test(word)) is = word.startsWith('-');
    else if (isLong) is = words[at - 1]?.startsWith('-') === true;
  });
  return is;
}

/** Where a `cd` leads; undefined if only the shell could say. */
export function folderAfter(
  part: ShellPart,
  tree: TreeView,
  folder: string | undefined,
): string | undefined {
  if (/^cd\s+["']?\$\(git rev-parse --show-toplevel\)["']?$/.test(part.text)) return tree.root;
  if (/^cd\s+["']?\$\{?CLAUDE_PROJECT_DIR\}?["']?$/.test(part.text)) return tree.root;
  const words = (shellWords(part.text) ?? []).slice(1).filter((word) => word !== '--');
  const [to] = words;
  return words.length === 1 && to !== undefined && folder !== undefined
    ? tree.from(folder, to)
    : undefined;
}

type Inner = Readonly<{ script: string; errexit: boolean; pipefail: boolean }>;

/** The script of `bash -c '…'` when that is all there is. */
export function innerShell(parts: readonly ShellPart[]): Inner | undefined {
  const [only] = parts;
  if (only === undefined || parts.length !== 1 || only.end !== '') return undefined;
  const { name, args, env } = simpleCommand(only);
  if (!/^(?:ba|z|da|k)?sh$/.test(name) || env.size > 0) return undefined;
  const at = args.findIndex((word) => /^-[a-z]*c$/.test(word));
  const script = at === -1 ? undefined : args.slice(at + 1).find((word) => !/^[-+]/.test(word));
  if (script === undefined) return undefined;
  // `-euo pipefail -c`: everything before the script is an option.
  const options = args.slice(0, args.indexOf(script));
  return {
    script,
    errexit: switched(options, /^[-+][a-z]*e/, 'errexit') ?? false,
    pipefail: switched(options, /^$/, 'pipefail') ?? false,
  };
}

function alwaysFails(part: string): boolean {
  return /^(?:(?:exit|return)\s+(?:0*[1-9]\d{0,2}|"?\$\?"?)|false)$/.test(part);
}
