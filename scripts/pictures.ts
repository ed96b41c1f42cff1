// `npm run pictures`: takes the pictures of docs/show.md from the goal of `npm start`. Needs a Chromium.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser, type Looked, openPage } from './client/browser.ts';
import { type Ended, run } from './client/child.ts';
import { PROJECT } from './example.ts';

const PICTURES: Readonly<Record<string, Looked>> = {
  'show.png': { width: 900, height: 830 },
  'show-phone.png': { width: 400, height: 1100, dark: true },
};

process.exitCode = await main();

async function main(): Promise<number> {
  const browser = findBrowser();
  if (browser === undefined) {
    console.error('No Chromium to take pictures with. Install one, or name it in CHROME_PATH.');
    return 1;
  }
  const work = mkdtempSync(join(realpathSync(tmpdir()), 'wukong-pictures-'));
  try {
    const repo = join(work, 'decoder');
    const page = join(work, 'show.html');
    await must(
      node(['--import', 'tsx', join(PROJECT, 'scripts/start.ts'), '--keep', repo], PROJECT),
    );
    await must(node([join(PROJECT, 'dist/cli.js'), 'show', '--out', page], repo));
    for (const [name, looked] of Object.entries(PICTURES)) {
      const picture = join(PROJECT, 'docs', 'pictures', name);
      await must(openPage(browser, page, { ...looked, picture }));
      console.log(picture);
    }
    return 0;
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

function node(args: readonly string[], cwd: string): Promise<Ended> {
  return run(process.execPath, args, { cwd, env: process.env, timeoutMs: 300_000 });
}

async function must(running: Promise<Ended>): Promise<void> {
  const { code, command, args, stdout, stderr } = await running;
  if (code !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${stdout}${stderr}`);
}
