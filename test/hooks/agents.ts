// Agents driven by hand through the built hooks: dispatched, with a transcript as the client writes one,
// and reporting.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WRITING_ROLES } from '../../runtime/model/vocabulary.ts';
import type { HookRun, Rig } from '../rig/rig.ts';

export type ToolCall = readonly [tool: string, input: Record<string, unknown>, output: string];

export type Words = Readonly<{
  status?: string;
  header?: string;
  summary?: string;
  references?: readonly string[];
  /** A command cited and, unless `calls` say otherwise, seen to pass. */
  command?: string;
  calls?: readonly ToolCall[];
  more?: string;
  /** Its lines on the criteria; else each that its order asks about is met. */
  onCriteria?: readonly string[];
  /** What the agent was really given, where that is in its transcript. */
  given?: string;
}>;

export class Agents {
  readonly #rig: Rig;
  /** The client the hooks are told of. */
  readonly #env: Readonly<Record<string, string>>;
  readonly #now: () => Date;
  /** What each agent was given. */
  readonly orders = new Map<string, string>();
  /** When each agent was given it: from then on it may have changed files. */
  readonly #begun = new Map<string, string>();
  #reports = 0;

  constructor(rig: Rig, env: Readonly<Record<string, string>> = {}, now = () => new Date()) {
    this.#rig = rig;
    this.#env = env;
    this.#now = now;
  }

  async dispatch(role: string, agent = role): Promise<HookRun> {
    const call = {
      tool_name: 'Agent',
      tool_use_id: `toolu_${agent}`,
      tool_input: { description: 'd', prompt: 'go', subagent_type: role },
    };
    const asked = await this.#rig.hook('PreToolUse', call, this.#env);
    const output = (asked.json?.hookSpecificOutput ?? {}) as Record<
      string,
      Record<string, unknown>
    >;
    this.#begun.set(agent, this.#now().toISOString());
    this.orders.set(agent, String(output.updatedInput?.prompt ?? ''));
    const tool_response = { isAsync: true, status: 'async_launched', agentId: agent };
    await this.#rig.hook('PostToolUse', { ...call, tool_response }, this.#env);
    return asked;
  }

  transcript(agent: string): string {
    return join(this.#rig.home, '.claude', 'projects', 'rig', 'subagents', `agent-${agent}.jsonl`);
  }

  async report(role: string, words: Words = {}, agent = role): Promise<HookRun> {
    this.#reports += 1;
    const runId = /^RunId: (\S+)$/m.exec(this.orders.get(agent) ?? '')?.[1] ?? '';
    const { command, references = ['package.json:1'] } = words;
    const asked = askedOf(this.orders.get(agent) ?? '');
    const met = asked.map((number) => `Criterion ${number}: met, ${references[0]}`);
    const onCriteria = words.onCriteria ?? met;
    const text = [
      `RunId: ${runId}`,
      `Status: ${words.status ?? 'done'}`,
      ...(words.header ? [words.header] : []),
      `\n## Summary\n${words.summary ?? `Done by ${role}`} (${this.#reports}).`,
      `\n## Steps\n1. Did it.\n${[words.more ?? '', ...onCriteria].join('\n')}`,
      `\n## Evidence\n${command ? `- Repro:\n  - command: \`${command}\`\n` : ''}- References:`,
      ...references.map((reference) => `  - ${reference}`),
      '\n## Risks\n- Nothing else uses what was changed.',
    ].join('\n');
    const ran: ToolCall[] = command ? [['Bash', { command }, 'ok']] : [];
    const calls = words.calls ?? ran;
    await this.#guard(role, agent, calls);
    this.#write(agent, calls, text, words.given);
    const payload = {
      agent_id: agent,
      agent_type: role,
      agent_transcript_path: this.transcript(agent),
      last_assistant_message: text,
    };
    return this.#rig.hook('SubagentStop', payload, this.#env);
  }

  /** It is dispatched, and reports. */
  async carryOut(role: string, words: Words = {}, agent = role): Promise<HookRun> {
    await this.dispatch(role, agent);
    return this.report(role, words, agent);
  }

  /** Ear and eye have looked, where the plan has them, and the body has its order. */
  async untilBody(eye: Words = {}): Promise<void> {
    if (this.#rig.node('N-001')) {
      await this.carryOut('ear', { more: 'Criterion: it works. (request: "it crashes")' });
    }
    if (this.#rig.node('N-010')) {
      await this.carryOut('eye', eye);
    }
    await this.dispatch('body');
  }

  /** After the body: the tongue has added a test, which it ran as `tested` says, and the nose accepts. */
  async afterBody(tested: Words): Promise<void> {
    await this.dispatch('tongue');
    this.#rig.write(
      'test/more.test.js',
      "import test from 'node:test';\ntest('more', () => {});\n",
    );
    await this.report('tongue', { ...tested, references: ['test/more.test.js:1'] });
    await this.carryOut('nose', { header: 'Verdict: accept' });
  }

  /** A writing run is accepted only if its guard was seen; its first call is enough for that. */
  async #guard(role: string, agent: string, calls: readonly ToolCall[]): Promise<void> {
    const [first] = calls;
    if (!first || !isWriting(role)) return;
    const [tool_name, tool_input] = first;
    const call = { tool_name, tool_input, tool_use_id: `toolu_${agent}_first` };
    await this.#rig.hook('guard', { ...call, agent_id: agent, agent_type: role }, this.#env);
  }

  #write(agent: string, calls: readonly ToolCall[], text: string, given?: string): void {
    // A call from the beginning to now may have made any change, and no change came after it.
    const ended = this.#now().toISOString();
    const timestamp = this.#begun.get(agent) ?? ended;
    const cwd = this.#rig.repo;
    const lines = calls.flatMap(([name, input, content], i) => {
      const id = `toolu_${agent}_${this.#reports}_${i}`;
      return [
        {
          type: 'assistant',
          cwd,
          timestamp,
          message: { id: `m${i}`, content: [{ type: 'tool_use', id, name, input }] },
        },
        {
          type: 'user',
          timestamp: ended,
          message: { content: [{ type: 'tool_result', tool_use_id: id, content }] },
        },
      ];
    });
    const last = { id: 'last', content: [{ type: 'text', text }] };
    const message = { role: 'user', content: given };
    const first = given === undefined ? [] : [{ type: 'user', timestamp, message }];
    const all = [...first, ...lines, { type: 'assistant', timestamp: ended, message: last }];
    mkdirSync(dirname(this.transcript(agent)), { recursive: true });
    writeFileSync(this.transcript(agent), all.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}

/** A person has typed a goal, and its body has its order. */
export async function atBody(
  rig: Rig,
  env: Readonly<Record<string, string>> = {},
  eye: Words = {},
): Promise<Agents> {
  await rig.typed('/wukong_fix it crashes', env);
  const agents = new Agents(rig, env);
  await agents.untilBody(eye);
  return agents;
}

/** What was proved of the report that was judged last. */
export function lastEvidence(rig: Rig): string {
  const { dir } = rig.events('artifacts.stored').at(-1)?.payload ?? {};
  return readFileSync(join(rig.repo, '.wukong', String(dir), 'evidence.md'), 'utf8');
}

/** The criteria of which an order wants to hear whether they hold. */
function askedOf(order: string): string[] {
  const section = /^## Criteria: .*\n([\s\S]*?)(?=\n## |$(?![\s\S]))/m.exec(order)?.[1] ?? '';
  return [...section.matchAll(/^(\d+)\. \[/gm)].map(([, number = '']) => number);
}

function isWriting(role: string): boolean {
  return WRITING_ROLES.some((writing) => writing === role);
}
