// The gates a person may approve: of the configuration, the templates and the open goals; before the
// first init those found in the repository.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { renderProblem } from '../diagnostics/render-problem.ts';
import { discoverGates } from '../hosts/claude-code/discover-gates.ts';
import { openGoals } from '../kernel/goals.ts';
import type { CommandGate, Gate, GateApproval } from '../model/gate.ts';
import type { NodeSpec } from '../model/node.ts';
import { compileConfig } from '../store/config.ts';
import { files, type Workspace } from '../store/paths.ts';
import { listTemplates, loadTemplate } from '../store/template.ts';
import { isApproved } from '../verify/approval.ts';
import { CI_QUERY } from '../verify/ci-result.ts';
import { stateOf } from './workspace.ts';

/** `problem`: what is wrong in a file of the user's, so that its gates are not among them. */
export type KnownGates = Readonly<{ gates: readonly CommandGate[]; problem?: string }>;

export async function knownGates(ws: Workspace): Promise<KnownGates> {
  // The first init writes a configuration with what it discovers.
  if (!existsSync(files.config(ws))) return { gates: [...discoverGates(ws), ...ciQuery(ws)] };
  const { gates, problems } = compileConfig(ws);
  const all: Gate[] = [...gates];
  const faults = [...problems];
  for (const name of listTemplates(ws)) {
    const plan = await loadTemplate(ws, name, gates);
    if (plan.ok) all.push(...gatesOf(plan.value.nodes));
    else if (plan.error.kind === 'bad-file') faults.push(...plan.error.problems);
  }
  // Open goals keep the gates they were made with.
  const state = existsSync(files.log(ws)) ? stateOf(ws) : undefined;
  if (state?.ok) for (const goal of openGoals(state.value)) all.push(...gatesOf(goal.specs));
  const commands = all.filter((gate) => gate.type !== 'builtin');
  const known = distinct([...commands, ...ciQuery(ws)]);
  const problem = faults.map(renderProblem).join('\n');
  return problem === '' ? { gates: known } : { gates: known, problem };
}

/** Where GitHub runs something, it may be asked what came of it. */
function ciQuery(ws: Workspace): readonly CommandGate[] {
  return existsSync(join(ws.root, '.github', 'workflows')) ? [CI_QUERY] : [];
}

function gatesOf(specs: readonly NodeSpec[]): Gate[] {
  return specs.flatMap((spec) => spec.verification_plan.deterministic);
}

export function unapproved(
  gates: readonly CommandGate[],
  approvals: readonly GateApproval[],
): CommandGate[] {
  return gates.filter((gate) => !isApproved(gate, approvals, []));
}

/** Exactly what runs, and nothing about it that could change without being a different command. */
export function approvalOf({ command, cwd }: CommandGate): GateApproval {
  return cwd === undefined ? { command } : { command, cwd };
}

/** The same command in the same folder, started the same way. */
export function sameApproval(a: GateApproval, b: GateApproval): boolean {
  if ((a.shell ?? false) !== (b.shell ?? false)) return false;
  const { command, cwd } = b;
  return isApproved({ command: a.command, cwd: a.cwd }, [{ command, cwd }], []);
}

/** As a person would type it, with the folder where it is not the top. */
export function commandLine({ command, cwd }: GateApproval): string {
  const line = command
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quote(word)))
    .join(' ');
  return cwd === undefined || cwd === '' || cwd === '.' ? line : `${line}   (in ${cwd}/)`;
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
    return !gates.slice(0, i).some((earlier) => isApproved(earlier, approval, []));
  });
}
