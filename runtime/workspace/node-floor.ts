// The oldest Node that hooks and CLI run on. Loaded by what an older one starts, so it uses nothing newer.

/** As in package.json. */
export const NODE_FLOOR = '20.19';

export function isBelowFloor(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < 20 || (major === 20 && minor < 19);
}
