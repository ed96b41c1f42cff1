// What a goal begins with: the plan of a template, with what this repository's configuration says.

import { executorsByRole } from '../../documents/executors/executor-named.ts';
import { ownTemplate } from '../../documents/own-template.ts';
import { withoutNeed, withQualityGates } from '../../documents/settings/quality-gates.ts';
import { loadTemplate, type Wanted } from '../../documents/template.ts';
import { readCriteria } from '../../evidence/criteria/read-criteria.ts';
import { isApproved } from '../../evidence/gates/approval.ts';
import { orFailure } from '../../files/file-failure.ts';
import { onTerms, type Plan } from '../../kernel/requests/goals.ts';
import { isSameCommand } from '../../kernel/state/trials.ts';
import { storeGraph } from '../../log/plan-files.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { type CommandGate, gatesInOrder } from '../../model/gate.ts';
import type { KeptGate } from '../../model/gate-schema.ts';
import type { Terms } from '../../model/goal-terms.ts';
import type { NodeSpec } from '../../model/node.ts';
import { CHANGING_ROLES } from '../../model/vocabulary.ts';
import { isSubmodule } from '../../workspace/in-git.ts';
import { oddFailure } from '../../workspace/links.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isOwnRepository, OWN_REPOSITORY } from '../../workspace/repository.ts';
import { approvalsFor, pinnedNow } from '../gates/gate-settings.ts';
import { writersOf } from '../lanes/can-have-lanes.ts';
import { LOCAL_FILE, loadConfig } from './load-config.ts';
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
  const pinned = pinnedNow(ws, config);
  const others = otherGates(nodes, withoutNeed(gates, config));
  const approvals = approvalsFor(ws, { pinned });
  const isChecked = [...gatesIn(nodes), ...others].some((gate) => isApproved(gate, approvals));
  const unprovable = nodes.find((node) => isUnprovable(node, isChecked));
  if (plan.value.risk && unprovable)
    return fail({ kind: 'risk-ungated', template, node: unprovable.id });
  if (wanted.reproduce && !isChecked) return fail(NOTHING_RUNS);
  const recalled = recallAnchors(ws, nodes, request, new Date().toISOString());
  const own = await ownTemplate(ws, template, plan.value, gates);
  const writers = await writersOf(ws, { specs: nodes, edges: plan.value.edges }, config);
  const whole = {
    ...plan.value,
    nodes: isChecked ? nodes : nodes.map(asUnchecked),
    ...(isChecked ? {} : { unchecked: true as const }),
    ...(writers && { writers }),
    pinned,
    recalled,
    ...(own && { own }),
    ...(others.length > 0 && { other_gates: others }),
    ...(criteria?.length && given(criteria, [...gatesIn(nodes), ...others])),
  };
  return keepPlan(ws, onTerms(whole, terms, issue));
}

/** Where nothing that a person approved can run, nobody waits for what only a run shows. */
function asUnchecked({ reproduce: _, ...node }: NodeSpec): NodeSpec {
  const { evidence_level_required: asked } = node.quality;
  const most = asked > 'L1' ? 'L1' : asked;
  return { ...node, quality: { ...node.quality, evidence_level_required: most } };
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

const NOTHING_RUNS = {
  kind: 'refused',
  message: 'A test cannot show the fault first: no check that a person approved runs here.',
  hint: 'To see which could, type in a terminal: wukong gates',
} as const;

const TURNED_OFF = {
  kind: 'refused',
  message: `${LOCAL_FILE} says \`enabled: false\`: hooks are off in this clone now.`,
  hint: 'To turn them on, type in a terminal: wukong on',
} as const;

const NOT_OURS = {
  kind: 'refused',
  message: `.wukong ${OWN_REPOSITORY.why}.`,
  hint: OWN_REPOSITORY.hint,
} as const;

/** L3 is what gates say that the runtime runs itself, and a goal keeps the gates it begins with. */
function isUnprovable({ role, quality, verification_plan }: NodeSpec, isChecked: boolean): boolean {
  if (quality.evidence_level_required !== 'L3' || !CHANGING_ROLES.includes(role)) return false;
  const gates = gatesInOrder(verification_plan);
  return !isChecked || !gates.some((gate) => gate.type !== 'builtin' && gate.mustPass);
}

/** A large plan is on disk before anybody names it. */
function keepPlan(ws: Workspace, plan: Plan): Result<Plan> {
  const kept = orFailure(() => ({ ok: true, plan: storeGraph(ws, plan) }) as const);
  return kept.ok ? ok(kept.plan) : fail(kept.failure);
}
