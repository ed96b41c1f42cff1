// What a person is told in a session: decided here once, said in words of any language.

import { stepOf } from '../../../kernel/graph/ended-node.ts';
import { blockedNodes, countOf, readyNodes } from '../../../kernel/graph/graph.ts';
import { stepsOf } from '../../../kernel/graph/growth.ts';
import { asksRedGreen, gatesKnown } from '../../../kernel/graph/proof.ts';
import { nodesTriedAgain } from '../../../kernel/reports/verifier.ts';
import { drivenNodes, waitsForDriver } from '../../../kernel/requests/offer.ts';
import { waitingAt } from '../../../kernel/requests/waiting-at.ts';
import { sessionOfOwner } from '../../../kernel/state/owner.ts';
import { nodeState, specOf } from '../../../kernel/state/queries.ts';
import type { Standing, Working } from '../../../kernel/views/standing.ts';
import { commandText } from '../../../model/gate.ts';
import { doubtFlags } from '../../../model/in-doubt.ts';
import type { Notice } from '../../../model/notice.ts';
import type { TurnSaying, VerdictSaying } from '../../../model/saying.ts';
import type { Goal } from '../../../model/state/goal.ts';
import { DEFAULT_PRIORITY } from '../../../model/vocabulary.ts';
import { isHeld } from '../../../model/wait-of.ts';
import { drivenHow } from '../../../words/driven.ts';
import { type Told, toldText } from '../../../words/escalation/told.ts';
import { ownTemplateText } from '../../../words/fault.ts';
import { caughtText, noticeText, stepText, timeText } from '../../../words/notice.ts';
import { oneLine, timeHere } from '../../../words/plain-text.ts';
import { reasonText } from '../../../words/reason.ts';
import { saidIn } from '../../../words/verdict.ts';
import { flagText, nextText, pausedNext, waitsText } from '../../../words/waiting.ts';
import { clip } from '../events/answer.ts';
import type { PhraseWords } from './english.ts';
import {
  type Done,
  type MissingExecutor,
  MOST_LINES,
  type Refused,
  type Started,
} from './phrases.ts';
import { FLAG_EXAMPLES, meantCommand } from './unknown-command.ts';

export type Phrases = ReturnType<typeof phrasesOf>;

export function phrasesOf(words: PhraseWords) {
  return {
    notice: (notice: Notice) => noticeText(notice, words.notices),
    /** So many more nodes ended than are named. */
    moreEnded: words.moreEnded,
    started: (goal: Goal, about: Started) => startedText(words, goal, about),
    /** Executors that its template names and nobody set up here. */
    executorsMissing: (missing: readonly MissingExecutor[]) =>
      words.setUpFirst(missing.map(words.executorMissing).join('\n')),
    resumed: (goal: Goal, done: Done) => resumedText(words, goal, done),
    paused: ({ id }: Goal) => words.paused(id),
    moved: ({ id }: Goal) => words.moved(id),
    /** The limit or the outage that stopped it is over. */
    goesOn: ({ id }: Goal) => words.goesOn(id),
    openGoals: (goals: readonly Goal[]) => openText(words, goals),
    /** At Stop: reports that are still judged, or that nobody could judge. */
    stillVerified: ({ id }: Goal, nodes: readonly string[], isRunning: boolean) =>
      isRunning
        ? words.stillRunning(id, words.list(nodes))
        : words.stillUnjudged(id, words.list(nodes)),
    finalGates: ({ id }: Goal) => words.finalGates(id),
    /** What `/wukong_status` and the client's status line (`brief`, a word or two each) are made of. */
    status: {
      head: (standing: Standing) => headText(words, standing),
      step: (step: Working['step']) => stepText(step, words.notices),
      works: (working: Working, seconds: number) => worksText(words, working, seconds),
      waits: ({ goal, asked }: Standing, node: string) =>
        waitsForYou(words, goal, node, asked[node]),
      /** Empty where as many write at a time as there is room for. */
      writers: ({ goal }: Standing) =>
        goal.writers?.why === undefined ? '' : words.oneWriter(goal.writers.why),
      goOn: (standing: Standing) => goOnText(words, standing),
      more: words.moreLines,
      all: words.all,
      brief: words.brief,
    },
    proved: (saying: TurnSaying) => provedText(words, saying),
    answeredElsewhere: words.answeredElsewhere,
    asked: (told: Told) => toldText(told, 'session', words.told),
    refused: (why: Refused) => refusedText(words, why),
  };
}

