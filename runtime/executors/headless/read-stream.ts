// What the client says of itself in `--output-format stream-json`, a JSON object a line. There may be several
// results: one each time it was woken, and the last may be an empty one. Nothing here is believed of the work:
// its report is judged by its own hook, from its transcript.

import type { ByModel } from '../../model/usage/usage.ts';

/** A call that the client did not allow, and the rule that allows it. */
type Denied = Readonly<{ what: string; rule: string }>;

export type ClientSaid = Readonly<{
  session: string | null;
  /** Why it ended otherwise than by its own last words; null: it did not. */
  failed: string | null;
  turns: number;
  /** Of all its sessions' models, as it counted and priced them itself. */
  models: ByModel;
  denied: readonly Denied[];
}>;

type Json = Readonly<Record<string, unknown>>;

/** The longest line that is read; a longer one is none of those that matter here. */
const MAX_LINE = 4 * 1024 * 1024;
const MAX_DENIED = 20;
const MAX_WORDS = 500;

export class ClientStream {
  #rest = '';
  #isTooLong = false;
  #session: string | null = null;
  /** The last of a turn that did something, else the last one. */
  #result: Json | undefined;
  /** Calls that a hook held, ours among them: no permission rule changes that. */
  readonly #held = new Set<string>();

  add(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const [i, line] of lines.entries()) {
      if (i > 0 || !this.#isTooLong) this.#line(line);
    }
    if (lines.length > 0) this.#isTooLong = false;
    if (this.#rest.length <= MAX_LINE) return;
    this.#rest = '';
    this.#isTooLong = true;
  }

  end(): ClientSaid {
    if (!this.#isTooLong) this.#line(this.#rest);
    this.#rest = '';
    const result = this.#result;
    return {
      session: this.#session,
      failed: result ? failureOf(result) : 'it ended without a result',
      turns: countOf(result?.num_turns),
      models: modelsOf(result?.modelUsage),
      denied: deniedIn(result?.permission_denials, this.#held),
    };
  }

  #line(line: string): void {
    if (!line.includes('"type"')) return;
    const value = parsed(line);
    if (value?.type === 'system' && value.subtype === 'init') {
      this.#session = textOf(value.session_id) || this.#session;
    }
    if (value?.type === 'user') this.#hooks(value.tool_result_meta);
    if (value?.type !== 'result') return;
    const isEmpty = countOf(value.num_turns) === 0 && value.is_error !== true;
    if (!isEmpty || this.#result === undefined) this.#result = value;
  }

  #hooks(results: unknown): void {
    for (const one of Array.isArray(results) ? results.filter(isObject) : []) {
      const { id, permission_decision: by } = one;
      if (isObject(by) && by.source === 'hook') this.#held.add(textOf(id));
    }
  }
}

/** `is_error` says it; `subtype` is "success" for an error of the API as well. */
function failureOf(result: Json): string | null {
  if (result.is_error !== true) return null;
  const { terminal_reason, subtype, errors } = result;
  const said = [textOf(result.result), ...(Array.isArray(errors) ? errors.map(textOf) : [])];
  const words = said.filter((one) => one !== '').join('; ');
  const kind = textOf(terminal_reason) || textOf(subtype) || 'error';
  return `${kind}${words === '' ? '' : `: ${words}`}`.slice(0, MAX_WORDS);
}

function modelsOf(usage: unknown): ByModel {
  if (!isObject(usage)) return {};
  const entries = Object.entries(usage).flatMap(([model, one]) => {
    if (!isObject(one)) return [];
    const usd = typeof one.costUSD === 'number' && one.costUSD >= 0 ? one.costUSD : null;
    const counted = {
      input: countOf(one.inputTokens),
      output: countOf(one.outputTokens),
      cache_creation: countOf(one.cacheCreationInputTokens),
      cache_read: countOf(one.cacheReadInputTokens),
      usd,
    };
    return [[model, counted] as const];
  });
  return Object.fromEntries(entries);
}

function deniedIn(calls: unknown, held: ReadonlySet<string>): Denied[] {
  if (!Array.isArray(calls)) return [];
  const others = calls.filter(isObject).filter((call) => !held.has(textOf(call.tool_use_id)));
  const found = others.map((call): Denied => {
    const tool = textOf(call.tool_name) || 'a tool';
    const input = isObject(call.tool_input) ? call.tool_input : {};
    const command = textOf(input.command);
    if (tool === 'Bash' && command !== '') return { what: command, rule: `Bash(${command})` };
    return { what: [tool, textOf(input.file_path)].join(' ').trim(), rule: tool };
  });
  const rules = new Map(found.map((one) => [one.rule, one]));
  return [...rules.values()].slice(0, MAX_DENIED);
}

function parsed(line: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // Not a line of the client: something it started printed there.
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
