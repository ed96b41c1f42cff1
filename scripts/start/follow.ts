import { existsSync, readFileSync } from 'node:fs';
import pc from 'picocolors';
import type { EventRecord } from '../../runtime/model/event.ts';

const POLL_MS = 100;

/** Prints each step of the graph as the log tells it. Returns how to stop. */
export function followRun(log: string, say: (text: string) => void): () => void {
  let seen = 0;
  const look = (): void => {
    if (!existsSync(log)) return;
    const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
    for (const line of lines.slice(seen)) {
      const text = describe(JSON.parse(line));
      if (text !== undefined) say(text);
    }
    seen = lines.length;
  };
  const timer = setInterval(look, POLL_MS);
  return () => {
    clearInterval(timer);
    look();
  };
}

/** What a spectator wants to see of an event; undefined for the rest. */
function describe({ type, node_id, run_id, payload }: EventRecord): string | undefined {
  const at = pc.cyan((node_id ?? '').padEnd(6));
  switch (type) {
    case 'goal.created':
      return `${pc.bold('graph ')}  ${payload.nodes?.map((node: { id: string; role: string }) => `${node.id} ${node.role}`).join(' → ') ?? 'a plan in graphs/'}`;
    case 'run.dispatched':
      return `${at}  ${payload.role} works${payload.number > 1 ? ` (run ${payload.number})` : ''} ${pc.dim(run_id ?? '')}`;
    case 'run.reported':
      return `${at}  ${pc.dim('reports; the runtime reads its transcript, the tree and runs the gates')}`;
    case 'gate.finished':
      return `${at}  gate ${payload.gate}: ${payload.outcome === 'pass' ? pc.green('pass') : pc.yellow(`${payload.outcome} ${payload.error ?? ''}`)}`;
    case 'evidence.graded':
      return `${at}  claimed ${payload.claimed ?? '–'}, proven ${pc.bold(payload.level)} of ${payload.required}`;
    case 'run.sent_back':
      return `${at}  ${pc.yellow(`sent back: ${payload.missing.join(' ')}`)}`;
    case 'node.done':
      return `${at}  ${pc.green('done')} at ${payload.level}`;
    case 'node.reopened':
      return `${at}  ${pc.yellow(`reopened: ${payload.reason}`)}`;
    case 'node.blocked':
      return `${at}  ${pc.yellow(`waits for a person: ${payload.reason}`)}`;
    case 'graph.completed':
      return `${pc.bold('graph ')}  ${pc.green('completed')}`;
    default:
      return undefined;
  }
}
