// The pictures of docs/conversation.md: a fix in the terminal of the real client, with a report that is sent
// back and a question on the way, and `wukong status --watch` beside it.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STATUS_LINE } from '../../runtime/hosts/claude-code/statusline/setting.ts';
import { run } from '../client/child.ts';
import { systemPaths } from '../client/environment.ts';
import { findClient } from '../client/find.ts';
import { makeHome } from '../client/home.ts';
import { startTerminal } from '../client/terminal.ts';
import { commitExample, copyExample, gitEnvironment, PROJECT, within } from '../example.ts';
import type { Script } from '../model/call.ts';
import { textSince } from '../model/conversation.ts';
import { claimsTests, fixDecoder, honest } from '../model/fix-decoder.ts';
import type { Part } from '../model/roles.ts';
import { startModel } from '../model/server.ts';
import { back, lookedOnly } from '../model/work.ts';
import { shownFrom } from './screen.ts';
import { terminalPicture } from './terminal-picture.ts';

export const SAID = {
  english: {
    request: 'the decoder crashes on empty input',
    question: 'Is an empty body an error, or no readings?',
    why: 'The README can be read both ways',
    answer: 'no readings',
  },
  chinese: {
    request: '解码器在空输入时崩溃',
    question: '空内容是错误，还是没有读数？',
    why: 'README 两种读法都说得通',
    answer: '没有读数',
  },
} as const;
export type Language = keyof typeof SAID;

type Moment = Readonly<{
  /** The picture, and what it is called to those who cannot see it. */
  name: string;
  title: string;
  /** What is typed before. */
  says?: string;
  /** What the terminal shows then. */
  until: RegExp;
  /** The line where the picture begins. */
  from: RegExp;
}>;

const CLI = join(PROJECT, 'dist', 'cli.js');
const SIZE = { columns: 100, rows: 60 };
const WATCH: Moment = {
  name: 'watch',
  title: 'wukong status --watch: the graph, and lowest the question that waits',
  until: /your answer/,
  from: /^G-0001/,
};

/** Draws them into a folder, and names their files. */
export async function drawConversation(language: Language, folder: string): Promise<string[]> {
  const client = await findClient({ onProgress: (line) => console.error(line) });
  if (!client.ok) throw new Error(`No Claude Code client: ${client.why}\n${client.hint}`);
  return within('conversation', async (work) => {
    const home = join(work, 'home');
    // Below its home the client does not show where on this machine it is.
    const repo = join(home, 'decoder');
    await makeRepository(repo, home);
    await using model = await startModel(asksAndLies(SAID[language]));
    const terminals = { cwd: repo, home, baseUrl: model.url, ...SIZE };
    const drawn: string[] = [];
    const draw = (shown: string, { name, title, from }: Moment): void => {
      const file = join(folder, `${language}-${name}.svg`);
      writeFileSync(file, terminalPicture(shownFrom(shown, from), title));
      drawn.push(file);
    };
    await using terminal = await startTerminal({
      ...terminals,
      client: client.path,
      permissionMode: 'acceptEdits',
      env: gitEnvironment(),
    });
    await terminal.waitForScreen(/❯/);
    for (const moment of moments(SAID[language])) {
      if (moment.says !== undefined) await terminal.say(moment.says);
      await terminal.waitForScreen(moment.until);
      draw(await terminal.screen(), moment);
      // What is for the shell is in English.
      if (language !== 'english' || moment.name !== 'question') continue;
      const args = [CLI, 'status', '--watch'];
      await using watch = await startTerminal({ ...terminals, client: process.execPath, args });
      await watch.waitForScreen(WATCH.until);
      draw(await watch.screen(), WATCH);
    }
    return drawn;
  });
}

function moments({ request, answer }: (typeof SAID)[Language]): Moment[] {
  return [
    {
      name: 'start',
      title: 'What was typed, and what Wukong makes of it',
      says: `/wukong_fix ${request}`,
      until: /\/wukong_pause[\s\S]*● Waiting/,
      from: /❯ \/wukong_fix/,
    },
    {
      name: 'question',
      title: 'A node has passed, and the next one asks something',
      until: /\/wukong_resume G-0001 N-010[\s\S]*^ +G-0001 .* N-010/m,
      from: /❯ \/wukong_fix/,
    },
    {
      name: 'answer',
      title: 'The answer is confirmed, and the work goes on',
      says: `/wukong_resume ${answer}`,
      until: /❯ \/wukong_resume[\s\S]*● body\([\s\S]*^ +G-0001 .* body/m,
      from: /❯ \/wukong_resume/,
    },
    {
      name: 'caught',
      title: 'A claimed test run that never was, caught and sent back',
      until: /● body\([\s\S]*● tongue\([\s\S]*^ +G-0001 .* tongue/m,
      from: /● body/,
    },
    {
      name: 'end',
      title: 'The end: what was proven, changed, caught, and what to type next',
      until: /summary\.md[\s\S]*^❯.*\n─+\n(?! +G-0001)/m,
      from: /6\/6 Sum up and decide"/,
    },
  ];
}

async function makeRepository(repo: string, home: string): Promise<void> {
  mkdirSync(repo, { recursive: true });
  copyExample('decoder', repo);
  await commitExample(repo);
  makeHome(home, [repo], { allow: ['Bash(npm test)'] });
  const env = { ...systemPaths(), ...gitEnvironment(), HOME: home };
  const options = { cwd: repo, env, timeoutMs: 60_000 };
  const init = await run(process.execPath, [CLI, 'init', repo, '--yes'], options);
  if (init.code !== 0) throw new Error(`wukong init failed:\n${init.stdout}${init.stderr}`);
  const settings = { statusLine: { ...STATUS_LINE, refreshInterval: 1 } };
  writeFileSync(join(repo, '.claude', 'settings.local.json'), JSON.stringify(settings));
}

/** Its eye asks first, its body claims a test run that never was, and all of them take a moment. */
function asksAndLies({ question, why }: (typeof SAID)[Language]): Script {
  const eye: Part = (call) =>
    textSince(call, 0).includes('Answers from the user') ? honest.eye(call) : asks(call);
  const asks: Part = (call) =>
    back(call, {
      ...lookedOnly,
      status: 'blocked',
      summary: why,
      steps: ['Read the README.', `\n\n## Questions\n- ${question}`],
      references: [],
    });
  const script = fixDecoder({ eye, body: claimsTests });
  return async (call) => ({
    ...(await script(call)),
    // A model that answers at once is done before the client has told the main agent to wait.
    delayMs: call.who === 'subagent' && call.turn === 0 ? 2000 : 0,
  });
}
