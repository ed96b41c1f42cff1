// A gate of a run is a call with a key. That it begins is written down before it begins: killed in between, it
// has no result and runs again. One that passed on the same files is not run again within the hour.

import { callKey, type GateCall } from '../../evidence/gates/call-key.ts';
import { recordedCall } from '../../kernel/state/kept-passes.ts';
import type { CommandGate, GateOutcome } from '../../model/gate.ts';
import { notRecorded } from '../../model/not-recorded.ts';
import type { Goal } from '../../model/state/goal.ts';
import { readState, runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';

type Asked = Omit<GateCall, 'goal' | 'node'> & Readonly<{ goal: Goal; run: string | null }>;

/** The recorded result of the same call; else the key under which this one has begun. */
type Begun = Readonly<{ known: GateOutcome } | { key: string }>;

/** Undefined: the goal is not open here, and nothing is recorded of it. */
export function beginCall(ws: Workspace, asked: Asked): Begun | undefined {
  const { gate, run, tree } = asked;
  const goal = asked.goal.id;
  const node = run === null ? null : (asked.goal.runs[run]?.node ?? null);
  const key = callKey({ ...asked, goal, node });
  const at = new Date().toISOString();
  const now = readState(ws, ({ goals }) => {
    const open = goals[goal];
    return open && { call: recordedCall(open, key, at) };
  });
  if (!now.ok) throw new Error(`the state cannot be read: ${now.failure.kind}`);
  if (!now.value) return undefined;
  const { call } = now.value;
  if (call) return { known: { ...asOutcome(gate, call), tree, key } };
  const begun = runStep(
    ws,
    (step) => {
      if (!Object.hasOwn(step.state.goals, goal)) return;
      const scope = { goal_id: goal, ...(node && run && { node_id: node, run_id: run }) };
      step.emit({ type: 'gate.started', ...scope, payload: { gate: gate.name, key, tree } });
    },
    { waitMs: PATIENT_MS },
  );
  if (!begun.ok) throw notRecorded('a gate', begun.failure);
  return { key };
}

/** Nobody waits for a gate as for a hook. */
const PATIENT_MS = 30_000;

function asOutcome({ name, mustPass }: CommandGate, { at, counts }: Recorded): GateOutcome {
  const note = `It passed on exactly these files at ${at}, and was not run again.`;
  return { gate: name, outcome: 'pass', mustPass, ...(counts && { counts }), notes: [note] };
}

type Recorded = NonNullable<ReturnType<typeof recordedCall>>;
