import { expect } from 'vitest';
import { discovered, takenByInit } from '../../runtime/hosts/claude-code/discover/discovered.ts';

export type Files = Readonly<Record<string, string>>;

/** What is proposed for a repository of these files, and what of it the first configuration takes. */
export function found(files: Files, touched: readonly string[] = []) {
  const { proposals, unread, without, leftOut } = discovered(
    { paths: Object.keys(files), read: (path) => files[path], isExecutable: () => false },
    touched,
  );
  const names = proposals.map(({ gate }) => gate.name);
  expect(new Set(names).size).toBe(names.length);
  return {
    told: proposals.map(
      ({ gate, source }) => `${source.file}:${source.line} ${gate.type}: ${gate.name}`,
    ),
    taken: takenByInit(proposals).map(({ gate }) => gate.name),
    proposals,
    unread,
    without,
    leftOut,
  };
}
