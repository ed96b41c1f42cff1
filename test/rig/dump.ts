import type { Ended } from '../../scripts/client/child.ts';
import type { Headless, StreamEvent } from '../../scripts/client/headless.ts';
import type { Terminal } from '../../scripts/client/terminal.ts';
import type { Asked, Model } from '../../scripts/model/server.ts';

/** Everything a rig started, in the order it was started. */
export type Trace = Readonly<{
  commands: Ended[];
  models: Model[];
  headless: Headless[];
  terminals: Terminal[];
}>;

const MAX_CHARS = 4000;
const MAX_LINE_CHARS = 600;

export function dumpText(repository: string, trace: Trace, log: string | undefined): string {
  return [
    `──── rig in ${repository}`,
    ...trace.commands.flatMap(command),
    ...trace.headless.flatMap(headless),
    ...trace.terminals.flatMap(terminal),
    ...trace.models.flatMap(model),
    '──── .wukong/events.jsonl',
    ...(log === undefined ? ['(none)'] : log.trimEnd().split('\n').map(oneLine)),
    '────',
  ].join('\n');
}

function command(ended: Ended): string[] {
  const end = ended.timedOut ? 'timed out' : `exit ${ended.code ?? ended.signal}`;
  return [
    `──── $ ${ended.command} ${ended.args.join(' ')}   (${end}, ${ended.elapsedMs} ms)`,
    ...block('stdout', ended.stdout),
    ...block('stderr', ended.stderr),
  ];
}

function headless(run: Headless): string[] {
  return [
    `──── $ ${run.command.join(' ')}`,
    ...run.events.map(eventLine),
    ...block('stderr', run.stderr()),
  ];
}

function eventLine(event: StreamEvent): string {
  const { type, subtype, message, result } = event;
  return oneLine(`  ${type} ${JSON.stringify({ subtype, message, result })}`);
}

function terminal(shown: Terminal): string[] {
  return ['──── terminal, last screen', shown.lastScreen()];
}

function model(asked: Model): string[] {
  return [
    `──── model ${asked.url}`,
    ...asked.requests.map(question),
    ...asked.faults.map((fault) => `  FAULT ${fault.stack ?? fault.message}`),
    ...asked.refused.map((host) => `  REFUSED ${host}`),
  ];
}

function question({ at, call, reply }: Asked): string {
  const who = [call.who, call.role, call.agentId].filter((part) => part !== null).join(' ');
  return oneLine(`  ${at} ${who} turn ${call.turn} → ${JSON.stringify(reply) ?? '(no reply)'}`);
}

function block(name: string, text: string): string[] {
  const trimmed = text.trimEnd();
  if (trimmed === '') return [];
  const shown = trimmed.length > MAX_CHARS ? `…${trimmed.slice(-MAX_CHARS)}` : trimmed;
  return [`  ${name}:`, ...shown.split('\n').map((line) => `    ${line}`)];
}

function oneLine(line: string): string {
  return line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS)}…` : line;
}
