import { existsSync, readFileSync } from 'node:fs';
import pc from 'picocolors';
import { upcast } from '../../runtime/kernel/reduce/upcast.ts';
import type { Recorded } from '../../runtime/model/facts/fact.ts';
import { reasonText } from '../../runtime/words/reason.ts';

const POLL_MS = 100;

/** Prints each step of the graph as the log tells it. Returns how to stop. */
export function followRun(log: string, say: (text: string) => void): () => void {
  let seen = 0;
  const poll = (): void => {
    if (!existsSync(log)) return;
    const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
    for (const line of lines.slice(seen)) {
      const text = describe(upcast(JSON.parse(line)));
      if (text !== undefined) say(text);
    }
    seen = lines.length;
  };
  const timer = setInterval(poll, POLL_MS);
  return () => {
    clearInterval(timer);
    poll();
  };
}

/** What a spectator wants to see of an event; undefined for the rest. */
function describe(fact: Recorded): string | undefined {
  const { node_id, run_id } = fact;
  const at = pc.cyan((node_id ?? '').padEnd(6));
  switch (fact.type) {
    case 'goal.created':
      return `${pc.bold('graph ')}  ${fact.payload.nodes?.map((node) => `${node.id} ${node.role}`).join(' → ') ?? 'a plan in graphs/'}`;
    case 'run.dispatched':
      return `${at}  ${fact.payload.role} works${fact.payload.number > 1 ? ` (run ${fact.payload.number})` : ''} ${pc.dim(run_id ?? '')}`;
    case 'run.reported':
      return `${at}  ${pc.dim('reports; the runtime reads its transcript, the tree and runs the gates')}`;
    case 'gate.finished':
      return `${at}  gate ${fact.payload.gate}: ${fact.payload.outcome === 'pass' ? pc.green('pass') : pc.yellow(`${fact.payload.outcome} ${fact.payload.error ?? ''}`)}`;
    case 'evidence.graded':
      return `${at}  claimed ${fact.payload.claimed ?? '–'}, proven ${pc.bold(fact.payload.level)} of ${fact.payload.required}`;
    case 'run.sent_back':
      return `${at}  ${pc.yellow(`sent back: ${fact.payload.missing.join(' ')}`)}`;
    case 'node.done':
      return `${at}  ${pc.green('done')} at ${fact.payload.level}`;
    case 'node.reopened':
      return `${at}  ${pc.yellow(`reopened: ${reasonText(fact.payload.because)}`)}`;
    case 'node.blocked':
      return `${at}  ${pc.yellow(`waits for a person: ${reasonText(fact.payload.because)}`)}`;
    case 'graph.completed':
      return `${pc.bold('graph ')}  ${pc.green('completed')}`;
    default:
      return undefined;
  }
}
