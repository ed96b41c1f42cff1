export function writeReport(..._: unknown[]): void {}
