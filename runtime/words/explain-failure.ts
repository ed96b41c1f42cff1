import { type Failure, IN_THE_WAY, type InTheWay } from '../model/failure.ts';
import { didYouMean } from './did-you-mean.ts';
import { oneLine } from './plain-text.ts';
import { renderProblem } from './render-problem.ts';

/** A failure in words: what happened, and what to do. `message` may have several lines. */
export type Explained = Readonly<{ code: Code; message: string; hint: string }>;

/** Stable: WK1 files, WK2 graphs, WK3 log and store, WK4 executors, WK5 policy. */
export type Code = `WK${1 | 2 | 3 | 4 | 5}${string}`;

const FAILURES: Readonly<{
  [Kind in Failure['kind']]: Explained | ((failure: Extract<Failure, { kind: Kind }>) => Explained);
}> = {
  'bad-json': ({ file, line, column, message }) => ({
    code: 'WK1001',
    message: `${file}:${line}:${column}  ${message}`,
    hint: 'Correct the file and try again. It was not touched. Claude Code ignores the whole of a settings file with such a fault.',
  }),
  'bad-file': (failure) => ({
    code: 'WK1002',
    message: failure.problems.map(renderProblem).join('\n'),
    hint: 'Correct the file and try again.',
  }),
  'not-a-repository': (failure) => ({
    code: 'WK1003',
    message: `${failure.folder} is not in a git repository.`,
    hint: 'Go to your repository, or make one with `git init`.',
  }),
  'no-working-tree': ({ folder, worktrees }) => ({
    code: 'WK1005',
    message: `${folder} belongs to a bare repository and has no files of its own.`,
    hint:
      worktrees.length > 0
        ? `Go to one that has files: ${worktrees.slice(0, 5).join(', ')}`
        : 'Make one and go there: git worktree add main',
  }),
  'not-installed': (failure) => ({
    code: 'WK1004',
    message: `Wukong is not installed in ${failure.root}.`,
    hint: 'Type `wukong init` there.',
  }),
  'unknown-template': (failure) => ({
    code: 'WK2001',
    message: `There is no template "${oneLine(failure.name, 60)}".`,
    hint: `Known are: ${failure.known.join(', ') || 'none'}.`,
  }),
  'risk-unreviewed': (failure) => ({
    code: 'WK2002',
    message: `A goal of high risk needs an audit, and no nose of the template "${oneLine(failure.template, 60)}" can judge ${failure.node}.`,
    hint: 'Begin it with fix, fix_small, feature or refactor, or add a node of the role nose behind it.',
  }),
  'risk-ungated': (failure) => ({
    code: 'WK2005',
    message: `${failure.node} of the template "${oneLine(failure.template, 60)}" needs L3, and has no gate: a command that the runtime runs itself.`,
    hint: `Name one under "gates" in .wukong/config.yaml and type \`wukong trust\`, or begin it without high risk: /wukong_${oneLine(failure.template, 60)} <what to do>.`,
  }),
  'unknown-parameter': ({ template, name, known }) => {
    const all = known.length > 0 ? `It has: ${known.join(', ')}.` : 'It has none.';
    return {
      code: 'WK2003',
      message: `The template "${oneLine(template, 60)}" has no parameter "${oneLine(name, 60)}".`,
      hint: didYouMean(name, known) ?? all,
    };
  },
  'missing-parameters': ({ template, missing }) => {
    const named = missing.map(({ name, description }) => `${name} (${oneLine(description, 200)})`);
    const given = missing.map(({ name }) => `--param ${name}="…"`).join(' ');
    return {
      code: 'WK2004',
      message: `The template "${oneLine(template, 60)}" needs a value for ${named.join(', ')}.`,
      hint: `Type: /wukong_${oneLine(template, 60)} ${given} <what to do>`,
    };
  },
  'log-locked': (failure) => ({
    code: 'WK3001',
    message: `The log is held by ${failure.holder.name}${failure.holder.elsewhere ? ', another host' : ''}.`,
    hint: failure.holder.elsewhere
      ? 'Let it finish. One folder must not be used from two hosts: this host cannot see whether a process there is alive. Give each host a clone of its own.'
      : 'Try again in a moment. A dead holder is replaced at once, a frozen one after 10 seconds.',
  }),
  'log-damaged': (failure) => ({
    code: 'WK3002',
    message: `.wukong/${failure.file} is damaged at line ${failure.line}, byte ${failure.byte}: ${failure.why}.`,
    hint: `The log cannot be read past that place. ${damageHint(failure.line)}`,
  }),
  'log-newer': {
    code: 'WK3003',
    message: 'The log holds records of a newer version of Wukong.',
    hint: 'Update Wukong. Until then this version does not write.',
  },
  'log-missing': {
    code: 'WK3004',
    message: '.wukong/events.jsonl is missing.',
    hint: 'Type `wukong repair --restore`: it brings the log back from the copy in the git directory. Where no goal was begun yet there is none: `wukong init` starts a new log.',
  },
  'segment-missing': (failure) => ({
    code: 'WK3008',
    message: `.wukong/${failure.file}, a sealed part of the log, is missing.`,
    hint: 'Put it back: the events in it cannot be replayed without it. If it is lost, move events.jsonl away and start a new log with `wukong init`; open goals are forgotten.',
  }),
  'log-cut': (failure) => ({
    code: 'WK3011',
    message:
      failure.ends === null
        ? `The log has another ${failure.event} than the one that was read before.`
        : `The log has no ${failure.event}: it ends at ${failure.ends}.`,
    hint: 'It was repaired or brought back from a copy, or it is another log. What was read before may not count any more: begin again with `--since 0`. What a repair took away: `wukong log --type log.repaired`.',
  }),
  'graph-lost': (failure) => ({
    code: 'WK3009',
    message: `.wukong/${failure.file}, the plan of ${failure.goal}, ${failure.lost === 'missing' ? 'is missing' : 'was altered'}.`,
    hint: `Put it back, then type \`wukong rebuild\`; or cancel the goal with \`wukong goal cancel ${failure.goal}\`. Nothing is done with it until then; other goals continue.`,
  }),
  'record-too-large': (failure) => ({
    code: 'WK3005',
    message: `A record of type ${failure.type} has ${failure.bytes} bytes; the limit is 65536.`,
    hint: 'Nothing was written. Large content belongs in a file that the record names.',
  }),
  'file-system': (failure) => ({
    code: 'WK3006',
    message: fileMessage(failure),
    hint: fileHint(failure.code),
  }),
  'in-the-way': (failure) => ({
    code: 'WK3010',
    message: `${oneLine(failure.file)} ${IN_THE_WAY[failure.is]}.${moreText(failure.more)}`,
    hint: wayHint(failure),
  }),
  git: (failure) => ({
    code: 'WK3007',
    message: `git failed: ${oneLine(failure.message, 300)}`,
    hint: 'Run the same git command by hand to see more.',
  }),
  foreign: (failure) => ({
    code: 'WK5001',
    message: `${failure.root} has Wukong's files, but Wukong was not set up in this clone.`,
    hint: 'Type `wukong init` to trust this clone. Until then hooks answer nothing and commands only read.',
  }),
  'not-home': (failure) => {
    const home = oneLine(failure.home, 60);
    return {
      code: 'WK5003',
      message: `This clone mirrors the log of ${home}; its goals are driven there.`,
      hint: 'How it stands, and what was set aside here: wukong status. To move it here: wukong team take',
    };
  },
  refused: (failure) => ({ code: 'WK5002', message: failure.message, hint: failure.hint }),
};