function startedText(words: PhraseWords, goal: Goal, { choice, risk, paused }: Started): string {
  const { id, template, specs, title } = goal;
  const then = paused === undefined ? '' : words.pausesFor(paused);
  const more = specs.length > MOST_LINES ? words.moreNodes(specs.length) : '';
  const { own, name } = template;
  return [
    ...(choice ? [words.chosen(choice, name, risk)] : []),
    words.begins({ id, template: name, title: words.quote(title), then }),
    ...(own ? [ownTemplateText({ ...own, template: name }, words.notices.end)] : []),
    words.nodes(firstTitles(words, goal), more),
    judgedBy(words, goal),
    words.onTerms(termsLine(words, goal)),
    words.follow,
  ].join('\n');
}

/** `1 Find the cause · 2 Fix it`, the first of them. */
function firstTitles({ notices }: PhraseWords, { specs }: Goal): string {
  const titles = specs
    .slice(0, MOST_LINES)
    .map(({ title }, at) => `${at + 1} ${oneLine(notices.title(title), 60)}`);
  return titles.join(' · ');
}

const NAMED_GATES = 3;

/** The commands that judge it, each as it is run; no more than can be taken in. */
function judgedBy(words: PhraseWords, goal: Goal): string {
  const known = gatesKnown(goal);
  const [first] = known;
  if (!first) return words.judgedByNothing;
  if (goal.unchecked) return words.mayRun(commandText(first.command));
  const gates = known.slice(0, NAMED_GATES).map(({ command }) => commandText(command));
  return words.judgedBy(gates, asksRedGreen(goal) ? words.redGreen : '');
}

const NAMED_WAITING = 3;

function resumedText(words: PhraseWords, goal: Goal, done: Done): string {
  const { id } = goal;
  const named = (node: string): string =>
    words.nodeNamed(stepText(stepOf(goal, node), words.notices), node);
  const to = words.list(done.answered.map(named));
  const isTo = done.answered.length > 0;
  const lost = done.lost === 0 ? '' : done.lost === 1 ? words.lostRun : words.lostRuns(done.lost);
  const then = done.paused === undefined ? '' : words.pausesFor(done.paused);
  return [
    ...(done.tests === undefined ? [] : [words.acceptedTests(done.tests)]),
    ...(done.accepted.length > 0 ? [words.accepted(words.list(done.accepted))] : []),
    ...(done.foreign.length > 0 ? [words.yours(words.list(done.foreign))] : []),
    ...(done.more ? [words.more(done.more)] : []),
    ...(done.approved && isTo ? [words.allowed(to)] : []),
    ...(done.answer !== '' && isTo
      ? [words.answerGoes(to, words.quoted(oneLine(done.answer, 200)))]
      : []),
    ...(done.unused === undefined ? [] : [words.unused(done.unused)]),
    ...nodesTriedAgain(goal).map((node) => words.gatesAgain(named(node))),
    words.resumes({ id, done: countOf(goal, 'done'), total: stepsOf(goal).length, lost, then }),
    ...blockedNodes(goal)
      .slice(0, NAMED_WAITING)
      .map((node) => waitsForYou(words, goal, node)),
  ].join('\n');
}

function openText(words: PhraseWords, goals: readonly Goal[]): string {
  const lines = goals.map((goal) => {
    const waiting = blockedNodes(goal);
    const how = [
      words.doneOf(countOf(goal, 'done'), stepsOf(goal).length),
      ...(goal.status === 'paused' ? [words.brief.paused] : []),
      ...(waiting.length > 0 ? [words.brief.waiting(waiting)] : []),
    ];
    return words.openGoal({ id: goal.id, title: words.quoted(clip(goal.title, 80)), how });
  });
  return goals.length > 1 ? words.openGoalsOf(lines) : words.openGoals(lines);
}

