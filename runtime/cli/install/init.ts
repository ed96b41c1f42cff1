import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readStored } from '../../cache/read-state.ts';
import { rebuildCaches } from '../../cache/rebuild-caches.ts';
import { CI_QUERY } from '../../evidence/gates/ci-result.ts';
import type { Product } from '../../evidence/seal/product-paths.ts';
import { otherOwner } from '../../evidence/trees/unreadable.ts';
import type { Discovered } from '../../hosts/claude-code/discover/discovered.ts';
import { leftOut, lookedAt, noChecks } from '../../hosts/claude-code/discover/found-words.ts';
import type { Proposal } from '../../hosts/claude-code/discover/proposal.ts';
import { applyInstall } from '../../hosts/claude-code/install/install.ts';
import type { InstallAction } from '../../hosts/claude-code/install/install-action.ts';
import { planInstall } from '../../hosts/claude-code/install/plan-install.ts';
import { startProblems } from '../../hosts/claude-code/install/start-checks.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { CommandGate, GateApproval } from '../../model/gate.ts';
import { oneLine } from '../../words/plain-text.ts';
import { settingLines } from '../../words/trial-words.ts';
import { noRepository } from '../../workspace/bare-repository.ts';
import { isLocalInstall } from '../../workspace/installation.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { programFolder } from '../../workspace/program-folder.ts';
import { findRepository } from '../../workspace/repository.ts';
import { readTrust } from '../../workspace/trust.ts';
import { confirmAtInit } from '../config/confirm-local.ts';
import { ask, askEach } from '../frame/ask.ts';
import type { Command } from '../frame/command.ts';
import { lanesThere } from '../frame/lane-lines.ts';
import { stateOf } from '../frame/open-workspace.ts';
import {
  done,
  EXIT,
  failed,
  misused,
  needsPerson,
  type Outcome,
  problem,
} from '../frame/outcome.ts';
import { colors, isAttended, printLine } from '../frame/output.ts';
import { type Person, personHere } from '../frame/person.ts';
import { describePlan, whoHasIt } from '../init/describe-plan.ts';
import { ownTemplateLines } from '../init/own-template-lines.ts';
import { offerStatusLine } from '../statusline/offer.ts';
import { askProgram, saveProgram } from './ask-program.ts';
import {
  approvalOf,
  commandLine,
  type KnownGates,
  knownGates,
  sameApproval,
  unapproved,
} from './known-gates.ts';
import { HOW_TO_NAME_ONE, hasGate, NO_GATE } from './no-gate.ts';
import { pinApproved } from './pin-settings.ts';
import { programHere, programJson, programLines } from './program-here.ts';
import { offerTrial } from './try-gates.ts';
import { changedText, versionHere, type WhatChanged, whatChanged } from './what-changed.ts';

