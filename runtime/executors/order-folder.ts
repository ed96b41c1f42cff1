// The order folder: the files one run is given. The prompt quotes them; the files stay.

import { join, relative, sep } from 'node:path';
import { putFile } from '../files/atomic-write.ts';
import { codeOf } from '../files/file-failure.ts';
import { readText } from '../files/reading.ts';
import { newFolder, refuseOdd } from '../files/real-folder.ts';
import { DEFAULT_CONFIG } from '../kernel/state/empty-state.ts';
import type { RunAt } from '../kernel/state/queries.ts';
import {
  makeWorkOrder,
  type Sources,
  type ToAccept,
  type WorkOrder,
} from '../kernel/views/work-order.ts';
import { parseAnchors, readAnchorsFile } from '../memory/anchors.ts';
import { type ReviewedAnchors, reviewsOf } from '../memory/reviewed.ts';
import { statedWithId } from '../memory/statements.ts';
import type { Goal } from '../model/state/goal.ts';
import type { Run } from '../model/state/run.ts';
import type { State } from '../model/state/state.ts';
import { visible, visibleJson } from '../words/plain-text.ts';
import { makeFolder } from '../workspace/links.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import { resumeFrom } from './context-pack.ts';
import { linksOf, manifestOf } from './order-links.ts';
import { constraintsOf, orderFile } from './protocol/order-file.ts';
import { orderTextproto } from './protocol/textproto.ts';
import { shownFile } from './shown-patch.ts';

/** Of each quoted file; the work order names the whole one. */
const MAX_QUOTE = 4000;

type Given = Readonly<Pick<State, 'config' | 'reviewed_anchors'>>;

/**
 * Makes the folder of a run that was just dispatched, in which nothing is yet. What had its name has another one
 * then, which comes back, below .wukong/.
 */
export function makeOrderFolder(ws: Workspace, { goal, run }: RunAt): Moved | undefined {
  const folder = files.orderFolder(ws, goal.artifacts, run.node, run.id);
  const now = newFolder(folder);
  return now === undefined ? undefined : { was: belowData(ws, folder), now: belowData(ws, now) };
}

type Moved = Readonly<{ was: string; now: string }>;

/** Writes the order folder of a run that was just dispatched, and returns its work order. */
export function writeOrderFolder(
  ws: Workspace,
  goal: Goal,
  run: Run,
  { reviewed_anchors: reviewed = {}, config }: Given = { config: DEFAULT_CONFIG },
): WorkOrder {
  const folder = files.orderFolder(ws, goal.artifacts, run.node, run.id);
  let anchors: ReturnType<typeof quotable> | undefined;
  const made = makeWorkOrder(goal, run, belowData(ws, folder), {
    readOutput: (path) => quoteFile(shownFile(join(ws.dir, path))),
    history: () => quoteFile(join(files.artifacts(ws, goal.artifacts), 'history.txt')),
    anchor(id) {
      anchors ??= quotable(ws, reviewed);
      return anchors(id);
    },
  });
  const mayAccept = goal.pinned?.accept_by === run.role;
  const isPacked = config.context_packs_enabled;
  const resume = isPacked && run.number > 1 ? resumeFrom(ws, goal, run.node) : undefined;
  const order = {
    ...made,
    ...(mayAccept && { to_accept: toAccept(goal, run) }),
    ...(resume && { resume }),
  };
  makeFolder(ws, folder);
  const put = (name: string, text: string) => putFile(join(folder, name), text);
  const file = orderFile(order);
  put('work_order.json', `${visibleJson(JSON.stringify(file, null, 1))}\n`);
  put('work_order.textproto', orderTextproto(file));
  put(order.spec_snapshot, visible(specSnapshot(order)));
  put('constraints.md', visible(listed(constraintsOf(order))));
  put('links.md', visible(listed(linksOf(order, run))));
  const manifest = manifestOf(goal, order);
  if (manifest.length > 0) put('manifest.txt', `${manifest.join('\n')}\n`);
  return order;
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}\n`).join('');
}

/** Read when the order is written, so that what it says of their review is true of the words it quotes. */
function quotable(ws: Workspace, reviewed: ReviewedAnchors): Sources['anchor'] {
  const markdown = readAnchorsFile(ws);
  const anchors = parseAnchors(markdown);
  const reviews = reviewsOf(markdown, reviewed);
  return (id) => {
    const anchor = anchors.get(id);
    const review = reviews.get(id);
    return anchor && { ...anchor, ...(review && { review }) };
  };
}

const MOST_TO_ACCEPT = 20;

/** What other nodes stated, newest last: nobody accepts words of their own. */
function toAccept(goal: Goal, run: Run): ToAccept[] {
  const year = goal.created_at.slice(0, 4);
  const others = goal.decisions.filter(({ node }) => node !== run.node).slice(-MOST_TO_ACCEPT);
  return others.flatMap(({ node, text: said }) => {
    const { id, type, text } = statedWithId(said, year);
    // Nothing else is proposed (memory/find-candidates.ts).
    return type === 'Decision' || type === 'Constraint' ? [{ id, node, type, text }] : [];
  });
}

/** A path below .wukong/ with forward slashes, as the log and the reports name it. */
export function belowData(ws: Workspace, path: string): string {
  return relative(ws.dir, path).split(sep).join('/');
}

function quoteFile(path: string): string {
  // Nobody is to be given a file of the user because a link leads there.
  refuseOdd(path);
  try {
    const text = readText(path);
    return text.length <= MAX_QUOTE
      ? text
      : `${text.slice(0, MAX_QUOTE)}\n… (cut; the file has it all)`;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

function specSnapshot(order: WorkOrder): string {
  const { goal, node } = order;
  const criteria = goal.success_criteria.map((criterion) => `- ${criterion}`).join('\n');
  return `# ${goal.id}: ${goal.title}\n\n${goal.request}\n\n## The goal is reached when\n${criteria}\n\n## ${node.id} ${node.title}\n${node.instructions}\n`;
}
