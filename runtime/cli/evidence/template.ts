import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { configOf } from '../../documents/config.ts';
import { ownTemplates } from '../../documents/own-template.ts';
import { yamlOf } from '../../documents/reader/yaml-text.ts';
import { findTemplate, listTemplates, readNamed } from '../../documents/template.ts';
import { createFile } from '../../files/atomic-write.ts';
import { codeOf } from '../../files/file-failure.ts';
import { readText } from '../../files/reading.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { reservedNames } from '../../model/vocabulary.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { ownTemplateText } from '../../words/fault.ts';
import { oneLine } from '../../words/plain-text.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import type { Args, Command } from '../frame/command.ts';
import { inColumns } from '../frame/in-columns.ts';
import { here, noun } from '../frame/noun.ts';
import { done, failed, joined, misused, type Outcome } from '../frame/outcome.ts';

const ACTIONS = {
  list: here(list),
  show: here((ws, [name = ''], args) => show(ws, name, args)),
  new: here((ws, [name = ''], args) => create(ws, name, args)),
};
const HOW = 'wukong template list · wukong template show fix · wukong template new NAME';

export const template: Command = {
  description: 'Show the plans that goals begin with, or begin one of your own',
  args: {
    action: { type: 'positional', required: false, description: 'list, show or new' },
    name: { type: 'positional', required: false, description: 'the template' },
    from: {
      type: 'string',
      valueHint: 'TEMPLATE',
      description: 'To begin a new one: what it starts as; fix unless told',
    },
    param: {
      type: 'string',
      valueHint: 'NAME=VALUE',
      description: 'To show one: a value for one of its parameters',
    },
  },
  examples: [
    ['wukong template list', 'the plans there are'],
    ['wukong template new careful --from fix', 'begin one of your own'],
  ],
  run: noun('template', ACTIONS, HOW),
};

async function list(ws: Workspace): Promise<Outcome> {
  const found = [];
  const owns = await ownTemplates(ws);
  const { gates } = configOf(ws);
  for (const name of listTemplates(ws)) {
    const path = findTemplate(ws, name) ?? '';
    const isOwn = dirname(path) === files.templates(ws);
    const whole = readNamed(ws, name, { isOpen: true }, gates);
    const description = whole.ok ? whole.value.template.description : '';
    const problem = whole.ok
      ? null
      : `has problems: wukong graph validate ${relative(ws.root, path)}`;
    const own = owns.find(({ template }) => template === name);
    const note = own ? ownTemplateText(own) : null;
    found.push({ name, own: isOwn, description: oneLine(description, 200), problem, note });
  }
  const rows = found.map(({ name, own, description, problem }) => {
    return [`/wukong_${name}`, own ? 'yours' : 'built in', problem ?? description];
  });
  const lines = inColumns(rows, 3);
  const notes = found.flatMap(({ note }) => note ?? []);
  return done([...lines, ...notes].join('\n'), { templates: found });
}

/** As it is written; where it is put together from others or filled in, as it comes out. */
async function show(ws: Workspace, name: string, args: Args): Promise<Outcome> {
  const path = findTemplate(ws, name);
  if (path === undefined) return unknown(ws, name);
  const params = paramsOf(args.texts('param'));
  if (!params.ok) return misused(params.error, 'wukong template show NAME --param name="value"');
  const whole = readNamed(ws, name, { params: params.value, isOpen: true }, configOf(ws).gates);
  if (!whole.ok) return failed(whole.error);
  const text = readText(path);
  const { data, template } = whole.value;
  const isAsWritten = template.parameters === undefined && !/^extends:/m.test(text);
  const shown = isAsWritten ? text.trimEnd() : yamlOf(data).trimEnd();
  const own = (await ownTemplates(ws)).find(({ template }) => template === name);
  const note = own ? ownTemplateText(own) : null;
  const head = note === null ? '' : `# ${note}\n`;
  return done(`${head}${shown}`, { name, path: relative(ws.root, path), text: shown, note });
}

