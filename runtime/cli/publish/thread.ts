// `wukong thread`: what the issue of a goal was told and will be; and what a person says of a comment of which nobody
// knows whether it is there.

import { prepareThread } from '../../engine/publish/prepare-thread.ts';
import { readResult } from '../../inspect/read-result.ts';
import { noteCame } from '../../kernel/requests/posts.ts';
import { entry } from '../../kernel/state/queries.ts';
import { signed } from '../../kernel/state/said.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { runStep } from '../../step/run-step.ts';
import { oneLine, visible } from '../../words/plain-text.ts';
import { standsText } from '../../words/publish/outbox.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { pickEvidence } from '../evidence/pick-evidence.ts';
import type { Command } from '../frame/command.ts';
import { openNow } from '../frame/open-workspace.ts';
import { done, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAgreed, personAtTerminal } from '../frame/person.ts';
import { progress } from '../frame/progress.ts';

export const thread: Command = {
  description: 'Show what the issue of a goal was told of its runs, and what it will be',
  args: {
    goal: {
      type: 'positional',
      required: false,
      description: 'G-0001; without it the open one, else the one that ended last',
    },
    sent: { type: 'string', valueHint: 'RUN', description: 'You looked, and its comment is there' },
    'not-sent': {
      type: 'string',
      valueHint: 'RUN',
      description: 'You looked, and it is not there: it is posted with the next publishing',
    },
  },
  examples: [
    ['wukong thread G-0001', 'as outbox/<issue>.md has it'],
    ['wukong thread G-0001 --not-sent 2026-11-21-body-0006', 'nobody knew, and you looked'],
  ],
  async run(args) {
    const opened = openNow();
    if (!opened.ok) return failed(opened.error);
    const { ws, state } = opened.value;
    const reading = progress();
    const picked = pickEvidence(ws, args.text('goal'), 'thread', reading.update);
    reading.end();
    if (!picked.ok) return picked.error;
    const { goal } = picked.value;
    const [sent, notSent] = [args.text('sent'), args.text('not-sent')];
    if (sent !== undefined && notSent !== undefined) {
      return misused('--sent and --not-sent exclude each other.', 'Leave one of them out.');
    }
    const run = sent ?? notSent;
    if (run !== undefined) return decided(ws, state, goal, run, sent !== undefined);
    return shown(ws, goal);
  },
};

function shown(ws: Workspace, goal: Goal): Outcome {
  const result = readResult(ws, goal, () => undefined);
  if (!result.ok) return failed(result.error);
  const plan = prepareThread(ws, goal, result.value);
  if (!plan.ok) return failed(plan.error);
  const { lines, file, issue } = plan.value;
  const text = lines.flatMap(({ entry: { run }, text: said, post }) => [
    `${run}: ${standsText(post)}`,
    '',
    ...visible(said).split('\n'),
    '',
  ]);
  const where = issue ? `${issue.to}#${issue.number}` : `${goal.issue_ref}, posted nowhere`;
  const head = `${goal.id} for ${where}, in ${file}`;
  const json = lines.map(({ entry: one, text: said, post }) => ({
    ...{ run: one.run, status: one.status, text: said },
    ...{ stands: post?.stands ?? null, url: post?.url ?? null },
  }));
  const body = lines.length === 0 ? 'No run has ended yet.' : text.join('\n').trimEnd();
  return done(`${head}\n\n${body}`, {
    goal: goal.id,
    issue: goal.issue_ref,
    outbox: file,
    comments: json,
  });
}

async function decided(
  ws: Workspace,
  state: State,
  goal: Goal,
  run: string,
  isSent: boolean,
): Promise<Outcome> {
  const key = `comment:${run}`;
  const post = entry(entry(state.published ?? {}, goal.id)?.posts ?? {}, key);
  if (post?.stands !== 'unsure') {
    const named = oneLine(run, 60);
    return misused(
      `Nobody asks whether the comment on ${named} is there: ${standsText(post)}.`,
      `See: wukong thread ${goal.id}`,
    );
  }
  const person = personAtTerminal(state, { what: 'Whether it is there only a person can say' });
  if (!person.ok) return person.error;
  const question = `Is the comment on ${run} ${isSent ? 'there' : 'surely not there'}, in ${post.to}?`;
  if (!(await isAgreed(person.value, question))) {
    return needsPerson('Nothing was changed.', 'Type it again to be asked again.');
  }
  const said = signed(person.value);
  const noted = runStep(ws, (step) =>
    noteCame(
      step,
      goal.id,
      key,
      isSent ? { is: 'sent', ...said } : { is: 'failed', why: 'a person looked', ...said },
    ),
  );
  if (!noted.ok) return failed(noted.failure);
  const text = isSent ? `${run}: it is there.` : `${run}: it is posted with the next publishing.`;
  return done(text, { goal: goal.id, run, sent: isSent });
}
