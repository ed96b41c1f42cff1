// What is said of what a node waits for, in English: why, what to type, and the ways on. The list of what another
// language has to say as well.

import type { Next, Of, Offer, OfNode, Tried } from '../model/waits.ts';
import type { NodeWay } from '../model/ways.ts';
import { asSentence, upperFirst } from './plain-text.ts';
import { causeText } from './trial-cause.ts';
import { ENGLISH_UNSHOWN, headIn } from './unshown.ts';
import type { ReasonWords, Spent, Typed, WayWords } from './wait-words.ts';

type NextAt = Typed &
  Readonly<{
    goal: string;
    gate: string;
    rule: string;
    /** What brings work back; empty where there is no patch. */
    apply: string;
  }>;

type OfferAt = Readonly<{ type: string; others: readonly number[] }>;
type ClaimAt = Readonly<{ path: string; more: number; type: string; orMine: boolean }>;

export type WaitWords = typeof ENGLISH_WAITS;

export const ENGLISH_WAITS = {
  reasons: {
    questions: ({ questions }) => `It asks: ${questions.join(' · ')}`,
    'runs-used-up': ({ runs }, { last, how }) => SPENT[how](runs, last),
    stuck: ({ times, untried }, { last }) =>
      `${times} ${times === 1 ? 'run' : 'runs in a row'} failed with the same error${untried ? '' : ', and plan B did not help'}: ${last}`,
    'agent-stopped': 'You stopped its agent.',
    'agent-interrupted': 'Its agent was interrupted.',
    'never-started': ({ role, times }, { last }) =>
      `The agent "${role}" could not be started ${times} times: ${last}.`,
    'no-change': 'the run ended without changing a file.',
    rejected: ({ findings, summary }) =>
      `the audit rejects the change: ${findings.join(' · ') || summary}`,
    'nothing-to-reopen': ({ findings }) =>
      `the audit asks for rework, and no finished node is there to reopen: ${findings.join(' · ')}`,
    'tests-changed': ({ why }) => `${why}.`,
    'fault-not-shown': ({ why, saying }) => `${headIn(ENGLISH_UNSHOWN, saying)}${why}.`,
    'criteria-open': ({ open }) =>
      `${open.length === 1 ? 'A criterion is' : `${open.length} criteria are`} not seen to hold: ${open.map(({ number, text, why }) => `${number}. ${text} (${why})`).join(' · ')}.`,
    'gate-stuck': ({ gate, how, error, cause, printed, red_before, dir }) =>
      cause
        ? `The gate "${gate}" says nothing. ${causeText(cause)}`
        : `The gate "${gate}" ${how === 'timeout' ? 'runs out of time again' : 'fails again on the same files'}: ${asSentence(error)}${red_before ? ' It failed before the first change as well.' : ''}${printed === undefined ? '' : ` It printed: ${asSentence(printed)}`} Its output is in .wukong/${dir}.`,
    denied: ({ what, said, questions }) =>
      `The client did not let its agent run \`${what}\`: ${asSentence(said)}${questions.length > 0 ? ` It asks: ${questions.join(' · ')}` : ''}`,
    'lane-conflict': ({ paths, nodes, unasked = [] }) =>
      `what it changed cannot be brought together with ${nodes.length === 0 ? 'what somebody else changed meanwhile' : `what ${nodes.join(' and ')} changed`}: ${paths.join(', ')}.${unasked.length === 0 ? '' : ` Your merge driver ${unasked.join(', ')} did not merge it: nobody approved it as it is, or it did not end (wukong trust).`}`,
    'edge-undecided': ({ from, expression, error, values }) =>
      `whether it runs is asked of ${from} by a condition that cannot be answered: \`${expression}\`. ${asSentence(error)}${valuesText(values)}`,
    'order-replaced': 'The work order did not reach its agent: another hook rewrote the call.',
    'work-gone': ({ files, total }) => {
      const named = files.slice(0, 5).map(({ path, node }) => `${path} (${node})`);
      if (total > named.length) named.push(`${total - named.length} more`);
      return `work that was done is gone from the tree: ${named.join(', ')}`;
    },
    'guard-missed': ({ role, run }) =>
      `The guard of ${role} did not run in run ${run}, although it used tools: nothing held it to its limits, so its work is not accepted.`,
    'guard-unproven': ({ role, run }) =>
      `The guard of ${role} did not run in run ${run}, so no ${role} starts.`,
  } satisfies ReasonWords<OfNode>,
  /** How to go on, as a question, where it was tried again and again. */
  tried: {
    'runs-used-up': ({ runs }) =>
      `${runsText(runs)} did not do it: what should the next one do differently?`,
    stuck: ({ times }) =>
      `${runsText(times)} failed with the same error: what should the next one do differently?`,
    'gate-stuck': ({ gate }) =>
      `The gate "${gate}" does not pass, and another run changes nothing of it: what should be done?`,
  } satisfies { [K in Tried['kind']]: (because: Of<K>) => string },
  next: {
    resume: ({ resume }) => `Type ${resume} to go on.`,
    answer: ({ say }) => `Answer with ${say('your answer')}.`,
    'yes-or-no': ({ say }) =>
      `Say whether it runs: ${say('yes or no')}. A "no" skips it, as a condition does that does not hold.`,
    differently: ({ say, goal }) =>
      `Type ${say('what to do differently')}, or \`wukong goal cancel ${goal}\`.`,
    'bring-back': ({ resume, apply }) =>
      `To have it back: \`git stash pop\`, or what \`git reflog\` shows${apply === '' ? '' : `, or \`${apply}\``}; then type ${resume}. To go on with the tree as it is, type ${resume} at once.`,
    'judge-again': ({ resume, say }) =>
      `When that is put right, type ${resume}: the work that is there is judged again. Or say what to do without it: ${say('what to do')}.`,
    'put-there': ({ resume, say }) =>
      `Put it where it belongs and type ${resume}: the gate is run again on the work that is there. Or say what to do without it: ${say('what to do')}.`,
    'put-right': ({ say, gate, goal }) =>
      `Put right what stops it and type ${say('try again, or what to do differently')}. Where a test asks for what has to change, say there that it may be changed. \`wukong trust --revoke --gate ${gate}\` in a terminal of your own goes on without the gate, \`wukong goal cancel ${goal}\` gives up.`,
    'allow-headless': ({ rule, resume }) =>
      `Allow it: \`${rule}\` in executors.headless.allowed_tools of .wukong/config.local.yaml; then type ${resume}.`,
    'allow-in-client': ({ rule, resume }) =>
      `Allow it: \`${rule}\` in permissions.allow of .claude/settings.local.json, or by /permissions, and no rule that denies it; then type ${resume}.`,
    'free-call': ({ resume }) =>
      `Look for a PreToolUse hook on Agent with \`updatedInput\` (.claude/settings.json, ~/.claude/settings.json, plugins; /hooks lists them), and make it leave the agents of Wukong alone; then type ${resume}.`,
    'fix-guard': ({ resume }) =>
      `\`wukong doctor\` says what is wrong. When it is fixed, type ${resume}.`,
  } satisfies Record<Next, (at: NextAt) => string>,
  offers: {
    'tests-right': ({ type }) => `If that is right, type: ${type}`,
    'good-as-it-is': ({ type }) => `If the work is good as it is, type: ${type}`,
    'tests-judged-again': ({ type }) =>
      `If these tests are right and it should be judged once more: ${type}`,
    looked: ({ type }) => `If you looked at that and it is right, type: ${type}`,
    'good-without-it': ({ type }) => `If the work is good without it, type: ${type}`,
    'good-without-criterion': ({ type, others }) =>
      `If the work is good without it, type: ${type}${others.length > 0 ? `, and so on for ${others.join(', ')}` : ''}`,
    'nothing-to-change': ({ type }) => `If nothing has to be changed, type: ${type}`,
    'go-on-without-test': ({ type }) => `To go on without a test, type: ${type}`,
  } satisfies Record<Offer, (at: OfferAt) => string>,
  /** Why it waits, as a sentence begins and ends. */
  sentence: (clause: string) => upperFirst(asSentence(clause)),
  /** Of what is typed, behind a flag. */
  why: 'why',
  /** All that may be typed, in one text. */
  all: (first: readonly string[], goOn: string) =>
    first.length === 0
      ? goOn
      : `${first.join('. ')}. Otherwise: ${goOn.slice(0, 1).toLowerCase()}${goOn.slice(1)}`,
  claim: ({ path, more, type, orMine }: ClaimAt) =>
    `If you changed ${path}${more > 0 ? ` (and ${more} more)` : ''} yourself, type: ${type}${orMine ? ', or answer "mine"' : ''}`,
  allow: ({ actions, command }: Readonly<{ actions: readonly string[]; command: string }>) =>
    `To allow exactly ${quoted(actions)}, once: ${command}`,
  /** Behind it: how many more stay forbidden. */
  forbidden: (more: number) => ` (${more} more were asked for, and stay forbidden)`,
  /** Before it: what may have happened already. */
  mayHaveHappened: (actions: readonly string[]) =>
    `${quoted(actions)} may have happened already: a run that you had allowed it ended without a report. Look first. `,
};

