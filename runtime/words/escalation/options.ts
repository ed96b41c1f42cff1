// The three ways on from what a person is asked, by what it is about. Each is one the runtime can go, or a
// command that the person types; none is only advice.

import { asksToLook } from '../../model/in-doubt.ts';
import { inDoubt } from './doubt-ways.ts';
import {
  budget,
  cutShort,
  deadline,
  finalGate,
  settings,
  withoutPack,
  workGone,
} from './goal-ways.ts';
import {
  credential,
  criteria,
  denied,
  leave,
  notShown,
  question,
  rejected,
  stuckGate,
  tests,
  unchanged,
  usedUp,
} from './node-ways.ts';
import { foundByPlanB } from './plan-b-ways.ts';
import { raiseFor } from './raise.ts';
import { type Asked, LETTERS, type Option, type Three } from './way.ts';

export function optionsOf(asked: Asked): readonly Option[] {
  return waysOf(asked).map((way, i) => ({ option: LETTERS[i] ?? 'C', ...way }));
}

function waysOf(asked: Asked): Three {
  const { reason, packet } = asked;
  const { because } = packet;
  if (packet.asked.length > 0) return leave(asked);
  if (reason === 'missing_credential') return credential(asked);
  switch (because.kind) {
    case 'rejected':
    case 'nothing-to-reopen':
      return rejected(asked);
    case 'fault-not-shown':
      return asksToLook(because) ? inDoubt(asked, because) : notShown(asked);
    case 'no-change':
      return unchanged(asked);
    case 'criteria-open':
      return criteria(asked, because);
    case 'tests-changed':
      return tests(asked, because);
    case 'gate-stuck':
      return stuckGate(asked, because.gate);
    case 'denied':
      return denied(asked, because);
    case 'work-gone':
      return workGone(asked);
    case 'runs-used-up':
    case 'stuck':
      return (packet.plan_b && foundByPlanB(packet.plan_b)) ?? usedUp(asked);
    case 'final-gate-unfixable':
      return finalGate(asked);
    case 'last-nodes-skipped':
      return cutShort(asked);
    case 'settings-changed':
      return settings(asked);
    case 'deadline-passed':
      return deadline(asked, raiseFor(because));
    case 'budget-exceeded':
      return budget(asked, raiseFor(because));
    case 'context-pack-missing':
      return withoutPack(asked);
    default:
      return question(asked, because);
  }
}
