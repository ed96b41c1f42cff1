import type { FailedGates } from '../../model/shortfall.ts';

/** `门禁“lint”失败：src/a.js:3 …` */
export function failedText({ gate, says }: FailedGates[number]): string {
  return `门禁“${gate}”失败${says === undefined ? '' : `：${says}`}`;
}
