// One line of words for each record, for `wukong log`. The log itself holds no wording.

import { upcast } from '../kernel/reduce/upcast.ts';
import type { EventRecord } from '../model/event.ts';
import type { FactOf, FactType, PayloadOf, Recorded } from '../model/facts/fact.ts';
import type { Reason } from '../model/reason.ts';
import { spentIn } from '../usage/sums.ts';
import { byWhom } from './answered.ts';
import { daemonEndText, ownedText } from './driving.ts';
import { trialText } from './evidence-copies.ts';
import { endTexts } from './fault.ts';
import { spentText, termsText, usedOfLimitText } from './goal.ts';
import { noticeText } from './notice.ts';
import { counted, oneLine } from './plain-text.ts';
import { reasonText, remarkText } from './reason.ts';
import { shortfallText } from './shortfall.ts';

/** What a fact is called in `wukong log` and `wukong why`: one entry a type. */
type Wordings = Readonly<{
  [T in FactType]: (payload: PayloadOf<T>, fact: Recorded<FactOf<T>>) => string;
}>;

/** What happened, without time and ids. A type this version does not know is shown by its name. */
export function describeEvent(record: EventRecord): string {
  const fact = upcast(record);
  if (fact.type === 'unknown') return oneLine(record.type, 240);
  const error = 'hook_error' in fact.payload ? fact.payload.hook_error : undefined;
  if (error !== undefined) {
    return oneLine(`the ${fact.type} hook broke down: ${word(error)}`, 240);
  }
  // A type and its words belong together by construction of the table.
  const wording = WORDINGS[fact.type] as (payload: unknown, fact: unknown) => string;
  return oneLine(inWords(wording, fact), fact.type === 'edge.decided' ? 4_000 : 240);
}

/** A payload that lacks what its type has was put there by somebody else: then only the type is known. */
function inWords(wording: (payload: unknown, fact: unknown) => string, fact: Recorded): string {
  try {
    return wording(fact.payload, fact);
  } catch (error) {
    if (error instanceof TypeError) return fact.type;
    throw error;
  }
}

