// A subagent reports, by SubagentStop or by SubagentHandback in auto mode. The report is taken by
// engine/report/take-report.ts; here the payload becomes its source, and what it answers the client's answer.

import { type ReportAnswer, takeReport } from '../../engine/report/take-report.ts';
import {
  agentTranscript,
  toolUseOfAgent,
  toolUseOfTranscript,
} from '../../hosts/claude-code/events/agent-files.ts';
import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import type { Payload } from '../../hosts/claude-code/events/payload.ts';
import { runOverText, sendBackText } from '../../hosts/claude-code/session/text.ts';
import type { RunAt } from '../../kernel/state/queries.ts';
import type { Reporter } from '../../kernel/state/run-by.ts';
import { type SpooledReport, spool } from '../../step/inbox.ts';
import { hostEventOf, hostStep } from '../frame/host-step.ts';
import { notRecorded } from '../frame/not-recorded.ts';
import type { Delivery } from '../frame/read-delivery.ts';

type Sender = Readonly<{
  from: Reporter;
  transcript: string;
  /** Of the conversation it was dispatched from; a headless client has none. */
  mainTranscript: string;
  spooled: Pick<SpooledReport, 'agentId' | 'toolUseId' | 'run'>;
}>;

/** `headless`: the run that the client itself carries out; without it an agent of the session reports. */
export async function onReport(
  delivery: Delivery,
  text: string,
  headless?: RunAt,
): Promise<Answer> {
  const { ws, payload, trust, key } = delivery;
  const { session_id, agent_id } = payload;
  const { spooled, ...sender } = headless ? clientOf(payload, headless) : agentOf(payload);
  const answer = await takeReport(ws, {
    log: trust.log_id,
    session: session_id,
    ...sender,
    text,
    key,
    record: (brought, body) =>
      hostStep(
        delivery,
        (state) => {
          const about = brought(state);
          return { ofGoal: about.scope !== undefined, ...about };
        },
        body,
      ),
    postpone: ({ file, transcript }) => {
      const type = hostEventOf(delivery);
      const report = { ...spooled, key: key(), file, transcript };
      spool(ws, { key: key(), type, session_id, payload: { agent_id }, report });
    },
  });
  return say(delivery, answer);
}

function agentOf({ agent_id, transcript_path, agent_transcript_path }: Payload): Sender {
  const toolUseId =
    toolUseOfTranscript(agent_transcript_path) || toolUseOfAgent(transcript_path, agent_id) || null;
  return {
    from: { kind: 'subagent', agentId: agent_id, toolUseId },
    transcript: agent_transcript_path || agentTranscript(transcript_path, agent_id),
    mainTranscript: transcript_path,
    spooled: { agentId: agent_id, toolUseId },
  };
}

function clientOf({ session_id, transcript_path }: Payload, { goal, run }: RunAt): Sender {
  const known = { goal: goal.id, run: run.id };
  return {
    from: { kind: 'run', ...known },
    transcript: transcript_path,
    mainTranscript: '',
    spooled: { agentId: session_id, toolUseId: null, run: known },
  };
}

/** By SubagentStop, or by Stop of a headless client, an agent is sent back by blocking its end, by SubagentHandback by denying the call. */
function say({ event }: Delivery, answer: ReportAnswer): Answer {
  const isHandback = event === 'PreToolUse';
  switch (answer.kind) {
    case 'taken':
      return {};
    case 'refused':
      return isHandback ? { deny: runOverText(answer.why) } : {};
    case 'send-back': {
      const message = sendBackText(answer.missing, answer.left);
      return isHandback ? { deny: message } : { block: message };
    }
    case 'not-recorded':
      return notRecorded(answer.failure);
  }
}
