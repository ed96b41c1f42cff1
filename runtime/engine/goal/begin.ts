// What begins a goal: templates and configuration (YAML, schemas), and the repository's history.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Compiled, configOf } from '../../documents/config.ts';
import { executorsByRole } from '../../documents/executors/executor-named.ts';
import { ownTemplate } from '../../documents/own/own-template.ts';
import { withoutNeed, withQualityGates } from '../../documents/settings/quality-gates.ts';
import { loadTemplate, type Wanted } from '../../documents/template.ts';
import { readCriteria } from '../../evidence/criteria/read-criteria.ts';
import { putFile } from '../../files/atomic-write.ts';
import { orFailure } from '../../files/file-failure.ts';
import { turnOff } from '../../kernel/reports/verifier.ts';
import { onTerms, openGoals, type Plan } from '../../kernel/requests/goals.ts';
import type { Step } from '../../kernel/requests/step.ts';
import { isSameCommand } from '../../kernel/state/trials.ts';
import { storeGraph } from '../../log/plan-files.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import { type CommandGate, gatesInOrder } from '../../model/gate.ts';
import type { KeptGate } from '../../model/gate-schema.ts';
import type { Terms } from '../../model/goal-terms.ts';
import type { NodeSpec } from '../../model/node.ts';
import type { Notice } from '../../model/notice.ts';
import { CHANGING_ROLES } from '../../model/vocabulary.ts';
import { redactor } from '../../privacy/redact.ts';
import { readState, runStep } from '../../step/run-step.ts';
import { explain } from '../../words/explain-failure.ts';
import { isSubmodule } from '../../workspace/in-git.ts';
import { makeFolder, oddFailure } from '../../workspace/links.ts';
import { keepNarrowed } from '../../workspace/local-config.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { isOwnRepository, OWN_REPOSITORY } from '../../workspace/repository.ts';
import { readTrust, writeTrust } from '../../workspace/trust.ts';
import { pinnedNow } from '../gates/gate-settings.ts';
import { recallAnchors } from './recall-anchors.ts';

/** `request`: the words that anchors are recalled by. All else: what a person asked for. */
type Wish = Readonly<{
  request: string;
  terms?: Terms;
  issue?: string | undefined;
  /** When it is reached, instead of what the template says. */
  criteria?: readonly string[] | undefined;
}> &
  Pick<Wanted, 'risk' | 'reproduce' | 'params' | 'allow'>;

/**
 * The plan a template gives in this repository, with the gates its configuration names and the anchors that
 * fit the request.
 */
export async function planGoal(
  ws: Workspace,
  template: string,
  { request, terms, issue, criteria, ...wanted }: Wish,
): Promise<Result<Plan>> {
  if (isOwnRepository(ws) || isSubmodule(ws)) return fail(NOT_OURS);
  const odd = oddFailure(ws);
  if (odd) return fail(odd);
  const { gates, config, executors, isTurnedOff } = loadConfig(ws);
  if (isTurnedOff) return fail(TURNED_OFF);
  const plan = await loadTemplate(ws, template, gates, {
    ...wanted,
    executors: executorsByRole(executors),
  });
  if (!plan.ok) return plan;
  const nodes = withQualityGates(plan.value.nodes, config);
  const unprovable = nodes.find(isUnprovable);
  if (plan.value.risk && unprovable)
    return fail({ kind: 'risk-ungated', template, node: unprovable.id });
  const recalled = recallAnchors(ws, nodes, request, new Date().toISOString());
  const pinned = pinnedNow(ws, config);
  const own = await ownTemplate(ws, template, plan.value, gates);
  const others = otherGates(nodes, withoutNeed(gates, config));
  const whole = {
    ...plan.value,
    nodes,
    pinned,
    recalled,
    ...(own && { own }),
    ...(others.length > 0 && { other_gates: others }),
    ...(criteria?.length && given(criteria, [...gatesIn(nodes), ...others])),
  };
  return keepPlan(ws, onTerms(whole, terms, issue));
}

/** A record has its limit; nobody has as many checks. */
const MOST_OTHER_BYTES = 8 * 1024;

