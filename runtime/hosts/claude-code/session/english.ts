// What a person is told in a session, in English.

import { answeredText, placeOf } from '../../../words/answered.ts';
import { ENGLISH_NOTICES } from '../../../words/english-notices.ts';
import { ENGLISH_TOLD } from '../../../words/escalation/english-told.ts';
import { ENGLISH_VERDICT } from '../../../words/verdict-words.ts';
import { chosenText, noTemplateText, unauditedText, unsureText } from './chosen-text.ts';
import type { PhraseWords } from './phrases.ts';
import { quote } from './text.ts';

export const ENGLISH: PhraseWords = {
  notices: ENGLISH_NOTICES,
  told: ENGLISH_TOLD,
  proved: {
    verdict: ENGLISH_VERDICT,
    line: (mark, said) => `Wukong, on what this session changed: ${mark}. ${said.join(' ')}`,
    doubt: (first, more) => `In doubt: ${first}${more > 0 ? ` (and ${more} more)` : ''}.`,
    output: 'For its output, type in a terminal: wukong prove',
    noGate:
      'Wukong cannot judge what this session changed: no gate is set up here. What to write says, in a terminal: wukong gates',
    notApproved: (check) =>
      `Wukong cannot judge what this session changed: nobody said that \`${check}\` may run here. To say so, type in a terminal: wukong trust`,
    editsCheck: (check) =>
      `Wukong does not judge what this session changed by itself: the change edits what \`${check}\` runs. To look at it, type in a terminal: wukong prove`,
  },
  terms: {
    priority: (value) => `priority ${value}`,
    until: (deadline) => `until ${deadline}`,
    noDeadline: 'no deadline',
    tokens: (most) => `at most ${most} tokens`,
    hours: (most) => `at most ${most} h`,
    usd: (most) => `at most ${most} USD`,
    noLimit: (on) =>
      `no limit on ${[on.slice(0, -1).join(', '), ...on.slice(-1)].filter((part) => part !== '').join(' or ')}`,
    runs: (most) => `${most} ${most === 1 ? 'run' : 'runs'} a node`,
    names: { tokens: 'tokens', hours: 'hours', usd: 'USD' },
    comma: ', ',
  },
  brief: {
    judged: 'checked',
    sentBack: (times) => (times === 1 ? 'sent back once' : `sent back ${times} times`),
    waiting: (nodes) =>
      nodes.length === 1 ? `${nodes[0]} waits for you` : `${nodes.length} nodes wait for you`,
    paused: 'paused',
    parked: (until) => `parked until ${until}`,
    budget: (what, percent) => `${percent} % of ${what === 'usd' ? 'USD' : what}`,
    elsewhere: 'in another session',
    moreGoals: (count) => (count === 1 ? '1 more goal' : `${count} more goals`),
  },
  moreEnded: (count) => `${count} more nodes ended; \`wukong status\` names them.`,
  quoted: (text) => `"${text}"`,
  quote,
  list: (items) => items.join(', '),

  chosen: chosenText,
  begins: ({ id, template, title, then }) =>
    `Wukong begins ${id} (${template}): ${title}.${then === '' ? '' : ` ${then}`}`,
  pausesFor: (goal) => `${goal} pauses for it: /wukong_resume ${goal}.`,
  nodes: (titles, more) => `Nodes: ${titles}${more}`,
  moreNodes: (total) => ` · … ${total} in all`,
  judgedBy: (gates, redGreen) => `Judged by: ${gates.join(', ')}${redGreen}`,
  redGreen: ', and a check that fails before the change and passes after it',
  judgedByNothing:
    'Judged by: what agents cite and were seen to run. No gate is set up here; `wukong gates` says which could be.',
  onTerms: (terms) => `Terms: ${terms}.`,
  follow: 'Follow it: wukong status, wukong log --follow. Hold it: /wukong_pause',
  executorMissing: ({ node, name, place }) =>
    `Wukong: ${node} is for the executor "${name}" (${place}), and none of that name is set up here.`,
  setUpFirst: (lines) =>
    `${lines} Before that node, set it up under \`executors:\` in .wukong/config.local.yaml.`,

  acceptedTests: (tests) => `Wukong: accepted as they are now: ${tests}.`,
  accepted: (nodes) => `Wukong: accepted as it is: ${nodes}.`,
  yours: (paths) => `Wukong: yours from now on: ${paths}.`,
  more: ({ of, what, is }) => `Wukong: the ${what} of ${of} is now ${is}.`,
  allowed: (to) => `Wukong: allowed once, for ${to}.`,
  answerGoes: (to, answer) => `Wukong: your answer goes to ${to}: ${answer}`,
  unused: (where) => `Wukong: nothing in ${where} goes on by these words, so they were not used.`,
  gatesAgain: (node) => `Wukong: the gates of ${node} run again.`,
  nodeNamed: (step, id) => `${step} (${id})`,
  resumes: ({ id, done, total, lost, then }) =>
    [`Wukong: ${id} goes on, ${done} of ${total} nodes done.`, lost, then]
      .filter((part) => part !== '')
      .join(' '),
  lostRun: '1 interrupted run was ended; finished nodes stay finished.',
  lostRuns: (count) => `${count} interrupted runs were ended; finished nodes stay finished.`,
  waits: ({ step, names, why, next }) =>
    `${step} (${names.join(', ')}) waits for you: ${why} ${next}`,

  paused: (goal) =>
    `Wukong: ${goal} is paused. Running agents may finish; nothing new is dispatched, and no gate runs. /wukong_resume continues it.`,
  moved: (goal) =>
    `Wukong: ${goal} went to the background with its session, and goes on there. To have it in a terminal again, type /wukong_resume ${goal} --take there.`,
  goesOn: (goal) => `Wukong: ${goal} goes on: the time it waited for has come.`,
  openGoal: ({ id, title, how }) => `${id} ${title} (${how.join(', ')})`,
  doneOf: (done, total) => `${done}/${total} done`,
  openGoals: (goals) => `Wukong: open here: ${goals.join('; ')}. Type /wukong_resume to continue.`,
  openGoalsOf: (goals) =>
    `Wukong: open here: ${goals.join('; ')}. Type /wukong_resume <goal> to continue.`,
  stillRunning: (goal, nodes) =>
    `Wukong: the checks of ${nodes} still run, and continue without this session. ${goal} is paused: \`wukong status\` shows what runs, and when it is done, type /wukong_resume ${goal} to continue.`,
  stillUnjudged: (goal, nodes) =>
    `Wukong: ${goal} is paused, because a report could not be judged yet (${nodes}). Type /wukong_resume to try again.`,
  finalGates: (goal) =>
    `Wukong: all nodes of ${goal} are done, and its gates still run on the final tree; it is closed when they have passed. \`wukong status\` shows what runs.`,

  head: ({ id, template, title, done, total, why }) =>
    `Wukong: ${id} (${template}) ${title}: ${done} of ${total} nodes done${why}`,
  pausedFor: (why) => `, paused: ${why}`,
  works: (role) => `${role} works`,
  judged: (role) => `the report of ${role} is checked`,
  since: (what, time) => `${what} (${time})`,
  inLane: (folder) => `, in ${folder}`,
  oneWriter: (why) => `One node writes at a time here, since ${why}.`,
  worksElsewhere: 'Another session works on it.',
  nextIs: (node, how) => `${node} is next. ${how}`,
  nobodyWorks: (goal) => `Nobody works on it. Type /wukong_resume ${goal} to go on.`,
  moreLines: (count) => `… ${count} more lines`,
  all: 'All of it, in a terminal: wukong status',

  answeredElsewhere: (answer) =>
    `Wukong: ${answeredText(answer)}. If that was not you: \`wukong why ${placeOf(answer)}\` shows what came of it; while the goal is open, \`wukong pause ${answer.goal}\` stops it.`,
  refused: {
    what: '<what to do>',
    words: '[words]',
    commands: (all) =>
      `There are: ${all.join(', ')}. Each template in .wukong/templates/ adds one.`,
    sayBehind: (commands) => `Wukong: say what to do behind /wukong. ${commands}`,
    noCommand: (hint, commands) => `Wukong: there is no such command here.${hint} ${commands}`,
    noSuch: (shown, hint, commands) => `Wukong: there is no ${shown} here.${hint} ${commands}`,
    didYouMean: (meant) => ` Did you mean /wukong_${meant}?`,
    'no-words': ({ template }) =>
      `Wukong: say what to do, for example: /wukong_${template} <what is wrong>`,
    'flag-passed': ({ typed, flag }) =>
      `Wukong: ${typed} has passed; --${flag} takes a time to come.`,
    'bad-flag': ({ typed, flag, example }) =>
      `Wukong: --${flag} is typed in this form: ${typed} ${example} <what to do>`,
    'inside-run': ({ depth }) =>
      `Wukong: an executor started this client (WUKONG_DEPTH is ${depth}), so no goal is begun or taken over here.`,
    unsure: ({ choice, begun }) => unsureText(choice, begun),
    unaudited: ({ choice, begun }) => unauditedText(choice, begun),
    'no-template': ({ choice, templates, begun }) => noTemplateText(choice, templates, begun),
    'nothing-to-pause': () => 'Wukong: this session has no open goal to pause.',
    'no-person': () =>
      'Wukong: this session was started by another session, so it cannot answer or decide for a person. Type it in your own session, or use `wukong resume` or `wukong accept` in a terminal of your own.',
    'name-goal': () =>
      'Wukong: name the goal, for example /wukong_resume G-0001 N-020 --tests-changed <why>.',
    'name-node': ({ goal }) =>
      `Wukong: name the node whose tests you accept, for example /wukong_resume ${goal} N-020 --tests-changed <why>.`,
    'no-tests-changed': ({ goal }) =>
      `Wukong: nothing to accept: no test or gate of ${goal} differs from what it was.`,
    'no-doubts': ({ goal }) => `Wukong: nothing in ${goal} waits for --doubts.`,
    nameDoubts: (places, command) =>
      `Wukong: in doubt are ${places}. Name those you looked at, for example ${command} <why>.`,
    'no-token': () =>
      'Wukong: nothing waits under this token. It was taken already, or is none of this log. What waits now: /wukong_status',
    'git-fails': ({ typed }) => `Wukong: git cannot say what was changed: ${typed}`,
    'is-over': ({ escalation }) =>
      `Wukong: ${escalation} is over, and nothing more is taken for it: \`wukong escalations show ${escalation}\` says how it was answered. What waits: /wukong_status, or \`wukong escalations list\`.`,
    'never-open': ({ escalation }) =>
      `Wukong: there is no ${escalation}. What waits: /wukong_status, or \`wukong escalations list\`.`,
    'nothing-open': () =>
      'Wukong: no goal is open here. Start one with /wukong_fix <what is wrong>.',
    unknown: ({ goal }) =>
      `Wukong: no open goal ${goal} here. Try /wukong_resume alone, or \`wukong status\`.`,
    nameOne: (open) => `${open} Name one.`,
    notAsked: (goal, flag, waiting) => `Wukong: nothing in ${goal} waits for ${flag}.${waiting}`,
    waitingThere: (waiting) => ` What waits for you there:${waiting}`,
    waitsThere: (node, why, next) => `\n${node}: ${why} ${next}`,
    chooseNode: (goal, count) =>
      `Wukong: ${count} nodes of ${goal} wait for words of yours, so name the one that these are for:`,
    chosenNode: (command, why) => `${command} <words>  for ${why}`,
    owned: (goal, worker) =>
      `Wukong: ${goal} is being worked on by ${worker} (its client is running). To take it over and replace its runs: /wukong_resume ${goal} --take`,
    bySession: (session) => `session ${session}`,
    byProcess: 'another process',
  },
};
