import { isDeepStrictEqual } from 'node:util';
import { configIfConfirmed } from '../../documents/config.ts';
import { withInstallLock } from '../../hosts/claude-code/install/install-lock.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { CommandGate, GateApproval } from '../../model/gate.ts';
import { settingLines } from '../../words/trial-words.ts';
import { changedFiles, programProblem } from '../../workspace/installed-files.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { type Trust, writeTrust } from '../../workspace/trust.ts';
import type { Command } from '../frame/command.ts';
import { openTrusted, stateOf } from '../frame/open-workspace.ts';
import { done, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { colors } from '../frame/output.ts';
import { isAgreed, type Person, personHere } from '../frame/person.ts';
import {
  approvalNow,
  approvalOf,
  commandLine,
  isSameFiles,
  type KnownGates,
  knownCommands,
  outdatedApprovals,
  sameApproval,
  sinceApproved,
  unapproved,
} from './known-gates.ts';
import { letCount, pinApproved } from './pin-settings.ts';
import { publishedText, trustPublishing } from './trust-publishing.ts';

export const trust: Command = {
  description: 'Show and change what the runtime may run here, and let changed settings count',
  args: {
    approve: {
      type: 'boolean',
      description: 'Approve the gates known here and config.local.yaml, or the gate named',
    },
    revoke: { type: 'boolean', description: 'Revoke all approvals, or that of the gate named' },
    gate: { type: 'string', valueHint: 'NAME', description: 'Only this gate, by name or command' },
    publish: {
      type: 'string',
      valueHint: 'HOST/ORG/REPO',
      description: 'Let goals be published there, or with --revoke no more',
    },
    daemon: { type: 'boolean', description: 'With --publish: the daemon may do so by itself' },
  },
  examples: [
    ['wukong trust', 'which commands the runtime may run'],
    ['wukong trust --approve --gate "npm test"', 'let one of them run'],
    ['wukong trust --publish github.com/org/repo', 'let `wukong publish` push there'],
  ],
  async run(args) {
    const opened = openTrusted();
    if (!opened.ok) return failed(opened.error);
    const { ws } = opened.value;
    const isApproving = args.flag('approve');
    const isRevoking = args.flag('revoke');
    const name = args.text('gate');
    const to = args.text('publish');
    if (to !== undefined) {
      const asked = { to, isRevoking, daemon: args.flag('daemon') };
      return isApproving || name !== undefined
        ? misused('--publish stands alone, or with --revoke or --daemon.', TRUST_PUBLISH)
        : trustPublishing(opened.value, asked);
    }
    if (isApproving && isRevoking) {
      return misused('--approve and --revoke exclude each other.', 'Leave one of them out.');
    }
    if (name !== undefined && !isApproving && !isRevoking) {
      const hint = `wukong trust --approve --gate ${JSON.stringify(name)}`;
      return misused('--gate needs --approve or --revoke.', hint);
    }
    const known = await knownCommands(ws);
    if (!isApproving && !isRevoking) return settled(ws, opened.value.trust, known, NOTHING_NEW);
    if (!choose(known.gates, opened.value.trust.approvals, name)) {
      return noSuchGate(name ?? '', known);
    }
    const asked = isApproving ? await allowedBy(opened.value, known, name) : undefined;
    if (asked && !asked.ok) return asked.error;
    // Read again under the lock: an init may be writing the same file.
    const changed = await withInstallLock(ws, () => {
      const trusted = openTrusted();
      if (!trusted.ok) return trusted;
      const before = trusted.value.trust;
      const chosen = choose(known.gates, before.approvals, name) ?? [];
      // What was taken away while the question stood was not part of it.
      const isNew = (one: GateApproval) =>
        !before.approvals.some((other) => sameApproval(one, other) && isSameFiles(one, other));
      const gained = (asked?.value.wanted ?? []).filter(isNew);
      const lost = isRevoking ? before.approvals.filter((one) => isOneOf(one, chosen)) : [];
      const kept = before.approvals.filter((one) => !lost.includes(one) && !isOneOf(one, gained));
      const after = { ...before, approvals: [...kept, ...gained] };
      if (gained.length + lost.length > 0) writeTrust(ws, after);
      return ok({ after, gained, lost });
    });
    if (!changed.ok) return failed(changed.error);
    const { after, gained, lost } = changed.value;
    const notPinned = asked && pinApproved(ws, gained, asked.value.person);
    const isAll = isApproving && (name === undefined || isAllThatWaits(ws, name));
    return notPinned ?? settled(ws, after, known, { gained, lost, isAll });
  },
};

const TRUST_PUBLISH = 'wukong trust --publish github.com/org/repo';

/** What a person says yes to. While a goal is open it is asked for at the terminal. */
async function allowedBy(
  { ws, trust }: Readonly<{ ws: Workspace; trust: Trust }>,
  known: KnownGates,
  name: string | undefined,
): Promise<Result<Readonly<{ wanted: readonly GateApproval[]; person: Person }>, Outcome>> {
  const state = stateOf(ws);
  const person = personHere(state.ok ? state.value : undefined);
  if (!person.ok) return person;
  const chosen = choose(known.gates, trust.approvals, name) ?? [];
  const isNew = chosen.filter((one) => !isOneOf(one, trust.approvals));
  const programs = known.gates.map((gate) => approvalNow(ws, gate)).filter((one) => one.programs);
  const wanted = [
    ...isNew.map((one) => programs.find((other) => sameApproval(one, other)) ?? one),
    ...outdatedApprovals(ws, known.gates, trust.approvals).filter((one) => isOneOf(one, chosen)),
  ];
  const lines = wanted.flatMap((one) => [
    `  ${commandLine(one)}${sinceApproved(one, trust.approvals)}`,
    ...settingLines(one).map((line) => `    ${line}`),
  ]);
  const question = `May Wukong run this here, by itself?\n${lines.join('\n')}`;
  if (wanted.length === 0 || (await isAgreed(person.value, question, true))) {
    return ok({ wanted, person: person.value });
  }
  return fail(needsPerson('Nothing was approved.', 'Type it again to be asked again.'));
}

/** The last word: what is trusted, and what of it counts in open goals. */
async function settled(
  ws: Workspace,
  after: Trust,
  known: KnownGates,
  { gained, lost, isAll }: New,
): Promise<Outcome> {
  const counted = await letCount(ws, after.approvals, isAll);
  if ('exit' in counted) return counted;
  const shown = describe(ws, after, gained, lost, known);
  return {
    ...shown,
    text: [shown.text, ...counted.lines].join('\n'),
    json: {
      ...shown.json,
      counts_in: counted.goals,
      open: counted.lines,
      unconfirmed: counted.unconfirmed,
    },
  };
}

/** `isAll`: the person approved all that is known here, or all that waits. */
type New = Readonly<{
  gained: readonly GateApproval[];
  lost: readonly GateApproval[];
  isAll: boolean;
}>;

/** Who approves the program of an executor says yes to the executor, where the local file sets nothing else. */
function isAllThatWaits(ws: Workspace, gate: string): boolean {
  return configIfConfirmed(ws).local.unconfirmed.every((one) => {
    if (one.name !== 'executors') return false;
    const [now, was] = [one.now ?? {}, one.was ?? {}].map((all) => new Map(Object.entries(all)));
    const changed = [...(now ?? [])].filter(([name, it]) => !isDeepStrictEqual(was?.get(name), it));
    return changed.every(([name]) => `executor ${name}` === gate);
  });
}

const NOTHING_NEW: New = { gained: [], lost: [], isAll: false };

function isOneOf(one: GateApproval, all: readonly GateApproval[]): boolean {
  return all.some((other) => sameApproval(one, other));
}

function noSuchGate(name: string, known: KnownGates): Outcome {
  const names = known.gates.map((gate) => JSON.stringify(gate.name));
  return misused(
    `No gate here is called ${JSON.stringify(name)}.`,
    `Known are: ${names.join(', ') || 'none'}.`,
  );
}

/** What --approve or --revoke is about: everything, or the one a person named. */
function choose(
  gates: readonly CommandGate[],
  approvals: readonly GateApproval[],
  name: string | undefined,
): readonly GateApproval[] | undefined {
  const all = [...approvals, ...gates.map(approvalOf)];
  if (name === undefined) return all;
  const named = gates.filter((gate) => gate.name === name).map(approvalOf);
  if (named.length > 0) return named;
  const typed = all.find((approval) => approval.command.join(' ') === name);
  return typed && [typed];
}

function describe(
  ws: Workspace,
  after: Trust,
  gained: readonly GateApproval[],
  lost: readonly GateApproval[],
  known: KnownGates,
): Outcome {
  const open = unapproved(known.gates, after.approvals);
  const outdated = outdatedApprovals(ws, known.gates, after.approvals);
  const isSameBundle =
    after.files !== undefined &&
    changedFiles(ws, after).length === 0 &&
    programProblem(ws) === undefined;
  const lines = [
    ...gained.map((approval) => `Approved: ${commandLine(approval)}`),
    ...lost.map((approval) => `Taken back: ${commandLine(approval)}`),
    after.approvals.length === 0 ? 'Nothing is approved here.' : 'Approved in this clone:',
    ...after.approvals.map((approval) => {
      const now = outdated.find((one) => sameApproval(one, approval));
      return `  ${commandLine(approval)}${now ? colors.yellow(sinceApproved(now, after.approvals)) : ''}`;
    }),
    ...(open.length === 0 ? [] : ['Known, and not approved:']),
    ...open.flatMap((gate) => [
      `  ${commandLine(gate)}  ${colors.dim(gate.name)}`,
      ...settingLines(gate).map((line) => `    ${line}`),
    ]),
    ...(open.length === 0 ? [] : ['To approve: wukong trust --approve [--gate NAME]']),
    ...(known.problem === undefined ? [] : [colors.yellow(known.problem)]),
    ...publishedText(after),
    isSameBundle
      ? 'The runtime is the one that was installed here.'
      : colors.yellow(
          'The runtime is not the one that was installed here. What differs: wukong doctor. To put it back: wukong init',
        ),
  ];
  return done(lines.join('\n'), {
    approvals: after.approvals,
    not_approved: open.map(({ name, command, cwd, shell }) => ({ name, command, cwd, shell })),
    publish: after.publish ?? [],
    runtime_matches: isSameBundle,
    ...(known.problem === undefined ? {} : { problem: known.problem }),
  });
}
