// What the guard says to an agent whose call it holds: what it is about, why, and what to do instead.
// Short, because the agent reads it at every call it repeats.

import { clip } from './answer.ts';

const MAX_WHY = 500;

export function heldText(why: string, instead: string): string {
  return `Wukong holds this call: ${clip(why, MAX_WHY)} ${instead}`;
}

export function approvalText(rule: string, action: string): string {
  const asked = clip(action, MAX_WHY);
  return `Wukong holds this call: ${rule} waits for a person. Do not reach it another way. Do what can be done without it; then report \`Status: blocked\`, with this line under \`Questions:\`\n- May I: ${asked}`;
}

export function lockedText(why: string): string {
  return `Wukong holds this call, because it could not record it (${clip(why, MAX_WHY)}). Try again in a moment.`;
}
