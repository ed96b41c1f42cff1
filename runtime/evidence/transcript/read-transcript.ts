import { createHash } from 'node:crypto';
import { isObject } from '../../files/parse-json.ts';
import type { Observation, Transcript, Usage } from '../../model/evidence.ts';
import { plainText } from '../../model/terminal-text.ts';
import { failure, type Result, success } from '../trees/result.ts';
import { detached, excerptOf } from './excerpt.ts';
import { readLines } from './read-lines.ts';

// Reads what a run really did from the client's transcript (JSONL). One API message comes as several
// lines with the same message id, a resumed session repeats old lines, and most line types are none
// of our business: so calls are told apart by their id, and what is unknown is passed over.

const MAX_LINE_BYTES = 32 * 1024 * 1024;
const MAX_COMMAND_CHARS = 16_384;
const MAX_DENIED_CHARS = 300;
const FILE_TOOLS: ReadonlySet<string> = new Set([
  'Edit',
  'Write',
  'MultiEdit',
  'NotebookEdit',
  'Read',
]);
const EMPTY_SHA256 = createHash('sha256').digest('hex');

type Json = Readonly<Record<string, unknown>>;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Call = {
  seen: Mutable<Observation>;
  background: boolean;
  /** Where in the transcript the call and its result stand. */
  line: number;
  endLine: number;
  /** The id was used for two different calls: nobody can say whose the result is. */
  ambiguous: boolean;
};

export type ReadOptions = Readonly<{
  /** Lines that another agent wrote are none of this run. */
  agentId?: string | undefined;
  /** Recognizes the report. What stands behind it was not known to who wrote it. */
  isReport?: ((text: string) => boolean) | undefined;
}>;

/**
 * Reads a transcript of any size; memory grows with the number of calls, not with their output.
 * Everything in it is as the agent and its tools wrote it, secrets included.
 */
export async function readTranscript(
  path: string,
  options: ReadOptions = {},
): Promise<Result<Transcript>> {
  const reader = new TranscriptReader(options);
  try {
    readLines(path, MAX_LINE_BYTES, (line) => reader.line(line));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failure({ kind: 'transcript-unreadable', path, reason });
  }
  return success(reader.result());
}

class TranscriptReader {
  readonly #options: ReadOptions;
  readonly #calls = new Map<string, Call>();
  readonly #usage = new Map<string, Json>();
  readonly #models = new Set<string>();
  #skipped = 0;
  #prompt: string | undefined;
  #line = 0;
  #last: { id: string; texts: Set<string>; line: number } | undefined;

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  line(text: string | undefined): void {
    this.#line += 1;
    if (text !== undefined && text.length < 3 && text.trim() === '') return;
    const line = text === undefined ? undefined : parseObject(text);
    if (line === undefined) {
      this.#skipped += 1;
      return;
    }
    const { message, agentId } = line;
    if (!isObject(message) || !this.#isOfRun(agentId)) return;
    if (line.type === 'assistant') this.#assistant(line, message);
    else if (line.type === 'user') this.#user(line, message);
  }

  result(): Transcript {
    const lastText = this.#last === undefined ? undefined : [...this.#last.texts].join('\n');
    const end = this.#options.isReport?.(lastText ?? '') ? this.#last?.line : undefined;
    return {
      observations: this.#observations(end ?? Number.POSITIVE_INFINITY),
      usage: summed([...this.#usage.values()]),
      models: [...this.#models],
      skippedLines: this.#skipped,
      ...(lastText === undefined ? {} : { lastText }),
      ...(this.#prompt === undefined ? {} : { prompt: this.#prompt }),
    };
  }

  /** What was called and answered before this line. */
  #observations(end: number): Observation[] {
    const calls = [...this.#calls.values()].filter((call) => call.line < end);
    return calls.map(({ seen, ambiguous, endLine }) => {
      return { ...seen, finished: seen.finished && !ambiguous && endLine < end };
    });
  }

  #isOfRun(agentId: unknown): boolean {
    const wanted = this.#options.agentId;
    return typeof agentId !== 'string' || !wanted || agentId === '' || agentId === wanted;
  }

  #assistant(line: Json, message: Json): void {
    const id = textOf(message.id) || textOf(line.uuid);
    const model = textOf(message.model);
    // Messages the client made itself (API errors, interruptions) are no requests.
    if (model !== '' && model !== '<synthetic>') {
      this.#models.add(model);
      if (isObject(message.usage)) this.#usage.set(id, message.usage);
    }
    for (const block of blocksOf(message.content)) {
      if (block.type === 'tool_use') this.#call(line, block);
      const text = block.type === 'text' ? textOf(block.text) : '';
      if (text.trim() === '') continue;
      if (this.#last?.id !== id) this.#last = { id, texts: new Set(), line: this.#line };
      this.#last.texts.add(text);
      this.#last.line = this.#line;
    }
  }

  #call(line: Json, block: Json): void {
    const toolUseId = textOf(block.id);
    if (toolUseId === '') return;
    const tool = textOf(block.name);
    const input = isObject(block.input) ? block.input : {};
    const command = tool === 'Bash' ? capped(textOf(input.command)) : '';
    const filePath = FILE_TOOLS.has(tool)
      ? textOf(input.file_path) || textOf(input.notebook_path)
      : '';
    const known = this.#calls.get(toolUseId);
    if (known !== undefined) {
      // A resumed session repeats a line as it was.
      const { seen } = known;
      const isSame = (seen.command ?? '') === command && (seen.filePath ?? '') === filePath;
      if (!isSame || seen.tool !== tool) known.ambiguous = true;
      return;
    }
    const cwd = textOf(line.cwd);
    this.#calls.set(toolUseId, {
      seen: {
        seq: this.#calls.size,
        toolUseId,
        tool,
        ...(command === '' ? {} : { command }),
        ...(filePath === '' ? {} : { filePath }),
        ...(cwd === '' ? {} : { cwd }),
        isError: false,
        outputSha256: EMPTY_SHA256,
        outputBytes: 0,
        excerpt: '',
        at: textOf(line.timestamp),
        finished: false,
      },
      background: input.run_in_background === true,
      line: this.#line,
      endLine: 0,
      ambiguous: false,
    });
  }

  #user(line: Json, message: Json): void {
    const isFirst = this.#last === undefined && this.#calls.size === 0;
    if (isFirst && this.#prompt === undefined && typeof message.content === 'string') {
      this.#prompt = capped(message.content);
    }
    for (const block of blocksOf(message.content)) {
      if (block.type !== 'tool_result') continue;
      const call = this.#calls.get(textOf(block.tool_use_id));
      if (call !== undefined) this.#answer(call, line, block);
    }
  }

