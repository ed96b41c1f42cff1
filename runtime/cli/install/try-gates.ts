// Gates tried before work rests on them: `wukong gates --try`, and what `wukong init` offers.

import { configOf } from '../../documents/config.ts';
import { takeTree } from '../../engine/changes/changes.ts';
import { pinnedNow } from '../../engine/gates/gate-settings.ts';
import { knownTrial } from '../../engine/gates/known-trials.ts';
import { GatesStopped } from '../../engine/gates/node-gates.ts';
import { isWrittenIn, type TrialWhere, tryGate } from '../../engine/trials/try-gate.ts';
import { CI_QUERY } from '../../evidence/gates/ci-result.ts';
import { endsAlike } from '../../kernel/state/trials.ts';
import type { CommandGate } from '../../model/gate.ts';
import type { Pinned, Trial } from '../../model/gate-schema.ts';
import { runStep } from '../../step/run-step.ts';
import { trialText, wayOutText } from '../../words/evidence-copies.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { readTrust } from '../../workspace/trust.ts';
import { confirmFirst } from '../config/confirm-local.ts';
import { ask } from '../frame/ask.ts';
import { openTrusted } from '../frame/open-workspace.ts';
import {
  done,
  EXIT,
  failed,
  misused,
  needsPerson,
  type Outcome,
  problem,
} from '../frame/outcome.ts';
import { colors, isAttended } from '../frame/output.ts';
import { atWork } from '../frame/progress.ts';
import { commandLine, knownGates, sameApproval, unapproved } from './known-gates.ts';
import { hasGate } from './no-gate.ts';

type Result = Readonly<{ gate: CommandGate; trial?: Trial; problem?: string }>;

/** `wukong gates --try`. */
export async function tryApproved(words: readonly string[]): Promise<Outcome> {
  if (words.length > 0) {
    return misused('--try takes no paths.', 'It tries every gate that may run: wukong gates --try');
  }
  const opened = openTrusted();
  if (!opened.ok) return failed(opened.error);
  const { ws } = opened.value;
  await confirmFirst(ws);
  const gates = await gatesToTry(ws);
  if (gates.length === 0) {
    return hasGate(await knownGates(ws))
      ? needsPerson('No gate may run here.', 'Approve one: wukong trust --approve [--gate NAME]')
      : needsPerson(
          'No gate is configured.',
          'What was found here, and what to write: wukong gates',
        );
  }
  const tried = await tryAll(ws, gates);
  return 'exit' in tried ? tried : outcomeOf(tried);
}

/** Those a person approved. What asks another computer checks nothing here. */
export async function gatesToTry(ws: Workspace): Promise<readonly CommandGate[]> {
  const { gates } = await knownGates(ws);
  const open = unapproved(gates, readTrust(ws)?.approvals ?? []);
  return gates.filter((gate) => !open.includes(gate) && !sameApproval(gate, CI_QUERY));
}

/** One after the other; each result is in the log before the next gate begins. */
export async function tryAll(
  ws: Workspace,
  gates: readonly CommandGate[],
): Promise<readonly Result[] | Outcome> {
  if (isWrittenIn(ws, ws.worktree)) {
    const message =
      'An agent changes files in this working tree at the moment, so no gate is tried.';
    return problem(EXIT.failed, {
      kind: 'tree-busy',
      message,
      hint: 'Try again when `wukong status` shows no body, tongue or mind at work.',
    });
  }
  const stop = new AbortController();
  const end = (): void => stop.abort('ended');
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, end);
  try {
    const results: Result[] = [];
    const where = { ws, worktree: ws.worktree, pinned: pinnedHere(ws), stop: stop.signal };
    for (const gate of gates) {
      const result = await tryOne(where, gate);
      if ('exit' in result) return result;
      results.push(result);
    }
    return results;
  } catch (error) {
    if (!(error instanceof GatesStopped)) throw error;
    const message = 'Stopped before all gates were tried.';
    return problem(EXIT.failed, { kind: 'stopped', message, hint: 'wukong gates --try' });
  } finally {
    for (const signal of signals) process.off(signal, end);
  }
}

