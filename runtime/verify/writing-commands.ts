import type { Observation } from '../model/evidence.ts';
import type { ShellPart } from './shell-split.ts';
import { splitShell } from './shell-split.ts';
import { operands, simpleCommand } from './simple-command.ts';

// What may have changed a file. A tool or a command nobody knows may.

const READING_TOOLS: ReadonlySet<string> = new Set(
  (
    'Read Grep Glob LS NotebookRead WebFetch WebSearch TodoWrite Skill ToolSearch ListAgents BashOutput ' +
    'TaskOutput KillShell KillBash SendMessage SubagentHandback ReportFindings ExitPlanMode AskUserQuestion'
  ).split(' '),
);
const READERS: ReadonlySet<string> = new Set(
  (
    'echo true : false exit return printf pwd ls dir cat tac head tail less more wc which whereis type ' +
    'command hash date whoami id uname hostname sleep wait cd pushd popd export unset set test [ [[ ' +
    'locale stat file du df tree realpath readlink basename dirname uniq cut tr nl rev column xxd od ' +
    'hexdump history jobs grep egrep fgrep rg jq diff cmp comm ps'
  ).split(' '),
);
/** They write below `.git` at most. */
const GIT_READERS: ReadonlySet<string> = new Set(
  'status diff log show branch rev-parse ls-files ls-tree blame add commit tag fetch push remote config grep describe cat-file shortlog'.split(
    ' ',
  ),
);

/** Whether a simple command may change a file of the tree. */
export function mayWrite(part: ShellPart): boolean {
  if (
    /(?:^|[^0-9&<>])(?:\d|&)?>>?\|?\s*(?!&\d|\/dev\/(?:null|stdout|stderr)\b)["'\w./~$-]/.test(
      part.text,
    )
  ) {
    return true;
  }
  if (/\$\(|`/.test(part.text)) return true;
  const { name, args, program } = simpleCommand(part);
  if (program === '') return false;
  if (name === 'git') return !GIT_READERS.has(operands(args, new Set(['-C', '-c']))[0] ?? '');
  if (name === 'sed') return args.some((word) => /^-[a-zA-Z]*i|^--in-place/.test(word));
  if (name === 'find')
    return args.some((word) => /^-(?:delete|exec|execdir|ok|fprint.*)$/.test(word));
  return !READERS.has(name);
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
