// A goal's result, and what was read of its files, as what its page shows. Pure.

import type { HeldPlaces } from '../proof/held-places.ts';
import { type GoalResult, judgedRun, type NodeHead } from '../result/goal-result.ts';
import { decidedText, faultText, firstText } from '../words/fault.ts';
import { answerText, askedNext, askedText, caughtText } from '../words/goal/caught.ts';
import { longCounts } from '../words/goal/counts.ts';
import { doubtTexts } from '../words/goal/doubts.ts';
import { asSentence, upperFirst } from '../words/plain-text.ts';
import { reasonText } from '../words/reason.ts';
import { heldText } from '../words/trial-words.ts';
import { compareLogs, type LogText } from './compare-logs.ts';
import type { FileChange, GoalPage, NodePart, PlanNode, Verdict } from './goal-page.ts';
import { readPatch } from './read-patch.ts';

export type Sources = Readonly<{
  result: GoalResult;
  /** By run id: said beside seen, and the logs in its folder. */
  read: ReadonlyMap<string, RunRead>;
  patch: PatchText;
  /** Which lines a test holds, where somebody asked. */
  lines?: HeldPlaces | undefined;
  logs: ReadonlyArray<Readonly<{ command: string; red: LogText; green: LogText }>>;
}>;

export type RunRead = Readonly<{
  compared: ReadonlyArray<readonly string[]>;
  files: readonly string[];
}>;

export type PatchText = Readonly<{
  text: string;
  notes: readonly string[];
}>;

export function pageOf(sources: Sources): GoalPage {
  const { result, logs } = sources;
  const { template, criteria, nodes, edges } = result;
  return {
    goal: result.goal,
    title: result.title,
    request: result.request,
    template: `${template.name} ${template.version}`,
    issue: result.issue,
    started: result.started,
    asOf: result.as_of,
    verdict: verdictOf(result),
    doubts: result.doubts.flatMap((doubt) =>
      doubtTexts(doubt).map((text) => ({ text, nodes: doubt.nodes })),
    ),
    criteria: criteria.asked,
    given: criteria.given,
    plan: { nodes: nodes.map(planNode), edges },
    change: changeOf(sources),
    logs: logs.map(({ command, red, green }) => compareLogs(command, red, green)),
    caught: result.caught.map((one) => ({ at: one.at, node: one.node, ...caughtText(one) })),
    questions: result.questions.map((one) => ({
      node: one.node,
      escalation: one.escalation,
      at: one.at,
      asked: askedText(one),
      answer: answerText(one),
      next: askedNext(one),
    })),
    decided: result.decided.map(decidedText),
    nodes: nodes.map((node) => nodePart(sources, node)),
  };
}

function planNode({ id, role, title, status, level }: NodeHead): PlanNode {
  return { id, role, title, status, level };
}

/** By the last run that was judged. */
function nodePart({ result, read }: Sources, node: NodeHead): NodePart {
  const judged = judgedRun(result, node.id);
  const shown = judged && read.get(judged.id);
  return {
    ...planNode(node),
    required: node.required,
    run: judged?.id ?? null,
    runs: node.runs,
    sentBack: node.sent_back,
    summary: node.said,
    compared: shown?.compared ?? [],
    reasons: (judged?.graded?.reasons ?? []).map(
      ({ level, met, why }) => `${level} ${met ? 'met' : 'not met'}: ${why}`,
    ),
    gates: (judged?.gates ?? []).map(({ gate, outcome, error = null }) => ({
      gate,
      outcome,
      error,
    })),
    folder: judged?.stored?.dir ?? null,
    files: shown?.files ?? [],
  };
}

const TONES = {
  whole: 'good',
  'in-doubt': 'doubt',
  open: 'open',
  cancelled: 'bad',
} as const;

function verdictOf(result: GoalResult): Verdict {
  return {
    tone: TONES[result.verdict],
    sentence: sentenceOf(result),
    counts: longCounts('page', result),
  };
}

function sentenceOf({ status, fault, beside, paused, counts }: GoalResult): string {
  const { done, total } = counts.nodes;
  const over = `${done} of ${total} nodes are done.`;
  switch (status) {
    case 'completed': {
      const shown = fault ? faultText(fault) : `Complete: ${over}`;
      return [firstText(beside), shown].filter((text) => text !== '').join(' ');
    }
    case 'running':
      return `Not finished: ${over}`;
    case 'paused': {
      const why = paused ? `: ${asSentence(reasonText(paused))}` : '.';
      return `Paused${why} ${upperFirst(over)}`;
    }
    case 'aborted':
      return `Cancelled: ${over}`;
  }
}

function changeOf({ patch: { text, notes }, lines }: Sources): GoalPage['change'] {
  const files: readonly FileChange[] = readPatch(text, {
    held: new Set(lines?.held ?? []),
    notHeld: new Set(lines?.free ?? []),
  });
  return { files, held: lines ? heldText(lines) : null, notes };
}