const WORDINGS: Wordings = {
  // The client's own events.
  SessionStart: (p) => `session started${inBrackets(p.source)}`,
  UserPromptSubmit: (p) => (p.prompt ? `prompt: ${word(p.prompt)}` : 'prompt'),
  PreToolUse: (p) => `tool asked for${inBrackets(p.tool)}`,
  PostToolUse: (p) => `tool ended${inBrackets(p.tool)}`,
  PostToolUseFailure: (p) => `tool failed${inBrackets(p.tool)}`,
  SubagentStop: (p) =>
    `agent ${word(p.agent ?? p.agent_type ?? '')} stopped${after(p.result)}${after(p.evidence_level)}`,
  Stop: () => 'main agent stopped',
  StopFailure: (p) => `turn ended by an error${after(p.error)}`,
  PreCompact: (p) => `context is compacted${inBrackets(p.trigger)}`,
  SessionEnd: (p) => `session ended${inBrackets(p.reason)}`,

  'log.created': (p) => `log ${word(p.log_id)} created`,
  'log.sealed': (p) =>
    `log sealed as ${word(p.file)}, ${word(p.bytes)} bytes, SHA-256 ${word(p.sha256)}`,
  'log.repaired': (p) =>
    `repaired by a person: ${word(p.lines)} lines, ${word(p.bytes)} bytes set aside${after(list(p.set_aside?.map((copy) => copy.file)))}`,
  'log.healed': (p) => `a torn tail was set aside at byte ${word(p.byte)}`,
  'hooks.turned_off': (p) => `hooks turned off in this clone by ${word(p.by)}`,
  'hooks.turned_on': (p) => `hooks turned on again by ${word(p.by)}`,
  'daemon.started': (p) => `daemon started by ${word(p.by)}, process ${p.process.pid}`,
  'daemon.stopped': (p) => `daemon stopped: ${daemonEndText(p.because)}`,
  'config.loaded': (p) =>
    p.config?.problem
      ? `configuration rejected; keeping the last valid one${after(p.config.problem)}`
      : 'configuration accepted',

  'goal.created': (p) => `goal created from ${word(p.template?.name)}: ${word(p.title)}`,
  'goal.owned': (p) => ownedText(p),
  'goal.admitted': ({ by }) => `admitted by ${by}: the daemon may take it up`,
  'goal.set': ({ terms, by }) => `${termsText(terms) || 'nothing'} set by ${by}`,
  'goal.released': () => 'goal has no owner any more',
  'goal.continued': (p) => `main agent continued${inBrackets(p.stalls && `reminder ${p.stalls}`)}`,
  'run.replaced': (p) => `run replaced by ${word(p.run)}`,
  'order.place_cleared': (p) =>
    `something was in the place of its order folder: it is ${word(p.now)} now`,
  'order.copied': (p) => `order lies in ${word(p.dir)}`,
  'order.removed': (p) =>
    p.error === undefined
      ? 'the folder of its order was removed'
      : `the folder of its order cannot be removed${after(p.error)}`,
  'result.misread': (p) => `result cannot be taken: ${word(p.problems.join('; '))}`,
  'run.error_named': (p) => `its executor says why it did not go on: ${word(p.error_code)}`,
  'run.excused': () => 'the attempt is given back: a limit or an outage',
  'graph.paused': (p) => `paused${after(reasonText(p.because))}`,
  'graph.resumed': (p, { session_id }) => `resumed${byWhom(p, session_id)}${after(p.answer)}`,
  'graph.completed': (p) => `completed${after(endTexts(p.fault, p.beside).join(' '))}`,
  'graph.aborted': (p) => `cancelled${after(reasonText(p.because))}`,

  'branch.made': (p) =>
    `branch ${word(p.name)} made: ${counted(p.commits.length, 'commit')}, ${p.verdict}`,
  'post.intended': (p) => `about to leave: ${word(p.what)} to ${word(p.to)} for ${word(p.by)}`,
  'post.sent': (p) =>
    `sent: ${word(p.key)}${after(p.url)}${p.found ? ', found there' : ''}${p.by === undefined ? '' : `, says ${word(p.by)}`}`,
  'post.failed': (p) => `not sent: ${word(p.key)}${after(p.why)}`,
  'post.unsure': (p) => `nobody knows whether it was sent: ${word(p.key)}${after(p.why)}`,

  'node.ready': (p) => `ready${attempt(p.attempt)}${after(p.because && reasonText(p.because))}`,
  'node.added': (p) => `added: ${word(p.spec.title)} (${word(p.spec.role)})`,
  'graph.grown': (p) =>
    p.specs.length === 0
      ? 'no parts any more'
      : `planned in parts${after(list(p.specs.map(({ id, title }) => `${id} ${title}`)))}`,
  'node.switched': (p) => `switched: ${reasonText(p.because)}`,
  'node.offered': (p) => `offered${attempt(p.attempt)}`,
  'node.done': (p) => `done, ${word(p.level)} proven`,
  'node.failed': (p) => `failed${after(reasonText(p.because))}`,
  'node.skipped': (p) => `skipped${after(reasonText(p.because))}`,
  'node.cancelled': (p) => `cancelled${after(p.because && reasonText(p.because))}`,
  'node.blocked': (p) => `waits for a person (${word(p.kind)})${after(reasonText(p.because))}`,
  'edge.decided': (p, { session_id }) =>
    `its condition on ${word(p.from)} ${p.outcome ? 'holds' : 'does not hold'}${p.by === undefined ? '' : `, decided${byWhom(p, session_id)}`}: ${word(p.expression)}${inBrackets(valuesOf(p.values))}`,
  'node.answered': (p, { session_id }) => `answered${byWhom(p, session_id)}${after(p.answer)}`,
  'node.unblocked': () => 'unblocked',
  'work.rolled_back': (p) =>
    `a person (${word(p.by)}) put back what it changed${after(list(p.files))}`,
  'node.reopened': (p) =>
    `opened again${after(reasonText(p.because))}${saysItself(p.because) ? '' : after(list(p.findings.map(remarkText)))}`,

  'run.dispatched': (p) => `dispatched to ${word(p.role)} (run ${word(p.number)} of this node)`,
  'run.started': (p) => `agent ${word(p.agent_id)} seen${inBrackets(p.via)}`,
  'lane.ready': (p) => `its lane is ready in ${word(p.worktree)}`,
  'lane.moved': () => 'what landed meanwhile is in its lane, too',
  'lane.landing': (p) =>
    `its work is being laid into the tree of the goal (${word(p.from.slice(0, 8))} to ${word(p.to.slice(0, 8))})`,
  'lane.landed': () => 'its work has landed in the tree of the goal',
  'run.leased': ({ process, elsewhere }) => {
    if (elsewhere) return `at work on ${word(elsewhere.machine)} (${word(elsewhere.person)})`;
    return process
      ? `executor started, process ${word(process.pid)}`
      : 'waits for a worker of the team';
  },
  'run.guarded': () => 'guard hook active',
  'run.unlisted': (p) =>
    p.again ? 'listed by the client again' : 'not listed by the client any more',
  'run.reported': () => 'reported; being verified',
  'verify.detached': () => 'the agent may stop; it is verified without it',
  'verify.restarted': () => 'its verifier was gone; being verified again',
  'verify.repeated': () => 'its report is judged once more, after a person answered',
  'verify.stopped': (p) => `no longer being verified${after(reasonText(p.because))}`,
  'run.sent_back': (p) => `sent back${after(shortfallText(p.lacks ?? {}))}`,
  'usage.recorded': (p) => `used ${spentText(spentIn(p.models))}`,
  'usage.claimed': (p) =>
    `its executor says it used ${spentText(spentIn(p.models))}, which holds as used`,
  'budget.warned': (p) => `most of a budget is used: ${usedOfLimitText(p)}`,
  'budget.exceeded': (p) => `a budget is used up: ${usedOfLimitText(p)}`,
  'budget.overshot': (p) => `more than a budget is used: ${usedOfLimitText(p)}`,
  'run.refused': (p) =>
    p.names === undefined
      ? `late report refused${after(reasonText(p.because))}`
      : `result of another run refused${after(p.names)}`,
  'run.ended': (p) => `run ended: ${word(p.outcome)}${after(reasonText(p.because))}`,

  'approval.asked': (p) => `asks permission for ${word(p.action)}`,
  'approval.given': (p) =>
    `a person${p.by ? ` (${word(p.by)})` : ''} allowed, once: ${word(p.action)}`,
  'approval.used': (p) => `did what a person had allowed: ${word(p.action)}`,
  'guard.missed': (p) => `guard hook of ${word(p.role)} did not run`,
  'guard.trusted': (p) =>
    `a person allows ${word(p.role)} to run again; its guard hook has to be seen`,

  'gate.started': (p) => `gate ${word(p.gate)} started`,
  'gate.finished': (p) => `gate ${word(p.gate)}: ${gateOutcome(p)}${after(p.error)}`,
  'evidence.graded': (p) =>
    `evidence ${word(p.level)} of ${word(p.required)}${p.overclaimed ? `, claimed ${word(p.claimed)}` : ''}${after(list(p.missing))}`,
  'check.measured': (p) =>
    `${word(p.side)} check ${list(p.command).replaceAll(' · ', ' ')}: ${word(p.outcome)}${after(p.why)}`,
  'trials.begun': () => 'gates are tried before anything is written',
  'gate.tried': (p) => `gate ${word(p.gate)} tried: ${trialText(p)}`,
  'seal.checked': (p) =>
    `changed tests or gates ${p.held ? 'hold' : p.unchecked ? 'could not be checked' : 'do not hold'}${after(list(p.changed))}${after(p.held ? '' : p.why)}`,
  'doubts.accepted': (p) =>
    `a person (${word(p.by)}) looked at what is in doubt (${list(p.doubts.map(({ path, line }) => (line === null ? path : `${path}:${line}`)))})${after(p.why)}`,
  'tests.accepted': (p) =>
    `a person (${word(p.by)}) accepted changed tests${after(Object.keys(p.files ?? {}).join(' · '))}${after(p.why)}`,
  'work.accepted': (p) =>
    `a person (${word(p.by)}) accepted ${p.what === 'unproven' ? 'that the fault was not shown' : 'that nothing was changed'}${after(p.why)}`,
  'criteria.listed': (p) =>
    `${word(p.criteria?.length)} criteria${after(list(p.criteria?.map((one) => `${one.number}. ${one.text}`)))}`,
  'criteria.said': (p) =>
    `said of criteria: ${list(p.said?.map(({ number, met }) => `${number} ${met ? 'met' : 'not met'}`))}`,
  'escalation.opened': (p) =>
    `${word(p.id)} asked, ${word(p.reason)}: ${reasonText(p.packet.because)}`,
  'escalation.urgent': (p) => `${word(p.id)} unanswered for ${word(p.hours)} h, now critical`,
  'answers.told': (p) => `told what was answered from elsewhere (${word(p.count)})`,
  'escalation.read': (p) => `the file of ${word(p.id)} read${after(p.problem ?? '')}`,
  'escalation.closed': (p, { session_id }) =>
    `${word(p.id)} ${word(p.how)}${byWhom(p, session_id)}${after(p.response?.words)}`,
  'criterion.accepted': (p) =>
    `a person (${word(p.by)}) accepted that criterion ${word(p.number)} is open${after(p.why)}`,
  'changes.claimed': (p) => `a person (${word(p.by)}) made these changes: ${list(p.paths)}`,
  'evidence.renewed': (p) => `all evidence holds on the final tree ${word(p.tree).slice(0, 12)}`,
  'settings.pinned': (p) =>
    p.by
      ? `a person (${word(p.by)}) said that these settings count${after(list(p.changed))}`
      : 'what gives gates power is pinned',
  'settings.uncounted': (p) => `settings changed, and count for nothing: ${list(p.what)}`,
  'decision.made': (p) => `decision: ${word(p.text)}`,
  'artifacts.stored': (p) => `artifacts in ${word(p.dir)}`,
  'artifacts.collected': (p) => `artifacts in ${word(p.dir)} removed by wukong gc (${p.by})`,
  'checkpoint.written': () => 'checkpoint written',
  'anchors.proposed': () => 'anchor candidates proposed',
  'anchors.recalled': (p) =>
    `anchors recalled: ${list([...new Set(p.given.flatMap(({ anchors }) => anchors.map(({ id }) => id)))])}`,
  'anchors.used': (p) =>
    `given ${list(p.given)}, cited ${p.cited.length > 0 ? list(p.cited) : 'none'}; the first report ${p.passes ? 'passed' : 'did not pass'}`,
  'anchors.imported': (p) =>
    `a person (${word(p.by)}) imported anchor candidates from ${word(p.file)}`,
  'anchors.accepted': (p) =>
    `a person (${word(p.by)}) accepted the anchor ${word(p.id)}${p.edited ? ', edited' : ''}${after(p.title)}`,
  'anchors.accepted_by_run': (p) =>
    `the ${p.role} accepted the anchor ${word(p.id)}${after(p.title)}${after(p.why)}`,
  'anchors.reviewed': (p) =>
    `a person (${word(p.by)}) reviewed the anchor ${word(p.id)}${after(p.title)}`,
  'anchors.removal_proposed': (p) =>
    `anchors proposed for removal, because no report cites them: ${list(p.anchors.map(({ id }) => id))}`,
  'anchors.removed': (p) => `a person (${word(p.by)}) let the anchor ${word(p.id)} be removed`,
  'anchors.kept': (p) => `a person (${word(p.by)}) keeps the anchor ${word(p.id)}${after(p.why)}`,
  'anchors.merged': (p) =>
    `a person (${word(p.by)}) merged the candidate ${word(p.id)} into ${word(p.into)}`,
  'anchors.rejected': (p) =>
    `a person (${word(p.by)}) rejected the candidate ${word(p.id)}${after(p.why)}`,
  'anchors.expired': (p) =>
    `a person (${word(p.by)}) lets the anchor ${word(p.id)} count until ${word(p.day)}`,
  'candidates.read': (p) =>
    p.problem === null
      ? 'anchor candidates were looked through: nothing was decided'
      : `nothing of the anchor candidates counts${after(p.problem)}`,
  'summary.written': (p) => `summary written${after(p.file)}`,
  'notice.added': (p) => `notice for the user: ${noticeText(p.about)}`,
  'notice.given': () => 'notices shown to the user',
};

