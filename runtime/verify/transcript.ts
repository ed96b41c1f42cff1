import { createHash } from 'node:crypto';
import type { Observation, Transcript, Usage } from '../model/evidence.ts';
import type { Redact } from '../privacy/redact.ts';
import { readLines } from './lines.ts';
import { failure, type Result, success } from './result.ts';

// Reads what a run really did from the client's transcript (JSONL). One API message comes as several
// lines with the same message id, a resumed session repeats old lines, and most line types are none
// of our business: so calls are told apart by their id, and what is unknown is passed over.

const MAX_LINE_BYTES = 32 * 1024 * 1024;
const MAX_COMMAND_CHARS = 16_384;
const MAX_EXCERPT_CHARS = 2_000;
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
type Call = Mutable<Observation> & { background: boolean };

/**
 * Streams a transcript of any size; memory grows with the number of calls, not with their output.
 * Excerpts of outputs are for people: they go through `clean` before they are cut. Commands and paths
 * are judged and stay as they are.
 */
export async function readTranscript(
  path: string,
  clean: Redact = (text) => text,
): Promise<Result<Transcript>> {
  const reader = new TranscriptReader(clean);
  try {
    for await (const line of readLines(path, MAX_LINE_BYTES)) reader.line(line);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failure({ kind: 'transcript-unreadable', path, reason });
  }
  return success(reader.result());
}

class TranscriptReader {
  readonly #clean: Redact;
  readonly #calls = new Map<string, Call>();
  readonly #usage = new Map<string, Json>();
  readonly #models = new Set<string>();
  #skipped = 0;
  #last: { id: string; texts: Set<string> } | undefined;

  constructor(clean: Redact) {
    this.#clean = clean;
  }

  line(text: string | undefined): void {
    if (text?.trim() === '') return;
    const line = text === undefined ? undefined : parseObject(text);
    if (line === undefined) {
      this.#skipped += 1;
      return;
    }
    const message = line.message;
    if (!isObject(message)) return;
    if (line.type === 'assistant') this.#assistant(line, message);
    else if (line.type === 'user') this.#user(line, message);
  }

  result(): Transcript {
    const observations = [...this.#calls.values()].map(({ background, ...seen }) => seen);
    const lastText = this.#last === undefined ? undefined : [...this.#last.texts].join('\n');
    return {
      observations,
      usage: summed([...this.#usage.values()]),
      models: [...this.#models],
      skippedLines: this.#skipped,
      ...(lastText === undefined ? {} : { lastText }),
    };
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
      if (this.#last?.id !== id) this.#last = { id, texts: new Set() };
      this.#last.texts.add(text);
    }
  }

  #call(line: Json, block: Json): void {
    const toolUseId = textOf(block.id);
    if (toolUseId === '' || this.#calls.has(toolUseId)) return;
    const tool = textOf(block.name);
    const input = isObject(block.input) ? block.input : {};
    const command = tool === 'Bash' ? capped(textOf(input.command)) : '';
    const filePath = FILE_TOOLS.has(tool)
      ? textOf(input.file_path) || textOf(input.notebook_path)
      : '';
    const cwd = textOf(line.cwd);
    this.#calls.set(toolUseId, {
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
      background: input.run_in_background === true,
    });
  }

  #user(line: Json, message: Json): void {
    for (const block of blocksOf(message.content)) {
      if (block.type !== 'tool_result') continue;
      const call = this.#calls.get(textOf(block.tool_use_id));
      // The first result stands: a repeated line changes nothing.
      if (call === undefined || call.finished) continue;
      const output = resultText(block.content);
      call.isError = block.is_error === true;
      call.finished = !call.background && !wentToBackground(line, output);
      call.outputSha256 = createHash('sha256').update(output).digest('hex');
      call.outputBytes = Buffer.byteLength(output);
      call.excerpt = excerptOf(this.#clean(output));
      const code = call.isError
        ? /^(?:Error: )?Exit code (\d{1,3})\b/.exec(output)?.[1]
        : undefined;
      if (code !== undefined) call.exitCode = Number(code);
    }
  }
}

/** The client answers at once for such a command; its exit code is not in the answer. */
function wentToBackground(line: Json, output: string): boolean {
  const result = line.toolUseResult;
  if (isObject(result) && textOf(result.backgroundTaskId) !== '') return true;
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

/** Beginning and end: a test run says at its end whether it passed. */
function excerptOf(output: string): string {
  if (output.length <= MAX_EXCERPT_CHARS) return detached(output);
  const tail = 1_200;
  const head = MAX_EXCERPT_CHARS - tail - '\n…\n'.length;
  return detached(`${output.slice(0, head)}\n…\n${output.slice(-tail)}`);
}

function capped(command: string): string {
  return command.length <= MAX_COMMAND_CHARS
    ? command
    : detached(`${command.slice(0, MAX_COMMAND_CHARS - 1)}…`);
}

/** A copy: a slice of a string keeps the whole string alive in V8, here the output of every command. */
function detached(text: string): string {
  return Buffer.from(text).toString();
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

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
