import { stepOf } from '../../../kernel/graph/ended-node.ts';
import { blockedNodes, countOf } from '../../../kernel/graph/graph.ts';
import { asksRedGreen } from '../../../kernel/graph/proof.ts';
import { nodesTriedAgain } from '../../../kernel/reports/verifier.ts';
import { drivenNodes, waitsForDriver } from '../../../kernel/requests/offer.ts';
import { sessionOfOwner } from '../../../kernel/state/owner.ts';
import { specOf } from '../../../kernel/state/queries.ts';
import { doubtFlags } from '../../../model/in-doubt.ts';
import type { Goal } from '../../../model/state/goal.ts';
import { answeredText, placeOf } from '../../../words/answered.ts';
import { toldText } from '../../../words/escalation/told.ts';
import { ownTemplateText } from '../../../words/fault.ts';
import { caughtText, drivenHow, noticeText, stepText, timeText } from '../../../words/notice.ts';
import { oneLine } from '../../../words/plain-text.ts';
import { reasonText } from '../../../words/reason.ts';
import { ENGLISH_VERDICT } from '../../../words/verdict-words.ts';
import { flagText, nextText, pausedNext, waitingAt, waitsText } from '../../../words/waiting.ts';
import { clip } from '../events/answer.ts';
import { chosenText, noTemplateText, unauditedText, unsureText } from './chosen-text.ts';
import {
  firstGates,
  firstTitles,
  firstWaiting,
  MOST_LINES,
  needsAnswer,
  type Phrases,
  type Refused,
} from './phrases.ts';
import { type ProvedWords, provedText } from './proved-text.ts';
import { termsLine } from './terms-line.ts';
import { quote } from './text.ts';
import { FLAG_EXAMPLES, unknownText } from './unknown-command.ts';

const TERMS: Parameters<typeof termsLine>[1] = {
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
};

const PROVED: ProvedWords = {
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
};

