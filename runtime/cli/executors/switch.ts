import { configOf } from '../../documents/config.ts';
import { executorNamed, executorNames } from '../../documents/executors/executor-named.ts';
import { collectHandover } from '../../engine/dispatch/collect-handover.ts';
import { runsOf } from '../../kernel/graph/graph.ts';
import { executorText, ofRole } from '../../kernel/retries/switch-rule.ts';
import { specOf } from '../../kernel/state/queries.ts';
import {
  mayNotSwitch,
  type SwitchRefusal,
  switchNode,
} from '../../kernel/switching/switch-node.ts';
import type { Handover } from '../../model/actors/handover.ts';
import { unreachable } from '../../model/failure.ts';
import { redactor } from '../../privacy/redact.ts';
import { counted, oneLine } from '../../words/plain-text.ts';
import type { Command } from '../frame/command.ts';
import { DAEMON_GOES_ON, isForDaemon } from '../frame/daemon-here.ts';
import { goalStep } from '../frame/goal-step.ts';
import { openTrusted, stateOf } from '../frame/open-workspace.ts';
import { done, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAgreed, personHere } from '../frame/person.ts';
import { pickGoal } from '../frame/pick-goal.ts';

const HOW = 'wukong switch N-020 --executor human --why "needs the board on my desk"';

export const switchExecutor: Command = {
  description: 'Give a node to another executor, in the middle if need be',
  args: {
    node: { type: 'positional', required: false, description: 'The node, N-020 or G-0001/N-020' },
    executor: {
      type: 'string',
      valueHint: 'NAME',
      description:
        'One of executors: in config.local.yaml; or headless, subagent, human, human:NAME, skill:NAME',
    },
    why: { type: 'string', valueHint: 'WHY', description: 'Why; kept with your name' },
  },
  examples: [
    ['wukong switch N-020 --executor human --why "it needs the board"', 'asked at your terminal'],
  ],
  async run(args) {
    const opened = openTrusted();
    if (!opened.ok) return failed(opened.error);
    const named = args.text('executor')?.trim() ?? '';
    const why = redactor(process.env)(args.text('why')?.trim() ?? '').slice(0, 500);
    if (named === '' || why === '') return misused('Say to whom, and why.', `Type: ${HOW}`);
    const { ws } = opened.value;
    const state = stateOf(ws);
    if (!state.ok) return failed(state.error);
    const asked = nodeIn(args.text('node') ?? '');
    if (!asked) return misused('Say which node.', `Type: ${HOW}`);
    const picked = pickGoal(state.value, asked, (goal) => `switch ${goal}/${asked.node} …`);
    if (!picked.ok) return picked.error;
    const { goal } = picked.value;
    const { node } = asked;
    const spec = goal.specs.find(({ id }) => id === node);
    if (!spec) return misused(`${goal.id} has no node ${node}.`, 'See `wukong status`.');
    const { executors } = configOf(ws, state.value.config);
    const found = executorNamed(named, executors);
    if (!found) return misused(`No executor is called "${oneLine(named, 60)}".`, known(executors));
    const executor = ofRole(found, spec.role);
    const wrong = mayNotSwitch(goal, { node, executor });
    if (wrong) return refused(node, wrong);
    const person = personHere(state.value);
    if (!person.ok) return person.error;
    const to = executorText(executor);
    const question = `Give ${goal.id}/${node} to ${to}, from ${executorText(spec.executor)}?`;
    if (!(await isAgreed(person.value, question))) {
      return needsPerson('Nothing was switched.', 'Type it again, and say yes at the question.');
    }
    const last = runsOf(goal, node).at(-1);
    const handover = last ? await collectHandover(ws, goal, last) : {};
    return goalStep('switch', { goal: goal.id }, (step, { goal: open }) => {
      const about = { node, executor, why, handover, ...person.value };
      const answer = switchNode(step, open, about);
      if (answer.kind === 'refused') return refused(node, answer.because);
      const { replaced } = answer;
      const end = replaced === null ? '' : ` Run ${replaced} is replaced; its report is refused.`;
      const { type } = specOf(open, node).executor;
      const next = isForDaemon(step.state, open) ? DAEMON_GOES_ON : NEXT[type];
      const text = `${open.id}/${node} goes to ${to}.${end}${leftText(handover)}\n${next}`;
      return done(text, { goal: open.id, node, executor, replaced, handover });
    });
  },
};

/** Who begins the next run. */
const NEXT = {
  subagent: 'The session of the goal dispatches it next.',
  skill: 'The session of the goal dispatches it next.',
  human: 'Its order is written when it is dispatched next; `wukong status` says where.',
  command: 'To carry it out: wukong run',
  headless: 'To carry it out: wukong run',
  team: 'To have it carried out: wukong run',
} as const;

function leftText({ pr, commits, patch }: Handover): string {
  const parts = [
    ...(pr ? [`pull request ${oneLine(pr, 200)}`] : []),
    ...(commits ? [counted(commits.length, 'commit')] : []),
    ...(patch ? [`.wukong/${patch.file}`] : []),
  ];
  return parts.length === 0 ? '' : ` Handed over: ${parts.join(', ')}.`;
}

function nodeIn(text: string): Readonly<{ goal: string | undefined; node: string }> | undefined {
  const [, goal, node] = /^(?:(G-\d+)\/)?(N-\d{3,})$/.exec(text.trim()) ?? [];
  return node === undefined ? undefined : { goal, node };
}

function known(executors: Parameters<typeof executorNames>[0]): string {
  const names = executorNames(executors).join(', ');
  return `There are: ${names}. Others: executors in .wukong/config.local.yaml, see docs/executors.md.`;
}

function refused(node: string, because: SwitchRefusal): Outcome {
  switch (because.kind) {
    case 'over':
      return misused(`${node} is ${because.status} already.`, 'See `wukong status`.');
    case 'verified':
      return misused(
        `The report of run ${because.run} is being judged.`,
        'Switch when it is judged, if the node is still open: `wukong status`.',
      );
    case 'same':
      return misused(`${node} has this executor already.`, 'See `wukong status`.');
    default:
      return unreachable(because);
  }
}
