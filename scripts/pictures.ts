// `npm run pictures`: draws what `npm start` prints, and the conversation in the client's terminal; takes the
// pictures of docs/show.md from the goal of `npm start`. The latter need a Chromium.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './arguments.ts';
import { findBrowser, type Looked, openPage } from './client/browser.ts';
import { type Ended, run } from './client/child.ts';
import { PROJECT, within } from './example.ts';
import { drawConversation } from './pictures/conversation.ts';
import { PICTURES, type Picture, startPicture } from './pictures/start.ts';
import { recordStart } from './start/record.ts';

const USAGE = `npm run pictures -- [--only conversation]

Draws the pictures of the documentation.

  --only conversation  those of docs/conversation.md alone
  --help               this text`;

const PAGES: Readonly<Record<string, Looked>> = {
  'show.png': { width: 900, height: 830 },
  'show-phone.png': { width: 400, height: 1100, dark: true },
};

process.exitCode = await main();

async function main(): Promise<number> {
  const values = readArguments({ only: { type: 'string' } }, USAGE);
  if (typeof values === 'number') return values;
  if (values.only !== undefined && values.only !== 'conversation') {
    process.stderr.write(`There is no --only ${values.only}.\n\n${USAGE}\n`);
    return 2;
  }
  await drawConversations();
  return values.only === undefined ? drawStart() : 0;
}

async function drawConversations(): Promise<void> {
  const folder = join(PROJECT, 'docs', 'conversation');
  mkdirSync(folder, { recursive: true });
  for (const language of ['english', 'chinese'] as const) {
    for (const file of await drawConversation(language, folder)) console.log(file);
  }
}

async function drawStart(): Promise<number> {
  return within('pictures', async (work) => {
    const repo = join(work, 'decoder');
    const page = join(work, 'show.html');
    await drawExample(PICTURES.fix, recordStart(repo));
    await drawExample(PICTURES.lanes, recordStart(join(work, 'settings'), 'lanes'));
    const browser = findBrowser();
    if (browser === undefined) {
      console.error('No Chromium for the others. Install one, or name it in CHROME_PATH.');
      return 1;
    }
    await must(node([join(PROJECT, 'dist/cli.js'), 'show', '--out', page], repo));
    for (const [name, looked] of Object.entries(PAGES)) {
      const picture = join(PROJECT, 'docs', 'pictures', name);
      await must(openPage(browser, page, { ...looked, picture }));
      console.log(picture);
    }
    return 0;
  });
}

async function drawExample(picture: Picture, running: Promise<Ended>): Promise<void> {
  const { stdout } = await must(running);
  writeFileSync(join(PROJECT, picture.file), startPicture(picture, stdout));
  console.log(picture.file);
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
