// A Chromium of this machine, to look at pages with. None is installed for it.

import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Ended, run } from './child.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chromium-headless-shell'];

/** `CHROME_PATH`, else the first of its names on the PATH. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.CHROME_PATH) return env.CHROME_PATH;
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // Not there, or not for us to run.
  }
}

export type Looked = Readonly<{ width: number; height: number; dark?: boolean; picture?: string }>;

/** Opens a file without a window and ends: prints its elements, or takes a picture. */
export async function openPage(
  browser: string,
  file: string,
  { width, height, dark, picture }: Looked,
): Promise<Ended> {
  const home = mkdtempSync(join(tmpdir(), 'wukong-browser-'));
  const args = [
    '--headless',
    // A user of its own for each tab is more than a container may have. The page runs nothing.
    '--no-sandbox',
    '--disable-gpu',
    '--hide-scrollbars',
    `--user-data-dir=${home}`,
    `--window-size=${width},${height}`,
    ...(dark ? ['--blink-settings=preferredColorScheme=0'] : []),
    picture === undefined ? '--dump-dom' : `--screenshot=${picture}`,
    pathToFileURL(file).href,
  ];
  try {
    const env = { PATH: process.env.PATH ?? '', HOME: home };
    return await run(browser, args, { env, timeoutMs: 60_000 });
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}