/** What the configuration has, and no node runs under that name or another one. */
function otherGates(nodes: readonly NodeSpec[], gates: readonly CommandGate[]): KeptGate[] {
  const asked = gatesIn(nodes);
  let bytes = 0;
  return gates
    .filter((gate) => !asked.some((one) => one.name === gate.name || isSameCommand(one, gate)))
    .filter((gate) => {
      bytes += Buffer.byteLength(JSON.stringify(gate));
      return bytes <= MOST_OTHER_BYTES;
    })
    .map(asKept);
}

function asKept({ command, env, outputs, ...gate }: CommandGate): KeptGate {
  return {
    ...gate,
    command: [...command],
    ...(env && { env: [...env] }),
    ...(outputs && { outputs: outputs.map((one) => ({ ...one })) }),
  };
}

function gatesIn(nodes: readonly NodeSpec[]): CommandGate[] {
  return nodes
    .flatMap(({ verification_plan }) => gatesInOrder(verification_plan))
    .filter((gate) => gate.type !== 'builtin');
}

const MOST_CRITERIA = 20;

/** Each is looked at by itself, as if an ear had written it. */
function given(
  texts: readonly string[],
  gates: readonly CommandGate[],
): Required<Pick<Plan, 'success_criteria' | 'criteria'>> {
  const list = readCriteria(texts.slice(0, MOST_CRITERIA), gates);
  return {
    success_criteria: [...texts],
    criteria: {
      list: list.map((one, i) => ({ ...one, number: i + 1, node: '' })),
      more: texts.length - list.length,
    },
  };
}

const NOT_OURS = {
  kind: 'refused',
  message: `.wukong ${OWN_REPOSITORY.why}.`,
  hint: OWN_REPOSITORY.hint,
} as const;

/** L3 is what gates say that the runtime runs itself, and a goal keeps the gates it begins with. */
function isUnprovable({ role, quality, verification_plan }: NodeSpec): boolean {
  if (quality.evidence_level_required !== 'L3' || !CHANGING_ROLES.includes(role)) return false;
  return !gatesInOrder(verification_plan).some((gate) => gate.type !== 'builtin' && gate.mustPass);
}

/** A large plan is on disk before anybody names it. */
function keepPlan(ws: Workspace, plan: Plan): Result<Plan> {
  const kept = orFailure(() => ({ ok: true, plan: storeGraph(ws, plan) }) as const);
  return kept.ok ? ok(kept.plan) : fail(kept.failure);
}

type Loaded = Compiled & Readonly<{ isTurnedOff?: true }>;

/** Reads the configuration files; what was accepted is a fact, and so is what was wrong with them. */
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

const LOCAL_FILE = '.wukong/config.local.yaml';
const TURNED_OFF = {
  kind: 'refused',
  message: `${LOCAL_FILE} says \`enabled: false\`: hooks are off in this clone now.`,
  hint: 'To turn them on, type in a terminal: wukong on',
} as const;

function tellEverybody(step: Step, about: Notice): void {
  for (const session_id of Object.keys(step.state.sessions)) {
    step.emit({ type: 'notice.added', session_id, payload: { about } });
  }
}

function runGit(cwd: string, args: readonly string[]) {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    GIT_OPTIONAL_LOCKS: '0',
  };
  return spawnSync('git', args, { cwd, encoding: 'utf8', timeout: 10_000, env });
}

/** One message for the user: what went wrong, where, and what to do. */
export function explainFailure(failure: Failure): string {
  const { code, message, hint } = explain(failure);
  return `Wukong ${code}: ${message}${hint ? ` ${hint}` : ''}`;
}

/** The last commits, for the work orders of roles that have no shell to ask git themselves. */
export function keepHistory(ws: Workspace, artifacts: string): void {
  const git = runGit(ws.worktree, ['log', '-n', '15', '--date=short', '--format=%h %ad %s', '--']);
  // A repository without commits has no history, and git says so by failing.
  const text = git.status === 0 ? redactor(process.env)(git.stdout) : '';
  const folder = files.artifacts(ws, artifacts);
  makeFolder(ws, folder);
  if (text !== '') putFile(join(folder, 'history.txt'), text);
}
