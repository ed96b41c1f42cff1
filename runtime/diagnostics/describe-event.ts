// One line of words for each record, for `wukong log`. The log itself holds no wording.

import type { EventRecord } from '../model/event.ts';
import { oneLine } from './plain-text.ts';

type Payload = EventRecord['payload'];
type Wording = (payload: Payload, record: EventRecord) => string;

/** What happened, without time and ids. A type this version does not know is shown by its name. */
export function describeEvent(record: EventRecord): string {
  const wording = Object.hasOwn(WORDINGS, record.type) ? WORDINGS[record.type] : undefined;
  if (record.payload.hook_error !== undefined) {
    return oneLine(`the ${record.type} hook broke down: ${word(record.payload.hook_error)}`, 240);
  }
  return oneLine(wording ? wording(record.payload, record) : record.type, 240);
}

const WORDINGS: Readonly<Record<string, Wording>> = {
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
    `repaired by a person: ${word(p.lines)} lines, ${word(p.bytes)} bytes set aside${after(list(Array.isArray(p.set_aside) ? p.set_aside.map((copy) => copy?.file) : []))}`,
  'log.healed': (p) => `a torn tail was set aside at byte ${word(p.byte)}`,
  'config.loaded': (p) =>
    p.config?.problem
      ? `configuration not taken up, the last good one stays${after(p.config.problem)}`
      : 'configuration taken up',

  'goal.created': (p) => `goal created from ${word(p.template?.name)}: ${word(p.title)}`,
  'goal.owned': (_, { session_id }) => `goal owned by session ${word(session_id)}`,
  'goal.released': () => 'goal has no owner any more',
  'goal.continued': (p) => `main agent continued${inBrackets(p.stalls && `reminder ${p.stalls}`)}`,
  'run.excused': () => 'the attempt is given back: a limit or an outage',
  'graph.paused': (p) => `paused${after(p.reason)}`,
  'graph.resumed': () => 'resumed',
  'graph.completed': () => 'completed',
  'graph.aborted': (p) => `aborted${after(p.reason)}`,

  'node.ready': (p) => `ready${attempt(p.attempt)}${after(p.because)}`,
  'node.offered': (p) => `offered${attempt(p.attempt)}`,
  'node.done': (p) => `done, ${word(p.level)} proven`,
  'node.failed': (p) => `failed${after(p.reason)}`,
  'node.skipped': (p) => `skipped${after(p.reason)}`,
  'node.cancelled': () => 'cancelled',
  'node.blocked': (p) => `waits for a person (${word(p.kind)})${after(p.reason)}`,
  'node.answered': (p) => `answered${after(p.answer)}`,
  'node.unblocked': () => 'free to go on',
  'node.reopened': (p) => `opened again${after(p.reason)}${after(list(p.findings))}`,

  'run.dispatched': (p) => `dispatched to ${word(p.role)} (run ${word(p.number)} of this node)`,
  'run.started': (p) => `agent ${word(p.agent_id)} seen${inBrackets(p.via)}`,
  'run.guarded': () => 'its guard fires',
  'run.unlisted': (p) =>
    p.again ? 'listed by the client again' : 'not listed by the client any more',
  'run.reported': () => 'reported; being verified',
  'verify.detached': () => 'the agent may stop; it is verified without it',
  'verify.restarted': () => 'its verifier was gone; being verified again',
  'verify.stopped': (p) => `no longer being verified${after(p.reason)}`,
  'run.sent_back': (p) => `sent back${after(list(p.missing))}`,
  'run.refused': (p) => `late report refused${after(p.why)}`,
  'run.ended': (p) => `run ended: ${word(p.outcome)}${after(p.reason)}`,

  'approval.asked': (p) => `asks leave for ${word(p.action)}`,
  'approval.given': (p) => `a person allowed, once: ${word(p.action)}`,
  'approval.used': (p) => `did what a person had allowed: ${word(p.action)}`,
  'guard.missed': (p) => `the guard of ${word(p.role)} was not seen`,
  'guard.trusted': (p) => `a person lets ${word(p.role)} show its guard again`,

  'gate.finished': (p) => `gate ${word(p.gate)}: ${gateOutcome(p)}${after(p.error)}`,
  'evidence.graded': (p) =>
    `evidence ${word(p.level)} of ${word(p.required)}${p.overclaimed ? `, claimed ${word(p.claimed)}` : ''}${after(list(p.missing))}`,
  'check.measured': (p) =>
    `${word(p.side)} check ${list(p.command).replaceAll(' · ', ' ')}: ${word(p.outcome)}${after(p.why)}`,
  'seal.checked': (p) =>
    `changed tests or gates ${p.held ? 'hold' : 'do not hold'}${after(list(p.changed))}${after(p.held ? '' : p.why)}`,
  'tests.accepted': (p) =>
    `a person (${word(p.by)}) accepted changed tests${after(Object.keys(p.files ?? {}).join(' · '))}${after(p.why)}`,
  'evidence.renewed': (p) => `all evidence holds on the final tree ${word(p.tree).slice(0, 12)}`,
  'decision.made': (p) => `decision: ${word(p.text)}`,
  'artifacts.stored': (p) => `artifacts in ${word(p.dir)}`,
  'checkpoint.written': (p) => `checkpoint written${after(p.file)}`,
  'anchors.proposed': () => 'anchor candidates proposed',
  'summary.written': (p) => `summary written${after(p.file)}`,
  'notice.added': (p) => `to tell the user: ${word(p.text)}`,
  'notice.given': () => 'the user was told',
};

/** The types this version has words for. */
export const KNOWN_TYPES: readonly string[] = Object.keys(WORDINGS);

/** A failure that holds nothing up is a warning, and is called one. */
function gateOutcome(p: Payload): string {
  const isWarning = p.outcome !== 'pass' && (p.must_pass === false || p.overridden === true);
  const tests = p.counts?.tests;
  const counted = tests ? `, ${word(tests.passed)} passed, ${word(tests.failed)} failed` : '';
  return `${isWarning ? 'warning, ' : ''}${word(p.outcome)}${counted}`;
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

function attempt(value: unknown): string {
  return typeof value === 'number' && value > 1 ? `, attempt ${value}` : '';
}

function list(value: unknown): string {
  return Array.isArray(value) ? value.map(word).join(' · ') : '';
}
