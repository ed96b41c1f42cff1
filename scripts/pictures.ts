// `npm run pictures`: draws what `npm start` prints, and takes the pictures of docs/show.md from its goal.
// The latter need a Chromium.

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser, type Looked, openPage } from './client/browser.ts';
import { type Ended, run } from './client/child.ts';
import { PROJECT } from './example.ts';
import { PICTURE, pictured, terminalPicture } from './start/picture.ts';
import { recordStart } from './start/record.ts';

const PICTURES: Readonly<Record<string, Looked>> = {
  'show.png': { width: 900, height: 830 },
  'show-phone.png': { width: 400, height: 1100, dark: true },
};

process.exitCode = await main();

async function main(): Promise<number> {
  const work = mkdtempSync(join(realpathSync(tmpdir()), 'wukong-pictures-'));
  try {
    const repo = join(work, 'decoder');
    const page = join(work, 'show.html');
    const { stdout } = await must(recordStart(repo));
    writeFileSync(join(PROJECT, PICTURE), terminalPicture(pictured(stdout)));
    console.log(PICTURE);
    const browser = findBrowser();
    if (browser === undefined) {
      console.error('No Chromium for the others. Install one, or name it in CHROME_PATH.');
      return 1;
    }
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

async function must(running: Promise<Ended>): Promise<Ended> {
  const ended = await running;
  const { code, command, args, stdout, stderr } = ended;
  if (code === 0) return ended;
  throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${stdout}${stderr}`);
}
