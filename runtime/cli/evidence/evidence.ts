import { readResult } from '../../inspect/read-result.ts';
import type { GoalResult } from '../../result/goal-result.ts';
import type { RunResult } from '../../result/runs-in.ts';
import { counted } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import type { Args, Command } from '../frame/command.ts';
import { openTrusted, openWorkspace } from '../frame/open-workspace.ts';
import { done, EXIT, failed, misused, type Outcome, problem } from '../frame/outcome.ts';
import { colors, printLine } from '../frame/output.ts';
import { type Progress, progress } from '../frame/progress.ts';
import { collectedText, goalText, runText } from './evidence-text.ts';
import { type Checked, type Scope, verifyFiles, verifyGates } from './evidence-verify.ts';
import { coverageOf, type RunView, rowsOf, viewOf } from './evidence-view.ts';
import { NO_GOAL, pickEvidence } from './pick-evidence.ts';

export const evidence: Command = {
  description:
    "Compare an agent's claims with what was observed, and check that the evidence still holds",
  args: {
    what: {
      type: 'positional',
      required: false,
      description: 'N-020, G-0001/N-020, a run id or G-0001; without it the goal in focus',
    },
    verify: { type: 'boolean', description: 'Check files, and places in their trees, again.' },
    run: {
      type: 'boolean',
      description: 'With --verify: run the approved gates, and make the proof, again.',
    },
  },
  examples: [
    ['wukong evidence N-020', 'what it claimed, beside what was seen'],
    ['wukong evidence --verify --run', 'whether it still holds'],
  ],
  async run(args) {
    const isRun = args.flag('run');
    if (isRun && !args.flag('verify')) {
      return misused('--run goes with --verify.', 'Type: wukong evidence --verify --run');
    }
    const opened = isRun ? openTrusted() : openWorkspace();
    if (!opened.ok) return failed(opened.error);
    const shown = progress();
    const outcome = await answer(opened.value.ws, args, shown);
    shown.end();
    return outcome();
  },
};

/** What is shown comes after the progress line is gone. */
async function answer(ws: Workspace, args: Args, shown: Progress): Promise<() => Outcome> {
  const picked = pickEvidence(ws, args.text('what'), 'evidence', shown.update);
  if (!picked.ok) {
    const isNothing = picked.error === NO_GOAL && args.flag('verify');
    return () => (isNothing ? NOTHING_TO_VERIFY : picked.error);
  }
  const { goal, node, run } = picked.value;
  const read = readResult(ws, goal, shown.update);
  if (!read.ok) return () => failed(read.error);
  const result = read.value;
  const { collected } = result;
  const runs = result.runs.filter((one) =>
    run === null ? !node || one.node === node : one.id === run,
  );
  if (args.flag('verify')) {
    const summary = node === null ? result.summary : null;
    const scope: Scope = { goal, runs, summary };
    const checked = collected
      ? { ...NOTHING_CHECKED, findings: [collectedText(goal.id, collected)], notes: [] }
      : await verifyFiles(ws, scope, shown.update);
    if (args.flag('run')) await verifyGates(ws, scope, checked);
    if (!runs.some((one) => one.stored)) {
      const what = run ?? (node === null ? goal.id : `${goal.id}/${node}`);
      checked.findings.push(`No report of ${what} was judged, so nothing is proven.`);
    }
    return () => verified(scope, checked);
  }
  const shownOf = (): Outcome => (node === null ? ofGoal(result) : ofNode(ws, result, node, runs));
  return () => withCollected(shownOf(), result);
}

const NOTHING_CHECKED = { files: 0, places: 0, gates: [] };

/** Above what the log says where the files are not there any more. */
function withCollected(shown: Outcome, { goal, collected }: GoalResult): Outcome {
  if (!collected) return shown;
  const text = `${colors.yellow(collectedText(goal, collected))}\n${shown.text}`;
  return { ...shown, text, json: { ...shown.json, collected } };
}

/** "Does the evidence hold?" must not be answered with yes where there is none. */
const NOTHING_TO_VERIFY = problem(EXIT.failed, {
  kind: 'nothing-proven',
  message: 'The log has no goal, so nothing is proven.',
  hint: 'In Claude Code, type: /wukong_fix <what is wrong>',
});

function ofGoal(all: GoalResult): Outcome {
  // Where its files are not there any more, nothing is named that could be opened.
  const result = all.collected ? { ...all, summary: null } : all;
  const { goal, title, status, fault, beside, summary } = result;
  return done(goalText(result), {
    ...{ goal, title, status, fault, beside },
    citations: coverageOf(result),
    nodes: rowsOf(result),
    summary: summary?.file ?? null,
    result,
  });
}

function ofNode(
  ws: Workspace,
  result: GoalResult,
  node: string,
  runs: readonly RunResult[],
): Outcome {
  const { goal } = result;
  const judged = runs.findLast((run) => run.graded) ?? runs.at(-1);
  if (!judged) {
    const text = `${goal}/${node} has no run yet, so there is no evidence.`;
    return done(text, { goal, node, run: null });
  }
  const view = viewOf(ws, result, judged);
  const others = runs.filter((run) => run !== judged).map((run) => run.id);
  return done(runText(view, others), forPrograms(view, others));
}

function forPrograms(view: RunView, others: readonly string[]) {
  const { goal, node, run, report, references, next } = view;
  const { graded, gates, checks, seal = null, sentBack } = run;
  const { id, role, title, status } = node;
  return {
    ...{ goal, node: id, role, title, run: run.id, status, dir: run.stored?.dir ?? null },
    sent_back: sentBack.length,
    sent_back_for: sentBack,
    claimed: report
      ? {
          status: report.status ?? null,
          level: graded?.claimed ?? null,
          tests: report.tests ?? null,
          commit: report.commit ?? null,
          pr: report.pr ?? null,
          commands: report.repro,
          references: report.references.length,
        }
      : null,
    seen: graded ? { ...graded, gates, checks, seal, ci: references?.ci ?? [] } : null,
    tree: references?.tree ?? null,
    references: references?.references ?? [],
    next,
    other_runs: others,
  };
}

function verified({ goal, runs }: Scope, checked: Checked): Outcome {
  const { files, places, gates, findings, notes } = checked;
  const holds = findings.length === 0;
  const what = [
    `${counted(runs.length, 'run')} of ${goal.id}`,
    counted(files, 'file'),
    counted(places, 'place'),
    ...(gates.length > 0 ? [counted(gates.length, 'gate')] : []),
  ].join(', ');
  // Findings are what was asked for, so they are a result and go to stdout, whatever the exit code.
  printLine(
    [
      ...findings.map((finding) => `${colors.red('finding')}  ${finding}`),
      ...notes.map((note) => `${colors.yellow('note')}  ${note}`),
      holds
        ? `It holds: ${what}.`
        : `It does not hold (${counted(findings.length, 'finding')}): ${what}.`,
    ].join('\n'),
  );
  const ran = gates.map(({ gate, outcome, error }) => ({ gate, outcome, error }));
  const json = {
    goal: goal.id,
    runs: runs.map((run) => run.id),
    files,
    places,
    gates: ran,
    findings,
    notes,
  };
  return { exit: holds ? EXIT.done : EXIT.failed, text: '', json };
}
