import { resolve } from 'node:path';
import { finishIfDone } from '../../engine/goal/finish-goal.ts';
import { removeCopies } from '../../engine/results/remove-copies.ts';
import { takeResult } from '../../engine/results/take-result.ts';
import { collectResult } from '../../executors/folder/collect-result.ts';
import { problemsOf, readResult } from '../../executors/protocol/read-result.ts';
import type { Verdict } from '../../kernel/reports/settle-report.ts';
import type { Problem } from '../../model/failure.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import type { Command } from '../frame/command.ts';
import { openTrusted, stateOf } from '../frame/open-workspace.ts';
import { done, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAgreed, personHere } from '../frame/person.ts';
import { readSmall } from './validate.ts';

const HOW = 'wukong submit 2026-02-14-body-0003 --result work_result.txt';

export const submit: Command = {
  description: 'Hand in the result of a run that a person carries out',
  args: {
    run: { type: 'positional', required: false, description: 'The run, as its order names it' },
    result: {
      type: 'string',
      valueHint: 'FILE',
      description:
        'work_result.json or work_result.txt. Default: the one in the folder of the order',
    },
  },
  examples: [['wukong submit 2026-02-14-body-0003 --result result.txt', 'of a node of yours']],
  async run(args) {
    const opened = openTrusted();
    if (!opened.ok) return failed(opened.error);
    const id = args.text('run')?.trim() ?? '';
    if (id === '') return misused('Which run?', `Type: ${HOW}`);
    const { ws } = opened.value;
    const state = stateOf(ws);
    if (!state.ok) return failed(state.error);
    const at = runNamed(state.value, id);
    if (!at) return misused(`No open goal has a run ${oneLine(id, 60)}.`, 'See `wukong status`.');
    const { run, goal } = at;
    if (run.by.kind !== 'person') {
      return misused(
        `Run ${run.id} is not carried out by a person.`,
        'Its executor reports itself.',
      );
    }
    const { copy } = run;
    if (!copy) return misused(`Run ${run.id} has no folder yet.`, 'See `wukong status`.');
    const file = args.text('result');
    const inFolder = collectResult(copy);
    const left = file === undefined ? inFolder : given(resolve(file), inFolder);
    if ('problems' in left) return failed({ kind: 'bad-file', problems: left.problems });
    const wrong = left.kind === 'collected' ? problemsOf(left.read, file ?? copy.dir) : [];
    if (wrong.length > 0) return failed({ kind: 'bad-file', problems: wrong });
    const person = personHere(state.value);
    if (!person.ok) return person.error;
    if (!(await isAgreed(person.value, `Hand in the result of ${goal}/${run.node}?`))) {
      return needsPerson('Nothing was handed in.', `Type it again: ${HOW}`);
    }
    return take(ws, goal, run, left);
  },
};

async function take(
  ws: Workspace,
  goal: string,
  run: Run,
  left: ReturnType<typeof collectResult>,
): Promise<Outcome> {
  const taken = await takeResult(ws, { goal, run: run.id, left });
  if (!taken.ok) return failed(taken.error);
  const answer = taken.value;
  if (answer.kind === 'refused')
    return misused(`It was refused: ${answer.why}.`, 'See `wukong status`.');
  if (answer.kind === 'left') {
    return done(`It was kept. ${goal} does not go on now; it is judged when it does.`, {
      run: run.id,
    });
  }
  await finishIfDone(ws, goal);
  await removeCopies(ws);
  const { verdict } = answer;
  return done(verdictText(run, verdict), { goal, node: run.node, run: run.id, verdict });
}

function verdictText({ node }: Run, verdict: Verdict): string {
  const more =
    'missing' in verdict ? `: ${verdict.missing.map((one) => oneLine(one)).join(' ')}` : '';
  return `${node}: ${verdict.kind}${more}. See: wukong evidence ${node}`;
}

function runNamed({ goals }: State, id: string): Readonly<{ goal: string; run: Run }> | undefined {
  for (const goal of Object.values(goals)) {
    const run = goal.runs[id];
    if (run) return { goal: goal.id, run };
  }
  return undefined;
}

type Left = ReturnType<typeof collectResult> | Readonly<{ problems: readonly Problem[] }>;

/** A result from anywhere; the files it names lie in the folder of the order. */
function given(file: string, inFolder: ReturnType<typeof collectResult>): Left {
  const text = readSmall(file);
  if (typeof text !== 'string') return { problems: [text] };
  const read = readResult(text, file);
  if (inFolder.kind === 'collected') return { ...inFolder, read };
  return { kind: 'collected', read, files: [], notTaken: [], mismatches: [], altered: [] };
}
