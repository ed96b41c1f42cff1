/** Whether it is the turn of number `nth`, where one of every `of` has its turn; with which it begins depends on `seed`. */
export function isTurn(seed: number, name: string, nth: number, of: number): boolean {
  return nth % of === hash(`${seed} ${name}`) % of;
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value;
}
