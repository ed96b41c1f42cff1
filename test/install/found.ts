import { expect } from 'vitest';
import {
  proposeGates,
  takenByInit,
} from '../../runtime/hosts/claude-code/discover/discover-gates.ts';
import { Sandbox } from './temporary.ts';

export type Files = Readonly<Record<string, string>>;

/** What is proposed for a repository of these files, and what of it the first configuration takes. */
export async function found(files: Files, touched: readonly string[] = []) {
  using sandbox = await Sandbox.create();
  for (const [path, text] of Object.entries(files)) sandbox.write(path, text);
  const { proposals, unread } = proposeGates(sandbox.ws, touched);
  const names = proposals.map(({ gate }) => gate.name);
  expect(new Set(names).size).toBe(names.length);
  return {
    told: proposals.map(
      ({ gate, source }) => `${source.file}:${source.line} ${gate.type}: ${gate.name}`,
    ),
    taken: takenByInit(proposals).map(({ gate }) => gate.name),
    proposals,
    unread,
  };
}
