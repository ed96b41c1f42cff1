// docs/cli.md, from the commands themselves: what `wukong COMMAND --help` says, on one page.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { COMMANDS } from '../runtime/cli/commands.ts';
import { EXIT } from '../runtime/cli/frame/outcome.ts';
import { aliasesOf, argumentRows, optionRows, usageOf } from '../runtime/cli/help.ts';
import { examplesOf, GROUPS } from '../runtime/cli/help-groups.ts';

const FILE = fileURLToPath(new URL('../docs/cli.md', import.meta.url));

const HEAD = `# Commands

What can be typed in a shell, as \`wukong COMMAND --help\` says it. This page is written from the commands in \`runtime/cli/\` by \`npm run schemas\`. What is typed in Claude Code: [commands.md](commands.md).

All commands take \`--json\` (one value; of \`log\` and \`run\` one a line) and \`--help\`. Times are those of your zone; where a command takes \`--utc\`, it gives UTC as the log has it. Text is laid out for terminals of 60 to 200 columns; into a pipe each sentence is one line. Colours end with \`NO_COLOR=1\`.

| exit code | means |
|---|---|
| ${EXIT.done} | done |
| ${EXIT.failed} | failed, or something was found |
| ${EXIT.usage} | the command line is wrong; nothing was done |
| ${EXIT.needsPerson} | a person is needed: \`wukong status\` says for what |
| ${EXIT.bug} | a bug of Wukong |
| ${EXIT.interrupted} | stopped by Ctrl-C or a signal |
`;

export async function cliDoc(): Promise<string> {
  const sections = await Promise.all(
    GROUPS.map(async ({ title, commands }) => {
      const parts = await Promise.all(Object.keys(commands).map(commandSection));
      return [`## ${titleCase(title)}`, ...parts].join('\n\n');
    }),
  );
  return `${[HEAD.trimEnd(), ...sections].join('\n\n')}\n`;
}

async function commandSection(name: string): Promise<string> {
  const command = await COMMANDS[name]?.();
  if (!command) throw new Error(`help-groups.ts names ${name}, which is no command`);
  const rows = [...argumentRows(command.args), ...optionRows(command.args)].map(
    ([word, text]) => `| \`${word}\` | ${text.replaceAll('|', '\\|')} |`,
  );
  const lines = examplesOf(name).map(([line, does]) => `${line}   # ${does}`);
  return [
    `### \`wukong ${name}\``,
    `${command.description}${aliasesOf(name)}.`,
    `\`\`\`text\n${usageOf(name, command)}\n\`\`\``,
    ...(rows.length === 0 ? [] : [['| | |', '|---|---|', ...rows].join('\n')]),
    `\`\`\`sh\n${lines.join('\n')}\n\`\`\``,
  ].join('\n\n');
}

function titleCase(title: string): string {
  return title.slice(0, 1) + title.slice(1).toLowerCase();
}

export async function cliDocDrift(): Promise<boolean> {
  return readFileSync(FILE, 'utf8') !== (await cliDoc());
}

export async function writeCliDoc(): Promise<void> {
  writeFileSync(FILE, await cliDoc());
}
