import { type DeniedCall, deniedCall } from '../../evidence/commands/denied-calls.ts';
import { parseReport } from '../../evidence/report/parse-report.ts';
import type { SpareCopy } from '../../evidence/trees/spare-copy.ts';
import { auditsItself } from '../../kernel/graph/audit.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import type { Judged } from '../../kernel/reports/judged.ts';
import { specOf } from '../../kernel/state/queries.ts';
import { headlessOf, subagentOf } from '../../kernel/state/run-by.ts';
import type { Transcript } from '../../model/evidence.ts';
import { type Redact, redactor } from '../../privacy/redact.ts';
import { readState } from '../../step/run-step.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { changesOf, type RunChanges } from '../changes/changes.ts';
import { workGoneAtReport } from '../changes/gone-at-report.ts';
import { readSettledTranscript } from '../changes/transcripts.ts';
import { commandGates } from '../gates/node-gates.ts';
import { usageOfRun } from '../usage/new-usage.ts';
import { boundArtifacts } from './bound-artifacts.ts';
import { examine } from './examine-report.ts';
import { growthOfReport } from './growth-of-report.ts';
import { readKept, reportText } from './report-text.ts';
import { toJudgement } from './to-judgement.ts';
import { withoutSecrets, writeEvidenceFiles } from './write-evidence-files.ts';

const MB = 1024 * 1024;

const NO_TRANSCRIPT: Transcript = {
  observations: [],
  usage: {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheCreationTokens: 0,
    requests: 0,
  },
  models: [],
  skippedLines: 0,
};

/** A report that was received, to be examined. */
export type ReportToJudge = Readonly<{
  goal: string;
  run: string;
  /** The conversation the agent was dispatched from. */
  mainTranscript: string;
  /** The report as it came, if it is at hand; else it is looked for in the agent's transcript. */
  text?: string | undefined;
  /** Of a run without a transcript, as they were when its result came; else they are looked for. */
  changes?: RunChanges | undefined;
  /** Ends the gates (engine/gates/node-gates.ts). */
  stop?: AbortSignal | undefined;
  /** Removed after the result is recorded: whoever waits for it does not wait for that. */
  spare: SpareCopy;
}>;

/**
 * What the runtime sees for itself of a report. Holds no lock and changes no state; leaves its findings
 * as files in the order folder. Undefined: the goal was closed in this moment, and nobody waits for it.
 */
export async function judgeReport(
  ws: Workspace,
  { goal: goalId, run: runId, mainTranscript, text, changes: known, stop, spare }: ReportToJudge,
): Promise<Judged | undefined> {
  const began = Date.now();
  const now = readState(ws);
  const goal = now.ok ? now.state.goals[goalId] : undefined;
  const run = goal?.runs[runId];
  if (!now.ok || !goal || !run) return undefined;
  const clean = redactor(process.env);
  const folder = files.orderFolder(ws, goal.artifacts, run.node, run.id);
  makeFolder(ws, folder);
  const kept = readKept(folder);
  const isReport = (words: string) => reportText(words, clean).kept.trim() === kept.trim();
  const path = run.report?.transcript ?? '';
  const own = await readSettledTranscript(path, isReport, subagentOf(run)?.agent_id ?? undefined);
  const read = own.ok ? own.transcript : NO_TRANSCRIPT;
  const asItCame = [text, read.lastText].find((words) => words && isReport(words)) ?? kept;
  const said = parseReport(kept);
  const changes =
    known ?? (await changesOf(ws, now.state, goal, run, mainTranscript, own.ok ? read : undefined));
  const report = parseReport(asItCame);
  const audit = run.role === 'nose' ? auditsItself(goal, run) : undefined;
  const { config } = now.state;
  const { growth, problem } = await growthOfReport(ws, { goal, node: run.node, config }, said);
  const of = { report, said, partsProblem: problem, transcript: read, changes, audit };
  const seen = { ...of, folder, clean, stop, spare, began };
  const examined = await examine(ws, goal, run, seen);
  const found = withoutSecrets(examined, said, clean);
  writeEvidenceFiles(folder, goal, run, found, clean);
  boundArtifacts(folder, now.state.config.max_artifact_mb * MB);
  const plan = commandGates(specOf(goal, run.node).verification_plan);
  const wanted = [...plan.map(({ command }) => command.join(' ')), ...proofOf(goal).repro];
  const hasChanged = changes.answersFor.length > 0;
  const denied = deniedCall(read.observations, report, wanted, hasChanged);
  const isLacking = report.status === 'done' && !examined.grade.passes;
  const gone = isLacking ? await workGoneAtReport(ws, goal, run, changes, read) : undefined;
  const used = usageOfRun(now.state, goal, run, path);
  const isGiven = read.prompt === undefined || read.prompt.includes(run.id);
  return {
    ...toJudgement(ws, folder, goal, run, found, clean),
    citedAnchors: specOf(goal, run.node).inputs.context_refs.filter((id) => kept.includes(id)),
    ...(denied && {
      denied: { ...shown(denied, clean), ...(headlessOf(run) && { headless: true as const }) },
    }),
    ...(gone && { gone }),
    ...(used && { used }),
    ...(isGiven ? {} : { notGiven: true as const }),
    ...(growth && { growth }),
  };
}

function shown({ what, rule, said }: DeniedCall, clean: Redact): DeniedCall {
  const [first, second, third] = [what, rule, said].map((text) => clean(text).slice(0, 500));
  return { what: first ?? '', rule: second ?? '', said: third ?? '' };
}
