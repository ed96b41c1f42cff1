// The client puts the name of a plugin before those of its commands and agents: `/wukong:fix`, `wukong:eye`.
// Inside, everything has the short names; they are changed here, where they come in and go out.

import type { Role } from '../../../model/vocabulary.ts';

export function agentName(role: Role, isPlugin: boolean): string {
  return isPlugin ? `wukong:${role}` : role;
}

/** `/wukong:fix it` as `/wukong_fix it`, and `/wukong:do it` as `/wukong it`. */
export function withShortName(prompt: string): string {
  return prompt
    .replace(/^(\s*\/wukong):do(?=\s|$)/, '$1')
    .replace(/^(\s*\/wukong):(?=[a-z])/, '$1_');
}
