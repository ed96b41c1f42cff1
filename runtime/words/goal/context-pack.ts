// Where a node stands that was worked on before: from its goal, and from the files its runs left. Pure.

import { inPlanOrder, lastJudged, reachable, runsOf } from '../../kernel/graph/graph.ts';
import { nodeState, specOf } from '../../kernel/state/queries.ts';
import type { Counts } from '../../model/gate.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { ContextPack, PHASES } from '../../model/views/context-pack.ts';
import { FILE_VERSION, type Role } from '../../model/vocabulary.ts';
import { asSentence, oneLine } from '../plain-text.ts';
import { reasonText, remarkText } from '../reason.ts';
import { hunkNames } from './hunk-names.ts';

/** What the files of a run say. `patch`: with its secrets taken out. */
export type Left = Readonly<{ patch: string; counts: Counts }>;

const PHASE: Readonly<Record<Role, (typeof PHASES)[number]>> = {
  ear: 'planning',
  eye: 'planning',
  mind: 'planning',
  body: 'implementing',
  tongue: 'testing',
  nose: 'reviewing',
};

const MOST = 20;
const STEP_LENGTH = 300;

/** Undefined before the first run: then there is nothing to go on with. `left`: the files of a run. */
export function contextPack(
  goal: Goal,
  node: string,
  left: (run: Run) => Left,
): ContextPack | undefined {
  const runs = runsOf(goal, node);
  const last = runs.at(-1);
  if (!last) return undefined;
  const judged = lastJudged(goal, node);
  const { patch, counts } = judged ? left(judged) : NOTHING;
  const before = countsBefore(goal, node, left);
  const state = nodeState(goal, node);
  return {
    schema_version: FILE_VERSION,
    goal_id: goal.id,
    work_item_id: node,
    as_of: goal.as_of,
    created_at: state.finished_at ?? last.dispatched_at,
    run_id: last.id,
    state: {
      current_phase: PHASE[last.role],
      completed_steps: completedBefore(goal, node),
      next_planned_steps: [
        ...new Set(state.findings.map((remark) => clip(remarkText(remark)))),
      ].slice(-MOST),
      open_questions: questionsOf(goal, node),
    },
    code_context: {
      files_touched: (judged?.outputs?.patch_files ?? []).slice(0, 200),
      key_functions: hunkNames(patch),
      dependencies_added: dependenciesAdded(patch),
    },
    quality_status: {
      tests_added: addedTo(before.tests?.total, counts.tests?.total),
      tests_passing: counts.tests?.passed ?? null,
      coverage_delta: null,
      lint_errors: null,
    },
    narrative_summary: narrative(runs, state.answers),
  };
}

const NOTHING: Left = { patch: '', counts: {} };

function completedBefore(goal: Goal, node: string): string[] {
  return inPlanOrder(goal, reachable(goal, node, false)).flatMap((id) => {
    if (nodeState(goal, id).status !== 'done') return [];
    const said = lastJudged(goal, id)?.outputs?.summary ?? '';
    return [clip(`${id} ${specOf(goal, id).title}: ${said}`)];
  });
}

function questionsOf(goal: Goal, node: string): string[] {
  const state = nodeState(goal, node);
  if (state.status !== 'blocked') return [];
  const { because } = state;
  return because.kind === 'questions'
    ? because.questions.map(clip)
    : [clip(asSentence(reasonText(because)))];
}

/** One sentence a run, the last five, and what people answered. */
function narrative(runs: readonly Run[], answers: readonly string[]): string {
  const told = runs.slice(-5).map((run) => {
    const how = run.ended
      ? `${run.ended.outcome}, ${reasonText(run.ended.because)}`
      : 'still working';
    const said = run.outputs?.summary ? ` It said: ${run.outputs.summary}` : '';
    return clip(`Run ${run.number} (${run.role}): ${asSentence(how)}${said}`);
  });
  const earlier = runs.length - told.length;
  const skipped = earlier > 0 ? [`${earlier} earlier runs are left out.`] : [];
  return [...skipped, ...told, ...answers.map((answer) => clip(`Answered: ${answer}`))].join('\n');
}

/** Of the nearest finished node before it whose gates counted something. */
function countsBefore(goal: Goal, node: string, left: (run: Run) => Left): Counts {
  for (const id of inPlanOrder(goal, reachable(goal, node, false)).reverse()) {
    const judged = lastJudged(goal, id);
    const counts = judged ? left(judged).counts : {};
    if (Object.keys(counts).length > 0) return counts;
  }
  return {};
}

/** What went away is no addition. */
function addedTo(before: number | undefined, now: number | undefined): number | null {
  return before === undefined || now === undefined ? null : Math.max(0, now - before);
}

/** How a line of a manifest names a dependency. */
const MANIFESTS: ReadonlyArray<readonly [file: RegExp, line: RegExp]> = [
  [
    /(^|\/)package\.json$/,
    /^\s*"((?!version")[^"]+)":\s*"(?:[~^<>=]*\d|npm:|file:|git|https?:|\*|latest)/,
  ],
  [/(^|\/)requirements[^/]*\.txt$/, /^([A-Za-z0-9][\w.-]*)\s*(?:[=<>~!]=?|$)/],
  [/(^|\/)go\.mod$/, /^\s*(?:require\s+)?([\w.-]+\.\w+\/\S+) v\d/],
  [
    /(^|\/)Cargo\.toml$/,
    /^((?!version\b|edition\b|name\b)[\w-]+)\s*=\s*(?:"[\d~^*=<>]|\{.*version)/,
  ],
];

/** Names in added lines that no removed line has: a changed version is no addition. */
export function dependenciesAdded(patch: string): string[] {
  const found = new Set<string>();
  for (const part of patch.split(/^diff --git /m).slice(1)) {
    const file = /^\+\+\+ (?:b\/)?(.+)$/m.exec(part)?.[1] ?? '';
    const line = MANIFESTS.find(([name]) => name.test(file))?.[1];
    if (!line) continue;
    const named = (sign: string): string[] =>
      part.split('\n').flatMap((text) => {
        const isOf = text.startsWith(sign) && !text.startsWith(sign.repeat(3));
        return (isOf && line.exec(text.slice(1))?.[1]) || [];
      });
    const gone = new Set(named('-'));
    for (const name of named('+')) if (!gone.has(name)) found.add(name);
  }
  return [...found].slice(0, MOST);
}

function clip(text: string): string {
  return oneLine(text, STEP_LENGTH);
}

/** What the next run is told of it; the file has it all. */
export function packText({ narrative_summary, code_context, quality_status }: ContextPack): string {
  const { files_touched: files, key_functions: names } = code_context;
  const { tests_passing: passing } = quality_status;
  return [
    narrative_summary,
    ...(files.length > 0 ? [`Files changed so far: ${files.slice(0, MOST).join(', ')}`] : []),
    ...(names.length > 0 ? [`In them: ${names.join(' · ')}`] : []),
    ...(passing === null ? [] : [`Tests that passed at last: ${passing}`]),
  ].join('\n');
}
