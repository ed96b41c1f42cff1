// What both READMEs tell people to type in a shell works as it stands there.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Sandbox } from '../install/temporary.ts';
import { PROJECT, READMES, readPage, shellLines } from './pages.ts';

/** What is not run here: the test that does it, or why none can. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'npm start': 'test/client/start.test.ts',
  'npm test': 'it is what runs this',
  'npm ci && npm pack': 'test/install/pack.test.ts, but for npm ci, which needs the network',
  'npx -y file:../wukong/wukong-0.1.0.tgz prove --check "npm test"': 'test/cli/prove.test.ts',
  'cd ../my-project': 'the folder is the reader’s own',
};

/** What a command of ours comes to where nobody can be asked, if that is not 0. */
const CODES: Readonly<Record<string, number>> = {
  // It asks a person first.
  'wukong uninstall': 3,
};

test('both READMEs tell to type the same', () => {
  const [english = [], ...others] = READMES.map((name) => shellLines(readPage(name)));
  for (const other of others) expect(other).toEqual(english);
});

test('what is not run here is run by a test that is there', () => {
  const lines = shellLines(readPage('README.md'));
  for (const [line, where] of Object.entries(ELSEWHERE)) {
    expect(lines).toContain(line);
    const file = /^test\/\S+\.test\.ts/.exec(where)?.[0];
    if (file !== undefined) expect(existsSync(join(PROJECT, file)), file).toBe(true);
  }
});

test('each other command of the READMEs works in a new repository, one after the other', async () => {
  using sandbox = await Sandbox.create();
  const lines = shellLines(readPage('README.md')).filter((line) => !(line in ELSEWHERE));
  const ended: Record<string, number | null> = {};
  for (const line of lines) {
    // The packed file is the built CLI: test/install/pack.test.ts installs it with npx.
    const command = line.replace(/^npx -y file:\S+\.tgz /, 'wukong ');
    expect(command).toMatch(/^wukong /);
    const { code } = await sandbox.wukong(command.split(' ').slice(1));
    ended[line] = code;
  }
  expect(ended).toEqual(Object.fromEntries(lines.map((line) => [line, CODES[line] ?? 0])));
});
