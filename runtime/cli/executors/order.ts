import { join } from 'node:path';
import type { Misformed } from '../../executors/protocol/check-form.ts';
import { readOrder } from '../../executors/protocol/read-order.ts';
import { orderTextproto } from '../../executors/protocol/textproto.ts';
import { readIfThere } from '../../files/reading.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import type { Problem } from '../../model/failure.ts';
import { PROTOCOL_VERSION } from '../../model/protocol/vocabulary.ts';
import type { WorkOrderFile } from '../../model/protocol/work-order.ts';
import type { ByModel } from '../../model/usage/usage.ts';
import { spentIn } from '../../usage/sums.ts';
import { spentText } from '../../words/goal.ts';
import { oneLine } from '../../words/plain-text.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { programFolder } from '../../workspace/program-folder.ts';
import { type EvidenceOf, pickEvidence } from '../evidence/pick-evidence.ts';
import type { Args, Command } from '../frame/command.ts';
import { inColumns } from '../frame/in-columns.ts';
import { type Action, here, noun } from '../frame/noun.ts';
import { shownState } from '../frame/open-workspace.ts';
import { done, failed, misused, type Outcome } from '../frame/outcome.ts';
import { progress } from '../frame/progress.ts';
import { type Checked, validateFile } from './validate.ts';

const HOW =
  'wukong order list · wukong order show N-020 · wukong order validate work_order.json · wukong order proto';

const ACTIONS: Readonly<Record<string, Action>> = {
  list: here(list),
  show: here((ws, [what], args) => show(ws, what, args)),
  validate: ([file]) => validateFile(file, HOW, check),
  proto: ([word]) => contract(word),
};

export const order: Command = {
  description: 'Show what runs were given, check the form of a work order, print the contract',
  args: {
    action: { type: 'positional', required: false, description: Object.keys(ACTIONS).join(', ') },
    what: {
      type: 'positional',
      required: false,
      description: 'To show: a run, or a node for its last run. To validate: work_order.json',
    },
    textproto: { type: 'boolean', description: 'To show: as textproto' },
  },
  examples: [
    ['wukong order list', 'the runs of open goals, each with what became of it'],
    ['wukong order show N-020', 'what its last run was given'],
    ['wukong order validate work_order.json', 'whether a program can be given it'],
  ],
  takesWords: true,
  run: noun('order', ACTIONS, HOW),
};

/** Each run of an open goal was given one. */
function list(ws: Workspace): Outcome {
  const read = shownState(ws);
  if (!read.ok) return failed(read.error);
  const orders = openGoals(read.value.state).flatMap(({ id, runs }) =>
    Object.values(runs).map((run) => ({
      run: run.id,
      goal: id,
      node: run.node,
      ended: run.ended?.outcome ?? null,
    })),
  );
  const rows = orders.map(({ run, goal, node, ended }) => {
    return [run, `${goal}/${node}`, ended ?? 'at work'];
  });
  const lines = inColumns(rows, 3);
  return done(lines.join('\n') || 'No run of an open goal was given an order.', { orders });
}

/** What an executor is held to, for who writes one: the file that is installed with the program. */
function contract(what: string | undefined): Outcome {
  if (what !== undefined) return misused('`wukong order proto` takes no words.', `Type: ${HOW}`);
  const path = join(programFolder(), 'schemas', 'executor.proto');
  const proto = readIfThere(path)?.toString('utf8');
  if (proto === undefined) {
    const problem = { file: path, line: 1, column: 1, message: 'The file is not there.' };
    return failed({ kind: 'bad-file', problems: [problem] });
  }
  return done(proto.trimEnd(), { version: PROTOCOL_VERSION, proto });
}

function check(text: string, file: string): Checked {
  const read = readOrder(text, file);
  if (read.kind === 'order') {
    return { ok: true, text: described(read.order), value: read, notes: read.notes };
  }
  return { ok: false, problems: problemsOf(read) };
}

function problemsOf(read: Misformed): readonly Problem[] {
  return read.kind === 'faulty' ? read.problems : [read.problem];
}

function show(ws: Workspace, what: string | undefined, args: Args): Outcome {
  const shown = progress();
  try {
    const picked = pickEvidence(ws, what, 'order show', shown.update);
    return picked.ok ? shownOrder(ws, picked.value, args.flag('textproto')) : picked.error;
  } finally {
    shown.end();
  }
}

/** Of the run that was named, else of the last one of the node or goal. */
function shownOrder(ws: Workspace, { goal, node, run }: EvidenceOf, asText: boolean): Outcome {
  const runs = Object.values(goal.runs);
  const found = runs.findLast(
    (one) => (run ?? one.id) === one.id && (node ?? one.node) === one.node,
  );
  if (!found) return misused(`${node ?? goal.id} was not given to anybody yet.`, HOW);
  const folder = files.orderFolder(ws, goal.artifacts, found.node, found.id);
  const path = join(folder, 'work_order.json');
  const text = readIfThere(path)?.toString('utf8');
  if (text === undefined) {
    const problem = { file: path, line: 1, column: 1, message: 'The file is not there.' };
    return failed({ kind: 'bad-file', problems: [problem] });
  }
  const read = readOrder(text, path);
  if (read.kind !== 'order') return failed({ kind: 'bad-file', problems: problemsOf(read) });
  const { order } = read;
  const { claimed = null } = found;
  const lines = [described(order), ...(claimed ? [claimedText(claimed)] : [])];
  const shown = asText ? orderTextproto(order).trimEnd() : lines.join('\n');
  return done(shown, { folder, order, claimed });
}

/** By its executor, who alone says so. */
function claimedText(models: ByModel): string {
  return `Its executor says it used ${spentText(spentIn(models))}; that holds as used, though nobody saw it.`;
}

function described(read: WorkOrderFile): string {
  const { node, goal } = read;
  return [
    `${read.run_id}  ${oneLine(read.issue_ref)}  ${goal.id}/${node.id} ${oneLine(node.title)}`,
    `  role       ${read.role}`,
    `  works in   ${oneLine(read.repo_dir)}`,
    `  waited for ${read.depends_on.join(', ') || 'nothing'}`,
    ...read.constraints.map((line) => `  ${oneLine(line)}`),
    `  request    ${oneLine(goal.request)}`,
    ...read.findings.map(({ text }) => `  found      ${oneLine(text)}`),
    'All of it: wukong order show --json',
  ].join('\n');
}