function paramsOf(typed: readonly string[]): Result<Record<string, string>, string> {
  const wrong = typed.find((one) => !/^[^=\s]+=/.test(one));
  if (wrong !== undefined) return fail(`"${oneLine(wrong, 40)}" names no value.`);
  return ok(
    Object.fromEntries(
      typed.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
    ),
  );
}

const NAME = /^[a-z][a-z0-9_]{0,31}$/;

/** The file to change, and the command file without which the client does not list it. */
function create(ws: Workspace, name: string, args: Args): Outcome {
  const from = args.text('from') ?? 'fix';
  const path = findTemplate(ws, from);
  if (path === undefined) return unknown(ws, from);
  if (!NAME.test(name) || reservedNames().includes(name)) {
    return misused(
      `"${oneLine(name, 40)}" cannot be the name of a template.`,
      'A name has small letters, digits and _, begins with a letter, and is no command.',
    );
  }
  const target = join(files.templates(ws), `${name}.yaml`);
  const command = join(ws.root, '.claude', 'commands', `wukong_${name}.md`);
  for (const one of [target, command].filter((file) => existsSync(file))) {
    return misused(
      `${relative(ws.root, one)} is there already.`,
      'Choose another name, or edit it.',
    );
  }
  makeFolder(ws, dirname(target));
  try {
    createFile(target, templateText(readText(path), name, from), 0o666);
    if (existsSync(dirname(command))) {
      createFile(command, commandText(ws, name, from), 0o666);
    }
  } catch (error) {
    const code = codeOf(error) ?? 'an error';
    return misused(`It could not be written (${code}).`, `Look at ${relative(ws.root, target)}.`);
  }
  const written = [target, command]
    .filter((file) => existsSync(file))
    .map((file) => relative(ws.root, file));
  const text = [
    ...written.map((file) => `  + ${file}`),
    `Edit ${written[0]}, then: wukong graph validate ${written[0]}`,
    `In Claude Code, type: /wukong_${name} <what to do>`,
  ];
  return done(text.join('\n'), { name, from, written });
}

function unknown(ws: Workspace, name: string): Outcome {
  const known = listTemplates(ws);
  const hint = joined([didYouMean(name, known), `There are: ${known.join(', ')}.`]);
  return misused(
    name === '' ? 'Which template?' : `There is no template "${oneLine(name, 60)}".`,
    hint,
  );
}

/** Without the comments at its head, which are about the other one. */
function templateText(text: string, name: string, from: string): string {
  const body = text.replace(/^(?:#[^\n]*\n|\n)+/, '').replace(/^name:.*$/m, `name: ${name}`);
  const head = [
    `# Began as a copy of ${from}. Each node is one run of one agent; an edge says who waits for whom.`,
    `# Keys and their defaults: docs/files.md. Check it with: wukong graph validate .wukong/templates/${name}.yaml`,
    `# See it with: wukong graph ${name}`,
    '#',
    `# To change a few things only, leave the rest to the other one:  extends: ${from}`,
    '#   A node of a known id is changed field by field, others are added;  remove: [N-050]  takes one away.',
    '# To ask for a value when a goal begins, and write it as {{suite}} in texts, globs and commands:',
    '#   parameters: { suite: { description: which tests to run, default: unit } }',
    `#   /wukong_${name} --param suite="integration" <what to do>`,
  ];
  return `${head.join('\n')}\n\n${body}`;
}

/** That of the other one, as yours: `wukong init` leaves it alone. */
function commandText(ws: Workspace, name: string, from: string): string {
  const folder = join(ws.root, '.claude', 'commands');
  const like = [from, 'fix']
    .map((one) => join(folder, `wukong_${one}.md`))
    .find((file) => existsSync(file));
  const text = like === undefined ? '---\ndescription: x\n---\n\n$ARGUMENTS\n' : readText(like);
  return text
    .replace(/^wukong: \d+\n/m, '')
    .replace(/^The user asks for [^:\n]*: /m, 'The user asks: ')
    .replace(/^description:.*$/m, `description: Carry out the plan ${name} of this repository`);
}
