import { leadsTo } from './leads-to.ts';
import { shadows } from './shadowing.ts';
import {
  folderAfter,
  type HiddenBy,
  hiddenBy,
  innerShell,
  withoutFailing,
  withoutPreamble,
  withoutTail,
} from './shell-frame.ts';
import { type ShellPart, splitShell } from './shell-split.ts';
import { type SimpleCommand, simpleCommand } from './simple-command.ts';
import { type TreeView, treeView } from './tree-view.ts';
import { provesNothing } from './trivial-commands.ts';

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
  /** Something ran behind it in the same line, which may have changed what it tested. */
  followed?: true;
  /** Nothing in it could fail because of the work. */
  trivial: boolean;
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
  if (parts === undefined) return { core: fold(line), hidden: 'compound', trivial: false };

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

  const tail = withoutTail(withoutFailing(rest), errexit, pipefail);
  const { kept } = tail;
  let { hidden } = tail;
  kept.forEach((part, index) => {
    if (index === kept.length - 1) return;
    const isFeeder = part.end === '|' && kept.slice(0, index + 1).every(provesNothing);
    if (!isFeeder) hidden ??= hiddenBy(part, errexit, pipefail);
  });
  if (kept.some((part) => COMPOUND.test(part.text))) hidden ??= 'compound';
  // `exit 0 && npm test` never gets to the test.
  if (kept.slice(0, -1).some((part) => /^(?:exit|return|exec)\b/.test(part.text)))
    hidden ??= 'compound';

  const seen = lookAt(kept, tree, folder, place.depth ?? 0);
  hidden ??= seen.hidden;
  const text = kept.map((part, index) => textOf(part, index === kept.length - 1)).join(' ');
  return {
    core: whereabouts(tree, folder) + fold(text),
    ...(hidden === undefined ? {} : { hidden }),
    ...(tail.isFollowed || seen.followed ? { followed: true as const } : {}),
    trivial: seen.trivial,
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
      return `Run \`${core}\` as a command of its own, or join the parts with \`&&\`: \`;\` hides its exit code.`;
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
  trivial: boolean;
  elsewhere: boolean;
  hidden?: HiddenBy;
  followed?: boolean;
}>;

/** What the commands themselves are worth, each in the folder it runs in. */
function lookAt(
  parts: readonly ShellPart[],
  tree: TreeView,
  from: string | undefined,
  depth: number,
): Seen {
  let folder = from;
  let trivial = true;
  let elsewhere = folder === undefined || !tree.isWork(folder);
  let hidden: HiddenBy | undefined;
  let followed = false;
  for (const part of parts) {
    const command = simpleCommand(part);
    if (command.name === 'cd' || command.name === 'pushd' || command.name === 'popd') {
      folder = folderAfter({ ...part, text: part.text.replace(/^\S+/, 'cd') }, tree, folder);
      if (folder === undefined || !tree.isWork(folder)) elsewhere = true;
      continue;
    }
    if (shadows(command, tree, folder ?? tree.root)) hidden ??= 'shadow';
    if (provesNothing(part) || folder === undefined) continue;
    const one = worthOf(command, tree, folder, depth);
    if (one.elsewhere) elsewhere = true;
    else if (!one.trivial) trivial = false;
    hidden ??= one.hidden;
    if (one.followed) followed = true;
  }
  return { trivial, elsewhere, followed, ...(hidden === undefined ? {} : { hidden }) };
}

/** A command is worth what it leads to: the script of `npm test`, the file of `bash check.sh`. */
function worthOf(command: SimpleCommand, tree: TreeView, folder: string, depth: number): Seen {
  const to = leadsTo(command, tree, folder);
  switch (to.kind) {
    case 'itself':
      return { trivial: false, elsewhere: false };
    case 'nothing':
      return { trivial: true, elsewhere: false };
    case 'elsewhere':
      return { trivial: true, elsewhere: true };
    case 'shell': {
      if (depth >= MAX_DEPTH) return { trivial: false, elsewhere: false };
      const place = { cwd: to.folder, tree, errexit: to.stops, depth: depth + 1 };
      const inner = readCommand(to.text, tree.root, place);
      // What can't be read as a shell line is left to the gates.
      if (inner.hidden === 'compound') return { trivial: false, elsewhere: false };
      const hidden = inner.hidden === undefined ? {} : { hidden: 'script' as const };
      const { trivial, elsewhere = false, followed = false } = inner;
      return { trivial, elsewhere, followed, ...hidden };
    }
  }
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
