// What `wukong fsck` found, in words: what it means, and what to do.

import { IN_THE_WAY, unreachable } from '../model/failure.ts';
import type { Finding, Rule, Violation } from '../model/finding.ts';
import { explain } from './explain-failure.ts';

type Words = Readonly<{ message: string; hint: string }>;

const REBUILD = 'Type `wukong rebuild`.';
const NOTHING_TO_DO = 'Nothing has to be done.';
const BUG =
  'No step of Wukong leads there: please report it with the lines of `wukong log`. The log itself is valid.';

export function explainFinding(finding: Finding): Words {
  switch (finding.kind) {
    case 'log':
      return explain(finding.failure);
    case 'torn-tail':
      return {
        message: `The log ends in half a step of ${finding.bytes} bytes: its writer was killed.`,
        hint: 'The next step of a hook copies it to archive/, writes newlines over it and continues. That step was never acknowledged.',
      };
    case 'void-step':
      return {
        message: `A step of ${count(finding.records, 'record')} that does not count: its writer had lost the lock, and repeated it.`,
        hint: NOTHING_TO_DO,
      };
    case 'newer-records':
      return {
        message: `${count(finding.records, 'record')} of a newer version of Wukong: counted, but not understood here.`,
        hint: 'Update Wukong. Until then this version does not write.',
      };
    case 'sealed-changed':
      return {
        message: `A sealed part of the log was changed: its SHA-256 is ${finding.actual}, and the log names ${finding.expected}.`,
        hint: 'Put an undamaged copy back.',
      };
    case 'behind-seal':
      return {
        message: `${count(finding.bytes, 'byte')} after the sealed end, from a writer that came too late. They do not count.`,
        hint: NOTHING_TO_DO,
      };
    case 'orphan':
      return {
        message: 'The log does not name this file; it is no part of it.',
        hint: 'Keep it or delete it.',
      };
    case 'unfinished-seal':
      return {
        message: 'A sealing was killed after this name was made; it is still the log itself.',
        hint: 'Nothing has to be done. The next sealing continues with it.',
      };
    case 'cache-differs':
      return { message: 'It differs from the log.', hint: REBUILD };
    case 'cache-unreadable':
      return { message: 'It cannot be read as a cache of this version.', hint: REBUILD };
    case 'cache-foreign':
      return {
        message: `It was not made from this log: ${finding.asOf} is not where it says.`,
        hint: `Hooks ignore it and rebuild it. ${REBUILD}`,
      };
    case 'cache-behind':
      return {
        message: `It shows ${finding.asOf}, and the log continues to ${finding.now}.`,
        hint:
          finding.severity === 'note'
            ? 'A hook brings it up to date; with more than 32 open nodes the next Stop. Or type `wukong rebuild`.'
            : REBUILD,
      };
    case 'cache-missing':
      return { message: 'It is not there.', hint: `It is rebuilt when needed. ${REBUILD}` };
    case 'caches-unchecked':
      return {
        message: 'Caches and entities could not be checked against the log.',
        hint: 'Fix the log first.',
      };
    case 'artifact-missing':
      return { message: 'A file the log names is missing.', hint: PUT_BACK };
    case 'artifacts-missing':
      return {
        message: `The folder is missing, with ${count(finding.files, 'file')} the log names.`,
        hint: PUT_BACK,
      };
    case 'artifact-changed':
      return finding.isBeingJudged
        ? {
            message: 'It differs from what was judged last; its run is not over yet.',
            hint: 'Check again when the run has ended.',
          }
        : { message: 'It was changed after it was judged.', hint: PUT_BACK };
    case 'artifact-outside':
      return { message: 'The log names a file outside artifacts/.', hint: BUG };
    case 'graph-lost': {
      const { goal, graph: file, lost, isOpen } = finding;
      const { message, hint } = explain({ kind: 'graph-lost', goal, file, lost });
      if (isOpen) return { message, hint };
      return {
        message,
        hint: 'Put it back if you have a copy. The goal is over: no work needs it.',
      };
    }
    case 'entity':
      return {
        message: violated(finding.violation),
        hint: finding.severity === 'note' ? 'Nothing is to be done.' : BUG,
      };
    case 'link':
      return {
        message: 'A symbolic link, which could point anywhere.',
        hint: 'Look where it leads, and take it away: out of git too, if it came with a pull.',
      };
    case 'odd':
      return { message: `It ${IN_THE_WAY[finding.is]}.`, hint: 'Take it away.' };
    case 'no-folder':
      return { message: 'A file where a folder has to be.', hint: 'Move it away.' };
    case 'network-drive':
      return {
        message: `The folder lies on a network drive (${finding.drive}), where the log cannot be kept safe.`,
        hint: 'Give each host a clone on a disk of its own.',
      };
    case 'left-over':
      return {
        message: 'Left over by a process that was killed while it wrote.',
        hint: 'Delete it.',
      };
    case 'deliveries':
      return {
        message: `${count(finding.waiting, 'delivery', 'deliveries')} that could not get the lock.`,
        hint: 'The next step of a hook records them.',
      };
    case 'stranger':
      return finding.severity === 'note'
        ? { message: 'It is not a delivery, and nothing reads it.', hint: 'Check what it is.' }
        : {
            message: 'It is not a valid delivery: no hook of Wukong wrote it.',
            hint: 'Check what it is. The next step of a hook deletes it.',
          };
    case 'stale-lock':
      return {
        message: `The lock of ${finding.holder.name}, which is not alive or did not let go for 10 seconds.`,
        hint: 'The next step replaces it.',
      };
    case 'lock-elsewhere': {
      const { message, hint } = explain({ kind: 'log-locked', holder: finding.holder });
      return { message, hint };
    }
    default:
      return unreachable(finding);
  }
}

const PUT_BACK = 'The state does not need it, but it is evidence: put it back if you have a copy.';

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

function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
