import { type FoundClient, findClient } from '../../scripts/client/find.ts';

let asked: Promise<FoundClient | undefined> | undefined;

/**
 * The real client, found once for each test file. Where there is none, tests of it may be skipped on
 * a person's machine, loudly; in CI that would be a green run that proved nothing, so it throws.
 */
export function requireClient(): Promise<FoundClient | undefined> {
  asked ??= look();
  return asked;
}

async function look(): Promise<FoundClient | undefined> {
  const found = await findClient({ onProgress: (line) => console.error(line) });
  if (found.ok) return found;
  const text = `No Claude Code client to test with: ${found.why}\n  hint: ${found.hint}`;
  if (process.env.CI === 'true') throw new Error(text);
  const bar = '!'.repeat(72);
  console.error(`\n${bar}\n${text}\nTests with the real client are SKIPPED.\n${bar}\n`);
  return undefined;
}
