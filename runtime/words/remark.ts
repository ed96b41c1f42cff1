import type { Remark } from '../model/remark.ts';
import { nameOf } from './name-of.ts';
import { reasonText } from './reason.ts';

/** A finding in words, for the agent that has to fix it. */
export function remarkText(remark: Remark): string {
  switch (remark.kind) {
    case 'said':
    case 'missing':
      return remark.text;
    case 'ended':
      return reasonText(remark.because);
    case 'final-gate':
      return `The gate "${remark.gate}" fails on the final tree: ${remark.error}`;
    default:
      return nameOf(remark);
  }
}
