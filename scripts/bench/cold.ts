// The steps a goal has few of, split into our own code, git, and gates.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { focusOf } from '../../runtime/kernel/state.ts';
import type { Goal } from '../../runtime/model/state.ts';
import { files } from '../../runtime/store/paths.ts';
import { readState, runStep } from '../../runtime/store/step.ts';
import { copyExample } from '../example.ts';
import { finishNode } from './past.ts';
import { agentCall, type HookCall, launched, payloadOf, SESSION, transcriptOf } from './payload.ts';
import type { Row, Run } from './row.ts';
import { median, spread } from './timed.ts';
import { runTold, type Told } from './told.ts';
import { bodyReport, fixExample, writeTranscript } from './transcript.ts';
import { firstLane, hookScript, type Lane, type Prepared } from './workspace.ts';

const MOST_ROUNDS = 5;
const AGENT = 'body1';
const TOOL_USE = 'toolu_body';
const COLD_STEPS = ['start', 'dispatch-body', 'report-body'] as const;

type ColdStep = (typeof COLD_STEPS)[number];
type Pair = Readonly<{ bare: Told; hook: Told }>;

export const coldName = (step: ColdStep): string => `cold/${step}`;
export const COLD_NAMES = COLD_STEPS.map(coldName);

/** One job after the other, from the prompt to the body's report, each from the very beginning. */
export function measureCold(prepared: Prepared, run: Run): Row[] {
  const lane = firstLane(prepared);
  // npm would look for a newer npm.
  writeFileSync(join(prepared.home, '.npmrc'), 'update-notifier=false\n');
  const pairs: Record<ColdStep, Pair[]> = {
    start: [],
    'dispatch-body': [],
    'report-body': [],
  };
  // Round 0 warms the page cache.
  for (let round = 0; round <= Math.min(run.rounds, MOST_ROUNDS); round += 1) {
    run.progress(`cold steps, round ${round} of ${Math.min(run.rounds, MOST_ROUNDS)}`);
    const told = job(prepared, lane);
    for (const step of COLD_STEPS) if (round > 0) pairs[step].push(told[step]);
  }
  return COLD_STEPS.filter((step) => run.wants(coldName(step))).map((step) =>
    rowOf(step, pairs[step]),
  );
}

function job(prepared: Prepared, lane: Lane): Record<ColdStep, Pair> {
  const { repo, ws } = lane;
  lane.restore('fresh');
  rmSync(files.objects(ws), { recursive: true, force: true });
  copyExample('decoder', repo);
  const prompt = '/wukong_fix the decoder crashes on empty input';
  const start = beside(prepared, lane, {
    event: 'UserPromptSubmit',
    session: SESSION,
    payload: { prompt },
  });
  for (const role of ['ear', 'eye'] as const) finishNode((body) => take(lane, body), role, SESSION);
  const dispatched = beside(prepared, lane, {
    event: 'PreToolUse',
    session: SESSION,
    payload: agentCall('body', TOOL_USE),
  });
  prepared.hook(lane, {
    event: 'PostToolUse',
    session: SESSION,
    payload: launched(TOOL_USE, AGENT, 'body'),
  });
  // What a run changed counts only if its guard was seen.
  prepared.hook(lane, {
    event: 'guard',
    session: SESSION,
    payload: {
      agent_id: AGENT,
      agent_type: 'body',
      tool_name: 'Edit',
      tool_use_id: 'toolu_edit',
      tool_input: { file_path: join(repo, 'src', 'decoder.js') },
    },
  });
  fixExample(repo);
  const runId = Object.values(goalOf(lane).runs).at(-1)?.id ?? '';
  const report = bodyReport(repo, runId);
  const main = transcriptOf(prepared.home, SESSION);
  const transcript = join(main.replace(/\.jsonl$/, ''), 'subagents', `agent-${AGENT}.jsonl`);
  mkdirSync(dirname(transcript), { recursive: true });
  writeTranscript(transcript, repo, report);
  const reported = beside(prepared, lane, {
    event: 'SubagentStop',
    session: SESSION,
    payload: {
      agent_id: AGENT,
      agent_type: 'body',
      agent_transcript_path: transcript,
      last_assistant_message: report,
    },
  });
  const { nodes } = goalOf(lane);
  if (nodes['N-020']?.status !== 'done') {
    throw new Error(`the body's report did not pass: ${JSON.stringify(nodes['N-020'])}`);
  }
  return { start, 'dispatch-body': dispatched, 'report-body': reported };
}

function beside(prepared: Prepared, lane: Lane, call: HookCall): Pair {
  const input = payloadOf(lane, prepared.home, call);
  const bare = runTold(prepared, lane, ['-e', '0'], input);
  return { bare, hook: runTold(prepared, lane, [hookScript(lane.repo), call.event], input) };
}

function take(lane: Lane, body: Parameters<typeof runStep>[1]): void {
  const result = runStep(lane.ws, body);
  if (!result.ok) throw new Error(`a step was refused: ${result.failure.kind}`);
}

function goalOf(lane: Lane): Goal {
  const now = readState(lane.ws);
  const goal = now.ok ? focusOf(now.state, SESSION) : undefined;
  if (!goal) throw new Error('the session has no goal');
  return goal;
}

function rowOf(step: ColdStep, pairs: readonly Pair[]): Row {
  const cpu = pairs.map(({ bare, hook }) => hook.cpuMs / bare.cpuMs);
  const of = (figure: (told: Told) => number): number =>
    median(pairs.map(({ hook }) => figure(hook)));
  const isGit = (program: string): boolean => program.startsWith('git');
  return {
    name: coldName(step),
    beside: 'node -e 0, both without children',
    ratios: { cpu: median(cpu) },
    spread: spread(cpu),
    figures: {
      wallMs: of(({ endedMs }) => endedMs),
      ownMs: of((told) => told.endedMs - covered(told, () => true)),
      gitMs: of((told) => covered(told, isGit)),
      gatesMs: of((told) => covered(told, (program) => !isGit(program))),
      ownCpuMs: of(({ cpuMs }) => cpuMs),
      gits: of(({ children }) => children.filter(({ program }) => isGit(program)).length),
    },
  };
}

/** How long at least one of these children ran. */
function covered({ children }: Told, fits: (program: string) => boolean): number {
  let total = 0;
  let end = 0;
  for (const { fromMs, toMs, program } of [...children].sort((a, b) => a.fromMs - b.fromMs)) {
    if (!fits(program) || toMs <= end) continue;
    total += toMs - Math.max(fromMs, end);
    end = toMs;
  }
  return total;
}
