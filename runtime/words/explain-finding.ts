// What `wukong fsck` found, in words: what it means, and what to do.

import { IN_THE_WAY } from '../model/failure.ts';
import type { Finding, Rule, Violation } from '../model/finding.ts';
import { explain } from './explain-failure.ts';
import { counted } from './plain-text.ts';

type Words = Readonly<{ message: string; hint: string }>;

const REBUILD = 'Type `wukong rebuild`.';
const NOTHING_TO_DO = 'Nothing has to be done.';
const BUG =
  'No step of Wukong leads there: please report it with the lines of `wukong log`. The log itself is valid.';

const PUT_BACK = 'The state does not need it, but it is evidence: put it back if you have a copy.';

const FINDINGS: Readonly<{
  [Kind in Finding['kind']]: Words | ((finding: Extract<Finding, { kind: Kind }>) => Words);
}> = {
  log: (finding) => explain(finding.failure),
  'torn-tail': (finding) => ({
    message: `The log ends in half a step of ${finding.bytes} bytes: its writer was killed.`,
    hint: 'The next step of a hook copies it to archive/, writes newlines over it and continues. That step was never acknowledged.',
  }),
  'void-step': (finding) => ({
    message: `A step of ${counted(finding.records, 'record')} that does not count: its writer had lost the lock, and repeated it.`,
    hint: NOTHING_TO_DO,
  }),
  'newer-records': (finding) => ({
    message: `${counted(finding.records, 'record')} of a newer version of Wukong: counted, but not understood here.`,
    hint: 'Update Wukong. Until then this version does not write.',
  }),
  'sealed-changed': (finding) => ({
    message: `A sealed part of the log was changed: its SHA-256 is ${finding.actual}, and the log names ${finding.expected}.`,
    hint: 'Put an undamaged copy back.',
  }),
  'behind-seal': (finding) => ({
    message: `${counted(finding.bytes, 'byte')} after the sealed end, from a writer that came too late. They do not count.`,
    hint: NOTHING_TO_DO,
  }),
  orphan: {
    message: 'The log does not name this file; it is no part of it.',
    hint: 'Keep it or delete it.',
  },
  'unfinished-seal': {
    message: 'A sealing was killed after this name was made; it is still the log itself.',
    hint: 'Nothing has to be done. The next sealing continues with it.',
  },
  'cache-differs': { message: 'It differs from the log.', hint: REBUILD },
  'cache-unreadable': { message: 'It cannot be read as a cache of this version.', hint: REBUILD },
  'cache-foreign': (finding) => ({
    message: `It was not made from this log: ${finding.asOf} is not where it says.`,
    hint: `Hooks ignore it and rebuild it. ${REBUILD}`,
  }),
  'cache-behind': (finding) => ({
    message: `It shows ${finding.asOf}, and the log continues to ${finding.now}.`,
    hint:
      finding.severity === 'note'
        ? 'A hook brings it up to date; with more than 32 open nodes the next Stop. Or type `wukong rebuild`.'
        : REBUILD,
  }),
  'cache-missing': { message: 'It is not there.', hint: `It is rebuilt when needed. ${REBUILD}` },
  'caches-unchecked': {
    message: 'Caches and entities could not be checked against the log.',
    hint: 'Fix the log first.',
  },
  'artifact-missing': { message: 'A file the log names is missing.', hint: PUT_BACK },
  'artifacts-missing': (finding) => ({
    message: `The folder is missing, with ${counted(finding.files, 'file')} the log names.`,
    hint: PUT_BACK,
  }),
  'artifact-changed': (finding) =>
    finding.isBeingJudged
      ? {
          message: 'It differs from what was judged last; its run is not over yet.',
          hint: 'Check again when the run has ended.',
        }
      : { message: 'It was changed after it was judged.', hint: PUT_BACK },
  'artifact-outside': { message: 'The log names a file outside artifacts/.', hint: BUG },
  'graph-lost': ({ goal, graph: file, lost, isOpen }) => {
    const { message, hint } = explain({ kind: 'graph-lost', goal, file, lost });
    const over = 'Put it back if you have a copy. The goal is over: no work needs it.';
    return { message, hint: isOpen ? hint : over };
  },
  entity: (finding) => ({
    message: violated(finding.violation),
    hint: finding.severity === 'note' ? 'Nothing is to be done.' : BUG,
  }),
  link: {
    message: 'A symbolic link, which could point anywhere.',
    hint: 'Look where it leads, and take it away: out of git too, if it came with a pull.',
  },
  odd: (finding) => ({ message: `It ${IN_THE_WAY[finding.is]}.`, hint: 'Take it away.' }),
  'no-folder': { message: 'A file where a folder has to be.', hint: 'Move it away.' },
  'left-over': {
    message: 'Left over by a process that was killed while it wrote.',
    hint: 'Delete it.',
  },
  deliveries: (finding) => ({
    message: `${counted(finding.waiting, 'delivery', 'deliveries')} that could not get the lock.`,
    hint: 'The next step of a hook records them.',
  }),
  stranger: (finding) =>
    finding.severity === 'note'
      ? { message: 'It is not a delivery, and nothing reads it.', hint: 'Check what it is.' }
      : {
          message: 'It is not a valid delivery: no hook of Wukong wrote it.',
          hint: 'Check what it is. The next step of a hook deletes it.',
        },
  'stale-lock': (finding) => ({
    message: `The lock of ${finding.holder.name}, which is not alive or did not let go for 10 seconds.`,
    hint: 'The next step replaces it.',
  }),
  'lock-elsewhere': (finding) => {
    const { message, hint } = explain({ kind: 'log-locked', holder: finding.holder });
    return { message, hint };
  },
};

