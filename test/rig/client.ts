import { type FoundClient, findClient } from '../../scripts/client/find.ts';
import { hasTmux } from '../../scripts/client/terminal.ts';

let asked: Promise<FoundClient | undefined> | undefined;

/**
 * The real client, found once for each test file. Where there is none, tests of it may be skipped on
 * a person's machine, loudly; in CI that would be a green run that proved nothing, so it throws.
 */
export function requireClient(): Promise<FoundClient | undefined> {
  asked ??= look();
  return asked;
}

/** The same for tests in a terminal, which need tmux as well. */
export async function requireTerminal(): Promise<FoundClient | undefined> {
  const client = await requireClient();
  if (!client || (await hasTmux())) return client;
  const text =
    'No tmux to run the terminal UI in. Install it: apt-get install tmux, brew install tmux.';
  if (process.env.CI === 'true') throw new Error(text);
  console.error(`\n${text}\nTests in a terminal are SKIPPED.\n`);
  return undefined;
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
