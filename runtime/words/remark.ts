import type { Remark } from '../model/remark.ts';
import { nameOf } from './plain-text.ts';
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
    case 'kept-report':
      return `Run ${remark.run} of this node reported while what it builds on was open again, so it does not count; what it changed is still in the tree. It said: ${remark.summary}`;
    default:
      return nameOf(remark);
  }
}