export function explainFinding(finding: Finding): Words {
  // One entry a kind: the table has it for exactly this one.
  const words = FINDINGS[finding.kind] as Words | ((finding: Finding) => Words);
  return typeof words === 'function' ? words(finding) : words;
}

const RULES: Readonly<Record<Rule, (names: readonly string[]) => string>> = {
  'two-active-runs': (runs) => `several runs are active: ${runs.join(', ')}`,
  'idle-escalation': ([at]) => `a person is asked, and nothing waits for the answer: ${at}`,
  'two-writers': (runs) => `several runs write in one working tree: ${runs.join(', ')}`,
  'unknown-node': (runs) => `runs of a node that does not exist: ${runs.join(', ')}`,
  'unknown-run': ([run]) => `names the run ${run}, which does not exist`,
  'run-over': ([run, status]) => `is ${status}, but its run ${run} is over`,
  'run-without-node': ([run]) => `the run ${run} is active, but its node does not wait for it`,
  'run-numbers': (numbers) => `its runs are not numbered without gaps: ${numbers.join(', ')}`,
  unproven: ([run, level, required]) =>
    `is done without a successful run that reaches ${required}: ${run} with ${level}`,
  'loose-edge': ([from, to]) => `has an edge from ${from} to ${to}, not both of which exist`,
  'repeated-node': ([id]) => `has two nodes ${id}`,
  'unplanned-node': ([id]) => `its plan and its state do not both know ${id}`,
  'unknown-focus': ([goal]) => `the session works on ${goal}, which is not open`,
  counter: ([name, is, used]) => `the counter ${name} is ${is}, but ${used} is already in use`,
  'repeated-goal': () => 'was created twice',
  'repeated-run': () => 'was dispatched twice',
  'no-title': () => 'has no title',
  'no-criteria': () => 'has no success criterion',
  'no-actions': () => 'allows its runs no tool at all',
  'no-check': () => 'has no check of its own: its plan is of an older version',
  'bad-budget': ([limit, value]) => `its budget has ${limit} ${value}, which allows nothing`,
  'past-budget': ([what, spent, limit, node]) =>
    `was dispatched when ${spent} of ${limit} ${what}${node === undefined ? '' : ` of ${node}`} were used already`,
  cycle: (ids) => `these nodes wait for each other: ${ids.join(', ')}`,
  'ready-too-soon': (ids) => `is ready before what it needs is done: ${ids.join(', ')}`,
  'not-ready': () => 'waits although all that it needs is done',
  'undecided-edge': (ids) =>
    `waits, and its condition was not asked though it is done: ${ids.join(', ')}`,
  tokens: ([tokens]) => `used ${tokens} tokens, fewer than none`,
  'run-open': (runs) => `was closed while runs were active: ${runs.join(', ')}`,
  'open-item': (ids) => `was completed while nodes were open: ${ids.join(', ')}`,
  'artifact-run': ([dir]) => `left artifacts in ${dir} and was never dispatched`,
  'artifact-size': ([name, bytes]) => `its artifact ${name} has ${bytes} bytes`,
  'hash-twice': ([name, sha256]) =>
    `its artifact ${name} has the SHA-256 ${sha256} of one of another size`,
};

function violated({ rule, at, names }: Violation): string {
  return `${at}: ${RULES[rule](names)}.`;
}
