// How the client is started for a run: its arguments and its environment, as values. Its prompt comes on stdin:
// an order may be longer than an argument can be, and arguments are seen by everybody on the machine.

import { gateEnvironment } from '../../evidence/gates/gate-environment.ts';
import type { HeadlessExecutor } from '../../model/documents/executor.ts';
import type { GateApproval } from '../../model/gate.ts';
import type { WorkOrderFile } from '../../model/protocol/work-order.ts';

export const CLIENT = 'claude';

type HeadlessStart = Readonly<{
  order: Pick<WorkOrderFile, 'role' | 'node'>;
  settings: HeadlessExecutor;
  approvals: readonly GateApproval[];
  /** The id its session gets. */
  session: string;
  /** Dollars that are left for it, where its goal has such a limit. */
  mostUsd?: number | undefined;
}>;

/** Permissions are asked for as ever: no argument here skips them. */
export function headlessArguments(start: HeadlessStart): string[] {
  const { order, settings, session } = start;
  const { max_turns, model } = settings;
  const usd = leastOf(settings.max_budget_usd, start.mostUsd);
  return [
    ...['-p', '--output-format', 'stream-json', '--verbose'],
    ...['--agent', order.role, '--session-id', session],
    ...['--permission-mode', settings.permission_mode ?? 'acceptEdits'],
    ...(model === undefined ? [] : ['--model', model]),
    ...(max_turns === undefined ? [] : ['--max-turns', String(max_turns)]),
    ...(usd === undefined ? [] : ['--max-budget-usd', usd]),
    ...['--tools', order.node.allowed_tools.join(',')],
    // These two take lists, so they come last.
    ...['--allowedTools', ...allowedTools(start)],
  ];
}

/** The client takes no limit of nothing; what costs less than a cent is over with its first answer. */
function leastOf(...limits: ReadonlyArray<number | undefined>): string | undefined {
  const given = limits.filter((limit) => limit !== undefined);
  return given.length === 0 ? undefined : String(Math.max(0.01, round(Math.min(...given))));
}

function round(usd: number): number {
  return Math.floor(usd * 10_000) / 10_000;
}

/** What it may do unasked: exactly the commands a person approved as gates, and what they named themselves. */
export function allowedTools({
  approvals,
  settings,
}: Pick<HeadlessStart, 'approvals' | 'settings'>): string[] {
  const gates = approvals.flatMap((gate) => ruleFor(gate) ?? []);
  return [...new Set([...gates, ...(settings.allowed_tools ?? [])])];
}

/**
 * Undefined for what no exact rule can say: one that runs in another folder or by a shell, one with a star,
 * which the client takes for any words, and one whose words are not what a shell would read.
 */
function ruleFor({ command, cwd, shell }: GateApproval): string | undefined {
  if (shell || (cwd ?? '') !== '') return undefined;
  return command.every((word) => /^[\w@%+=:,./-]+$/.test(word) && !word.includes(':*'))
    ? `Bash(${command.join(' ')})`
    : undefined;
}

/** What the client needs to be itself: its keys and its settings, and the way out. */
const CLIENTS_OWN =
  /^(?:ANTHROPIC_\w+|CLAUDE_\w+|DISABLE_\w+|(?:HTTPS?|NO|ALL)_PROXY|NODE_EXTRA_CA_CERTS)$/i;
/** What a client sets for what it starts: of the session that started us, if one did. */
const OF_A_SESSION =
  /^(?:CLAUDE_PID|CLAUDE_PROJECT_DIR|CLAUDE_ENV_FILE|CLAUDE_PLUGIN_\w+|CLAUDE_CODE_(?:SESSION_\w+|ENTRYPOINT|SSE_PORT))$/i;

type Environment = Readonly<Record<string, string | undefined>>;

/** `named`: the person's own variables; `ours`: what its hooks know the run by, which wins. */
export function headlessEnvironment(
  inherited: Environment,
  named: Readonly<Record<string, string>>,
  ours: Readonly<{ WUKONG_RUN?: string; WUKONG_ORDER_DIR?: string; WUKONG_DEPTH?: string }> = {},
): Record<string, string> {
  const own = Object.entries(inherited).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && CLIENTS_OWN.test(entry[0]) && !OF_A_SESSION.test(entry[0]),
  );
  return gateEnvironment(inherited, { ...Object.fromEntries(own), ...named, ...ours });
}