function headText(words: PhraseWords, { goal, done, total, paused }: Standing): string {
  const { id, template } = goal;
  const title = words.quoted(oneLine(goal.title, 200));
  const why = paused ? words.pausedFor(reasonText(paused, words.notices.reasons)) : '';
  return words.head({ id, template: template.name, title, done, total, why });
}

function worksText(words: PhraseWords, working: Working, seconds: number): string {
  const { role, isJudged } = working;
  const what = isJudged ? words.judged(role) : words.works(role);
  const { notices } = words;
  const since = words.since(what, timeText(seconds, notices));
  const where = working.lane === undefined ? '' : words.inLane(oneLine(working.lane, 200));
  return `${since}${where}${caughtText(working, notices.comma, notices)}`;
}

/** How a goal goes on that nobody works at; empty if somebody does. */
function goOnText(words: PhraseWords, standing: Standing): string {
  const { goal, isHere, isElsewhere, paused, asked } = standing;
  const { notices } = words;
  if (paused) return pausedNext(goal.id, paused, asked[''], 'session', notices.reasons);
  if (isElsewhere) return words.worksElsewhere;
  const [driven] = isHere && waitsForDriver(goal) ? drivenNodes(goal) : [];
  if (driven) {
    const { executor } = specOf(goal, driven.id);
    return words.nextIs(driven.id, drivenHow(goal.id, executor, 'session', notices.driven));
  }
  return isHere || needsAnswer(goal) ? '' : words.nobodyWorks(goal.id);
}

/** It goes on with the answer, and with nothing else. */
function needsAnswer(goal: Goal): boolean {
  const blocked = blockedNodes(goal).map((id) => nodeState(goal, id));
  const isAsked = blocked.some((node) => node.status === 'blocked' && !isHeld(node.because));
  return isAsked && readyNodes(goal).length === 0;
}

/** `asked`: the escalation that asks for it. */
function waitsForYou(words: PhraseWords, goal: Goal, id: string, asked?: string): string {
  const names = [id, ...(asked === undefined ? [] : [asked])];
  const step = stepText(stepOf(goal, id), words.notices);
  return words.waits({ step, names, why: whyAt(words, goal, id), next: nextAt(words, goal, id) });
}

const MOST_OF_WHY = 300;

function whyAt(words: PhraseWords, goal: Goal, id: string): string {
  const waiting = waitingAt(goal, id);
  const why = waiting && waitsText(waiting, words.notices.reasons).slice(0, MOST_OF_WHY);
  return why === undefined ? '' : words.quote(why);
}

function nextAt(words: PhraseWords, goal: Goal, id: string): string {
  const waiting = waitingAt(goal, id);
  return waiting ? nextText(waiting, 'session', undefined, words.notices.reasons) : '';
}

