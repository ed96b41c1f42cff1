// What a change proves, asked for in a session of the real client: no goal is begun for it.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../../scripts/example.ts';
import { pastCalls, textSince } from '../../scripts/model/conversation.ts';
import { fixDecoder } from '../../scripts/model/fix-decoder.ts';
import { bash, edit, type Part, read } from '../../scripts/model/roles.ts';
import { requireClient, requireTerminal } from '../rig/client.ts';
import { writeLocal } from '../rig/local-config.ts';
import { Rig } from '../rig/rig.ts';

const client = await requireClient();
const MADE = 'const bytes = Buffer.from(input);\n';
const SAID = 'verdict.json';
const HOW = /sh \.claude\/skills\/taskgraph_tools\/scripts\/wukong prove/;

describe.runIf(client)('the real client', () => {
  test('runs /wukong_prove as its command says, and the verdict is that of the shell', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    const source = join(rig.repo, 'src/decoder.js');
    const text = readFileSync(source, 'utf8');
    writeFileSync(source, text.replace(MADE, `${MADE}  if (bytes.length === 0) return [];\n`));
    // The client asks about this call as about any other: the person said yes to it once.
    const allowed = {
      permissions: { allow: ['Bash(sh .claude/skills/taskgraph_tools/scripts/wukong prove:*)'] },
    };
    writeFileSync(join(rig.repo, '.claude/settings.local.json'), JSON.stringify(allowed));
    // As npm would install it in a folder above.
    const packages = join(dirname(rig.repo), 'node_modules');
    mkdirSync(packages);
    symlinkSync(PROJECT, join(packages, 'wukong'), 'dir');
    let said = '';
    const main: Part = (call) => {
      const how = HOW.exec(textSince(call, 0))?.[0];
      const [past] = pastCalls(call, 'Bash');
      if (past?.result) said = past.result.text;
      return how !== undefined && past === undefined
        ? bash(`${how} --check "node --test"`)(call)
        : { text: said.split('\n')[0] ?? '' };
    };
    await rig.model(fixDecoder({}, main));
    const ended = await (await rig.headless('/wukong_prove --check "node --test"')).done;
    expect(ended.code, rig.dump()).toBe(0);
    expect(said).toContain('shown  `node --test` fails without the change, and passes with it.');
    expect(rig.events().filter(({ type }) => /^(?:goal|graph|node|run)\./.test(type))).toEqual([]);
  });
});

describe.runIf(await requireTerminal())('the real client in the terminal', () => {
  test('shows at the next prompt what the change of a turn proves, which nobody waited for', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    writeLocal(rig.repo, 'prove: on_stop\n');
    const source = 'src/decoder.js';
    const fix = edit(source, MADE, `${MADE}  if (bytes.length === 0) return [];\n`);
    const main: Part = (call) => {
      if (pastCalls(call, 'Read').length === 0) return read(source)(call);
      return pastCalls(call, 'Edit').length === 0 ? fix(call) : { text: 'Edited.' };
    };
    await rig.model(fixDecoder({}, main));
    const terminal = await rig.terminal();
    await terminal.waitForScreen(/❯|>/);
    await terminal.say('it crashes on an empty body');
    await terminal.waitForScreen(/Edited\./);
    const turns = join(rig.repo, '.wukong/turns');
    const isJudged = () =>
      existsSync(turns) && readdirSync(turns).some((one) => existsSync(join(turns, one, SAID)));
    expect(await rig.waitUntil(() => isJudged() || undefined), rig.dump()).toBe(true);
    await terminal.say('thank you');
    // What lies beside the talk cuts the line.
    await terminal.waitForScreen(
      /UserPromptSubmit says: Wukong, on what this session changed: shown\. `node --test/,
    );
  });
});
