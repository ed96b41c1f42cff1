// `wukong publish`: what a goal changed as a branch and a draft pull request, and what its runs came to as comments on
// its issue. First it is shown what would leave the machine; without the trust of a person that is all.

import { type Prepared, prepare } from '../../engine/publish/prepare.ts';
import { prepareThread } from '../../engine/publish/prepare-thread.ts';
import { isPullThere, publishedOf } from '../../engine/publish/publish-goal.ts';
import { publishNow } from '../../engine/publish/publish-now.ts';
import { targetOf } from '../../engine/publish/target.ts';
import { readResult } from '../../inspect/read-result.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Published } from '../../model/state/published.ts';
import type { State } from '../../model/state/state.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { processRef } from '../../workspace/processes.ts';
import { readTrust } from '../../workspace/trust.ts';
import { pickEvidence } from '../evidence/pick-evidence.ts';
import type { Command } from '../frame/command.ts';
import { openNow } from '../frame/open-workspace.ts';
import { done, failed, needsPerson, type Outcome } from '../frame/outcome.ts';
import { printLine } from '../frame/output.ts';
import { isAgreed, personAtTerminal } from '../frame/person.ts';
import { atWork, progress } from '../frame/progress.ts';
import { inOwnFolder } from '../prove/own-folder.ts';
import { commentsText, type Plan, planText, planView } from './plan-text.ts';
import { sentText, sentView } from './sent-text.ts';

export const publish: Command = {
  description: 'Publish a goal: its branch, a draft pull request, comments on its issue',
  args: {
    goal: {
      type: 'positional',
      required: false,
      description: 'G-0001; without it the open one, else the one that ended last',
    },
    'dry-run': { type: 'boolean', description: 'Only show what would leave this machine' },
    thread: { type: 'boolean', description: 'Only the comments on its issue' },
  },
  examples: [
    ['wukong publish G-0001 --dry-run', 'files, commits and texts, and nothing leaves'],
    ['wukong trust --publish github.com/org/repo', 'say where it may go, once'],
    ['wukong publish G-0001', 'shows it, asks, and does it'],
  ],
  async run(args) {
    const opened = openNow();
    if (!opened.ok) return failed(opened.error);
    const { ws, state } = opened.value;
    const shown = progress();
    const picked = pickEvidence(ws, args.text('goal'), 'publish', shown.update);
    shown.end();
    if (!picked.ok) return picked.error;
    const { goal } = picked.value;
    const [isDry, onlyThread] = [args.flag('dry-run'), args.flag('thread')];
    return inOwnFolder((own, stop) => published({ ws, state, goal, isDry, onlyThread, own, stop }));
  },
};

type Asked = Readonly<{
  ws: Workspace;
  state: State;
  goal: Goal;
  isDry: boolean;
  onlyThread: boolean;
  own: string;
  stop: AbortSignal;
}>;

async function published({
  ws,
  state,
  goal,
  isDry,
  onlyThread,
  own,
  stop,
}: Asked): Promise<Outcome> {
  const result = readResult(ws, goal, () => undefined);
  if (!result.ok) return failed(result.error);
  let runs = 'the branch is made';
  const onRun = (command: string): void => {
    runs = command;
  };
  const prepared = await atWork(
    () => runs,
    async () => {
      const target = await targetOf(ws, readTrust(ws));
      const how = onlyThread ? undefined : { own, stop, onRun };
      return prepare(ws, { goal, result: result.value }, target, how);
    },
  );
  const thread = prepareThread(ws, goal, result.value);
  if (!thread.ok) return failed(thread.error);
  const plan = { prepared, thread: thread.value };
  const view = planView(plan);
  const text = [planText(plan), commentsText(plan)].filter((one) => one !== '').join('\n\n');
  const lacking = lackingTrust(plan);
  if (isDry || lacking !== undefined) {
    const said = isDry ? '' : ` ${lacking}`;
    return done(`${text}\n\nNothing has left this machine.${said}`, { ...view, published: false });
  }
  const { branch } = prepared;
  if (branch && !branch.ok && branch.error.kind !== 'nothing') {
    return needsPerson(
      planText(plan),
      `Nothing has left this machine. Only its comments: wukong publish ${goal.id} --thread`,
    );
  }
  if (isAllThere(plan, publishedOf(ws, goal.id))) {
    return done(`${planText(plan)}\n\nAll of it is published already.`, {
      ...view,
      published: true,
    });
  }
  const person = personAtTerminal(state, { what: 'Publishing is for a person' });
  if (!person.ok) return person.error;
  printLine(text);
  const { target } = prepared;
  if (branch && !(target.ok && target.value.trusted)) {
    printLine(`\nThe branch stays here. ${toTrust(target)}`);
  }
  if (!(await isAgreed(person.value, 'May this leave your machine?'))) {
    return needsPerson(
      'Nothing has left this machine.',
      `To be asked again: wukong publish ${goal.id}`,
    );
  }
  const me = processRef(process.pid);
  const now = await publishNow(ws, prepared, { me, said: person.value });
  const told = sentText(now, goal.id);
  const json = { ...view, published: told.isAll, ...sentView(now) };
  return told.isAll
    ? done(told.text, json)
    : { ...needsPerson(told.text, told.hint), json: { ...json } };
}

/** Nothing would leave that did not before. */
function isAllThere({ prepared, thread }: Plan, published: Published): boolean {
  const { branch, pull, target } = prepared;
  const { issue, lines } = thread;
  const mayNot = !branch?.ok || !pull || !target.ok || !target.value.trusted;
  const isOut = mayNot || isPullThere(published, branch.value.branch, pull);
  return isOut && (!issue || lines.every(({ post }) => post?.stands === 'sent'));
}

/** Why nothing may leave, and what to type. Comments of an issue elsewhere do not need the trust of this remote. */
function lackingTrust({ prepared: { target, branch }, thread }: Plan): string | undefined {
  if (target.ok && target.value.trusted) return undefined;
  const isElsewhere = !target.ok || !target.value.isMoved;
  return thread.issue && (!branch || isElsewhere) ? undefined : toTrust(target);
}

function toTrust(target: Prepared['target']): string {
  if (!target.ok) return `${target.error.message} ${target.error.hint}`;
  const { to, isMoved, url } = target.value;
  const type = `wukong trust --publish ${to}`;
  return isMoved
    ? `The push URL is another one now (${url.shown}). To let it go there, type: ${type}`
    : `To let it leave, type: ${type}`;
}
