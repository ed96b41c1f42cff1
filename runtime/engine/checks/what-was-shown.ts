// What a goal showed that asks for no red and green: judged once, on its final tree. It is told, and holds nothing up.

import { asksSame, gatesOfGoal } from '../../kernel/graph/proof.ts';
import { type CommandGate, commandText } from '../../model/gate.ts';
import type { Fault } from '../../model/proof.ts';
import type { Saying } from '../../model/saying.ts';
import type { Redact } from '../../privacy/redact.ts';
import { type Change, filesOf } from '../../proof/change.ts';
import { judge } from '../../proof/judge.ts';
import { type Same, sameCases } from '../../proof/same-cases.ts';
import type { Verdict } from '../../proof/verdict.ts';
import { ENGLISH_UNSHOWN, limitIn, nothingShownIn } from '../../words/unshown.ts';
import { sayingOf } from '../../words/verdict.ts';
import { inCopies } from '../gates/known-trials.ts';
import { beyondCopies, installedSince } from './advice.ts';
import type { ProofSubject } from './bench.ts';
import { mayRun } from './commands.ts';
import { besideShown, keptSaying } from './kept-saying.ts';

/** Checks of which it is asked whether they say the same. */
const MOST_COMPARED = 4;
const MOST_NAMED = 5;
const MAX_CHARS = 500;

/** `say`: what a run printed may hold a secret, or be long. */
type Teller = Readonly<{ template: string; say: Redact }>;

export async function whatWasShown(about: ProofSubject): Promise<Fault> {
  const { goal, bench, clean } = about;
  const say = (text: string): string => clean(text).slice(0, MAX_CHARS);
  const teller = { template: goal.template.name, say };
  const change = await bench.change();
  if (!change) return nothing(teller, { is: 'not-compared' });
  if (filesOf(change, 'program', 'both', 'judge').length === 0) {
    const verdict = { is: 'nothing', judge: 0, doubts: [], left: [], rows: [] } as const;
    return nothing(teller, sayingOf({ change, verdict }));
  }
  const tests = gatesOfGoal(goal).filter(({ type }) => type === 'test');
  const may = tests.filter((gate) => mayRun(about, gate));
  const { able, beyond } = await inCopies(about, change.base, may);
  if (able.length === 0) {
    return nothing(teller, beyond ? beyondCopies(beyond).saying : noCheck(tests[0]));
  }
  return asksSame(goal)
    ? await ofSame(about, teller, able)
    : await byVerdict(about, teller, change, able);
}

async function ofSame(
  { bench }: ProofSubject,
  teller: Teller,
  able: readonly CommandGate[],
): Promise<Fault> {
  const told: Fault[] = [];
  for (const gate of able.slice(0, MOST_COMPARED)) {
    const fault = faultBySame(teller, gate, await bench.tell([gate], sameCases));
    told.push(fault);
    if (isLost(fault)) break;
  }
  return mostTelling(told) ?? nothing(teller);
}

/** That something is lost by it says most. */
export function mostTelling(faults: readonly Fault[]): Fault | undefined {
  return faults.find(isLost) ?? faults.find(({ kind }) => kind === 'same') ?? faults[0];
}

/** No other check has to be asked. */
function isLost(fault: Fault): boolean {
  return fault.kind === 'same' && fault.named !== undefined;
}

async function byVerdict(
  { bench }: ProofSubject,
  teller: Teller,
  change: Change,
  gates: readonly CommandGate[],
): Promise<Fault> {
  const verdict = await bench.tell(gates, judge);
  const touched = [...new Set(verdict.rows.flatMap((row) => row.touched ?? []))];
  const dirty = verdict.is === 'shown' ? installedSince(touched) : undefined;
  if (dirty) return nothing(teller, dirty.saying);
  const checks = gates.map((gate) => ({ gate }));
  const fault = faultByVerdict(teller, { ...change, checks }, verdict);
  const shown = verdict.is === 'shown' ? gates[verdict.check] : undefined;
  if (shown && fault.kind === 'shown') bench.shown(shown, fault);
  return fault;
}

/** A new function that its tests cannot load without is shown, and its limit says by what. */
export function faultByVerdict(teller: Teller, change: Change, verdict: Verdict): Fault {
  const { say } = teller;
  const saying = sayingOf({ change, verdict });
  const gate = verdict.is === 'shown' ? change.checks[verdict.check]?.gate : undefined;
  if (saying.is !== 'shown' || !gate) return nothing(teller, saying);
  const limit = limitIn(ENGLISH_UNSHOWN, saying);
  return {
    kind: 'shown',
    check: say(commandText(gate.command)),
    ...(limit !== undefined && { limit: say(limit) }),
    ...besideShown(saying, say),
  };
}

export function faultBySame(teller: Teller, gate: CommandGate, same: Same): Fault {
  const command = commandText(gate.command);
  const check = teller.say(command);
  switch (same.is) {
    case 'same':
      return { kind: 'same', check, ...(same.cases !== undefined && { cases: same.cases }) };
    case 'differs': {
      const { broken, gone } = same;
      const named = [...broken, ...gone].slice(0, MOST_NAMED).map(({ name }) => teller.say(name));
      return { kind: 'same', check, broken: broken.length, gone: gone.length, named };
    }
    case 'unable': {
      const { ended, why } = same.row;
      if (ended === 'fail') return nothing(teller, { is: 'fails', check: command, on: same.on });
      const because = { on: same.on, ended, why };
      return nothing(teller, { is: 'unable', check: command, because });
    }
  }
}

function nothing({ template, say }: Teller, saying: Saying = { is: 'not-compared' }): Fault {
  const why = say(nothingShownIn(ENGLISH_UNSHOWN, saying));
  return { kind: 'not-asked', template, why, saying: keptSaying(saying, say) };
}

function noCheck(waiting: CommandGate | undefined): Saying {
  return waiting ? { is: 'not-approved', check: commandText(waiting.command) } : { is: 'no-check' };
}
