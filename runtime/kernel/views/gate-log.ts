import { sha256 } from '../retries/sha256.ts';

/** Where the output of a gate lies in an order folder. Two names in another script must not share a file. */
export function gateLog(gate: string): string {
  const plain = gate.replaceAll(/[^\w-]+/g, '-');
  return /^[\x20-\x7e]*$/.test(gate)
    ? `gate-${plain}.log`
    : `gate-${plain}-${sha256(gate).slice(0, 8)}.log`;
}
