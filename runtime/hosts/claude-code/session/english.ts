// What a person is told in a session, in English: one sentence a key, and the list of all that any language has to say.
// Which is said, and of what, is decided in say.ts. What agents and the main agent are told is in text.ts.

import type { PersonAnswer } from '../../../model/state/person-answer.ts';
import type { Budgeted } from '../../../model/usage/usage.ts';
import { answeredText, placeOf } from '../../../words/answered.ts';
import { ENGLISH_NOTICES } from '../../../words/english-notices.ts';
import { ENGLISH_TOLD } from '../../../words/escalation/told.ts';
import { ENGLISH_VERDICT } from '../../../words/verdict-words.ts';
import { chosenText, noTemplateText, unauditedText, unsureText } from './chosen-text.ts';
import type {
  BeginAt,
  BeginsAt,
  Done,
  HeadAt,
  MissingExecutor,
  OpenAt,
  RefusedAt,
  ResumesAt,
  WaitsAt,
} from './phrases.ts';
import { quote } from './text.ts';

export type PhraseWords = typeof ENGLISH;

export const ENGLISH = {
  notices: ENGLISH_NOTICES,
  told: ENGLISH_TOLD,
  proved: {
    verdict: ENGLISH_VERDICT,
    line: (mark: string, said: readonly string[]) =>
      `Wukong, on what this session changed: ${mark}. ${said.join(' ')}`,
    doubt: (first: string, more: number) =>
      `In doubt: ${first}${more > 0 ? ` (and ${more} more)` : ''}.`,
    output: 'For its output, type in a terminal: wukong prove',
    noGate:
      'Wukong cannot judge what this session changed: no gate is set up here. What to write says, in a terminal: wukong gates',
    notApproved: (check: string) =>
      `Wukong cannot judge what this session changed: nobody said that \`${check}\` may run here. To say so, type in a terminal: wukong trust`,
    editsCheck: (check: string) =>
      `Wukong does not judge what this session changed by itself: the change edits what \`${check}\` runs. To look at it, type in a terminal: wukong prove`,
  },
  terms: {
    priority: (value: number) => `priority ${value}`,
    until: (deadline: string) => `until ${deadline}`,
    noDeadline: 'no deadline',
    tokens: (most: string) => `at most ${most} tokens`,
    hours: (most: string) => `at most ${most} h`,
    usd: (most: string) => `at most ${most} USD`,
    noLimit: (on: readonly string[]) =>
      `no limit on ${[on.slice(0, -1).join(', '), ...on.slice(-1)].filter((part) => part !== '').join(' or ')}`,
    runs: (most: number) => `${most} ${most === 1 ? 'run' : 'runs'} a node`,
    names: { tokens: 'tokens', hours: 'hours', usd: 'USD' },
    comma: ', ',
  },
  brief: {
    judged: 'checked',
    sentBack: (times: number) => (times === 1 ? 'sent back once' : `sent back ${times} times`),
    waiting: (nodes: readonly string[]) =>
      nodes.length === 1 ? `${nodes[0]} waits for you` : `${nodes.length} nodes wait for you`,
    paused: 'paused',
    parked: (until: string) => `parked until ${until}`,
    budget: (what: Budgeted, percent: number) => `${percent} % of ${what === 'usd' ? 'USD' : what}`,
    elsewhere: 'in another session',
    moreGoals: (count: number) => (count === 1 ? '1 more goal' : `${count} more goals`),
  },
  moreEnded: (count: number) => `${count} more nodes ended; \`wukong status\` names them.`,
  /** Of what is in one line already; `quote` takes any text. */
  quoted: (text: string) => `"${text}"`,
  quote,
  list: (items: readonly string[]) => items.join(', '),

  chosen: chosenText,
  begins: ({ id, template, title, then }: BeginsAt) =>
    `Wukong begins ${id} (${template}): ${title}.${then === '' ? '' : ` ${then}`}`,
  pausesFor: (goal: string) => `${goal} pauses for it: /wukong_resume ${goal}.`,
  nodes: (titles: string, more: string) => `Nodes: ${titles}${more}`,
  moreNodes: (total: number) => ` · … ${total} in all`,
  judgedBy: (gates: readonly string[], redGreen: string) =>
    `Judged by: ${gates.join(', ')}${redGreen}`,
  redGreen: ', and a check that fails before the change and passes after it',
  judgedByNothing:
    'No check is set up here, so nothing that agents say of their work is tried: it is proven to L1 at most. `wukong gates` says what could be one.',
  mayRun: (check: string) =>
    `May I run \`${check}\`? Nobody has said so yet, and until then nothing is tried: this is proven to L1 at most. To say yes, type in a terminal of your own: wukong trust --approve; with the plugin, here: /wukong:trust`,
  onTerms: (terms: string) => `Terms: ${terms}.`,
  follow: 'Follow it: wukong status, wukong log --follow. Hold it: /wukong_pause',
  executorMissing: ({ node, name, place }: MissingExecutor) =>
    `Wukong: ${node} is for the executor "${name}" (${place}), and none of that name is set up here.`,
  setUpFirst: (lines: string) =>
    `${lines} Before that node, set it up under \`executors:\` in .wukong/config.local.yaml.`,

  acceptedTests: (tests: string) => `Wukong: accepted as they are now: ${tests}.`,
  accepted: (nodes: string) => `Wukong: accepted as it is: ${nodes}.`,
  yours: (paths: string) => `Wukong: yours from now on: ${paths}.`,
  more: ({ of, what, is }: NonNullable<Done['more']>) =>
    `Wukong: the ${what} of ${of} is now ${is}.`,
  allowed: (to: string) => `Wukong: allowed once, for ${to}.`,
  answerGoes: (to: string, answer: string) => `Wukong: your answer goes to ${to}: ${answer}`,
  unused: (where: string) =>
    `Wukong: nothing in ${where} goes on by these words, so they were not used.`,
  gatesAgain: (node: string) => `Wukong: the gates of ${node} run again.`,
  nodeNamed: (step: string, id: string) => `${step} (${id})`,
  resumes: ({ id, done, total, lost, then }: ResumesAt) =>
    [`Wukong: ${id} goes on, ${done} of ${total} nodes done.`, lost, then]
      .filter((part) => part !== '')
      .join(' '),
  lostRun: '1 interrupted run was ended; finished nodes stay finished.',
  lostRuns: (count: number) =>
    `${count} interrupted runs were ended; finished nodes stay finished.`,
  waits: ({ step, names, why, next }: WaitsAt) =>
    `${step} (${names.join(', ')}) waits for you: ${why} ${next}`,

  paused: (goal: string) =>
    `Wukong: ${goal} is paused. Running agents may finish; nothing new is dispatched, and no gate runs. /wukong_resume continues it.`,
  moved: (goal: string) =>
    `Wukong: ${goal} went to the background with its session, and goes on there. To have it in a terminal again, type /wukong_resume ${goal} --take there.`,
  goesOn: (goal: string) => `Wukong: ${goal} goes on: the time it waited for has come.`,
  openGoal: ({ id, title, how }: OpenAt) => `${id} ${title} (${how.join(', ')})`,
  doneOf: (done: number, total: number) => `${done}/${total} done`,
  openGoals: (goals: readonly string[]) =>
    `Wukong: open here: ${goals.join('; ')}. Type /wukong_resume to continue.`,
  openGoalsOf: (goals: readonly string[]) =>
    `Wukong: open here: ${goals.join('; ')}. Type /wukong_resume <goal> to continue.`,
  stillRunning: (goal: string, nodes: string) =>
    `Wukong: the checks of ${nodes} still run, and continue without this session. ${goal} is paused: \`wukong status\` shows what runs, and when it is done, type /wukong_resume ${goal} to continue.`,
  stillUnjudged: (goal: string, nodes: string) =>
    `Wukong: ${goal} is paused, because a report could not be judged yet (${nodes}). Type /wukong_resume to try again.`,
  finalGates: (goal: string) =>
    `Wukong: all nodes of ${goal} are done, and its gates still run on the final tree; it is closed when they have passed. \`wukong status\` shows what runs.`,

  head: ({ id, template, title, done, total, why }: HeadAt) =>
    `Wukong: ${id} (${template}) ${title}: ${done} of ${total} nodes done${why}`,
  pausedFor: (why: string) => `, paused: ${why}`,
  works: (role: string) => `${role} works`,
  judged: (role: string) => `the report of ${role} is checked`,
  since: (what: string, time: string) => `${what} (${time})`,
  inLane: (folder: string) => `, in ${folder}`,
  oneWriter: (why: string) => `One node writes at a time here, since ${why}.`,
  worksElsewhere: 'Another session works on it.',
  nextIs: (node: string, how: string) => `${node} is next. ${how}`,
  nobodyWorks: (goal: string) => `Nobody works on it. Type /wukong_resume ${goal} to go on.`,
  moreLines: (count: number) => `… ${count} more lines`,
  all: 'All of it, in a terminal: wukong status',

  answeredElsewhere: (answer: PersonAnswer) =>
    `Wukong: ${answeredText(answer)}. If that was not you: \`wukong why ${placeOf(answer)}\` shows what came of it; while the goal is open, \`wukong pause ${answer.goal}\` stops it.`,
  refused: {
    what: '<what to do>',
    words: '[words]',
    commands: (all: readonly string[]) =>
      `There are: ${all.join(', ')}. Each template in .wukong/templates/ adds one.`,
    sayBehind: (commands: string) => `Wukong: say what to do behind /wukong. ${commands}`,
    noCommand: (hint: string, commands: string) =>
      `Wukong: there is no such command here.${hint} ${commands}`,
    noSuch: (shown: string, hint: string, commands: string) =>
      `Wukong: there is no ${shown} here.${hint} ${commands}`,
    didYouMean: (meant: string) => ` Did you mean /wukong_${meant}?`,
    'no-words': ({ template }: RefusedAt) =>
      `Wukong: say what to do, for example: /wukong_${template} <what is wrong>`,
    'flag-passed': ({ typed, flag }: RefusedAt) =>
      `Wukong: ${typed} has passed; --${flag} takes a time to come.`,
    'bad-flag': ({ typed, flag, example }: RefusedAt) =>
      `Wukong: --${flag} is typed in this form: ${typed} ${example} <what to do>`,
    'inside-run': ({ depth }: RefusedAt) =>
      `Wukong: an executor started this client (WUKONG_DEPTH is ${depth}), so no goal is begun or taken over here.`,
    unsure: ({ choice, begun }: BeginAt) => unsureText(choice, begun),
    unaudited: ({ choice, begun }: BeginAt) => unauditedText(choice, begun),
    'no-template': ({ choice, templates, begun }: BeginAt) =>
      noTemplateText(choice, templates, begun),
    'nothing-to-pause': () => 'Wukong: this session has no open goal to pause.',
    'no-person': () =>
      'Wukong: this session was started by another session, so it cannot answer or decide for a person. Type it in your own session, or use `wukong resume` or `wukong accept` in a terminal of your own.',
    'name-goal': () =>
      'Wukong: name the goal, for example /wukong_resume G-0001 N-020 --tests-changed <why>.',
    'name-node': ({ goal }: RefusedAt) =>
      `Wukong: name the node whose tests you accept, for example /wukong_resume ${goal} N-020 --tests-changed <why>.`,
    'no-tests-changed': ({ goal }: RefusedAt) =>
      `Wukong: nothing to accept: no test or gate of ${goal} differs from what it was.`,
    'no-doubts': ({ goal }: RefusedAt) => `Wukong: nothing in ${goal} waits for --doubts.`,
    nameDoubts: (places: string, command: string) =>
      `Wukong: in doubt are ${places}. Name those you looked at, for example ${command} <why>.`,
    'no-token': () =>
      'Wukong: nothing waits under this token. It was taken already, or is none of this log. What waits now: /wukong_status',
    'git-fails': ({ typed }: RefusedAt) => `Wukong: git cannot say what was changed: ${typed}`,
    'is-over': ({ escalation }: RefusedAt) =>
      `Wukong: ${escalation} is over, and nothing more is taken for it: \`wukong escalations show ${escalation}\` says how it was answered. What waits: /wukong_status, or \`wukong escalations list\`.`,
    'never-open': ({ escalation }: RefusedAt) =>
      `Wukong: there is no ${escalation}. What waits: /wukong_status, or \`wukong escalations list\`.`,
    'nothing-open': () =>
      'Wukong: no goal is open here. Start one with /wukong_fix <what is wrong>.',
    unknown: ({ goal }: RefusedAt) =>
      `Wukong: no open goal ${goal} here. Try /wukong_resume alone, or \`wukong status\`.`,
    nameOne: (open: string) => `${open} Name one.`,
    notAsked: (goal: string, flag: string, waiting: string) =>
      `Wukong: nothing in ${goal} waits for ${flag}.${waiting}`,
    waitingThere: (waiting: string) => ` What waits for you there:${waiting}`,
    waitsThere: (node: string, why: string, next: string) => `\n${node}: ${why} ${next}`,
    chooseNode: (goal: string, count: number) =>
      `Wukong: ${count} nodes of ${goal} wait for words of yours, so name the one that these are for:`,
    chosenNode: (command: string, why: string) => `${command} <words>  for ${why}`,
    owned: (goal: string, worker: string) =>
      `Wukong: ${goal} is being worked on by ${worker} (its client is running). To take it over and replace its runs: /wukong_resume ${goal} --take`,
    bySession: (session: string) => `session ${session}`,
    byProcess: 'another process',
  },
};
