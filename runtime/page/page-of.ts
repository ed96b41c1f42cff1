// From what stands in the log and in the files of a goal to the page about it, as data. Pure.

import type { RunFacts } from '../inspect/proof-facts.ts';
import { runsOf } from '../kernel/graph/graph.ts';
import { isStale, proofOf } from '../kernel/graph/proof.ts';
import { nodeState } from '../kernel/state/queries.ts';
import type { Recorded } from '../model/facts/fact.ts';
import type { Fault } from '../model/proof.ts';
import type { Goal } from '../model/state/goal.ts';
import { besideText, decidedText, faultText, firstText, hunksText } from '../words/fault.ts';
import { caughtIn, questionsIn } from '../words/goal/caught.ts';
import { hunkDoubts } from '../words/goal/hunk-doubts.ts';
import { asSentence, upperFirst } from '../words/plain-text.ts';
import { reasonText } from '../words/reason.ts';
import { compareLogs, type LogText } from './compare-logs.ts';
import type {
  Doubt,
  FileChange,
  GoalPage,
  NodePart,
  PlanNode,
  Tone,
  Verdict,
} from './goal-page.ts';
import { readPatch } from './read-patch.ts';

/** What was read of the disk; the facts are those of `TOLD_FACTS`. */
export type Sources = Readonly<{
  goal: Goal;
  facts: readonly Recorded[];
  /** In the order of their dispatch. */
  runs: readonly RunFacts[];
  /** By run id: said beside seen, and the logs in its folder. */
  read: ReadonlyMap<string, RunRead>;
  patch: PatchText;
  logs: ReadonlyArray<Readonly<{ command: string; red: LogText; green: LogText }>>;
}>;

export type RunRead = Readonly<{
  compared: ReadonlyArray<readonly string[]>;
  files: readonly string[];
}>;

export type PatchText = Readonly<{
  text: string;
  /** It ends where the lines were tried, so that their places are its places. */
  isMeasured: boolean;
  notes: readonly string[];
}>;

export function pageOf(sources: Sources): GoalPage {
  const { goal, facts, logs } = sources;
  const nodes = goal.specs.map((spec) => nodePart(sources, spec));
  const doubts = doubtsOf(sources);
  const questions = questionsIn(goal, facts);
  return {
    goal: goal.id,
    title: goal.title,
    request: goal.request,
    template: `${goal.template.name} ${goal.template.version}`,
    issue: goal.issue_ref,
    started: goal.created_at,
    asOf: goal.as_of,
    verdict: verdictOf(sources, nodes, doubts),
    doubts,
    criteria: goal.success_criteria,
    plan: { nodes: goal.specs.map((spec) => planNode(goal, spec)), edges: goal.edges },
    change: changeOf(sources),
    logs: logs.map(({ command, red, green }) => compareLogs(command, red, green)),
    caught: caughtIn(facts),
    questions,
    decided: (proofOf(goal).decided ?? []).map(decidedText),
    nodes,
  };
}

type Spec = Goal['specs'][number];

function planNode(goal: Goal, { id, role, title }: Spec): PlanNode {
  const node = nodeState(goal, id);
  return {
    id,
    role,
    title,
    status: node.status,
    level: node.status === 'done' ? node.level : null,
  };
}

/** By the last run that was judged. */
function nodePart({ goal, runs, read }: Sources, spec: Spec): NodePart {
  const own = runs.filter(({ node }) => node === spec.id);
  const judged = judgedOf(own);
  const shown = judged && read.get(judged.id);
  const outputs = runsOf(goal, spec.id).findLast((run) => run.outputs !== null)?.outputs;
  return {
    ...planNode(goal, spec),
    required: spec.quality.evidence_level_required,
    run: judged?.id ?? null,
    runs: own.length,
    sentBack: own.reduce((sum, one) => sum + one.sentBack.length, 0),
    summary: outputs?.summary ?? '',
    compared: shown?.compared ?? [],
    reasons: (judged?.graded?.reasons ?? []).map(
      ({ level, met, why }) => `${level} ${met ? 'met' : 'not met'}: ${why}`,
    ),
    gates: (judged?.gates ?? []).map(({ gate, outcome, error }) => ({
      gate,
      outcome,
      error: error ?? null,
    })),
    folder: judged?.stored?.dir ?? null,
    files: shown?.files ?? [],
  };
}

function judgedOf(runs: readonly RunFacts[]): RunFacts | undefined {
  return runs.findLast((run) => run.graded);
}

function lastJudged({ goal, runs }: Sources): RunFacts[] {
  return goal.specs.flatMap(({ id }) => judgedOf(runs.filter(({ node }) => node === id)) ?? []);
}

