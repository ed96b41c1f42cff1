// The steps a goal has few of: how long each lets a person wait, and what of that is our own code, git and
// gates.

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dropCopy } from '../../runtime/evidence/trees/kept-copy.ts';
import { focusOf } from '../../runtime/kernel/state/queries.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { readState, runStep } from '../../runtime/step/run-step.ts';
import { files } from '../../runtime/workspace/paths.ts';
import { copyExample } from '../example.ts';
import { covered, type Note } from './notes.ts';
import { finishNode } from './past.ts';
import { agentCall, type HookCall, launched, PROMPT, SESSION, transcriptOf } from './payload.ts';
import type { Row, Run } from './row.ts';
import { median, spread } from './timed.ts';
import { bodyReport, fixExample, writeTranscript } from './transcript.ts';
import type { Prepared } from './workspace.ts';

const MOST_ROUNDS = 5;
const OWN_LIMIT_MS = 400;
const AGENT = 'body1';
const TOOL_USE = 'toolu_body';
const COLD_STEPS = ['start', 'dispatch', 'report'] as const;

type ColdStep = (typeof COLD_STEPS)[number];
/** `allMs`: as long as somebody waits. The rest of what git and gates are not is our own. */
type Waited = Readonly<{ allMs: number; gitMs: number; gatesMs: number; ownMs: number }>;

export function coldNames(where: string): string[] {
  return COLD_STEPS.map((step) => `${where}/${step}`);
}

/** One job after the other, from the prompt to the report of a body, each from the very beginning. */
export function measureCold(
  prepared: Prepared,
  { where, counts }: Readonly<{ where: string; counts: 'own' | 'own and git' }>,
  run: Run,
): Row[] {
  cpSync(join(import.meta.dirname, 'watch.cjs'), watcher(prepared));
  const rounds = Math.min(run.rounds, MOST_ROUNDS);
  const jobs: Array<Record<ColdStep, Waited>> = [];
  // Round 0 warms the page cache.
  for (let round = 0; round <= rounds; round += 1) {
    run.progress(`${where}, round ${round} of ${rounds}`);
    const job = takeJob(prepared);
    if (round > 0) jobs.push(job);
  }
  dropCopy(files.objects(prepared.ws));
  return COLD_STEPS.filter((step) => run.wants(`${where}/${step}`)).map((step) => {
    const seen = jobs.map((job) => job[step]);
    const of = (figure: keyof Waited): number => median(seen.map((waited) => waited[figure]));
    const values = seen.map(({ ownMs, gitMs }) => (counts === 'own' ? ownMs : ownMs + gitMs));
    return {
      name: `${where}/${step}`,
      value: median(values),
      unit: 'ms',
      of: counts === 'own' ? 'without git and gates' : 'without gates',
      spread: spread(values),
      ...(counts === 'own' ? { limit: OWN_LIMIT_MS } : {}),
      figures: {
        allMs: of('allMs'),
        ownMs: of('ownMs'),
        gitMs: of('gitMs'),
        gatesMs: of('gatesMs'),
      },
    };
  });
}

function takeJob(prepared: Prepared): Record<ColdStep, Waited> {
  const { repo, ws, home, hook } = prepared;
  const call = (event: string, payload: HookCall['payload']) => ({
    event,
    session: SESSION,
    payload,
  });
  prepared.restore('fresh');
  dropCopy(files.objects(ws));
  rmSync(files.objects(ws), { recursive: true, force: true });
  copyExample('decoder', repo);
  const start = watched(prepared, call('UserPromptSubmit', { prompt: PROMPT }));
  for (const role of ['ear', 'eye'] as const) {
    finishNode((body) => take(prepared, body), role, SESSION);
  }
  const dispatch = watched(prepared, call('PreToolUse', agentCall('body', TOOL_USE)));
  hook(call('PostToolUse', launched(TOOL_USE, AGENT, 'body')));
  // What a run changed counts only if its guard was seen.
  const edit = {
    agent_id: AGENT,
    agent_type: 'body',
    tool_name: 'Edit',
    tool_use_id: 'toolu_edit',
    tool_input: { file_path: join(repo, 'src', 'decoder.js') },
  };
  hook(call('guard', edit));
  fixExample(repo);
  const text = bodyReport(repo, Object.values(goalOf(prepared).runs).at(-1)?.id ?? '');
  const main = transcriptOf(home, SESSION);
  const transcript = join(main.replace(/\.jsonl$/, ''), 'subagents', `agent-${AGENT}.jsonl`);
  mkdirSync(dirname(transcript), { recursive: true });
  writeTranscript(transcript, repo, text);
  const stop = {
    agent_id: AGENT,
    agent_type: 'body',
    agent_transcript_path: transcript,
    last_assistant_message: text,
  };
  const report = watched(prepared, call('SubagentStop', stop));
  const node = goalOf(prepared).nodes['N-020'];
  if (node?.status !== 'done') {
    throw new Error(`the body's report did not pass: ${JSON.stringify(node)}`);
  }
  return { start, dispatch, report };
}

function take({ ws }: Prepared, body: Parameters<typeof runStep>[1]): void {
  const result = runStep(ws, body);
  if (!result.ok) throw new Error(`a step was refused: ${result.failure.kind}`);
}

function goalOf({ ws }: Prepared): Goal {
  const now = readState(ws);
  const goal = now.ok ? focusOf(now.state, SESSION) : undefined;
  if (!goal) throw new Error('the session has no goal');
  return goal;
}

function watcher({ home }: Prepared): string {
  return join(home, 'watch', 'watch.cjs');
}

function watched(prepared: Prepared, call: HookCall): Waited {
  const path = watcher(prepared);
  const notes = join(dirname(path), 'notes.jsonl');
  rmSync(notes, { force: true });
  prepared.hook(call, '--require', path);
  const seen: Note[] = (existsSync(notes) ? readFileSync(notes, 'utf8') : '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const whole = seen.find(({ program }) => program === call.event);
  if (!whole) throw new Error(`${call.event} did not say when it ended`);
  const isGit = ({ program }: Note): boolean => program === 'git';
  // The process that verifies is our own code, and its children are noted too.
  const isGate = ({ program }: Note): boolean => program !== 'git' && program !== 'verify';
  const children = seen.filter((note) => note !== whole);
  const allMs = whole.toMs - whole.fromMs;
  return {
    allMs,
    gitMs: covered(children.filter(isGit), whole),
    gatesMs: covered(children.filter(isGate), whole),
    ownMs:
      allMs -
      covered(
        children.filter((note) => isGit(note) || isGate(note)),
        whole,
      ),
  };
}
