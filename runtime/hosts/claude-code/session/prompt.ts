import {
  reservedNames,
  SESSION_COMMANDS,
  type SessionCommand,
  TERM_FLAGS,
  type TermFlag,
  type TypedTerms,
} from '../../../model/vocabulary.ts';
import { idOf } from '../events/ids.ts';
import { withShortName } from '../events/plugin-names.ts';

/** Each command of a session that takes nothing behind it. */
type Alone = { [Name in Exclude<SessionCommand, 'resume'>]: Readonly<{ kind: Name }> };

/** What a UserPromptSubmit really is: the client uses the same event for its own wake-ups. */
export type Prompt =
  | (Readonly<{ kind: 'start'; template: string }> & Begun)
  /** `/wukong <text>`: the runtime chooses the template. */
  | (Readonly<{ kind: 'choose' }> & Begun)
  /** What it says is read where it is taken (words/escalation/answer.ts). */
  | Readonly<{ kind: 'resume'; text: string }>
  | Alone[keyof Alone]
  /** `/wukong:trust`, of the plugin alone. */
  | Readonly<{ kind: 'trust' }>
  /** `/wukong` alone, or what is neither command nor request: its first word, or the name it was typed with. */
  | Readonly<{ kind: 'unknown'; typed: string }>
  | Readonly<{ kind: 'ended'; tasks: ReadonlyArray<{ agentId: string; status: TaskStatus }> }>
  | Readonly<{ kind: 'handed-back'; agentId: string }>
  /** Ordinary talk. Nothing in it ever starts work. */
  | Readonly<{ kind: 'talk' }>;

/**
 * What a goal is begun with; typed as `--risk high`, `--reproduce first`, `--param name="value"`, `--priority 80`,
 * `--budget tokens=200000`, `--deadline 2026-12-01`, `--issue org/repo#12` before the words.
 */
export type Begun = Readonly<{
  text: string;
  risk?: 'high';
  reproduce?: 'first';
  params?: Readonly<Record<string, string>>;
  /** As they were typed. */
  terms?: TypedTerms;
  issue?: string;
}>;

export type TaskStatus = 'completed' | 'failed' | 'killed' | 'other';

export function readPrompt(typed: string): Prompt {
  if (/^\s*\/wukong:trust\s*$/.test(typed)) return { kind: 'trust' };
  const prompt = withShortName(typed);
  if (prompt.startsWith('<task-notification>')) return { kind: 'ended', tasks: endedTasks(prompt) };
  const handedBack = /^<agent-message from="([^"]{1,128})">/.exec(prompt)?.[1];
  if (handedBack !== undefined) return { kind: 'handed-back', agentId: idOf(handedBack) };
  const command = /^\s*\/wukong_([a-z0-9_]{1,32})(?:\s+([\s\S]*))?$/.exec(prompt);
  if (!command) return readRequest(prompt) ?? readUnknown(prompt);
  const verb = command[1] ?? '';
  const text = (command[2] ?? '').trim();
  if (isSessionCommand(verb)) return verb === 'resume' ? { kind: verb, text } : { kind: verb };
  return { kind: 'start', template: verb, ...readBegun(text) };
}

function isSessionCommand(verb: string): verb is SessionCommand {
  return Object.hasOwn(SESSION_COMMANDS, verb);
}

const FLAG =
  /^--(?:(risk)[ \t=]+high|(reproduce)[ \t=]+first|param[ \t=]+([a-z][a-z0-9_]*)=(?:"([^"\n]*)"|'([^'\n]*)'|(\S*))|(priority|budget|deadline|issue)[ \t=]+(\S+))(?=\s|$)\s*/;

/** Flags in any order, then the words. What is no flag of these belongs to the words. */
function readBegun(typed: string): Begun {
  let text = typed;
  let risk: 'high' | undefined;
  let reproduce: 'first' | undefined;
  let issue: string | undefined;
  const terms: Partial<Record<TermFlag, string>> = {};
  const params = new Map<string, string>();
  for (let flag = FLAG.exec(text); flag; flag = FLAG.exec(text)) {
    const [whole, isRisk, isFirst, name, double, single, plain, term, value = ''] = flag;
    if (isRisk !== undefined) risk = 'high';
    if (isFirst !== undefined) reproduce = 'first';
    if (name !== undefined) params.set(name, double ?? single ?? plain ?? '');
    if (term === 'issue') issue = value;
    else if (isTerm(term)) terms[term] = value;
    text = text.slice(whole.length);
  }
  return {
    text,
    ...(risk && { risk }),
    ...(reproduce && { reproduce }),
    ...(params.size > 0 && { params: Object.fromEntries(params) }),
    ...(Object.keys(terms).length > 0 && { terms }),
    ...(issue !== undefined && { issue }),
  };
}

function isTerm(word: string | undefined): word is TermFlag {
  return TERM_FLAGS.some((flag) => flag === word);
}

/**
 * A word alone is no request but a command that was typed another way (`/wukong fix`), and so is one of
 * ours with ids and flags behind it (`/wukong resume G-0001`). "status page is blank" is a request.
 */
function readRequest(prompt: string): Prompt | undefined {
  const typed = /^\s*\/wukong\s+(\S[\s\S]*)$/.exec(prompt)?.[1]?.trim() ?? '';
  const begun = readBegun(typed);
  const { text } = begun;
  if (text === '' || /^[\w-]+$/.test(text)) return undefined;
  const [first = '', ...rest] = text.split(/\s+/);
  const isOurs = reservedNames().includes(first.toLowerCase());
  if (isOurs && rest.some((word) => /^(?:--?\w|(?:[GN]|ESC)-\d)/.test(word))) return undefined;
  return { kind: 'choose', ...begun };
}

/** A path (`/wukong/src`) is none of ours. */
function readUnknown(prompt: string): Prompt {
  const match = /^\s*(\/wukong(?:[_-][^\s/]*|[ \t]+[^\s/]+)?)(?=\s|$)/.exec(prompt);
  return match?.[1] === undefined ? { kind: 'talk' } : { kind: 'unknown', typed: match[1] };
}

/**
 * Only id and status are read, from the head of each notification: what follows is the report, and
 * text in a report ends nothing and passes nothing.
 */
function endedTasks(prompt: string): Array<{ agentId: string; status: TaskStatus }> {
  const tasks: Array<{ agentId: string; status: TaskStatus }> = [];
  const head =
    /^<task-notification>\s*<task-id>([^<]{1,128})<\/task-id>([\s\S]{0,2000}?)<(?:summary|result|usage)>/;
  const match = head.exec(prompt);
  const agentId = idOf(match?.[1]);
  if (agentId === '') return tasks;
  const status = /<status>([a-z_]{1,32})<\/status>/.exec(match?.[2] ?? '')?.[1] ?? '';
  tasks.push({ agentId, status: statusOf(status) });
  return tasks;
}

function statusOf(status: string): TaskStatus {
  if (status === 'completed' || status === 'failed') return status;
  return status === 'killed' || status === 'stopped' ? 'killed' : 'other';
}