/** What was measured and is not as one would wish; what was not measured is named where it is missing. */
function doubtsOf(sources: Sources): Doubt[] {
  const { goal } = sources;
  const { hunks } = proofOf(goal);
  const beside = besideText(goal.beside);
  const ofGoal = [...(beside === '' ? [] : [beside]), ...(hunks ? hunkDoubts(hunks) : [])];
  return [
    ...ofGoal.map((text) => ({ text, node: null })),
    ...lastJudged(sources).flatMap((run) =>
      doubtsOfRun(goal, run).map((text) => ({ text, node: run.node })),
    ),
  ];
}

function doubtsOfRun(goal: Goal, { id, graded, gates, seal }: RunFacts): string[] {
  const state = Object.hasOwn(goal.runs, id) ? goal.runs[id] : undefined;
  const cites = graded?.citations;
  return [
    graded?.overclaimed ? `${graded.claimed} was claimed, ${graded.level} was seen.` : '',
    cites && cites.resolved < cites.total
      ? `${cites.total - cites.resolved} of ${cites.total} places it cites do not resolve.`
      : '',
    ...gates
      .filter(({ outcome }) => outcome !== 'pass')
      .map(({ gate, outcome, error }) =>
        asSentence(`Gate ${gate}: ${outcome}${error ? `, ${error}` : ''}`),
      ),
    seal && !seal.held ? asSentence(upperFirst(seal.why)) : '',
    state && isStale(goal, state) ? 'Its evidence was measured on an older tree.' : '',
  ].filter((text) => text !== '');
}

function verdictOf(
  sources: Sources,
  nodes: readonly NodePart[],
  doubts: readonly Doubt[],
): Verdict {
  const { goal } = sources;
  const { hunks } = proofOf(goal);
  const over = nodes.filter(({ status }) => status === 'done').length;
  const judged = lastJudged(sources);
  const gates = judged.flatMap((run) => run.gates);
  const passed = gates.filter(({ outcome }) => outcome === 'pass').length;
  const sum = (key: 'resolved' | 'total'): number =>
    judged.reduce((all, { graded }) => all + (graded?.citations?.[key] ?? 0), 0);
  const sentBack = nodes.reduce((all, node) => all + node.sentBack, 0);
  const counts = [
    `${over} of ${nodes.length} nodes done`,
    gates.length > 0 ? `${passed} of ${gates.length} gates passed` : '',
    hunks ? hunksText(hunks) : '',
    sum('total') > 0 ? `${sum('resolved')} of ${sum('total')} cited places resolve` : '',
    sentBack > 0 ? `sent back ${sentBack === 1 ? 'once' : `${sentBack} times`}` : '',
  ].filter((text) => text !== '');
  return { ...sentenceOf(goal, over, doubts.length > 0), counts };
}

function sentenceOf(
  { status, fault, beside, paused, specs }: Goal,
  over: number,
  hasDoubts: boolean,
): Readonly<{ tone: Tone; sentence: string }> {
  const done = `${over} of ${specs.length} nodes are done.`;
  switch (status) {
    case 'completed': {
      const first = firstText(beside);
      const isShown = fault?.kind === 'shown' && fault.limit === undefined;
      const isWhole = !fault || isShown || isSame(fault) || isOlder(fault);
      const tone = isWhole && first === '' && !hasDoubts ? 'good' : 'doubt';
      const shown = fault ? faultText(fault) : `Complete: ${done}`;
      const sentence = first === '' ? shown : `${first} ${shown}`;
      return { tone, sentence };
    }
    case 'running':
      return { tone: 'open', sentence: `Not finished: ${done}` };
    case 'paused': {
      const why = paused ? `: ${asSentence(reasonText(paused))}` : '.';
      return { tone: 'open', sentence: `Paused${why} ${upperFirst(done)}` };
    }
    case 'aborted':
      return { tone: 'bad', sentence: `Aborted: ${done}` };
  }
}

function isSame(fault: Fault): boolean {
  return fault.kind === 'same' && fault.named === undefined;
}

/** Nobody judged what it shows. */
function isOlder(fault: Fault): boolean {
  return fault.kind === 'not-asked' && fault.why === undefined;
}

function changeOf({ goal, patch: { text, isMeasured, notes } }: Sources): GoalPage['change'] {
  const { hunks } = proofOf(goal);
  const tried = isMeasured ? hunks : undefined;
  const files: readonly FileChange[] = readPatch(text, {
    held: new Set(tried?.held_at ?? []),
    notHeld: new Set(tried?.not_held ?? []),
  });
  return { files, held: hunks ? hunksText(hunks) : null, notes };
}
