// A person typed /wukong:trust: the checks of the configuration and of open goals may run, as if each had
// been approved with `wukong trust --approve`.

import { configIfConfirmed, configOf } from '../../documents/config.ts';
import { isApproved } from '../../evidence/gates/approval.ts';
import { approvalHash } from '../../evidence/gates/pinned.ts';
import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { changeTrust } from '../../hosts/claude-code/plugin/change-trust.ts';
import { confirmedText, NOT_BY_PLUGIN, trustedText } from '../../hosts/claude-code/plugin/texts.ts';
import { gatesOfGoal } from '../../kernel/graph/proof.ts';
import { pinSettings } from '../../kernel/requests/approvals.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import type { CommandGate, GateApproval } from '../../model/gate.ts';
import type { State } from '../../model/state/state.ts';
import { readState } from '../../step/run-step.ts';
import { keepConfirmed } from '../../workspace/local-config.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { personName } from '../../workspace/person.ts';
import { explainFailure } from '../frame/explain-failure.ts';
import { hostStep } from '../frame/host-step.ts';
import type { Delivery } from '../frame/read-delivery.ts';
import { refuse } from '../frame/refuse.ts';
import { isStartedByClient } from './typed-resume.ts';

export async function onTrust(delivery: Delivery): Promise<Answer> {
  const { ws, trust, env, payload } = delivery;
  if (trust.plugin !== true) return { block: NOT_BY_PLUGIN };
  const now = readState(ws);
  if (!now.ok) return { block: explainFailure(now.failure) };
  if (isStartedByClient(now.state, env)) return refuse(now.state, delivery, { kind: 'no-person' });
  const known = knownHere(delivery, now.state);
  const gained = known.filter((gate) => !isApproved(gate, trust.approvals));
  const written = await changeTrust(ws, (before) => ({
    ...before,
    approvals: [...before.approvals, ...gained.map(approvalOf)],
  }));
  if (!written.ok) return { block: explainFailure(written.error) };
  const about = { prompt: payload.prompt.trim() };
  const result = hostStep(delivery, { payload: about }, (step) => {
    for (const goal of openGoals(step.state)) {
      if (!goal.pinned || gained.length === 0) continue;
      const hashes = gained.map((gate) => approvalHash(approvalOf(gate)));
      const approvals = [...new Set([...goal.pinned.approvals, ...hashes])];
      const by = { changed: ['approvals'] as const, by: personName() };
      pinSettings(step, goal, { ...goal.pinned, approvals }, by);
    }
  });
  if (result.kind === 'failed') return { block: explainFailure(result.failure) };
  const local = openGoals(now.state).length === 0 ? confirmLocal(ws) : [];
  return { block: [trustedText(gained, known.length), ...local].join('\n') };
}

/** What the local file sets counts by the same word. While a goal is open it is asked at a terminal. */
function confirmLocal(ws: Workspace): string[] {
  const { text, unconfirmed } = configIfConfirmed(ws).local;
  if (text === undefined || unconfirmed.length === 0) return [];
  keepConfirmed(ws, { text, isAsked: true });
  return [confirmedText(unconfirmed.map(({ name }) => name))];
}

function knownHere({ ws }: Delivery, state: State): CommandGate[] {
  const all = [...configOf(ws).gates, ...openGoals(state).flatMap(gatesOfGoal)];
  return all.filter(
    (gate, i) => !all.slice(0, i).some((earlier) => isApproved(gate, [approvalOf(earlier)])),
  );
}

/** Exactly what runs. */
function approvalOf({ command, cwd, shell }: CommandGate): GateApproval {
  return { command, ...(cwd === undefined ? {} : { cwd }), ...(shell ? { shell } : {}) };
}