export const init: Command = {
  description: 'Install Wukong into a git repository, or bring it up to date',
  args: {
    dir: { type: 'positional', required: false, description: 'The repository. Default: this one' },
    yes: {
      type: 'boolean',
      description: 'Approve the gates found and config.local.yaml, without asking',
    },
    local: { type: 'boolean', description: 'For this clone alone: git shows nothing of it' },
    'dry-run': { type: 'boolean', description: 'Show what would be done, and do nothing' },
    verbose: { type: 'boolean', description: 'Name each file' },
  },
  examples: [
    ['wukong init', 'here; it asks before a gate may run'],
    ['wukong init --dry-run', 'what it would add'],
    ['wukong init --local', 'for this clone alone: git shows nothing of it'],
  ],
  async run(args) {
    const folder = resolve(args.text('dir') ?? '.');
    const ws = findRepository(folder);
    if (!ws) return failed(noRepository(folder), EXIT.failed);
    if (args.flag('yes') && args.flag('dry-run')) {
      return misused('--yes and --dry-run exclude each other.', 'Leave one of them out.');
    }
    const foreign = await otherOwner(ws.worktree);
    if (foreign) return problem(EXIT.unable, foreign);
    const source = programFolder();
    const isLocal = args.flag('local') || isLocalInstall(ws);
    const plan = planInstall(ws, source, [], isLocal);
    if (!plan.ok) return failed(plan.error);
    const refusals = refused(plan.value);
    if (refusals) return refusals;
    const known = await knownGates(ws);
    const open = unapproved(known.gates, readTrust(ws)?.approvals ?? []);
    const isDryRun = args.flag('dry-run');
    printLine(describePlan(ws, plan.value, isDryRun || args.flag('verbose') ? 'files' : 'groups'));
    const program = await programHere(ws);
    if (program) printLine(programLines(program).join('\n'));
    printLine(describeGates(known, open, decidedNow(open, args.flag('yes'), isDryRun)));
    if (known.problem !== undefined) printLine(colors.yellow(`  ${known.problem}`));
    if (isDryRun) {
      const changes = whatChanged(versionHere(ws), source, plan.value);
      return outcome(ws, plan.value, changes, {
        gates: known.gates,
        approvals: [],
        isDryRun: true,
        program,
      });
    }

    const approved =
      open.length === 0 ? ok(NONE) : await approve(ws, known, open, args.flag('yes'));
    if (!approved.ok) return approved.error;
    const { approvals, person } = approved.value;
    const from = versionHere(ws);
    const globs = await saidProgram(ws, program, args.flag('yes'));
    if (globs === undefined) return brokenOff();
    const applied = await applyInstall(ws, source, approvals, isLocal);
    if (!applied.ok) return failed(applied.error);
    const said = globs.length > 0 ? saveProgram(ws, globs) : undefined;
    if (said !== undefined) printLine(said);
    const now = said === undefined ? program : await programHere(ws);
    renewCaches(ws);
    for (const line of await confirmAtInit(ws, args.flag('yes'))) printLine(line);
    const notPinned = person && pinApproved(ws, approvals, person);
    if (notPinned) return notPinned;
    if (!args.flag('yes')) for (const line of await offerTrial(ws)) printLine(line);
    for (const line of await offerStatusLine(ws, args.flag('yes'))) printLine(line);
    for (const line of await ownTemplateLines(ws)) printLine(line);
    for (const line of startLines(ws, folder)) printLine(line);
    const after = stateOf(ws);
    for (const line of after.ok ? await lanesThere(ws, after.value) : []) printLine(line);
    return (
      refused(applied.value) ??
      outcome(ws, applied.value, whatChanged(from, source, applied.value), {
        gates: known.gates,
        approvals,
        isDryRun: false,
        program: now,
      })
    );
  },
};

/** Why a client started there would start none of it, and what keeps it from others: as `doctor` says it. */
function startLines(ws: Workspace, folder: string): readonly string[] {
  return startProblems({ ws, folder, byPlugin: false }).map(({ place, message, next }) =>
    colors.yellow(`${place}  ${message}\n  next: ${next}`),
  );
}

/** Those of another version are no use to this one: what they show is made again from the log. */
function renewCaches(ws: Workspace): void {
  if (!existsSync(files.state(ws)) || readStored(ws)) return;
  if (!rebuildCaches(ws, () => undefined).ok) {
    printLine(colors.yellow('  state.json could not be rebuilt; `wukong fsck` says why.'));
  }
}

type Approved = Readonly<{ approvals: readonly GateApproval[]; person?: Person }>;

const NONE: Approved = { approvals: [] };