export const ENGLISH: Phrases = {
  notice: noticeText,
  moreEnded: (count) => `${count} more nodes ended; \`wukong status\` names them.`,
  started(goal, { choice, risk, paused }) {
    const { id, template, specs } = goal;
    const before =
      paused === undefined ? '' : ` ${paused} pauses for it: /wukong_resume ${paused}.`;
    const more = specs.length > MOST_LINES ? ` · … ${specs.length} in all` : '';
    return [
      ...(choice ? [chosenText(choice, template.name, risk)] : []),
      `Wukong begins ${id} (${template.name}): ${quote(goal.title)}.${before}`,
      ...(template.own ? [ownTemplateText({ ...template.own, template: template.name })] : []),
      `Nodes: ${firstTitles(goal)}${more}`,
      judgedBy(goal),
      `Terms: ${termsLine(goal, TERMS)}.`,
      'Follow it: wukong status, wukong log --follow. Hold it: /wukong_pause',
    ].join('\n');
  },
  executorsMissing(missing) {
    const lines = missing.map(
      ({ node, name, place }) =>
        `Wukong: ${node} is for the executor "${name}" (${place}), and none of that name is set up here.`,
    );
    return `${lines.join('\n')} Before that node, set it up under \`executors:\` in .wukong/config.local.yaml.`;
  },
  resumed(goal, done) {
    const { id, specs } = goal;
    const at = `${countOf(goal, 'done', 'skipped')} of ${specs.length} nodes done`;
    const ended = done.lost === 1 ? '1 interrupted run was' : `${done.lost} interrupted runs were`;
    const to = done.answered.map((node) => `${stepText(stepOf(goal, node))} (${node})`).join(', ');
    return [
      ...(done.tests === undefined ? [] : [`Wukong: accepted as they are now: ${done.tests}.`]),
      ...(done.accepted.length > 0
        ? [`Wukong: accepted as it is: ${done.accepted.join(', ')}.`]
        : []),
      ...(done.foreign.length > 0
        ? [`Wukong: yours from now on: ${done.foreign.join(', ')}.`]
        : []),
      ...(done.more
        ? [`Wukong: the ${done.more.what} of ${done.more.of} is now ${done.more.is}.`]
        : []),
      ...(done.approved && to !== '' ? [`Wukong: allowed once, for ${to}.`] : []),
      ...(done.answer !== '' && to !== ''
        ? [`Wukong: your answer goes to ${to}: ${said(done.answer)}`]
        : []),
      ...(done.unused === undefined
        ? []
        : [`Wukong: nothing in ${done.unused} waits for words of yours, so these were not used.`]),
      ...nodesTriedAgain(goal).map(
        (node) => `Wukong: the gates of ${stepText(stepOf(goal, node))} (${node}) run again.`,
      ),
      `Wukong: ${id} goes on, ${at}.${done.lost > 0 ? ` ${ended} ended; finished nodes stay finished.` : ''}${done.paused === undefined ? '' : ` ${done.paused} pauses for it: /wukong_resume ${done.paused}.`}`,
      ...firstWaiting(goal).map((node) => waitsForYou(goal, node)),
    ].join('\n');
  },
  paused: ({ id }) =>
    `Wukong: ${id} is paused. Running agents may finish; nothing new is dispatched, and no gate runs. /wukong_resume continues it.`,
  goesOn: ({ id }) => `Wukong: ${id} goes on: the time it waited for has come.`,
  moved: ({ id }) =>
    `Wukong: ${id} went to the background with its session, and goes on there. To have it in a terminal again, type /wukong_resume ${id} --take there.`,
  openGoals(goals) {
    const lines = goals.map((goal) => {
      const waiting = blockedNodes(goal);
      const how = [
        `${countOf(goal, 'done', 'skipped')}/${goal.specs.length} done`,
        ...(goal.status === 'paused' ? ['paused'] : []),
        ...(waiting.length > 0 ? [ENGLISH.status.brief.waiting(waiting)] : []),
      ];
      return `${goal.id} "${clip(goal.title, 80)}" (${how.join(', ')})`;
    });
    return `Wukong: open here: ${lines.join('; ')}. Type /wukong_resume${goals.length > 1 ? ' <goal>' : ''} to continue.`;
  },
  stillVerified({ id }, nodes, isRunning) {
    const which = nodes.join(', ');
    return isRunning
      ? `Wukong: the checks of ${which} still run, and continue without this session. ${id} is paused: \`wukong status\` shows what runs, and when it is done, type /wukong_resume ${id} to continue.`
      : `Wukong: ${id} is paused, because a report could not be judged yet (${which}). Type /wukong_resume to try again.`;
  },
  finalGates: ({ id }) =>
    `Wukong: all nodes of ${id} are done, and its gates still run on the final tree; it is closed when they have passed. \`wukong status\` shows what runs.`,
  status: {
    head({ goal, done, total, paused }) {
      const why = paused ? `, paused: ${reasonText(paused)}` : '';
      return `Wukong: ${goal.id} (${goal.template.name}) ${said(goal.title)}: ${done} of ${total} nodes done${why}`;
    },
    step: stepText,
    works(working, seconds) {
      const { role, isJudged } = working;
      const what = isJudged ? `the report of ${role} is checked` : `${role} works`;
      return `${what} (${timeText(seconds)})${caughtText(working, ', ')}`;
    },
    waits: ({ goal, asked }, node) => waitsForYou(goal, node, asked[node]),
    goOn: ({ goal, isHere, isElsewhere, paused, asked }) => {
      if (paused) return pausedNext(goal.id, paused, asked['']);
      if (isElsewhere) return 'Another session works on it.';
      const [driven] = isHere && waitsForDriver(goal) ? drivenNodes(goal) : [];
      if (driven)
        return `${driven.id} is next. ${drivenHow(goal.id, specOf(goal, driven.id).executor)}`;
      return isHere || needsAnswer(goal)
        ? ''
        : `Nobody works on it. Type /wukong_resume ${goal.id} to go on.`;
    },
    more: (count) => `… ${count} more lines`,
    all: 'All of it, in a terminal: wukong status',
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
  },
  proved: (saying) => provedText(PROVED, saying),
  answeredElsewhere: (answer) =>
    `Wukong: ${answeredText(answer)}. If that was not you: \`wukong why ${placeOf(answer)}\` shows what came of it; while the goal is open, \`wukong pause ${answer.goal}\` stops it.`,
  asked: (told) => toldText(told),
  refused,
};

function judgedBy(goal: Goal): string {
  const gates = firstGates(goal);
  if (gates.length === 0) {
    return 'Judged by: what agents cite and were seen to run. No gate is set up here; `wukong gates` says which could be.';
  }
  const redGreen = asksRedGreen(goal)
    ? ', and a check that fails before the change and passes after it'
    : '';
  return `Judged by: ${gates.join(', ')}${redGreen}`;
}

function said(text: string): string {
  return `"${oneLine(text, 200)}"`;
}