/** The ways on; apart, since only what writes the file of a question says them. */
export const ENGLISH_NODE_WAYS: WayWords<Exclude<NodeWay, 'found'>> = {
  'allow-once': ({ asked }) => [
    `Allow exactly ${asked.map((action) => `\`${action}\``).join(', ')}, once`,
    'The work goes on as it was planned.',
    'What the command does outside this repository cannot be taken back here.',
  ],
  answer: ({ many }) => [
    `Answer ${many ? 'the questions' : 'the question'} in your own words, below`,
    'It is done as you want it.',
    'It waits until you have written it.',
  ],
  brought: ({ again }) => [
    'It is there now. Say below where it is, never what it is',
    again
      ? 'The gates are run again on the work that is there; no new run is needed.'
      : 'The next run finds it.',
    'A variable of your shell is seen only by a client that was started after it was set.',
  ],
  cancel: ({ command }) => [
    `Give the goal up: \`${command}\``,
    ['Nothing more is spent on it.', 'What was changed stays in the tree.'],
    'What was asked for stays undone, and the goal cannot be opened again.',
  ],
  'client-allows': ({ rule, setting }) => [
    `The client lets it run now: \`${rule}\` is in ${setting}`,
    'The work goes on as it was planned.',
    'The rule holds for other commands of the same form as well.',
  ],
  criterion: ({ criterion, many }) => [
    `The work is good although criterion ${criterion} is open${many ? '; you are asked about the others after it' : ''}`,
    'It goes on without another run.',
    'What you asked for is not all shown.',
  ],
  'do-without-leave': [
    'Do not allow it; the agent finishes without',
    'Nothing happens that you did not do yourself.',
    'What needs it is left for you to do.',
  ],
  doubts: [
    'I looked at what is in doubt, and it is right',
    'It is judged again, and the fault counts as shown; no new run is needed.',
    'No run can tell whether it is right: it rests on your word.',
  ],
  'doubts-back': [
    'Have what is in doubt taken back',
    'The fault is shown by runs alone.',
    'One more run; and if the work needs it, it will come again.',
  ],
  'edge-fires': [
    'Yes: the condition counts as true, and the edge fires',
    'It goes on as if the condition had been answered.',
    'The plan asks the same again in the next goal, until its template is put right.',
  ],
  'edge-is-dead': [
    'No: the condition counts as false, and the edge is dead',
    'Nothing runs that was not wanted.',
    'What only this edge leads to is skipped.',
  ],
  'finish-without': [
    'Finish without it',
    'Nothing more is allowed.',
    'What needs it stays unproven.',
  ],
  'gate-put-right': [
    'What stops it was put right: try again, with what you say below',
    'The gate goes on holding.',
    'You find out what stops it.',
  ],
  'have-check': [
    'Have a check added that fails before the change and passes after it',
    'The fault is shown and stays guarded by the check.',
    'One more run, and some faults cannot be shown by a check here.',
  ],
  'have-criteria': [
    'Have the open criteria met',
    'All that was asked for is shown.',
    'One more run.',
  ],
  'judge-again': [
    'Have it judged again, with what you say below',
    'The auditor knows what you know.',
    'It overrules a rejection: the change is not made better by it.',
  ],
  'leave-to-agent': [
    'Leave it to the agent, which says what it took for granted',
    'It goes on at once.',
    'It may be built on a guess that you find out about later.',
  ],
  'look-again': [
    'Something has to be changed: look again, with what you say below',
    'It is looked for a second time.',
    'One more run.',
  ],
  'no-change': [
    'Nothing has to be changed: take it so',
    'The goal goes on.',
    'If something was overlooked, it stays.',
  ],
  'one-more-run': [
    'One more run, with what to do differently, below',
    'The agent knows what you know.',
    'Without a new thought it will most likely end the same way.',
  ],
  'roll-back': ({ node, command }) => [
    `Take the work of ${node} back and have it done again: \`${command}\``,
    'The next run begins where the first one began, without what led astray.',
    'What these runs changed is gone from the tree; it is kept as a patch.',
  ],
  'stand-in': [
    'Go on without it, with a stand-in',
    'Nothing secret is needed here.',
    'What depends on the real one stays unproven.',
  ],
  'tests-good': [
    'The work and its tests are good as they are',
    'It goes on without another run.',
    'No run could say whether the tests as they were would pass.',
  ],
  'tests-may-change': [
    'These tests may change: judge it with them as they are now',
    'The report is judged again; no new run is needed.',
    'If the tests were made easier, a fault may pass.',
  ],
  'tests-stay': [
    'The tests stay as they were',
    'What was promised before stays promised.',
    'One more run; if the old expectation was wrong it cannot be met.',
  ],
  unproven: [
    'The work is good without it: take it as it is',
    'The goal can end.',
    'Nothing shows that the fault was there, nor that it is gone.',
  ],
  'without-gate': ({ command }) => [
    `Go on without this gate: \`${command}\`, then resume`,
    'The work is judged by the other gates.',
    'What only this gate sees is not seen any more, in later goals as well.',
  ],
};

const SPENT: Readonly<Record<Spent, (runs: number, last: string) => string>> = {
  'branches-skipped': (runs, last) => `${runs} attempts failed, and ${last}.`,
  'asked-again': (runs, last) => `${asSentence(last)} Its ${runs} runs are used up.`,
  lacking: (runs, last) => `${last} Its ${runs} runs are used up.`,
  failed: (runs, last) => `Its ${runs} runs are used up; the last failed: ${last}`,
};

function runsText(runs: number): string {
  return runs === 1 ? 'One run' : `${runs} runs`;
}

function valuesText(values: Readonly<Record<string, string>>): string {
  const named = Object.entries(values).map(([name, value]) => `${name} is ${value}`);
  return named.length === 0 ? '' : ` ${named.join(', ')}.`;
}

function quoted(actions: readonly string[]): string {
  return actions.map((action) => `\`${action}\``).join(' and ');
}
