import type { CompiledConfig } from '../../model/state/compiled-config.ts';

/** What makes a node the next one, where nobody says otherwise: the sum is 1. */
export const NEXT_WEIGHTS = { priority: 0.6, age: 0.2, dependencies: 0.2 } as const;
export type NextWeight = keyof typeof NEXT_WEIGHTS;

export function weightsOf({
  next_weights = NEXT_WEIGHTS,
}: Pick<CompiledConfig, 'next_weights'>): Readonly<Record<NextWeight, number>> {
  return next_weights;
}
