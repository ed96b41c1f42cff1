import type { Failure } from '../../model/failure.ts';
import { explain } from '../../words/explain-failure.ts';

/** One message for the user: what went wrong, where, and what to do. */
export function explainFailure(failure: Failure): string {
  const { code, message, hint } = explain(failure);
  return `Wukong ${code}: ${message}${hint ? ` ${hint}` : ''}`;
}
