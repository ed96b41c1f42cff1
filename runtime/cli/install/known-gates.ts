// The gates a person may approve: of the configuration, the templates and the open goals; before the
// first init those found in the repository.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configIfConfirmed, configOf } from '../../documents/config.ts';
import { listTemplates, loadTemplate } from '../../documents/template.ts';
import { hasPlaceholder } from '../../documents/template-parameters.ts';
import { isApproved } from '../../evidence/gates/approval.ts';
import { changedSince, programsOf } from '../../evidence/gates/approved-program.ts';
import { CI_QUERY, remotes } from '../../evidence/gates/ci-result.ts';
import { asCommand, driversHere, type MergeDriver } from '../../evidence/lanes/merge-drivers.ts';
import { proposeGates } from '../../hosts/claude-code/discover/discover-gates.ts';
import { type Discovered, takenByInit } from '../../hosts/claude-code/discover/discovered.ts';
import type { Proposal } from '../../hosts/claude-code/discover/proposal.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { approvedProgram, type ExecutorSettings } from '../../model/documents/executor.ts';
import { type CommandGate, type Gate, type GateApproval, gatesInOrder } from '../../model/gate.ts';
import type { NodeSpec } from '../../model/node.ts';
import { oneLine } from '../../words/plain-text.ts';
import { renderProblem } from '../../words/render-problem.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { stateOf } from '../frame/open-workspace.ts';

/**
 * `problem`: what is wrong in a file of the user's, so that its gates are not among them. `found`:
 * where they come from, if nobody chose them yet; `looked`: all that was looked at then.
 */
export type KnownGates = Readonly<{
  gates: readonly CommandGate[];
  problem?: string;
  found?: readonly Proposal[];
  looked?: Discovered;
}>;

export async function knownGates(ws: Workspace): Promise<KnownGates> {
  // The first init writes a configuration with what it discovers.
  if (!existsSync(files.config(ws))) {
    const looked = proposeGates(ws);
    const found = takenByInit(looked.proposals);
    return { gates: [...found.map(({ gate }) => gate), ...(await ciQuery(ws))], found, looked };
  }
  const { gates, problems } = configOf(ws);
  const all: Gate[] = [...gates];
  const faults = [...problems];
  for (const name of listTemplates(ws)) {
    const plan = await loadTemplate(ws, name, gates, { isOpen: true });
    // What a parameter decides is known when a goal begins with it.
    if (plan.ok) all.push(...gatesOf(plan.value.nodes).filter((gate) => !isUndecided(gate)));
    else if (plan.error.kind === 'bad-file') faults.push(...plan.error.problems);
  }
  // Open goals keep the gates they were made with.
  const state = existsSync(files.log(ws)) ? stateOf(ws) : undefined;
  if (state?.ok) for (const goal of openGoals(state.value)) all.push(...gatesOf(goal.specs));
  const commands = all.filter((gate) => gate.type !== 'builtin');
  const known = distinct([...commands, ...(await ciQuery(ws))]);
  const problem = faults.map(renderProblem).join('\n');
  return problem === '' ? { gates: known } : { gates: known, problem };
}

/**
 * All that a person may let the runtime start: gates, and what carries out runs or merges files, which is approved as
 * what checks them is: this command, word for word.
 */
export async function knownCommands(ws: Workspace): Promise<KnownGates> {
  const known = await knownGates(ws);
  // What a person may approve is what the file says, confirmed or not.
  const { executors } = configIfConfirmed(ws);
  const drivers = await driversHere({ worktree: ws.worktree, objectsDir: files.objects(ws) });
  const acting = [...Object.entries(executors).flatMap(asGate), ...drivers.map(driverAsGate)];
  return { ...known, gates: distinct([...known.gates, ...acting]) };
}

/** What a person says yes to: of what acts also what its files are now. */
export function approvalNow(ws: Workspace, gate: CommandGate): GateApproval {
  const approval = approvalOf(gate);
  if (!ACTS.some((kind) => gate.name.startsWith(kind))) return approval;
  return { ...approval, programs: programsOf(gate, ws.worktree) };
}

