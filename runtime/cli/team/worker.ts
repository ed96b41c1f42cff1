import { configOf } from '../../documents/config.ts';
import { teamWithRemote } from '../../engine/team/team-here.ts';
import { lackingFor } from '../../engine/team/work-here.ts';
import { runWorker, type WorkerSeen } from '../../engine/team/worker.ts';
import { LABEL } from '../../model/documents/executor.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { shellWord } from '../../model/gate.ts';
import { ROLES, type Role } from '../../model/vocabulary.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { depthOf, processRef } from '../../workspace/processes.ts';
import { confirmFirst } from '../config/confirm-local.ts';
import type { Args, Command } from '../frame/command.ts';
import { openNow } from '../frame/open-workspace.ts';
import { done, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { printLine, warn } from '../frame/output.ts';
import { refusedToPrograms } from '../frame/person.ts';

export const worker: Command = {
  description: 'Carry out orders of other machines of the team, until it is stopped',
  args: {
    roles: {
      type: 'string',
      valueHint: 'ROLES',
      description:
        'Whose orders, as body,tongue; by default those of the programs under executors:',
    },
    label: { type: 'string', valueHint: 'WORD', description: 'What this machine is; also several' },
    executor: {
      type: 'string',
      valueHint: 'NAME',
      description:
        'The program under executors: that carries them out; by default that of the role',
    },
    once: { type: 'boolean', description: 'One order, or none where none waits' },
  },
  examples: [
    ['wukong worker', 'takes orders of the machines you trust; Ctrl-C lets others have them'],
    ['wukong worker --roles body,tongue --label linux', 'only these, and those that ask for linux'],
    ['wukong worker --once', 'for a scheduler'],
  ],
  async run(args) {
    const opened = openNow();
    if (!opened.ok) return failed(opened.error);
    const { ws, state } = opened.value;
    const refused = refusedToPrograms(state, 'start no workers', 'wukong worker');
    if (refused) return refused;
    await confirmFirst(ws);
    const wanted = wantedOf(ws, args);
    return wanted.ok ? work(ws, args, wanted.value) : wanted.error;
  },
};

type WantedHere = Readonly<{ roles: readonly Role[]; labels: readonly string[] }>;

function wantedOf(ws: Workspace, args: Args): Result<WantedHere, Outcome> {
  const no = (message: string, hint: string) => fail(misused(message, hint));
  const named = args
    .text('roles')
    ?.split(',')
    .map((one) => one.trim());
  const unknown = named?.find((one) => !(ROLES as readonly string[]).includes(one));
  if (unknown !== undefined) {
    return no(`There is no role "${oneLine(unknown, 40)}".`, `There are: ${ROLES.join(', ')}.`);
  }
  const labels = args.texts('label');
  const odd = labels.find((one) => !LABEL.test(one));
  if (odd !== undefined) {
    const hint = 'It has up to 40 small letters, digits, - and _, and begins with a letter.';
    return no(`"${oneLine(odd, 60)}" is no label.`, hint);
  }
  const setUp = Object.values(configOf(ws).executors).flatMap((one) =>
    one.type === 'command' ? (one.roles ?? []) : [],
  );
  const roles = (named as Role[] | undefined) ?? setUp;
  if (roles.length === 0)
    return no('No program has a role here, so no order could be carried out.', SET_UP);
  const why = lackingFor(ws, roles, args.text('executor'));
  if (why === undefined) return ok({ roles: [...new Set(roles)], labels });
  return fail(needsPerson(`No order could be carried out here: ${oneLine(why, 300)}.`, SET_UP));
}

const SET_UP =
  'Set a program up under `executors:` in .wukong/config.local.yaml (docs/executors.md), name its roles, and type: wukong trust --approve';

async function work(ws: Workspace, args: Args, { roles, labels }: WantedHere): Promise<Outcome> {
  const team = teamWithRemote(ws);
  if (!team.ok) return needsPerson(team.error.message, team.error.hint);
  const here = team.value;
  if (here.trusts.length === 0) {
    const hint = `Whose orders may run here? wukong team trust KEY --name NAME. There, trust this clone: wukong team trust ${here.key.id} --name ${shellWord(here.name)}`;
    return needsPerson('This clone trusts no other machine, so no order would be taken.', hint);
  }
  const me = processRef(process.pid);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const counts = { handed_in: 0, refused: 0, given_back: 0, too_late: 0 };
  const isJson = args.flag('json');
  const tell = (seen: WorkerSeen): void => {
    if (seen.kind === 'handed-in') counts.handed_in += 1;
    if (seen.kind === 'refused') counts.refused += 1;
    if (seen.kind === 'gave-back' || seen.kind === 'left') counts.given_back += 1;
    if (seen.kind === 'too-late') counts.too_late += 1;
    const line = seenText(seen, { name: here.name, roles, labels, trusts: here.trusts });
    if (seen.kind === 'away') warn(line);
    else if (isJson) printLine(JSON.stringify(lineOf(seen)));
    else printLine(line);
  };
  const ended = await runWorker({
    ...{ ws, here, me, roles, labels, tell, depth: depthOf(process.env) },
    ...{ executor: args.text('executor'), isOnce: args.flag('once'), stop: stop.signal },
  });
  if (!ended.ok) return failed(ended.error);
  if (ended.value !== 'ended') {
    const { pid } = ended.value.other;
    const hint = 'A second one on this machine needs a clone of its own.';
    return needsPerson(`A worker is at work in this clone already, process ${pid}.`, hint);
  }
  const { handed_in, refused, given_back, too_late } = counts;
  const all = `refused ${refused}, given back ${given_back}, too late ${too_late}`;
  return done(`Handed in ${handed_in}, ${all}.`, counts);
}

function lineOf(seen: WorkerSeen) {
  if (!('order' in seen)) return seen;
  const { log, goal, run, role } = seen.order;
  const why = 'why' in seen ? { why: seen.why } : {};
  return { kind: seen.kind, log, goal, run, role, ...why };
}

type Self = Readonly<{
  name: string;
  roles: readonly string[];
  labels: readonly string[];
  trusts: ReadonlyArray<Readonly<{ key: string; name: string }>>;
}>;

function seenText(seen: WorkerSeen, { name, roles, labels, trusts }: Self): string {
  switch (seen.kind) {
    case 'waits':
      return `${name}${labels.length > 0 ? ` (${labels.join(', ')})` : ''} waits for orders for ${roles.join(', ')}`;
    case 'took':
      return `took ${seen.order.goal} of ${homeOf(seen.order, trusts)}: ${seen.order.role}, run ${seen.order.run}`;
    case 'handed-in':
      return `handed in ${seen.order.run}`;
    case 'left':
      return `left ${seen.order.run} in the middle, for another worker`;
    case 'gave-back':
      return `gave ${seen.order.run} back, for another worker: ${oneLine(seen.why, 300)}. This one asks again in a minute`;
    case 'too-late':
      return `${seen.order.run} is not this worker's any more; nothing of it was taken`;
    case 'refused':
      return `refused ${oneLine(seen.id, 120)}: ${oneLine(seen.why, 300)}`;
    case 'away':
      return `The ${AWAY[seen.what]} (${oneLine(seen.why, 200)}). It is asked again.`;
    default:
      return seen satisfies never;
  }
}

const AWAY = {
  database: 'database cannot be reached',
  remote: 'git remote cannot be reached, and what was done waits for it',
} as const;

function homeOf({ place }: Readonly<{ place: string }>, trusts: Self['trusts']): string {
  const home = trusts.find(({ key }) => place.startsWith(`${key}.`));
  return oneLine(home?.name ?? place, 60);
}