/** Without a person and without --yes nothing is approved. While a goal is open, --yes asks as well. */
async function approve(
  ws: Workspace,
  known: Pick<KnownGates, 'found'>,
  open: readonly CommandGate[],
  yes: boolean,
): Promise<Result<Approved, Outcome>> {
  const person = existsSync(files.log(ws)) ? personIn(ws) : undefined;
  if (person && !person.ok) return yes ? person : ok(NONE);
  const isAsked = person?.value.terminal !== undefined || (!yes && isAttended());
  if (!isAsked && !yes) return ok(NONE);
  const chosen = isAsked ? await choose(known, open, yes) : withoutQueries(open);
  if (chosen === undefined) return fail(brokenOff());
  const approvals = chosen.map(approvalOf);
  return ok({ approvals, ...(person && { person: person.value }) });
}

function brokenOff(): Outcome {
  return needsPerson(
    'Nothing was done: the question was not answered.',
    'Run `wukong init` again.',
  );
}

/**
 * Asked when there is no configuration yet, and as long as it is a guess. No globs: it is as it was shown, or
 * nobody is there to ask.
 */
async function saidProgram(
  ws: Workspace,
  program: Product | undefined,
  yes: boolean,
): Promise<readonly string[] | undefined> {
  if (!program || program.globs || program.paths.length === 0) return [];
  const isOpen = program.isGuess || !existsSync(files.config(ws));
  return isOpen && !yes && isAttended() ? askProgram(program) : [];
}

/** Of which it is said once what became of them: when it is known. */
function decidedNow(
  open: readonly CommandGate[],
  yes: boolean,
  isDryRun: boolean,
): readonly CommandGate[] {
  if (yes) return withoutQueries(open);
  return isAttended() && !isDryRun ? open : [];
}

/** Undefined: the person broke off. What asks another computer is asked about by itself, after `all`, too. */
async function choose(
  { found = [] }: Pick<KnownGates, 'found'>,
  open: readonly CommandGate[],
  yes: boolean,
): Promise<readonly CommandGate[] | undefined> {
  if (yes) {
    const answer = await ask('May Wukong run these commands here, by itself, as gates?');
    return answer === undefined ? undefined : answer ? withoutQueries(open) : [];
  }
  printLine('May Wukong run these here, by itself, as gates?');
  const commands = withoutQueries(open);
  const chosen: CommandGate[] = [];
  for (const some of [commands, open.filter((gate) => !commands.includes(gate))]) {
    const places = await askEach(some.map((gate) => `${commandLine(gate)}${placeOf(gate, found)}`));
    if (places === undefined) return undefined;
    chosen.push(...some.filter((_, i) => places.includes(i)));
  }
  return chosen;
}

/** ` (package.json:12)`, where nobody chose it yet. */
function placeOf(gate: CommandGate, found: readonly Proposal[]): string {
  const source = found.find((one) => one.gate === gate)?.source;
  return source ? ` (${oneLine(`${source.file}:${source.line}`, 120)})` : '';
}

/** What asks another computer is for a person to name. */
function withoutQueries(open: readonly CommandGate[]): readonly CommandGate[] {
  return open.filter((gate) => !sameApproval(gate, CI_QUERY));
}

function personIn(ws: Workspace): Result<Person, Outcome> {
  const state = stateOf(ws);
  return personHere(state.ok ? state.value : undefined);
}

function refused(actions: readonly InstallAction[]): Outcome | undefined {
  const refusals = actions.flatMap((action) => (action.kind === 'refuse' ? [action] : []));
  if (refusals.length === 0) return undefined;
  const lines = refusals.map(({ path, why, hint }) => `  ${path} ${why}.\n    hint: ${hint}`);
  const error = { kind: 'refused', code: 'WK5002', refusals };
  const head = 'error WK5002  Nothing was done, because something of yours is in the way:';
  return { exit: EXIT.failed, text: [head, ...lines].join('\n'), json: { error } };
}

