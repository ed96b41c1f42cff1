/** Closes a switch: a new member of the union fails to compile here, and throws if it got past that. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