  #answer(call: Call, line: Json, block: Json): void {
    const { seen } = call;
    // The first result stands, and a failure stays one: a repeated line changes nothing.
    if (call.endLine > 0) {
      if (block.is_error === true) seen.isError = true;
      return;
    }
    const output = resultText(block.content);
    const code = seen.tool === 'Bash' ? exitCodeOf(output) : undefined;
    call.endLine = this.#line;
    if (isDenied(line)) seen.denied = detached(output.slice(0, MAX_DENIED_CHARS));
    seen.isError = block.is_error === true || (code !== undefined && code > 0);
    seen.finished = !call.background && !wentOn(line, output);
    seen.outputBytes = Buffer.byteLength(output);
    const at = textOf(line.timestamp);
    if (at !== '') seen.endedAt = at;
    if (code !== undefined && seen.isError) seen.exitCode = code;
    // Of other tools nobody asks what they gave back.
    if (seen.tool !== 'Bash') return;
    seen.outputSha256 = createHash('sha256').update(output).digest('hex');
    seen.excerpt = excerptOf(plainText(output));
  }
}

/** The client did not let it run. What a hook holds, ours among them, is told by that hook. */
function isDenied({ toolDenialKind, permissionDecision }: Json): boolean {
  if (typeof toolDenialKind !== 'string' || toolDenialKind === 'interrupted') return false;
  return !isObject(permissionDecision) || permissionDecision.source !== 'hook';
}

/** The client says so before the output, and for failures only. */
function exitCodeOf(output: string): number | undefined {
  const code = /^(?:Error: )?Exit code (\d{1,3})\b/.exec(output)?.[1];
  return code === undefined ? undefined : Number(code);
}

/** The client answers at once for what goes on in the background, and for what it interrupted. */
function wentOn(line: Json, output: string): boolean {
  const result = line.toolUseResult;
  if (isObject(result) && (result.interrupted === true || textOf(result.backgroundTaskId) !== '')) {
    return true;
  }
  return /^Command (?:is )?(?:running|was (?:manually )?(?:moved|sent)) (?:in|to) (?:the )?background\b/i.test(
    output,
  );
}

function summed(usages: readonly Json[]): Usage {
  const total = (key: string): number =>
    usages.reduce((sum, usage) => {
      const value = usage[key];
      return sum + (typeof value === 'number' && Number.isFinite(value) ? value : 0);
    }, 0);
  return {
    inputTokens: total('input_tokens'),
    outputTokens: total('output_tokens'),
    cacheReadTokens: total('cache_read_input_tokens'),
    cacheCreationTokens: total('cache_creation_input_tokens'),
    requests: usages.length,
  };
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  return blocksOf(content)
    .map((block) => textOf(block.text))
    .filter((text) => text !== '')
    .join('\n');
}

function capped(command: string): string {
  return command.length <= MAX_COMMAND_CHARS
    ? command
    : detached(`${command.slice(0, MAX_COMMAND_CHARS - 1)}…`);
}

function blocksOf(content: unknown): readonly Json[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isObject) : [];
}

function parseObject(line: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
