// What an agent does in one case: real changes of the tree, and the transcript the client would write.

import { execSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemPaths } from '../../scripts/client/environment.ts';
import { gitEnvironment } from '../rig/repository.ts';
import { fixed, GUARD, SOURCE } from './project.ts';

/** Commands an agent really runs know nobody of this machine, and commit as the same person everywhere. */
const ENVIRONMENT = { ...systemPaths(), ...gitEnvironment() };

export type BashOptions = Readonly<{
  output?: string;
  /** Not 0: the client says so before the output and marks the result as an error. */
  code?: number;
  /** Where the client stood. */
  cwd?: string;
  /** What the command really does to the tree. */
  effect?: () => void;
  input?: Readonly<Record<string, unknown>>;
  /** Fields of the result's line beside the message. */
  line?: Readonly<Record<string, unknown>>;
  /** Fields of the result block. */
  result?: Readonly<Record<string, unknown>>;
  /** The result was never written. */
  unanswered?: true;
}>;

export type Said = Readonly<{
  runId?: string;
  status?: string;
  commit?: string;
  tests?: string;
  level?: string;
  summary?: string;
  repro?: readonly string[];
  /** Lines below "Repro:", instead of `repro`. */
  reproLines?: readonly string[];
  references?: readonly string[];
  /** Lines put before the report, and after it. */
  before?: readonly string[];
  after?: readonly string[];
}>;

export type Where = Readonly<{
  repo: string;
  /** The temporary folder around the repository. */
  root: string;
  runId: string;
  agentId: string;
  session: string;
}>;

/** Times in transcripts and on disk come from two clocks, so what comes after is well after. */
const LATER_MS = 60;

export class Acting {
  readonly where: Where;
  readonly #lines: string[] = [];
  /** Below the repository, and ends with a slash: what the paths of a case begin with. */
  #folder = '';
  #message = 0;
  #tool = 0;

  constructor(where: Where) {
    this.where = where;
  }

  get transcript(): string {
    return this.#lines.join('');
  }

  /** From here on every path is below `folder`. */
  enter(folder: string): void {
    this.#folder = `${folder}/`;
  }

  path(path: string): string {
    return join(this.where.repo, this.#folder, path);
  }

  text(path: string): string {
    return readFileSync(this.path(path), 'utf8');
  }

  /** The honest fix, by the Edit tool. */
  fix(): void {
    this.edit(SOURCE, fixed(this.text(SOURCE)));
  }

  edit(path: string, text: string): void {
    this.change(path, text);
    const id = this.call('Edit', { file_path: this.path(path), old_string: 'a', new_string: 'b' });
    this.answer(id, `The file ${path} has been updated.`);
  }

  write(path: string, text: string): void {
    this.change(path, text);
    const id = this.call('Write', { file_path: this.path(path), content: text });
    this.answer(id, `File created successfully at: ${path}`);
  }

  read(path: string): void {
    const id = this.call('Read', { file_path: this.path(path) });
    this.answer(id, this.text(path));
  }

  async bash(command: string, options: BashOptions = {}): Promise<string> {
    const { output = '# pass 9\n# fail 0', code = 0, cwd = this.where.repo } = options;
    const id = this.call('Bash', { command, description: 'x', ...options.input }, cwd);
    if (options.effect !== undefined) {
      await delay(LATER_MS);
      options.effect();
      await delay(LATER_MS);
    }
    if (options.unanswered) return id;
    const text = code === 0 ? output : `Exit code ${code}\n${output}`;
    this.answer(id, text, { is_error: code !== 0, ...options.result }, { cwd, ...options.line });
    return id;
  }

  /** A command that really runs, in the repository, and passes. */
  async shell(command: string): Promise<void> {
    await this.bash(command, {
      output: '',
      effect: () => execSync(command, { cwd: this.path('.'), stdio: 'pipe', env: ENVIRONMENT }),
    });
  }

  /** A change that no tool call shows. */
  change(path: string, text: string): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), text);
  }

  executable(path: string): void {
    chmodSync(this.path(path), 0o755);
  }

  remove(path: string): void {
    rmSync(this.path(path), { recursive: true });
  }

  /** A tool call; returns its id. */
  call(name: string, input: object, cwd = this.where.repo, more: CallIds = {}): string {
    const id = more.toolUseId ?? `toolu_${this.where.agentId}_${++this.#tool}`;
    this.#assistant([{ type: 'tool_use', id, name, input }], 'tool_use', cwd, more.messageId);
    return id;
  }

  answer(id: string, content: unknown, result: object = {}, line: object = {}): void {
    const block = { tool_use_id: id, type: 'tool_result', content, is_error: false, ...result };
    this.raw({
      ...this.#common(this.where.repo),
      type: 'user',
      message: { role: 'user', content: [block] },
      ...line,
    });
  }

  say(text: string): void {
    this.#assistant([{ type: 'text', text }], 'end_turn', this.where.repo);
  }

  /** What another program would have written. */
  raw(line: object | string): void {
    this.#lines.push(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  }

  /** The line of the guard, as a report cites it. */
  place(): string {
    const line = this.text(SOURCE).split('\n').indexOf(GUARD) + 1;
    return line === 0 ? `${SOURCE}:1` : `${SOURCE}:${line} "${GUARD.trim()}"`;
  }

  report(said: Said = {}): string {
    const commands = said.repro ?? ['npm test'];
    const level = said.level ?? 'L2';
    return [
      ...(said.before ?? []),
      'IssueRef: local#1',
      `RunId: ${said.runId ?? this.where.runId}`,
      `Status: ${said.status ?? 'done'}`,
      `Commit: ${said.commit ?? 'none'}`,
      ...(said.tests === undefined ? [] : [`Tests: ${said.tests}`]),
      `Evidence-Level: ${level}`,
      '',
      '## Summary',
      said.summary ?? 'An empty body now gives no readings.',
      '',
      '## Steps',
      '1. Put a guard before the version byte is read.',
      '',
      '## Evidence',
      `- Level: ${level}`,
      '- Repro:',
      ...(said.reproLines ?? commands.map((command) => `  - command: \`${command}\``)),
      '- References:',
      ...(said.references ?? [this.place()]).map((place) => `  - ${this.#folder}${place}`),
      '',
      '## Risks',
      '- Nothing else uses what was changed.',
      '',
      '## Next',
      '- Nothing.',
      ...(said.after ?? []),
    ].join('\n');
  }

  #assistant(content: readonly object[], stop: string, cwd: string, messageId?: string): void {
    this.#message += 1;
    const usage = { input_tokens: 100, output_tokens: 10, cache_read_input_tokens: 0 };
    this.raw({
      ...this.#common(cwd),
      type: 'assistant',
      message: {
        id: messageId ?? `msg_${this.where.agentId}_${this.#message}`,
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content,
        stop_reason: stop,
        usage,
      },
    });
  }

  #common(cwd: string): object {
    return {
      parentUuid: null,
      isSidechain: true,
      agentId: this.where.agentId,
      uuid: `u-${this.#lines.length}`,
      timestamp: new Date().toISOString(),
      userType: 'external',
      cwd,
      sessionId: this.where.session,
      version: '2.1.330',
      gitBranch: 'main',
    };
  }
}

type CallIds = Readonly<{ toolUseId?: string; messageId?: string }>;
