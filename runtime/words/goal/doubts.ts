// What is in doubt of a goal, in words.

import type { GateOutcome } from '../../model/gate.ts';
import type { Doubt } from '../../result/goal-result.ts';
import { warningOf } from '../counts-text.ts';
import { besideText } from '../fault.ts';
import { asSentence, upperFirst } from '../plain-text.ts';

/** Whole sentences; none where the sentence about the fault says it. */
export function doubtTexts(doubt: Doubt): string[] {
  switch (doubt.kind) {
    case 'beside':
      return [besideText(doubt.beside)].filter((text) => text !== '');
    case 'criteria':
      return [`Not seen to hold: ${doubt.open.map((number) => `criterion ${number}`).join(', ')}.`];
    case 'gate':
      return [gateText(doubt.gate)];
    case 'claim':
      return [`${doubt.claimed} was claimed, ${doubt.level} was seen.`];
    case 'places':
      return [`${doubt.total - doubt.resolved} of ${doubt.total} cited places do not resolve.`];
    case 'seal':
      return [asSentence(upperFirst(doubt.why))];
    case 'older-tree':
      return ['Measured on an older tree.'];
  }
}

/** With the nodes it is about. */
export function doubtLines(doubts: readonly Doubt[]): string[] {
  const lines = doubts.flatMap((doubt) => {
    const of = doubt.nodes.length === 0 ? '' : `${doubt.nodes.join(', ')}: `;
    return doubtTexts(doubt).map((text) => of + text);
  });
  return [...new Set(lines)];
}

/** What failed and held nothing up is called a warning elsewhere. */
function gateText(gate: GateOutcome): string {
  const warning = warningOf(gate);
  if (warning !== undefined) return warning;
  const { gate: name, outcome, error } = gate;
  if (outcome === 'unavailable') {
    return asSentence(`The gate "${name}" could not run${error ? `: ${error}` : ''}`);
  }
  const how = outcome === 'timeout' ? 'ran out of time' : 'failed';
  return `The gate "${name}" ${how}${error ? ` (${error})` : ''}.`;
}
