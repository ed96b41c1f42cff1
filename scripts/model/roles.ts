import { join } from 'node:path';
import type { ModelCall, Reply, Role, Script } from './call.ts';
import { agentsHeard, lastCall, offersSince, pastCalls, workingDirectory } from './conversation.ts';
import { wasHandedBack } from './report.ts';

/** One role's part: what it answers at this point of its conversation. */
export type Part = (call: ModelCall) => Reply | Promise<Reply>;
export type Parts = Readonly<Record<Role, Part>>;

/** Enough for every retry and plan B; a graph that asks more often for one node is in a loop. */
const MAX_DISPATCHES_PER_NODE = 12;

export function composeScript(parts: {
  roles: Parts;
  main?: Part;
  /** The client's own small questions: titles, safety checks, summaries. */
  housekeeping?: Part;
}): Script {
  const main = parts.main ?? dispatchOffers;
  const housekeeping = parts.housekeeping ?? answerHousekeeping;
  return (call) => {
    if (call.who !== 'main' && call.who !== 'subagent') return housekeeping(call);
    // A headless executor is a main agent with a role: the agent file is its system prompt.
    if (call.role !== null) return parts.roles[call.role](call);
    return call.who === 'main' ? main(call) : { text: 'This agent has no part in the script.' };
  };
}

/**
 * The steps of a role, one an answer, the last of them the report. An agent that is sent back goes on
 * from step `againFrom`, so that it looks and tests again before it reports again.
 */
export function inTurn(steps: readonly [Part, ...Part[]], againFrom = steps.length - 1): Part {
  return (call) => {
    if (wasHandedBack(call)) return { text: 'Handed back.' };
    const extra = call.turn - steps.length;
    const index = extra < 0 ? call.turn : againFrom + (extra % (steps.length - againFrom));
    return (steps[index] ?? steps[0])(call);
  };
}

/** The main agent as it should be: dispatches what is offered, in one message, and then waits. */
export function dispatchOffers(call: ModelCall): Reply {
  return dispatch(call, {});
}

/** One that asks for agents in the background, as the terminal UI starts all of them. */
export function dispatchInBackground(call: ModelCall): Reply {
  return dispatch(call, { run_in_background: true });
}

function dispatch(call: ModelCall, more: Readonly<Record<string, unknown>>): Reply {
  const dispatched = pastCalls(call, 'Agent');
  const offers = offersSince(call, dispatched.at(-1)).filter(({ node }) => {
    const before = dispatched.filter(({ input }) => input.prompt === orderFor(node));
    return before.length < MAX_DISPATCHES_PER_NODE;
  });
  if (offers.length === 0) {
    const launched = dispatched.filter(({ result }) => result?.text.includes('launched') === true);
    const isWaiting = launched.length > agentsHeard(call).size;
    return { text: isWaiting ? 'Waiting for the agents.' : 'Done.' };
  }
  return {
    tools: offers.map(({ node, role, title }) => ({
      name: 'Agent',
      input: {
        description: title.slice(0, 40),
        prompt: orderFor(node),
        subagent_type: role,
        ...more,
      },
    })),
  };
}

export function answerHousekeeping(call: ModelCall): Reply {
  switch (call.who) {
    case 'classifier':
      return { text: '<severity>0</severity>' };
    case 'title':
      return { text: '{"title": "Decoder"}' };
    default:
      return { text: '<summary>The decoder crashes on empty input and is being fixed.</summary>' };
  }
}

export function read(file: string): Part {
  return (call) => ({
    tools: [{ name: 'Read', input: { file_path: join(workingDirectory(call), file) } }],
  });
}

export function edit(file: string, before: string, after: string): Part {
  return (call) => {
    const file_path = join(workingDirectory(call), file);
    return {
      tools: [{ name: 'Edit', input: { file_path, old_string: before, new_string: after } }],
    };
  };
}

export function write(file: string, content: string): Part {
  return (call) => ({
    tools: [{ name: 'Write', input: { file_path: join(workingDirectory(call), file), content } }],
  });
}

export function bash(command: string): Part {
  return () => ({
    tools: [{ name: 'Bash', input: { command, description: `Run ${command}` } }],
  });
}

/** What the last shell command printed, and whether the client took it for a failure. */
export function lastBash(call: ModelCall): Readonly<{ text: string; isError: boolean }> {
  return lastCall(call, 'Bash')?.result ?? { text: '', isError: true };
}

function orderFor(node: string): string {
  return `Carry out ${node}`;
}
