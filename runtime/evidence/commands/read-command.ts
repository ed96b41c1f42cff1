import { callOf } from './plain-call.ts';
import {
  folderAfter,
  type HiddenBy,
  hiddenBy,
  innerShell,
  shadows,
  withoutFailing,
  withoutPreamble,
  withoutTail,
} from './shell-frame.ts';
import { type ShellPart, splitShell } from './shell-split.ts';
import { type SimpleCommand, simpleCommand } from './simple-command.ts';
import { type TreeView, treeView } from './tree-view.ts';

// What a command line runs, and whether its exit code is that of what it runs.

export type CommandReading = Readonly<{
  /**
   * The command without `cd <root> &&`, `set -e`, redirections, trailing filters and echoes;
   * whitespace folded. Two lines with the same core ran the same command. In another folder than the
   * root it begins with `cd <folder> &&`.
   */
  core: string;
  /** Absent: a failure of the core is a failure of the line. */
  hidden?: HiddenBy;
  /** The same, by what stands around the core alone. */
  around?: HiddenBy;
  /** Something ran behind it in the same line, which may have changed what it tested. */
  followed?: true;
  /** It is a plain call of a known test runner, or has one among what has to pass before it ends. */
  isCheck: boolean;
  /** It does not work on the tree. */
  elsewhere?: true;
  /** Something before it chose the tools, and is not part of the core. */
  prepared?: true;
}>;

type Place = Readonly<{
  /** Where the shell stood; the root if nobody says. */
  cwd?: string;
  tree?: TreeView;
  errexit?: boolean;
  pipefail?: boolean;
  /** How many scripts led here. */
  depth?: number;
}>;

const MAX_DEPTH = 5;
const COMPOUND =
  /^(?:for|while|until|if|case|select|function|then|do|done|fi|esac|else|elif|eval|coproc|trap|!|\{|\}|\()(?:\s|$)|^\(|^[\w-]+\s*\(\)/;
const REDIRECTION = /\s*(?:&>>?|\d?>>?\|?)\s?(?:&\d|"[^"]*"|'[^']*'|[^\s'"()|;&<>]+)$/;

/** Reads one Bash command. `root` is the absolute folder the run works in. */
export function readCommand(command: string, root: string, place: Place = {}): CommandReading {
  const line = command.trim().replace(/^\$ +/, '');
  const parts = splitShell(line);
  if (parts === undefined)
    return { core: fold(line), hidden: 'compound', around: 'compound', isCheck: false };

  const tree = place.tree ?? treeView(root);
  const start = tree.from(tree.root, place.cwd ?? tree.root) ?? tree.root;
  const preamble = withoutPreamble(parts, tree, { ...place, folder: start });
  const { rest, folder, errexit, pipefail, isPrepared } = preamble;
  const inner = innerShell(rest);
  if (inner !== undefined && (place.depth ?? 0) < MAX_DEPTH) {
    const flags = { errexit: inner.errexit, pipefail: inner.pipefail };
    const cwd = folder === undefined ? {} : { cwd: folder };
    const depth = (place.depth ?? 0) + 1;
    return readCommand(inner.script, root, { ...flags, ...cwd, tree, depth });
  }

  const { kept, hidden: around, isFollowed } = withoutTail(withoutFailing(rest), errexit, pipefail);
  let hidden = around;
  for (const part of kept.slice(0, -1)) hidden ??= hiddenBy(part, errexit, pipefail);
  if (kept.some((part) => COMPOUND.test(part.text))) hidden ??= 'compound';

  const seen = lookAt(kept, tree, folder, place.depth ?? 0);
  hidden ??= seen.hidden;
  const text = kept.map((part, index) => textOf(part, index === kept.length - 1)).join(' ');
  return {
    core: whereabouts(tree, folder) + fold(text),
    ...(hidden === undefined ? {} : { hidden }),
    ...(around === undefined ? {} : { around }),
    ...(isFollowed || seen.followed ? { followed: true as const } : {}),
    isCheck: seen.isCheck,
    ...(seen.elsewhere ? { elsewhere: true as const } : {}),
    ...(isPrepared ? { prepared: true as const } : {}),
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
      return `Run ${core.includes(' ; ') ? 'the test of ' : ''}\`${core}\` as a command of its own, or join the parts with \`&&\`: \`;\` hides its exit code.`;
    case 'background':
      return `Run \`${core}\` in the foreground and wait for it to end.`;
    case 'compound':
      return `Run \`${core}\` as one plain command: loops, conditions and groups hide its exit code.`;
    case 'writes':
      return `Run \`${core}\` as a command of its own: what follows it may change what it tested.`;
    case 'shadow':
      return `Run \`${core}\` without aliases, functions, variables or files that change what its words mean.`;
    case 'script':
      return `Run the test itself: the script that \`${core}\` starts hides its exit code.`;
  }
}

export function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** How a core names the folder it runs in. */
export function whereabouts(tree: TreeView, folder: string | undefined): string {
  const below = folder === undefined ? undefined : tree.below(folder);
  if (below === '') return '';
  return `cd ${below ?? folder ?? '?'} && `;
}

type Seen = Readonly<{
  isCheck: boolean;
  elsewhere: boolean;
  hidden?: HiddenBy | undefined;
  followed?: boolean;
}>;

/** What the commands themselves are, each in the folder it runs in. All of them have to pass. */
function lookAt(
  parts: readonly ShellPart[],
  tree: TreeView,
  from: string | undefined,
  depth: number,
): Seen {
  let folder = from;
  let isCheck = false;
  let elsewhere = folder === undefined || !tree.isWork(folder);
  let hidden: HiddenBy | undefined;
  let followed = false;
  for (const [at, part] of parts.entries()) {
    const command = simpleCommand(part);
    if (command.name === 'cd') {
      folder = folderAfter(part, tree, folder);
      if (folder === undefined || !tree.isWork(folder)) elsewhere = true;
      continue;
    }
    if (shadows(command, at === parts.length - 1)) hidden ??= 'shadow';
    if (folder === undefined) continue;
    // What comes behind a check may change what it tested.
    followed ||= isCheck;
    const one = worthOf(command, tree, folder, depth);
    elsewhere ||= one.elsewhere;
    if (!one.isCheck) continue;
    isCheck = true;
    hidden ??= one.hidden;
    followed ||= one.followed === true;
  }
  return { isCheck, elsewhere, followed, hidden };
}

/** A script is worth what its text is. */
function worthOf(command: SimpleCommand, tree: TreeView, folder: string, depth: number): Seen {
  const call = callOf(command, tree, folder);
  if (call.kind !== 'script')
    return { isCheck: call.kind === 'check', elsewhere: call.kind === 'elsewhere' };
  if (depth >= MAX_DEPTH) return { isCheck: false, elsewhere: false };
  const place = { cwd: call.folder, tree, errexit: call.stops, depth: depth + 1 };
  const {
    isCheck,
    elsewhere = false,
    followed = false,
    hidden,
  } = readCommand(call.text, tree.root, place);
  return { isCheck, elsewhere, followed, hidden: hidden === undefined ? undefined : 'script' };
}

function textOf(part: ShellPart, isLast: boolean): string {
  let { text } = part;
  for (let match = REDIRECTION.exec(text); match !== null; match = REDIRECTION.exec(text)) {
    text = text.slice(0, match.index);
  }
  // Two scripts fed to the same program are two commands.
  if (part.input !== undefined) text = `${text} ${part.input}`;
  return isLast || part.end === '' ? text : `${text} ${part.end}`;
}
