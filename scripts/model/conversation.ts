import type { ModelCall, Role } from './call.ts';
import { ROLES } from './call.ts';
import { blockText, type Message, type ToolInput } from './message.ts';

/** A tool call the model made earlier in this conversation, and what came of it. */
export type PastCall = Readonly<{
  /** Index of the assistant message it was made in. */
  at: number;
  id: string;
  name: string;
  input: ToolInput;
  result: Readonly<{ text: string; isError: boolean }> | undefined;
}>;

/** A node Wukong says is ready. */
export type Offer = Readonly<{ node: string; role: Role; title: string }>;

/** Everything a message says: prose, tool results, and what hooks added. */
export function messageText(message: Message | undefined): string {
  return message === undefined ? '' : message.content.map(blockText).join('\n');
}

/** All that was said to the model from message `from` on. */
export function textSince(call: ModelCall, from: number): string {
  return call.messages
    .slice(from)
    .filter((message) => message.role !== 'assistant')
    .map(messageText)
    .join('\n');
}

export function pastCalls(call: ModelCall, name?: string): readonly PastCall[] {
  const results = new Map<string, PastCall['result']>();
  const calls: Omit<PastCall, 'result'>[] = [];
  for (const [at, message] of call.messages.entries()) {
    for (const block of message.content) {
      if (block.type === 'tool_result') results.set(block.toolUseId, block);
      if (block.type !== 'tool_use') continue;
      calls.push({ at, id: block.id, name: block.name, input: block.input });
    }
  }
  return calls
    .filter((past) => name === undefined || past.name === name)
    .map((past) => ({ ...past, result: results.get(past.id) }));
}

export function lastCall(call: ModelCall, name: string): PastCall | undefined {
  return pastCalls(call, name).at(-1);
}

/**
 * The nodes offered since the last dispatch. All of them, not only those of the last offer: two
 * agents that end together give two offers before the model is asked again.
 */
export function offersSince(call: ModelCall, lastDispatch: PastCall | undefined): readonly Offer[] {
  const text = textSince(call, lastDispatch === undefined ? 0 : lastDispatch.at + 1);
  const offers = new Map<string, Offer>();
  for (const [, node, named, title] of text.matchAll(/^\s*- (N-\d+) ([a-z]+): (.*)$/gm)) {
    const role = ROLES.find((candidate) => candidate === named);
    if (node !== undefined && role !== undefined) {
      offers.set(node, { node, role, title: (title ?? '').trim() });
    }
  }
  return [...offers.values()];
}

/** Ids of the background agents whose end, or whose hand-back, has reached the conversation. */
export function agentsHeard(call: ModelCall): ReadonlySet<string> {
  const text = textSince(call, 0);
  const ids = text.matchAll(/<task-id>([^<]+)<|<agent-message from="([^"]+)"/g);
  return new Set([...ids].map(([, task, from]) => task ?? from ?? ''));
}

/** A header line of the work order, such as `RunId: 2026-11-21-body-0001`. */
export function orderLine(call: ModelCall, key: string): string | undefined {
  const order = textSince(call, 0);
  return new RegExp(`^\\s*(?:- )?${key}:\\s*(\\S+)\\s*$`, 'm').exec(order)?.[1];
}

export function workingDirectory(call: ModelCall): string {
  const said = `${call.system}\n${textSince(call, 0)}`;
  return /working directory: (.+)$/im.exec(said)?.[1]?.trim() ?? '.';
}

/** The lines of a file as the newest Read of it showed them; the first line is number 1. */
export function linesRead(call: ModelCall, path: string): ReadonlyMap<number, string> {
  const read = pastCalls(call, 'Read').findLast(
    ({ input, result }) => input.file_path === path && result?.isError === false,
  );
  const lines = new Map<number, string>();
  for (const [, number, text] of (read?.result?.text ?? '').matchAll(/^ *(\d+)[\t→](.*)$/gm)) {
    lines.set(Number(number), text ?? '');
  }
  return lines;
}