/** As a goal that began now would run its gates: no hook may have read the configuration yet. */
function pinnedHere(ws: Workspace): Pinned {
  return pinnedNow(ws, configOf(ws).config);
}

async function tryOne(where: TrialWhere, gate: CommandGate): Promise<Result | Outcome> {
  let place = '';
  const onPlace: TrialWhere['onPlace'] = (now) => {
    place = now === 'copy' ? 'runs in a clean copy' : 'runs here';
  };
  const tried = await atWork(
    () => `${oneLine(gate.name, 40)} ${place}`,
    () => tryGate({ ...where, onPlace }, gate),
  );
  if (!tried.ok) return { gate, problem: tried.error };
  const trial = tried.value;
  const kept = runStep(where.ws, (step) => step.emit({ type: 'gate.tried', payload: trial }));
  return kept.ok ? { gate, trial } : failed(kept.failure);
}

/** For each gate how it ended, and where that differs why, and what to do. */
export function trialLines(results: readonly Result[]): string[] {
  return results.flatMap(({ gate, trial, problem: why }) => {
    const name = commandLine(gate);
    if (!trial)
      return [`  ${name}  ${colors.yellow(`could not be tried: ${oneLine(why ?? '', 240)}`)}`];
    const next = wayOutText(trial);
    const text = `${oneLine(trialText(trial), 300)}.`;
    return [
      `  ${name}  ${isGood({ gate, trial }) ? text : colors.yellow(text)}`,
      ...(next === '' ? [] : [`    ${oneLine(next, 400)}`]),
    ];
  });
}

function isGood({ trial }: Result): boolean {
  return trial !== undefined && endsAlike(trial);
}

/** Where a gate ends differently, the exit code says so. */
function outcomeOf(results: readonly Result[]): Outcome {
  const isFine = results.every(isGood);
  const text = ['Tried once here and once in a clean copy:', ...trialLines(results)].join('\n');
  const tried = results.map(({ gate, trial, problem: why }) => ({
    name: gate.name,
    command: gate.command,
    ...(trial ? shown(trial) : { problem: why }),
  }));
  const about = done(text, { tried });
  return isFine ? about : { ...about, exit: EXIT.failed, isAnswer: true };
}

function shown(trial: Trial) {
  const { here, copy, cause, basis, tree } = trial;
  return { here, copy, cause, next: wayOutText(trial), alike: endsAlike(trial), basis, tree };
}

/** Asks a person at a terminal, for gates of which nothing is known yet. What came of it, as lines. */
export async function offerTrial(ws: Workspace): Promise<readonly string[]> {
  if (!isAttended()) return [];
  const gates = await untried(ws);
  if (gates.length === 0) return [];
  const what = gates.length === 1 ? 'the gate' : `the ${gates.length} gates`;
  const question = `Try ${what} now, once here and once in a clean copy? Ctrl-C ends it.`;
  if ((await ask(question)) !== true) return ['To try the gates later: wukong gates --try'];
  const tried = await tryAll(ws, gates);
  if ('exit' in tried) return [tried.text];
  return ['Tried once here and once in a clean copy:', ...trialLines(tried)];
}

async function untried(ws: Workspace): Promise<readonly CommandGate[]> {
  const gates = await gatesToTry(ws);
  const taken = gates.length > 0 ? await takeTree(ws, ws.worktree) : undefined;
  if (!taken?.ok) return [];
  const goal = { pinned: pinnedHere(ws) };
  const at = { ws, worktree: ws.worktree, tree: taken.value, goal };
  const known = await Promise.all(gates.map((gate) => knownTrial(at, gate)));
  return gates.filter((_, i) => !known[i]?.here);
}
