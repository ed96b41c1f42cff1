import type { CommandGate, Gate } from '../../model/gate.ts';
import type { NodeSpec } from '../../model/node.ts';
import type { CompiledConfig } from '../../model/state/compiled-config.ts';

/**
 * A goal keeps the checks it begins with, so this is where `quality_gates` counts: a command that need not pass
 * warns when it fails, and is no proof; without aspects an audit says what it finds by itself.
 */
export function withQualityGates(nodes: readonly NodeSpec[], config: CompiledConfig): NodeSpec[] {
  const isRequired = config.deterministic_required;
  const isReviewed = config.llm_review_enabled;
  return nodes.map((node) => {
    const { llm_review, behavioral, deterministic, ...plan } = node.verification_plan;
    const verification_plan = {
      ...plan,
      deterministic: isRequired ? deterministic : deterministic.map(onlyWarning),
      ...(behavioral && { behavioral: isRequired ? behavioral : behavioral.map(onlyWarning) }),
      ...(llm_review && isReviewed && { llm_review }),
    };
    return { ...node, verification_plan };
  });
}

/** The same of gates that no node asks for. */
export function withoutNeed(
  gates: readonly CommandGate[],
  config: CompiledConfig,
): readonly CommandGate[] {
  return config.deterministic_required ? gates : gates.map(onlyWarning);
}

/** Checks of ours over report and trees are no commands. */
function onlyWarning<G extends Gate>(gate: G): G {
  return gate.type === 'builtin' ? gate : { ...gate, mustPass: false };
}