/** The types this version has words for. */
export const KNOWN_TYPES: readonly string[] = Object.keys(WORDINGS);

/** A failure that holds nothing up is a warning, and is called one. */
function gateOutcome(p: PayloadOf<'gate.finished'>): string {
  const isWarning =
    p.outcome !== 'pass' &&
    (p.must_pass === false || p.overridden === true || p.excused !== undefined);
  const tests = p.counts?.tests;
  const counted = tests ? `, ${word(tests.passed)} passed, ${word(tests.failed)} failed` : '';
  return `${isWarning ? 'warning, ' : ''}${word(p.outcome)}${counted}`;
}

/** It names the gates already, and what they say. */
function saysItself(because: Reason): boolean {
  return because.kind === 'final-gate' && because.failed !== undefined;
}

/** Records of every version pass here: a missing field must not break the line. */
function word(value: unknown): string {
  if (value === undefined || value === null) return '?';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function after(value: unknown): string {
  return value === undefined || value === null || value === '' ? '' : `: ${word(value)}`;
}

function inBrackets(value: unknown): string {
  return value === undefined || value === null || value === '' ? '' : ` (${word(value)})`;
}

function valuesOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');
}

function attempt(value: unknown): string {
  return typeof value === 'number' && value > 1 ? `, attempt ${value}` : '';
}

function list(value: unknown): string {
  return Array.isArray(value) ? value.map(word).join(' · ') : '';
}