function refusedText(words: PhraseWords, why: Refused): string {
  const { refused } = words;
  const at = {
    goal: 'goal' in why && typeof why.goal === 'string' ? why.goal : '',
    node: '',
    template: 'template' in why ? why.template : '',
    escalation: 'escalation' in why ? why.escalation : '',
    typed: 'typed' in why ? why.typed : '',
    flag: 'flag' in why ? why.flag : '',
    example: 'flag' in why ? FLAG_EXAMPLES[why.flag] : '',
    depth: 'depth' in why ? why.depth : 0,
  };
  switch (why.kind) {
    case 'no-command':
      return unknownText(words, why);
    case 'bad-flag':
      if (why.passed) return refused['flag-passed']({ ...at, typed: why.passed });
      return refused['bad-flag'](at);
    case 'unsure':
    case 'unaudited':
      return refused[why.kind]({ choice: why.choice, begun: why.begun, templates: why.choice.ask });
    case 'no-template':
      return refused['no-template'](why);
    case 'name-doubts': {
      const where = [why.goal, why.node ?? []].flat().join(' ');
      const command = `/wukong_resume ${where} ${doubtFlags(why.places)} --doubts`;
      return refused.nameDoubts(words.list(why.places), command);
    }
    case 'git-fails':
      return refused['git-fails']({ ...at, typed: why.said });
    case 'not-open':
      return refused[why.isOver ? 'is-over' : 'never-open'](at);
    case 'unknown':
      return refused.unknown({ ...at, goal: why.goalId });
    case 'choose':
      return refused.nameOne(openText(words, why.goals));
    case 'not-asked': {
      const { goal, accept } = why;
      const waiting = blockedNodes(goal).map((id) =>
        refused.waitsThere(id, whyAt(words, goal, id), nextAt(words, goal, id)),
      );
      const there = waiting.length > 0 ? refused.waitingThere(waiting.join('')) : '';
      return refused.notAsked(goal.id, flagText(accept), there);
    }
    case 'choose-node': {
      const { goal, nodes } = why;
      const lines = nodes.slice(0, MOST_LINES).map((id) => {
        const command = `/wukong_resume ${goal.id} ${id}`;
        return refused.chosenNode(command, whyAt(words, goal, id));
      });
      return [refused.chooseNode(goal.id, nodes.length), ...lines].join('\n');
    }
    case 'owned': {
      const session = sessionOfOwner(why.goal.owner);
      const worker = session === undefined ? refused.byProcess : refused.bySession(session);
      return refused.owned(why.goal.id, worker);
    }
    default:
      return refused[why.kind](at);
  }
}

/** What there is, where a person typed something that is no command. */
function unknownText(
  { refused }: PhraseWords,
  { typed, templates }: Extract<Refused, { kind: 'no-command' }>,
): string {
  const { all, meant, shown } = meantCommand(typed, templates, refused.what, refused.words);
  const commands = refused.commands(all);
  if (typed === '/wukong') return refused.sayBehind(commands);
  const hint = meant === undefined ? '' : refused.didYouMean(meant);
  return shown === undefined
    ? refused.noCommand(hint, commands)
    : refused.noSuch(shown, hint, commands);
}

/** On which terms a goal begins, those that nobody gave included. */
function termsLine({ terms: words }: PhraseWords, { terms = {}, specs }: Goal): string {
  const { priority = DEFAULT_PRIORITY, deadline, budget = {} } = terms;
  const limits = {
    tokens: budget.max_tokens,
    hours: budget.max_hours,
    usd: budget.max_cost_usd,
  };
  const kinds = ['tokens', 'hours', 'usd'] as const;
  const given = kinds.flatMap((kind) => {
    const most = limits[kind];
    return most === undefined ? [] : [words[kind](most.toLocaleString('en'))];
  });
  const free = kinds.filter((kind) => limits[kind] === undefined);
  return [
    words.priority(priority),
    deadline === undefined ? words.noDeadline : words.until(timeHere(deadline)),
    ...given,
    ...(free.length > 0 ? [words.noLimit(free.map((kind) => words.names[kind]))] : []),
    words.runs(Math.max(1, ...specs.map(({ max_retries }) => max_retries))),
  ].join(words.comma);
}

const LONGEST_VERDICT = 700;

/** What came of the change of a session after a turn (`prove: on_stop`), in one line. */
function provedText({ proved: words }: PhraseWords, saying: TurnSaying): string {
  switch (saying.is) {
    case 'no-gate':
      return words.noGate;
    case 'not-approved':
      return oneLine(words.notApproved(saying.check), LONGEST_VERDICT);
    case 'edits-check':
      return oneLine(words.editsCheck(saying.check), LONGEST_VERDICT);
    default:
      return oneLine(verdictLine(words, saying), LONGEST_VERDICT);
  }
}

function verdictLine(words: PhraseWords['proved'], saying: VerdictSaying): string {
  const { mark, head, more, limits, doubts, next } = saidIn(words.verdict, saying);
  const [doubt] = doubts;
  const rest = {
    shown: [...limits, ...(doubt === undefined ? [] : [words.doubt(doubt, doubts.length - 1)])],
    'not-shown': next,
    nothing: more,
    unable: [words.output],
  };
  return words.line(mark, [head, ...rest[saying.is]]);
}
