import { visible, visibleJson } from '../../../words/plain-text.ts';

/** What a hook says to the client. Nothing said means: go on. */
export type Answer = Readonly<{
  /** Goes to the model as context; on Stop and SubagentStop it also continues the agent. */
  context?: string;
  /** PreToolUse: the call does not happen, and the model gets the reason. */
  deny?: string;
  /** PreToolUse: replaces the whole tool input. */
  updatedInput?: Readonly<Record<string, unknown>>;
  /** PreToolUse: skips the client's own check. Only where the user set it (allow_dispatch). */
  allow?: boolean;
  /** UserPromptSubmit: the prompt is not sent. SubagentStop: the agent goes on with this. */
  block?: string;
  /** Shown to the user. */
  message?: string;
}>;

/** With each of its texts changed. */
export function withTexts(answer: Answer, change: (text: string) => string): Answer {
  const { context, deny, block, message } = answer;
  return {
    ...answer,
    ...(context !== undefined && { context: change(context) }),
    ...(deny !== undefined && { deny: change(deny) }),
    ...(block !== undefined && { block: change(block) }),
    ...(message !== undefined && { message: change(message) }),
  };
}

/** The client truncates context above 10,000 characters into a file. */
const MAX_CONTEXT = 9000;

/** The JSON the client understands for this event, or nothing at all. */
export function encodeAnswer(event: string, answer: Answer): string {
  const specific: Record<string, unknown> = {};
  if (answer.context) specific.additionalContext = said(answer.context);
  if (answer.updatedInput) specific.updatedInput = withPlainPrompt(answer.updatedInput);
  if (answer.deny) {
    specific.permissionDecision = 'deny';
    specific.permissionDecisionReason = said(answer.deny);
  } else if (answer.allow) {
    specific.permissionDecision = 'allow';
    specific.permissionDecisionReason = 'a dispatch bound by Wukong (allow_dispatch is set)';
  }
  const output: Record<string, unknown> = {};
  if (answer.block) Object.assign(output, { decision: 'block', reason: said(answer.block) });
  if (answer.message) output.systemMessage = said(answer.message);
  if (Object.keys(specific).length > 0) {
    output.hookSpecificOutput = { hookEventName: event, ...specific };
  }
  return Object.keys(output).length > 0 ? visibleJson(JSON.stringify(output)) : '';
}

/** The work order, which quotes what agents, people and tools wrote. The rest is the client's own. */
function withPlainPrompt(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return typeof input.prompt === 'string' ? { ...input, prompt: visible(input.prompt) } : input;
}

/** What agents, people and tools wrote is in all of it. */
function said(text: string): string {
  return clip(visible(text), MAX_CONTEXT);
}

export function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