function refused(why: Refused): string {
  switch (why.kind) {
    case 'no-command':
      return unknownText(why.typed, why.templates);
    case 'no-words':
      return `Wukong: say what to do, for example: /wukong_${why.template} <what is wrong>`;
    case 'bad-flag':
      if (why.passed)
        return `Wukong: ${why.passed} has passed; --${why.flag} takes a time to come.`;
      return `Wukong: --${why.flag} is typed in this form: ${why.typed} ${FLAG_EXAMPLES[why.flag]} <what to do>`;
    case 'inside-run':
      return `Wukong: an executor started this client (WUKONG_DEPTH is ${why.depth}), so no goal is begun or taken over here.`;
    case 'unsure':
      return unsureText(why.choice, why.begun);
    case 'unaudited':
      return unauditedText(why.choice, why.begun);
    case 'no-template':
      return noTemplateText(why.choice, why.templates, why.begun);
    case 'nothing-to-pause':
      return 'Wukong: this session has no open goal to pause.';
    case 'no-person':
      return 'Wukong: this session was started by another session, so it cannot answer or decide for a person. Type it in your own session, or use `wukong resume` or `wukong accept` in a terminal of your own.';
    case 'name-goal':
      return 'Wukong: name the goal, for example /wukong_resume G-0001 N-020 --tests-changed <why>.';
    case 'name-node':
      return `Wukong: name the node whose tests you accept, for example /wukong_resume ${why.goal} N-020 --tests-changed <why>.`;
    case 'no-tests-changed':
      return `Wukong: nothing to accept: no test or gate of ${why.goal} differs from what it was.`;
    case 'no-doubts':
      return `Wukong: nothing in ${why.goal} waits for --doubts.`;
    case 'name-doubts':
      return `Wukong: in doubt are ${why.places.join(', ')}. Name those you looked at, for example /wukong_resume ${[why.goal, why.node ?? []].flat().join(' ')} ${doubtFlags(why.places)} --doubts <why>.`;
    case 'no-token':
      return 'Wukong: nothing waits under this token. It was taken already, or is none of this log. What waits now: /wukong_status';
    case 'git-fails':
      return `Wukong: git cannot say what was changed: ${why.said}`;
    case 'not-open':
      return `Wukong: ${why.isOver ? `${why.escalation} is over, and nothing more is taken for it: \`wukong escalations show ${why.escalation}\` says how it was answered.` : `there is no ${why.escalation}.`} What waits: /wukong_status, or \`wukong escalations list\`.`;
    case 'nothing-open':
      return 'Wukong: no goal is open here. Start one with /wukong_fix <what is wrong>.';
    case 'unknown':
      return `Wukong: no open goal ${why.goalId} here. Try /wukong_resume alone, or \`wukong status\`.`;
    case 'choose':
      return `${ENGLISH.openGoals(why.goals)} Name one.`;
    case 'not-asked': {
      const { goal, accept } = why;
      const waiting = blockedNodes(goal).map(
        (id) => `\n${id}: ${waits(goal, id)}${howTo(goal, id)}`,
      );
      const others = waiting.length > 0 ? ` What waits for you there:${waiting.join('')}` : '';
      return `Wukong: nothing in ${goal.id} waits for ${flagText(accept)}.${others}`;
    }
    case 'choose-node': {
      const { goal, nodes } = why;
      const lines = nodes
        .slice(0, MOST_LINES)
        .map((id) => `/wukong_resume ${goal.id} ${id} <words>  for ${waits(goal, id)}`);
      const text = `Wukong: ${nodes.length} nodes of ${goal.id} wait for words of yours, so name the one that these are for:`;
      return [text, ...lines].join('\n');
    }
    case 'owned': {
      const session = sessionOfOwner(why.goal.owner);
      const worker = session === undefined ? 'another process' : `session ${session}`;
      return `Wukong: ${why.goal.id} is being worked on by ${worker} (its client is running). To take it over and replace its runs: /wukong_resume ${why.goal.id} --take`;
    }
  }
}

/** `asked`: the escalation that asks for it. */
function waitsForYou(goal: Goal, id: string, asked?: string): string {
  const names = [id, ...(asked === undefined ? [] : [asked])].join(', ');
  return `${stepText(stepOf(goal, id))} (${names}) waits for you: ${waits(goal, id)}${howTo(goal, id)}`;
}

function waits(goal: Goal, id: string): string {
  const waiting = waitingAt(goal, id);
  return waiting ? quote(waitsText(waiting).slice(0, 300)) : '';
}

function howTo(goal: Goal, id: string): string {
  const waiting = waitingAt(goal, id);
  return waiting ? ` ${nextText(waiting, 'session')}` : '';
}