/** Of many packages the first are taken. */
function notTaken({ proposals }: Discovered, found: readonly Proposal[]): string[] {
  const isTaken = new Set(found.map(({ gate }) => gate.cwd));
  const folders = proposals.flatMap(({ gate: { cwd }, origin }) => {
    return origin === 'package' && cwd !== undefined && !isTaken.has(cwd) ? [cwd] : [];
  });
  const others = [...new Set(folders)];
  return others.length === 0 || found.every(({ origin }) => origin !== 'package')
    ? []
    : [oneLine(`Left out, as there are many: ${others.join(', ')}. Each is yours to add.`, 400)];
}

/** `taken`: will be approved, and is said to be when it is. */
function describeGates(
  { gates, found = [], looked }: KnownGates,
  open: readonly CommandGate[],
  taken: readonly CommandGate[],
): string {
  const seen = looked ? [lookedAt(looked), ...leftOut(looked.leftOut)] : [];
  const none = ['No gates were found.', ...seen, NO_GATE, ...HOW_TO_NAME_ONE].join('\n');
  if (gates.length === 0) return none;
  const lines = gates.flatMap((gate) => {
    const mark = open.includes(gate) ? 'not approved' : 'approved';
    const from = found.find((one) => one.gate === gate);
    const place = from ? oneLine(`${from.source.file}:${from.source.line} ${from.why}`, 160) : '';
    const said = [taken.includes(gate) ? '' : mark, place].filter((text) => text !== '');
    const line = `  ${commandLine(gate)}  ${colors.dim(said.join(', '))}`.trimEnd();
    return [line, ...(open.includes(gate) ? settingLines(gate).map((one) => `    ${one}`) : [])];
  });
  const without = hasGate({ gates }) ? '' : `${none}\n`;
  const more = looked
    ? [...noChecks(looked), ...notTaken(looked, found), ...leftOut(looked.leftOut)]
    : [];
  return [
    `${without}Gates:`,
    ...lines,
    ...more.map((line) => colors.dim(`  ${line}`)),
    colors.dim('All that was found: wukong gates --explain'),
  ].join('\n');
}

function outcome(
  ws: Workspace,
  actions: readonly InstallAction[],
  changes: WhatChanged,
  {
    gates,
    approvals,
    isDryRun,
    program,
  }: Readonly<{
    gates: readonly CommandGate[];
    approvals: readonly GateApproval[];
    isDryRun: boolean;
    program: Product | undefined;
  }>,
): Outcome {
  const changed = actions.filter((action) => action.kind !== 'keep');
  const open = unapproved(gates, readTrust(ws)?.approvals ?? []);
  const json = {
    root: ws.root,
    dry_run: isDryRun,
    changes,
    actions: actions.map(({ kind, path, why }) => ({ kind, path, why })),
    gates: gates.map((gate) => ({
      name: gate.name,
      ...approvalOf(gate),
      approved: !open.includes(gate),
    })),
    ...(program && { program: programJson(program) }),
    ...(hasGate({ gates }) ? {} : { no_gate: NO_GATE, next: HOW_TO_NAME_ONE }),
  };
  if (isDryRun) return done('Nothing was done (--dry-run).', json);
  const lines = [
    changedText(changes),
    ...approvals.map((approval) => `Approved: ${commandLine(approval)}`),
  ];
  const unchecked = open.filter((gate) => !sameApproval(gate, CI_QUERY));
  if (unchecked.length > 0) {
    lines.push(
      `Gates not approved: ${unchecked.length}. None runs until you type: wukong trust --approve`,
      'What is not to count here, take out of .wukong/config.yaml.',
    );
  }
  if (open.length > unchecked.length) {
    lines.push(
      `To have GitHub asked about CI runs: wukong trust --approve --gate "${CI_QUERY.name}"`,
    );
  }
  if (changed.length > 0) lines.push(whoHasIt(ws, actions));
  lines.push(
    readTrust(ws)?.off === undefined
      ? 'In Claude Code, type: /wukong_fix <what is wrong>'
      : 'Wukong is off in this clone, and stays so. To turn it on: wukong on',
  );
  return done(lines.join('\n'), json);
}
