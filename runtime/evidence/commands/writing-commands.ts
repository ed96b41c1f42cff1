import type { Observation } from '../../model/evidence.ts';
import type { ShellPart } from './shell-split.ts';
import { splitShell } from './shell-split.ts';
import { operands, type SimpleCommand, simpleCommand } from './simple-command.ts';

// What may have changed a file. A tool or a command nobody knows may.
// It is asked what stood behind a test, where being wrong costs an honest run its proof, and where the
// times of the files are looked at besides. evidence/transcript/unobserved-writes.ts asks what came before a change, where being wrong
// takes a change off its author, and nothing else is looked at: there every shell command may write.

const READING_TOOLS: ReadonlySet<string> = new Set(
  (
    'Read Grep Glob LS NotebookRead WebFetch WebSearch TodoWrite Skill ToolSearch ListAgents BashOutput ' +
    'TaskOutput KillShell KillBash SendMessage SubagentHandback ReportFindings ExitPlanMode AskUserQuestion'
  ).split(' '),
);
const READERS: ReadonlySet<string> = new Set(
  (
    'echo true : false exit return printf pwd ls dir cat tac head tail more wc which whereis type ' +
    'command hash date whoami id uname hostname sleep wait cd pushd popd export unset set test [ [[ ' +
    'locale stat file du df realpath readlink basename dirname cut tr nl rev column od ' +
    'hexdump jobs grep egrep fgrep jq diff cmp comm ps'
  ).split(' '),
);
/** They write below `.git` at most. */
const GIT_READERS: ReadonlySet<string> = new Set(
  'status diff log show branch rev-parse ls-files ls-tree blame add commit tag fetch push remote config grep describe cat-file shortlog'.split(
    ' ',
  ),
);

/** To anything but another stream or a device that keeps nothing. */
const REDIRECTS =
  /(?:^|[^<>])>>?\|?(?!>|\s*(?:&[\d-]|\/dev\/(?:null|stdout|stderr)\b)|\s*$)|<>|[<>]\(/;

/** What readers can be made to write to, or to start. */
const WRITES: ReadonlyMap<string, (args: readonly string[]) => boolean> = new Map([
  ['find', (args) => args.some((word) => /^-(?:delete|exec|ok|fprint|fls)/.test(word))],
  ['history', (args) => args.some((word) => /^-[a-z]*[wa]/.test(word))],
  ['less', (args) => args.some((word) => /^-[a-zA-Z]*o|^--log-file/i.test(word))],
  ['rg', (args) => args.some((word) => word.startsWith('--pre'))],
  ['sed', sedWrites],
  ['tree', (args) => args.some((word) => /^-[a-zA-Z]*o|^--output/.test(word))],
  // The second file is the one they write.
  ['uniq', (args) => operands(args, new Set(['-f', '-s', '-w'])).length > 1],
  ['xxd', (args) => operands(args, new Set('-c -g -l -n -o -R -s'.split(' '))).length > 1],
]);

/** In place, or by a command of the script: `w file`, `e command`, and the same behind `s/…/…/`. */
function sedWrites(args: readonly string[]): boolean {
  return args.some(
    (word) =>
      /^-[a-zA-Z]*[if]|^--(?:in-place|file)/.test(word) ||
      /(?:^|[^\w\s]\w*|\d|\s)[weW](?:\s|$)/.test(word),
  );
}

const GIT_STARTS = /pager|external|fsmonitor|hook|alias|editor|textconv|command|program/i;

function gitWrites({ args, env }: SimpleCommand): boolean {
  return (
    !GIT_READERS.has(operands(args, new Set(['-C', '-c']))[0] ?? '') ||
    [...env.keys()].some((name) => GIT_STARTS.test(name)) ||
    args.some((word) => /^--(?:output$|output=|open-files-in-pager)|^-O/.test(word)) ||
    args.some((word, at) => args[at - 1] === '-c' && GIT_STARTS.test(word))
  );
}

/** Whether a simple command may change a file of the tree. */
export function mayWrite(part: ShellPart): boolean {
  if (REDIRECTS.test(part.text) || /\$\(|`/.test(part.text)) return true;
  const command = simpleCommand(part);
  const { name, args, program } = command;
  if (program === '') return false;
  if (name === 'git') return gitWrites(command);
  return WRITES.get(name)?.(args) ?? !READERS.has(name);
}

/** Whether a call may have changed a file of the tree, or may still. */
export function mayHaveWritten(seen: Observation): boolean {
  if (seen.tool !== 'Bash') return !READING_TOOLS.has(seen.tool);
  return splitShell(seen.command ?? '')?.some(mayWrite) ?? true;
}

/** Whether something it started may go on after it. */
export function mayGoOn(seen: Observation): boolean {
  if (seen.tool !== 'Bash') return false;
  return !seen.finished || (splitShell(seen.command ?? '')?.some(({ end }) => end === '&') ?? true);
}
