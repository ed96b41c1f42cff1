// Hooks of this clone off and on. The switch is in trust.json, which every hook reads first; the log says
// who turned it, and when.

import { existsSync } from 'node:fs';
import { dropKept } from '../../engine/gates/spare-copy-of.ts';
import { withInstallLock } from '../../hosts/claude-code/install/install-lock.ts';
import { turnOff } from '../../kernel/reports/pause.ts';
import type { Step } from '../../kernel/requests/step.ts';
import { signed } from '../../kernel/state/said.ts';
import { readLogId } from '../../log/log-id.ts';
import { type Failure, ok, type Result } from '../../model/failure.ts';
import type { State } from '../../model/state/state.ts';
import { runStep } from '../../step/run-step.ts';
import { explain } from '../../words/explain-failure.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { personName } from '../../workspace/person.ts';
import { readTrust, writeTrust } from '../../workspace/trust.ts';
import { endDaemonHere } from '../daemon/stop.ts';
import { stateOf } from '../frame/open-workspace.ts';
import type { Outcome } from '../frame/outcome.ts';
import { type Person, personHere } from '../frame/person.ts';

/** Goals that ran and are paused now, nodes whose run ended, and why the log does not say so. */
export type Switched = Readonly<{
  paused: readonly string[];
  ended: readonly string[];
  /** What became of the daemon, where there was one. */
  daemon?: string;
  unrecorded?: Failure;
}>;

const NOTHING: Switched = { paused: [], ended: [] };

/** Who may turn it: anybody, but while a goal is open a person at a terminal. */
export function whoSwitches(ws: Workspace): Result<Person, Outcome> {
  const state = stateHere(ws);
  if (!state) return ok({ by: personName() });
  return personHere(state.ok ? state.value : undefined);
}

/** Undefined: this clone has no log of its own. */
export function stateHere(ws: Workspace): Result<State> | undefined {
  return hasOwnLog(ws) ? stateOf(ws) : undefined;
}

/** The log first: killed in between, it is typed again, and says it twice. */
export async function switchHooks(
  ws: Workspace,
  to: 'off' | 'on',
  person: Person,
): Promise<Result<Switched>> {
  // It carries out what is to be paused now.
  const daemon = to === 'off' && hasOwnLog(ws) ? await endDaemonHere(ws) : undefined;
  const recorded = record(ws, to === 'off' ? (step) => turnOff(step, person) : turnOn(person));
  const written = await withInstallLock(ws, () => {
    const trust = readTrust(ws);
    if (!trust) return ok(null);
    const { off: _, ...rest } = trust;
    writeTrust(ws, to === 'off' ? { ...rest, off: new Date().toISOString() } : rest);
    return ok(null);
  });
  if (to === 'off') dropKept(ws);
  return written.ok ? ok({ ...recorded, ...(daemon && { daemon: daemon.text }) }) : written;
}

/** For the person: what was turned holds, but goals that ran were not paused. */
export function unrecordedLines({ unrecorded }: Switched): string[] {
  if (!unrecorded) return [];
  const { message, hint } = explain(unrecorded);
  return [`The log does not say so: ${message} ${hint}`];
}

function turnOn(person: Person): (step: Step) => Switched {
  return (step) => {
    step.emit({ type: 'hooks.turned_on', payload: signed(person) });
    return NOTHING;
  };
}

/** A log that is gone or cannot be read must keep nobody from turning hooks off. */
function record(ws: Workspace, body: (step: Step) => Switched): Switched {
  if (!hasOwnLog(ws)) return NOTHING;
  const result = runStep(ws, body);
  return result.ok ? result.value : { ...NOTHING, unrecorded: result.failure };
}

/** A log that came with the repository is none of this clone. One whose head is damaged may be. */
function hasOwnLog(ws: Workspace): boolean {
  if (!existsSync(files.log(ws))) return false;
  const [id, trust] = [readLogId(ws), readTrust(ws)];
  return trust !== undefined && (id === 'unreadable' || id === trust.log_id);
}
