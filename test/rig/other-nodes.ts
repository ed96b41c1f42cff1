import { fetchProgram } from '../../scripts/client/fetch.ts';
import { nodeProgram } from '../../scripts/client/node-program.ts';

/** The newer Nodes users have: one of each line that is maintained, above the floor all else runs on. */
export const OTHER_NODES = ['22.23.3', '24.21.0'] as const;

/** The path of a Node of that version. Where there is none: as with the client, loud, and an error in CI. */
export async function requireNode(version: string): Promise<string | undefined> {
  const found = await fetchProgram(nodeProgram(version), {
    env: process.env,
    onProgress: (line) => console.error(line),
  });
  if (found.ok) return found.value;
  const text = `No Node ${version} to test with: ${found.error}`;
  if (process.env.CI === 'true') throw new Error(text);
  console.error(`\n${text}\nTests on this Node are SKIPPED.\n`);
  return undefined;
}
