// `hook.cjs verify`: no event of the client, but the process that a hook starts to verify a report
// (engine/report/verifier.ts). It outlives the hook and answers nobody; what it finds stands in the log.

import { endAfter } from '../../engine/drive/end-after.ts';
import type { LaneAt } from '../../engine/lanes/client-lanes.ts';
import { runVerifier } from '../../engine/report/run-verifier.ts';
import type { Job } from '../../engine/report/verifier.ts';
import { takeSaved } from '../../engine/results/take-saved.ts';
import { judgeTurn } from '../../engine/turn/judge-turn.ts';
import { fileFailure } from '../../files/file-failure.ts';
import { isObject } from '../../files/parse-json.ts';
import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { textOf } from '../../hosts/claude-code/events/ids.ts';
import { tellOwner } from '../../kernel/requests/tell-owner.ts';
import type { Failure } from '../../model/failure.ts';
import { redactor } from '../../privacy/redact.ts';
import { readState, runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { keepError } from '../frame/keep-error.ts';
import type { Delivery } from '../frame/read-delivery.ts';

export async function onVerify(delivery: Delivery): Promise<Answer> {
  const { ws, payload, trust } = delivery;
  const { secrets } = payload.tool_input;
  // Where everybody who redacts looks for them. Gates get names let through one by one, not these.
  if (typeof secrets === 'object' && secrets !== null) Object.assign(process.env, secrets);
  const now = readState(ws, () => undefined);
  if (!now.ok || now.state.log_id !== trust.log_id) return {};
  const job = jobOf(payload.tool_input);
  try {
    if (job.driver) await endAfter(ws, job.driver);
    else if (job.turn) await judgeTurn(ws, job.session, redactor(job.turn));
    else await (job.saved ? takeSaved(ws) : runVerifier(ws, job));
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (error instanceof Error && 'inTheWay' in error) tellInTheWay(ws, job, fileFailure(error));
    // Kept as an error of the hook whose work this is. The report is verified again.
    keepError({ ...delivery, event: 'SubagentStop' }, `verifier: ${detail}`);
  }
  return {};
}

/** A link that came with a pull, say: only a person can take it away. */
function tellInTheWay(ws: Workspace, job: Job, failure: Failure): void {
  if (failure.kind !== 'in-the-way') return;
  const { file, is } = failure;
  runStep(ws, (step) => {
    const goal = step.state.goals[job.goal];
    if (goal) tellOwner(step, goal, { kind: 'in-the-way', goal: goal.id, file, is });
  });
}

function jobOf(input: Readonly<Record<string, unknown>>): Job {
  const report = isObject(input.report) ? input.report : undefined;
  const env = isObject(input.env) ? (input.env as Record<string, string>) : {};
  const driver = isObject(input.driver) ? input.driver : undefined;
  return {
    session: textOf(input.session),
    goal: textOf(input.goal),
    mainTranscript: textOf(input.mainTranscript),
    ...(input.trial === true && { trial: true }),
    ...(Array.isArray(input.lanes) && { lanes: input.lanes.filter(isObject).map(laneOf) }),
    ...(input.saved === true && { saved: true }),
    ...(input.turn === true && { turn: env }),
    ...(driver && { driver: { pid: Number(driver.pid), started: textOf(driver.started) || null } }),
    ...(report && {
      report: { run: textOf(report.run), key: textOf(report.key), text: textOf(report.text) },
    }),
  };
}

function laneOf({ path, name }: Readonly<Record<string, unknown>>): LaneAt {
  return { path: textOf(path), name: textOf(name) };
}
