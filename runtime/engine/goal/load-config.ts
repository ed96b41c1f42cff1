// The configuration files as they are now: what was accepted of them is a fact, and so is what was wrong.

import { type Compiled, configOf } from '../../documents/config.ts';
import { turnOff } from '../../kernel/reports/pause.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import type { Step } from '../../kernel/requests/step.ts';
import type { Notice } from '../../model/notice.ts';
import { readState, runStep } from '../../step/run-step.ts';
import { keepNarrowed } from '../../workspace/local-config.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { readTrust, writeTrust } from '../../workspace/trust.ts';

export const LOCAL_FILE = '.wukong/config.local.yaml';

type Loaded = Compiled & Readonly<{ isTurnedOff?: true }>;

export function loadConfig(ws: Workspace): Loaded {
  const now = readState(ws, () => undefined);
  const lastGood = now.ok ? now.state.config : undefined;
  const read = configOf(ws, lastGood);
  const compiled = keepNarrowed(ws, read.local) ? configOf(ws, lastGood) : read;
  if (!now.ok || now.state.config.stamp === compiled.config.stamp) return compiled;
  const taken = runStep(ws, (step) => {
    if (step.state.config.stamp === compiled.config.stamp) return false;
    const wasOn = step.state.config.enabled;
    step.emit({ type: 'config.loaded', payload: { config: compiled.config } });
    const { problem, unconfirmed: what } = compiled.config;
    if (problem) tellEverybody(step, { kind: 'config-rejected', problem });
    if (what) tellEverybody(step, { kind: 'local-unconfirmed', what });
    return wasOn && !compiled.config.enabled && turnOffByFile(step);
  });
  if (!taken.ok || !taken.value) return compiled;
  const trust = readTrust(ws);
  if (trust) writeTrust(ws, { ...trust, off: new Date().toISOString() });
  return { ...compiled, isTurnedOff: true };
}

/**
 * `enabled: false` is taken up once, so that `wukong on` undoes it whatever the file says. While a goal is open
 * a person turns hooks off at a terminal: a program may have written the file.
 */
function turnOffByFile(step: Step): boolean {
  if (openGoals(step.state).length > 0) {
    tellEverybody(step, { kind: 'off-uncounted' });
    return false;
  }
  turnOff(step, { by: LOCAL_FILE });
  return true;
}

function tellEverybody(step: Step, about: Notice): void {
  for (const session_id of Object.keys(step.state.sessions)) {
    step.emit({ type: 'notice.added', session_id, payload: { about } });
  }
}