export function explain(failure: Failure): Explained {
  // One entry a kind: the table has it for exactly this one.
  const words = FAILURES[failure.kind] as Explained | ((failure: Failure) => Explained);
  return typeof words === 'function' ? words(failure) : words;
}

function moreText(more = 0): string {
  return more === 0
    ? ''
    : ` So ${more === 1 ? 'is one more' : `are ${more} more`} or the like: \`wukong doctor\` lists them.`;
}

function wayHint({ is }: InTheWay): string {
  return is === 'swapped'
    ? 'Somebody replaced it while work went on (a pull?). Look what it is now, then try again.'
    : 'Nothing was written there. Look what it is, take it away (out of git too, if it came with a pull), then try again.';
}

/** Before a damaged first line nothing may count: then there is nothing to go on from. */
function damageHint(line: number): string {
  return line === 1
    ? 'Put an undamaged copy back. If there is none, `wukong repair --set-aside` shows what can be kept.'
    : 'Put an undamaged copy back, or discard what comes after with `wukong repair --set-aside`.';
}

function fileMessage({ code, message }: Failure & { kind: 'file-system' }): string {
  // Node's message begins with the code, ours don't.
  const said = oneLine(message.replace(`${code}: `, ''), 300);
  const path = /'(.*)'$/.exec(said)?.[1];
  const why = path === undefined ? undefined : NOT_READ[code];
  return why ? `${path} ${why}` : `The file system said ${code}: ${said}`;
}

/** A socket can't even be opened. */
const NOT_READ: Readonly<Record<string, string>> = {
  EFTYPE: 'is no regular file (a pipe, a socket or a device), so it is not read.',
  ENXIO: 'is no regular file (a pipe, a socket or a device), so it is not read.',
  EISDIR: 'is a folder, and a file is read there.',
  EFBIG: 'is too large, so it is not read.',
};

function fileHint(code: string): string {
  switch (code) {
    case 'EFTYPE':
    case 'ENXIO':
      return 'Remove it, or put a regular file there.';
    case 'EFBIG':
      return 'Make it smaller, or put the right file there.';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full. Nothing was lost; make room and try again.';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'Check the permissions there, then try again.';
    default:
      return 'Nothing half-written was left behind. Check the path named and try again.';
  }
}
