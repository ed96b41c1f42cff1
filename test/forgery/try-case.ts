// One case through the real pipeline: dispatched by the built hook, acted out in a real tree, reported
// by the client's own event, and read from the log.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EVIDENCE_LEVELS, type EvidenceLevel } from '../../runtime/model/vocabulary.ts';
import { type LogRecord, parseLines } from '../rig/records.ts';
import { git } from '../rig/repository.ts';
import { Acting } from './acting.ts';
import { gradedBy } from './by-executor.ts';
import type { Case } from './case.ts';
import { type Copy, type Prepared, put, SESSION } from './prepared.ts';

const AGENT = 'a0f0f0f0f0f0f0f01';
const TOOL_USE = 'toolu_dispatch';

export type Tried = Readonly<{
  kind: Case['kind'];
  name: string;
  claimed: EvidenceLevel | null;
  proven: EvidenceLevel;
  expected: EvidenceLevel;
  done: boolean;
  ok: boolean;
  /** What the runtime said about it. */
  why: readonly string[];
}>;

export async function tryCase(prepared: Prepared, one: Case): Promise<Tried> {
  const copy = prepared.copy(one.project ?? 'plain', one.by && 'session');
  try {
    return judge(one, await graded(copy, one));
  } finally {
    copy.remove();
  }
}

async function graded(copy: Copy, one: Case): Promise<LogRecord | undefined> {
  const role = one.role ?? 'body';
  for (const [path, text] of Object.entries(one.files ?? {})) {
    if (text === null) rmSync(join(copy.repo, path), { force: true });
    else put(join(copy.repo, path), text);
  }
  if (one.files !== undefined) {
    await git(copy.repo, 'add', '.');
    await git(copy.repo, 'commit', '--quiet', '--message', 'More');
  }
  if (one.tried) await copy.tryGates();
  if (one.by) return gradedBy(one.by, copy, one);
  await copy.hook('PreToolUse', {
    tool_name: 'Agent',
    tool_use_id: TOOL_USE,
    tool_input: { description: 'x', prompt: 'go', subagent_type: role },
  });
  const runId = recordsOf(copy).findLast(({ type }) => type === 'run.dispatched')?.run_id;
  if (runId === undefined) throw new Error('the run was not dispatched');
  await passGuard(copy, role);
  const agent = new Acting({ ...copy, runId, agentId: AGENT, session: SESSION });
  const report = await one.act(agent);
  await deliver(copy, role, agent, report, one.via ?? 'SubagentStop');
  const records = recordsOf(copy);
  const record = records.findLast(({ type }) => type === 'evidence.graded');
  // A good report of a fault that nothing shows has its node wait for a person.
  const passes = record?.payload.passes && records.some(({ type }) => type === 'node.done');
  return record && { ...record, payload: { ...record.payload, passes } };
}

/** The client asks the guard of a writing agent before each call; without that no run of it counts. */
async function passGuard(copy: Copy, role: string): Promise<void> {
  putMeta(copy, role);
  if (role !== 'body') return;
  await copy.hook('guard', {
    hook_event_name: 'PreToolUse',
    agent_id: AGENT,
    agent_type: role,
    tool_name: 'Read',
    tool_use_id: 'toolu_guarded',
    tool_input: { file_path: join(copy.repo, 'package.json') },
  });
}

function putMeta(copy: Copy, role: string): void {
  const meta = { agentType: role, description: 'x', toolUseId: TOOL_USE, spawnDepth: 1 };
  put(join(agentFolder(copy), `agent-${AGENT}.meta.json`), JSON.stringify(meta));
}

function agentFolder(copy: Copy): string {
  return join(copy.main.replace(/\.jsonl$/, ''), 'subagents');
}

async function deliver(
  copy: Copy,
  role: string,
  agent: Acting,
  report: string,
  via: NonNullable<Case['via']>,
): Promise<void> {
  const transcript = join(agentFolder(copy), `agent-${AGENT}.jsonl`);
  put(copy.main, `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'go' } })}\n`);
  const who = { agent_id: AGENT, agent_type: role };
  if (via === 'SubagentStop') {
    if (!agent.transcript.includes(JSON.stringify(report))) agent.say(report);
    put(transcript, agent.transcript);
    await copy.hook('SubagentStop', {
      ...who,
      stop_hook_active: false,
      agent_transcript_path: transcript,
      last_assistant_message: report,
      background_tasks: [],
    });
  } else {
    const id = agent.call('SubagentHandback', { message: report });
    put(transcript, agent.transcript);
    await copy.hook('PreToolUse', {
      ...who,
      permission_mode: 'auto',
      tool_name: 'SubagentHandback',
      tool_use_id: id,
      tool_input: { message: report },
    });
  }
}

function judge(one: Case, record: LogRecord | undefined): Tried {
  const { level, claimed, passes, reasons, missing } = record?.payload ?? {};
  const proven: EvidenceLevel = level ?? 'L0';
  const done = passes === true;
  const rank = (of: EvidenceLevel): number => EVIDENCE_LEVELS.indexOf(of);
  const mayBeDone = one.done ?? (one.kind === 'honest' ? true : undefined);
  const levelIsRight =
    one.kind === 'honest' ? rank(proven) >= rank(one.level) : rank(proven) <= rank(one.level);
  return {
    kind: one.kind,
    name: one.name,
    claimed: claimed ?? null,
    proven,
    expected: one.level,
    done,
    ok: levelIsRight && (mayBeDone === undefined || mayBeDone === done),
    why: [...(reasons ?? []).map(({ why }: { why: string }) => why), ...(missing ?? [])],
  };
}

function recordsOf(copy: Copy): readonly LogRecord[] {
  return parseLines(readFileSync(join(copy.repo, '.wukong', 'events.jsonl'), 'utf8'));
}