/** What acts, whose approval is of other files than those that are there, as it would be now. */
export function outdatedApprovals(
  ws: Workspace,
  gates: readonly CommandGate[],
  approvals: readonly GateApproval[],
): GateApproval[] {
  return gates.flatMap((gate) => {
    const now = approvalNow(ws, gate);
    const given = approvals.find((one) => sameApproval(gate, one));
    return given && now.programs && !isSameFiles(given, now) ? [now] : [];
  });
}

export function isSameFiles(a: GateApproval, b: GateApproval): boolean {
  return JSON.stringify(a.programs) === JSON.stringify(b.programs);
}

/** ` (tools/fixer.mjs changed since it was approved)`. */
export function sinceApproved(one: GateApproval, approvals: readonly GateApproval[]): string {
  const given = approvals.find((other) => sameApproval(one, other));
  const changed = given ? changedSince(given, one.programs ?? {}) : [];
  if (changed.length === 0) return '';
  return `  (${oneLine(changed.join(', '), 200)} changed since it was approved)`;
}

/** What the names of executors and of merge drivers begin with, among gates. */
const EXECUTOR = 'executor ';
const DRIVER = 'merge driver ';
const ACTS = [EXECUTOR, DRIVER];
const ALWAYS = { type: 'command', mustPass: false, expect_exit: 0, timeout_sec: 300 } as const;

function asGate([name, executor]: readonly [string, ExecutorSettings]): CommandGate[] {
  const command = approvedProgram(executor);
  return command ? [{ ...ALWAYS, name: `${EXECUTOR}${name}`, command }] : [];
}

function driverAsGate(driver: MergeDriver): CommandGate {
  return { ...ALWAYS, name: `${DRIVER}${driver.name}`, ...asCommand(driver) };
}

/** Where GitHub runs something for this repository, it may be asked what came of it. */
async function ciQuery(ws: Workspace): Promise<readonly CommandGate[]> {
  if (!existsSync(join(ws.root, '.github', 'workflows'))) return [];
  return (await remotes(ws.worktree)).some((one) => GITHUB.test(one)) ? [CI_QUERY] : [];
}

/** github.com, under another name in ssh, or a company's own. */
const GITHUB = /^(?:[\w-]+\.)*github\b|^[\w.-]+\.ghe\.com\//;

function isUndecided(gate: Gate): boolean {
  return gate.type !== 'builtin' && [...gate.command, gate.cwd ?? ''].some(hasPlaceholder);
}

function gatesOf(specs: readonly NodeSpec[]): Gate[] {
  return specs.flatMap((spec) => gatesInOrder(spec.verification_plan));
}

export function unapproved(
  gates: readonly CommandGate[],
  approvals: readonly GateApproval[],
): CommandGate[] {
  return gates.filter((gate) => !isApproved(gate, approvals));
}

/** Exactly what runs, and nothing about it that could change without being a different command. */
export function approvalOf({ command, cwd, shell }: CommandGate): GateApproval {
  return { command, ...(cwd === undefined ? {} : { cwd }), ...(shell ? { shell } : {}) };
}

/** The same command in the same folder, started the same way. */
export function sameApproval(a: GateApproval, b: GateApproval): boolean {
  return isApproved(a, [b]);
}

/** As a person would type it, with the folder where it is not the top. */
export function commandLine({ command, cwd, shell }: GateApproval): string {
  const line = command
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quote(word)))
    .join(' ');
  const where = cwd === undefined || cwd === '' || cwd === '.' ? '' : `   (in ${cwd}/)`;
  return `${shell ? 'sh -c ' : ''}${line}${where}`;
}

/** JSON shows control characters as escapes: an approval must not look like another command. */
function quote(word: string): string {
  return JSON.stringify(word).replaceAll(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function distinct(gates: readonly CommandGate[]): CommandGate[] {
  return gates.filter((gate, i) => {
    const approval = [approvalOf(gate)];
    return !gates.slice(0, i).some((earlier) => isApproved(earlier, approval));
  });
}
