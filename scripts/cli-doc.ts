// docs/cli.md, from the commands themselves: what `wukong COMMAND --help` says, on one page.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GROUPS } from '../runtime/cli/commands.ts';
import type { Command } from '../runtime/cli/frame/command.ts';
import { EXIT } from '../runtime/cli/frame/outcome.ts';
import { aliasesOf, argumentRows, optionRows, usageOf } from '../runtime/cli/help.ts';

const FILE = fileURLToPath(new URL('../docs/cli.md', import.meta.url));

const HEAD = `# Commands

What can be typed in a shell, as \`wukong COMMAND --help\` says it. This page is written from the commands in \`runtime/cli/\` by \`npm run schemas\`. What is typed in Claude Code: [commands.md](commands.md).

\`wukong\` alone says where things stand, as \`wukong status\`; where nothing is set up yet, what to do first. A command about one kind of thing lists what there is of it when it is typed alone: \`wukong goal\`, \`wukong anchors\`, \`wukong order\`. \`wukong --help\` has a line for the ten commands that one person uses and the names of the others, \`wukong --help --all\` a line for each.

All commands take \`--json\` (one value; of \`log\` and \`run\` one a line) and \`--help\`. Times are those of your zone; where a command takes \`--utc\`, it gives UTC as the log has it. Text is laid out for terminals of 60 to 200 columns; into a pipe each sentence is one line. Colours end with \`NO_COLOR=1\`.

| exit code | means |
|---|---|
| ${EXIT.done} | done |
| ${EXIT.failed} | failed, or something was found |
| ${EXIT.usage} | the command line is wrong, or what it is about cannot be read or judged |
| ${EXIT.needsPerson} | a person is needed: \`wukong status\` says for what |
| ${EXIT.bug} | a bug of Wukong |
| ${EXIT.interrupted} | stopped by Ctrl-C or a signal |
`;

export async function cliDoc(): Promise<string> {
  const sections = await Promise.all(
    GROUPS.map(async ({ title, commands }) => {
      const parts = await Promise.all(
        Object.entries(commands).map(async ([name, load]) => commandSection(name, await load())),
      );
      return [`## ${titleCase(title)}`, ...parts].join('\n\n');
    }),
  );
  return `${[HEAD.trimEnd(), ...sections].join('\n\n')}\n`;
}

function commandSection(name: string, command: Command): string {
  const rows = [...argumentRows(command.args), ...optionRows(command.args)].map(
    ([word, text]) => `| \`${word}\` | ${text.replaceAll('|', '\\|')} |`,
  );
  const lines = command.examples.map(([line, does]) => `${line}   # ${does}`);
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
