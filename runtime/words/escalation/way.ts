// What an option is, and what it is one of.

import type { AskedPacket } from '../../model/facts/escalation.ts';
import type { EscalationReason } from '../../model/vocabulary.ts';
import type { Does, Effort, WayName } from '../../model/ways.ts';

export const LETTERS = ['A', 'B', 'C'] as const;
export type Letter = (typeof LETTERS)[number];

export type Option = Readonly<{
  option: Letter;
  name: WayName;
  does: Does;
  estimated_effort: Effort;
}>;

export type Asked = Readonly<{
  goal: string;
  node: string | null;
  reason: EscalationReason;
  packet: AskedPacket;
}>;
