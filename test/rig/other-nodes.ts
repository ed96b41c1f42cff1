import { fetchProgram, type Program } from '../../scripts/client/fetch.ts';

/** The newer Nodes users have: one of each line that is maintained, above the floor all else runs on. */
export const OTHER_NODES = ['22.23.3', '24.21.0'] as const;

/** The path of a Node of that version. Where there is none: as with the client, loud, and an error in CI. */
export async function requireNode(version: string): Promise<string | undefined> {
  const found = await fetchProgram(programOf(version), {
    env: process.env,
    onProgress: (line) => console.error(line),
  });
  if (found.ok) return found.value;
  const text = `No Node ${version} to test with: ${found.error}`;
  if (process.env.CI === 'true') throw new Error(text);
  console.error(`\n${text}\nTests on this Node are SKIPPED.\n`);
  return undefined;
}

function programOf(version: string): Program {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  return {
    npmName: `${name}@${version}`,
    folder: `${name}-${version}`,
    executable: process.platform === 'win32' ? 'bin/node.exe' : 'bin/node',
    title: `Node ${version} (about 50 MB, once)`,
  };
}
