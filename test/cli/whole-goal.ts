// A goal from its first word to its end through the built hooks, with the transcripts a client would
// have written: for commands that look at evidence.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Rig } from '../rig/rig.ts';

export type Call = readonly [tool: string, input: Record<string, unknown>, output: string];

export type Said = Readonly<{
  header?: readonly string[];
  body?: string;
  references?: readonly string[];
  calls?: readonly Call[];
  commands?: readonly string[];
}>;

const GUARD = 'if (bytes.length === 0) return [];';

/** Starts the goal and carries it up to the node of a role, that one included. */
export async function carryTo(rig: Rig, role: string, said: Record<string, Said> = {}) {
  await rig.hook('UserPromptSubmit', {
    prompt: '/wukong_fix the decoder crashes on empty input',
    prompt_id: 'p1',
  });
  const roles = ['ear', 'eye', 'body', 'tongue', 'nose', 'mind'];
  for (const next of roles.slice(0, roles.indexOf(role) + 1)) {
    const runId = await dispatch(rig, next);
    if (next === 'body') fixDecoder(rig);
    if (next === 'tongue') {
      rig.write('test/more.test.js', "import test from 'node:test';\ntest('more', () => {});\n");
    }
    await report(rig, next, runId, { ...usual(rig, next), ...said[next] });
  }
}

function fixDecoder(rig: Rig): void {
  const first = '  const bytes = Buffer.from(input);\n';
  rig.write('src/decoder.js', rig.file('src/decoder.js').replace(first, `${first}  ${GUARD}\n`));
}

function usual(rig: Rig, role: string): Said {
  const line =
    rig
      .file('src/decoder.js')
      .split('\n')
      .findIndex((text) => text.includes(GUARD)) + 1;
  const place = `src/decoder.js:${line} "${GUARD}"`;
  switch (role) {
    case 'ear':
      return { body: 'Criterion: empty input gives no readings. (request: "empty input")' };
    case 'body':
      return {
        references: [place],
        calls: [
          ['Edit', { file_path: join(rig.repo, 'src/decoder.js') }, 'ok'],
          ['Bash', { command: 'npm test' }, '# pass 6'],
        ],
        commands: ['npm test'],
      };
    case 'tongue':
      return {
        references: [place, 'test/more.test.js:2'],
        calls: [
          ['Write', { file_path: join(rig.repo, 'test/more.test.js') }, 'ok'],
          ['Bash', { command: 'npm test' }, '# pass 7'],
        ],
        commands: ['npm test'],
      };
    case 'nose':
      return { header: ['Verdict: accept'], references: [place] };
    default:
      return {};
  }
}

async function dispatch(rig: Rig, role: string): Promise<string> {
  const call = {
    tool_name: 'Agent',
    tool_use_id: `toolu_${role}`,
    tool_input: { description: 'd', prompt: 'go', subagent_type: role },
  };
  const { json } = await rig.hook('PreToolUse', call);
  const output = (json?.hookSpecificOutput ?? {}) as Record<string, Record<string, unknown>>;
  const runId = /^RunId: (\S+)$/m.exec(String(output.updatedInput?.prompt))?.[1];
  if (!runId) throw new Error(`${role} was not dispatched.\n${rig.dump()}`);
  const tool_response = { isAsync: true, status: 'async_launched', agentId: role };
  await rig.hook('PostToolUse', { ...call, tool_response });
  return runId;
}

async function report(rig: Rig, role: string, runId: string, said: Said): Promise<void> {
  const repro = (said.commands ?? []).map((command) => `  - command: \`${command}\``);
  const text = [
    `RunId: ${runId}`,
    'Status: done',
    ...(said.header ?? []),
    `\n## Summary\nDone by ${role}.\n\n${said.body ?? ''}\n\n## Steps\n1. Did it.\n\n## Evidence`,
    ...(repro.length > 0 ? ['- Repro:', ...repro] : []),
    '- References:',
    ...(said.references ?? ['package.json:1']).map((reference) => `  - ${reference}`),
    '\n## Risks\n- None found.',
  ].join('\n');
  const path = join(rig.home, '.claude', 'projects', 'rig', 'subagents', `agent-${role}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, transcript(rig, role, text, said.calls ?? []));
  await rig.hook('SubagentStop', {
    agent_id: role,
    agent_type: role,
    agent_transcript_path: path,
    last_assistant_message: text,
  });
}

function transcript(rig: Rig, role: string, text: string, calls: readonly Call[]): string {
  const timestamp = new Date().toISOString();
  const said = (id: string, content: unknown[]) => ({
    type: 'assistant',
    cwd: rig.repo,
    timestamp,
    message: { id, content },
  });
  const lines = calls.flatMap(([name, input, content], i) => {
    const id = `toolu_${role}_${i}`;
    const result = { type: 'tool_result', tool_use_id: id, content };
    return [
      said(`m${i}`, [{ type: 'tool_use', id, name, input }]),
      { type: 'user', timestamp, message: { content: [result] } },
    ];
  });
  const all = [...lines, said('last', [{ type: 'text', text }])];
  return all.map((line) => `${JSON.stringify(line)}\n`).join('');
}
