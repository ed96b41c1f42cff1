// The file a person answers in: what they need to decide, three ways on, and a place for the answer. Words
// of agents stand in quoted lines, so that none of them is a heading or a mark.

import type { AskedPacket, Attempt } from '../../model/facts/escalation.ts';
import type { PayloadOf } from '../../model/facts/fact.ts';
import { asSentence, oneLine, upperFirst, wholeLine } from '../plain-text.ts';
import { reasonText } from '../reason.ts';
import { optionsOf } from './options.ts';
import type { Asked, Option } from './way.ts';

export type Opened = Readonly<{
  goal: string;
  node: string | null;
  at: string;
  payload: PayloadOf<'escalation.opened'>;
}>;

export const ANSWER = '## Answer';
export const OPTIONS = '## Options';
export const DONE = 'Done: take this answer';

/** Where its file is, below .wukong/. */
export function fileOf(id: string): string {
  return `escalations/${id}.md`;
}

export function pageOf(opened: Opened): string {
  const { goal, node, at, payload } = opened;
  const { id, reason, urgency, packet } = payload;
  const where = node === null ? goal : `${goal}/${node}`;
  const lines = [
    '---',
    `id: ${id}`,
    `goal: ${goal}`,
    `node: ${node ?? 'null'}`,
    `reason: ${reason}`,
    `urgency: ${urgency}`,
    'status: open',
    `opened: ${at}`,
    '---',
    '',
    `# ${id}: ${where} waits for you`,
    '',
    `> ${oneLine(packet.goal, 300)}`,
    ...(packet.node === undefined ? [] : ['>', `> ${node}: ${oneLine(packet.node, 300)}`]),
    '',
    '## Question',
    '',
    ...questionsOf(packet).map((text) => `> ${wholeLine(text)}`),
    '',
    '## Root cause',
    '',
    `> ${wholeLine(rootCause(packet))}`,
    '',
    '## What was tried',
    '',
    ...triedLines(packet.attempts),
    '',
    '## Where it stands',
    '',
    ...standingLines(packet),
    '',
    OPTIONS,
    '',
    ...optionsOf(askedIn(opened)).flatMap((option) => optionLines(option, id)),
    '',
    ANSWER,
    '',
    '<!-- Tick one option above, or write here what you want, or both. Then tick Done and save. Say where a secret is, never what it is. -->',
    '',
    '',
    '',
    `- [ ] ${DONE}`,
    '',
  ];
  return lines.join('\n');
}

/** What the options depend on. */
export function askedIn({ goal, node, payload: { reason, packet } }: Opened): Asked {
  return { goal, node, reason, packet };
}

/** As few words as it takes: the questions, or what waits. */
export function questionsOf({ because, asked, outside }: AskedPacket): readonly string[] {
  const leave = asked.map((action) => `May \`${oneLine(action)}\` be run, once?`);
  const whose =
    outside.length > 0
      ? [`Did you change ${outside.map((path) => oneLine(path)).join(', ')}?`]
      : [];
  const own =
    because.kind === 'questions'
      ? because.questions
      : [upperFirst(asSentence(reasonText(because)))];
  return [...own, ...leave, ...whose];
}

/** As plan B found it; else why the last of the runs did not do, where there was one; else why it waits. */
export function rootCause({ because, attempts, plan_b }: AskedPacket): string {
  if (plan_b && plan_b.root_cause !== '') return upperFirst(asSentence(plan_b.root_cause));
  const last = attempts.findLast((one) => one.because !== null)?.because;
  const cause = because.kind === 'questions' || !last ? because : last;
  return upperFirst(asSentence(reasonText(cause)));
}

export function attemptText({ summary, changed }: Attempt): string {
  const what = summary === '' ? 'It left no summary.' : asSentence(summary);
  return changed.length > 0 ? `${what} It changed ${changed.join(', ')}.` : what;
}

function triedLines(attempts: readonly Attempt[]): string[] {
  if (attempts.length === 0) return ['Nothing yet.'];
  return attempts.flatMap((attempt, i) => [
    `${i + 1}. ${attempt.run}${attempt.level === null ? '' : `, ${attempt.level} proven`}`,
    `   > ${oneLine(attemptText(attempt), 600)}`,
    ...(attempt.because === null
      ? []
      : [`   > It ended: ${oneLine(reasonText(attempt.because), 600)}`]),
  ]);
}

function standingLines(packet: AskedPacket): string[] {
  const { passing, failing, artifacts, runs_left, budget_left = {}, in_doubt = [] } = packet;
  const left = Object.entries(budget_left).map(([what, rest]) => `${rest} ${what}`);
  const gates = (names: readonly string[]) =>
    names.map((name) => `\`${oneLine(name)}\``).join(', ');
  return [
    `- Gates that pass: ${passing.length > 0 ? gates(passing) : 'none was seen to'}`,
    `- Gates that fail: ${failing.length > 0 ? gates(failing) : 'none'}`,
    ...(runs_left === null ? [] : [`- Runs left: ${runs_left}`]),
    ...(left.length > 0 ? [`- Budget left: ${left.join(', ')}`] : []),
    ...(in_doubt.length > 0
      ? [`- May have happened already, by a run that left no report: ${gates(in_doubt)}`]
      : []),
    ...(artifacts.length > 0
      ? [
          `- Files of the last report, in \`${folderOf(artifacts)}\`: ${gates(artifacts.map(nameOf))}`,
        ]
      : []),
  ];
}

/** They lie in one folder, that of a run. */
function folderOf([first = '']: readonly string[]): string {
  return `.wukong/${oneLine(first.slice(0, first.lastIndexOf('/') + 1))}`;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function optionLines(option: Option, id: string): string[] {
  const { option: letter, description, pros, cons, estimated_effort, does } = option;
  return [
    `- [ ] ${letter}: ${wholeLine(description)}`,
    ...pros.map((text) => `  - for: ${text}`),
    ...cons.map((text) => `  - against: ${text}`),
    `  - effort: ${estimated_effort}`,
    ...(isPower(option)
      ? [`  - taken when you then type \`/wukong_resume ${id}\` in Claude Code`]
      : []),
    ...(does.kind === 'type'
      ? ['  - typed in a terminal of your own; ticking it does nothing']
      : []),
  ];
}

/** It widens what may happen or pass: a mark in a file is not enough. */
export function isPower({ does }: Option): boolean {
  return does.kind === 'say' ? does.overrules === true : does.kind !== 'type';
}

/** The same file when nobody has to answer any more; what the person wrote stays. */
export function closedPage(
  text: string,
  { how, by, response }: PayloadOf<'escalation.closed'>,
  at: string,
): string {
  const status = how === 'answered' ? 'resolved' : how;
  const said = response?.words;
  const lines = [
    '',
    '## Outcome',
    '',
    `${upperFirst(HOW[how])}${by === undefined ? '' : ` by ${oneLine(by)}`} at ${at}.`,
    ...(said === undefined ? [] : ['', ...said.split('\n').map((line) => `> ${wholeLine(line)}`)]),
    ...(response?.took ? ['', `Taken with it: ${response.took.join(', ')}.`] : []),
    '',
  ];
  const head = text.replace(/^status: open$/m, `status: ${status}`);
  return `${head.trimEnd()}\n${lines.join('\n')}`;
}

const HOW = {
  answered: 'answered',
  ignored: 'ignored',
  dropped: 'no answer is needed any more, said',
} as const;
