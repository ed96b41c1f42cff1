// What the documentation tells people to type, to open and to look for is there.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ALIASES, COMMANDS } from '../../runtime/cli/commands.ts';
import type { ArgsDef } from '../../runtime/cli/frame/command.ts';
import { asTyped, COMMON_ARGS } from '../../runtime/cli/usage.ts';
import { DEFINITIONS } from '../../runtime/model/facts/record.ts';
import { TOOL_WORDS } from '../../runtime/model/tools.ts';
import { SESSION_COMMANDS } from '../../runtime/model/vocabulary.ts';
import { PG_BOSS_VERSION } from '../../runtime/team/load-pg-boss.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { run } from '../../scripts/client/child.ts';
import { Sandbox } from '../install/temporary.ts';
import {
  anchors,
  codeSpans,
  links,
  PROJECT,
  pages,
  readPage,
  shellLines,
  tableRows,
} from './pages.ts';

const PAGES = pages();
const manifest = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
/** What npm itself knows, of all that people are told to type. */
const NPM = ['ci', 'exec', 'link', 'pack', 'start', 'test'];
/** What teams need beside Wukong, as its own message says it. */
const BESIDE = [
  ...['--global', '--no-save'].map((how) => `install ${how} pg-boss@${PG_BOSS_VERSION}`),
  `install --global ./${manifest.name}-${manifest.version}.tgz`,
];
/** What `npm pack` makes, as it is told to `npx` from a folder beside this one. */
const PACKED = `file:../wukong/${manifest.name}-${manifest.version}.tgz`;

type Help = Readonly<{ flags: readonly string[]; words: number }>;
const HELP = { type: 'boolean', description: '' } as const;
/** By command, what it takes: what it says of itself with --help is made of the same. */
const help = new Map<string, Help>();
/** By npm script, as it describes itself. */
const scriptFlags = new Map<string, readonly string[]>();

beforeAll(async () => {
  for (const [name, load] of Object.entries(COMMANDS)) {
    const command = await load();
    const args = Object.entries<ArgsDef[string]>({ ...command.args, ...COMMON_ARGS, help: HELP });
    const options = args.filter(([, { type }]) => type !== 'positional');
    const flags = options.map(([option]) => asTyped(option));
    const words = command.takesWords ? Number.POSITIVE_INFINITY : args.length - options.length;
    help.set(name, { flags, words });
    for (const [option, { type }] of options) if (type === 'string') valued.add(asTyped(option));
  }
  for (const name of ['start', 'bench', 'pictures', 'proof', 'soak']) {
    const usage = await node('--import', 'tsx', join('scripts', `${name}.ts`), '--help');
    scriptFlags.set(name, flagsIn(usage));
  }
});

async function node(...args: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', NO_COLOR: '1' };
  return (await run(process.execPath, args, { cwd: PROJECT, env, timeoutMs: 30_000 })).stdout;
}

function flagsIn(text: string): string[] {
  return [...text.matchAll(/--[a-z][a-z-]*/g)].map((flag) => flag[0]);
}

/** Why a command that people are told to type would not work; undefined if it would. */
function problemOf(line: string): string | undefined {
  const [command = '', ...others] = line.split(' && ');
  return (
    commandProblem(command) ?? (others.length > 0 ? problemOf(others.join(' && ')) : undefined)
  );
}

function commandProblem(line: string): string | undefined {
  const words = line.replaceAll(/"[^"]*"/g, 'text').split(/\s+/);
  const [program = '', first = '', second = ''] = words;
  const rest = words.slice(1);
  if (program === 'npm') return npmProblem(first, second, rest);
  if (program === 'npx' && first === 'vitest') {
    const missing = words.slice(3).find((path) => !existsSync(join(PROJECT, path)));
    return missing === undefined ? undefined : `${missing} is not there`;
  }
  if (program === 'npx' && first === '-y' && second === PACKED) return cliProblem(rest.slice(2));
  if (program === 'cd') return undefined;
  if (program === 'wukong') return cliProblem(rest);
  if (program === 'node' && first === 'dist/cli.js') return cliProblem(rest.slice(1));
  if (program === 'grep') return grepProblem(line);
  return `nobody knows ${program}`;
}

/** What is looked for in the log is a type that facts have, or the beginning of some. */
function grepProblem(line: string): string | undefined {
  const types = [...line.matchAll(/"type":"([\w.\\]+)/g)].map(([, type = '']) => type);
  const known = [...DEFINITIONS.keys()];
  return types
    .map((type) => type.replaceAll('\\', ''))
    .find((type) => !known.some((one) => one.startsWith(type)));
}

function npmProblem(first: string, second: string, rest: readonly string[]): string | undefined {
  if (BESIDE.includes(rest.join(' '))) return undefined;
  if (first !== 'run' && !NPM.includes(first)) return `npm ${first} is not told of elsewhere`;
  if (first !== 'run' && first !== 'start' && first !== 'test') return undefined;
  const script = first === 'run' ? second : first;
  if (!(script in manifest.scripts)) return `no script ${script}`;
  const flags = flagsIn(rest.filter((word) => word !== '--').join(' '));
  return flags.find((flag) => !scriptFlags.get(script)?.includes(flag));
}

function cliProblem(words: readonly string[]): string | undefined {
  // Alone it says where things stand.
  const [name = 'status', ...rest] = words;
  if (name.startsWith('-')) return ['--help', '--version'].includes(name) ? undefined : name;
  const known = help.get(ALIASES[name] ?? name);
  if (!known) return `no command ${name}`;
  const unknown = flagsIn(rest.join(' ')).find(
    (flag) => flag !== '--help' && !known.flags.includes(flag),
  );
  if (unknown !== undefined) return `${name} does not know ${unknown}`;
  const positional = rest.filter((word, i) => !word.startsWith('-') && !isValue(rest[i - 1]));
  return positional.length > known.words ? `${name} takes ${known.words} words` : undefined;
}

/** Flags that have a value behind them, of any command. */
const valued = new Set<string>();

function isValue(before: string | undefined): boolean {
  return before !== undefined && valued.has(before);
}

test('the reader of commands refuses what does not exist', () => {
  expect(problemOf('wukong statsu')).toBe('no command statsu');
  expect(problemOf('wukong status --follow')).toBe('status does not know --follow');
  expect(problemOf('wukong status now')).toBe('status takes 0 words');
  expect(problemOf('npm run tests')).toBe('no script tests');
  expect(problemOf('npm start -- --fast')).toBe('--fast');
  expect(problemOf('npm run bench -- --fast')).toBe('--fast');
  expect(problemOf('make all')).toBe('nobody knows make');
  expect(problemOf('npm ci && npm run pack')).toBe('no script pack');
  expect(problemOf('npx -y file:../wukong/wukong-9.9.9.tgz init')).toBe('nobody knows npx');
  expect(problemOf('grep \'"type":"node.dreamt"\' .wukong/events.jsonl')).toBe('node.dreamt');
  expect(problemOf('wukong trust --approve --gate "npm test"')).toBeUndefined();
});

describe.each(PAGES)('%s', (name) => {
  const text = readPage(name);

  test('names only commands that exist', () => {
    const spans = codeSpans(text)
      .filter((span) => /^(?:wukong|npm) [a-z-]/.test(span))
      .filter((span) => !isQuotedCommand(span))
      .map((span) => span.replaceAll(/[[\]]/g, ''));
    const wrong = [...shellLines(text), ...spans].flatMap((line) => {
      const problem = problemOf(line);
      return problem === undefined ? [] : [`${line}: ${problem}`];
    });
    expect(wrong).toEqual([]);
  });

  test('names only slash commands that exist', () => {
    const there = readdirSync(join(PROJECT, '.claude', 'commands'));
    for (const [, command] of text.matchAll(/\/wukong_([a-z0-9_]+)/g)) {
      expect(there).toContain(`wukong_${command}.md`);
    }
  });

  test('links to what is there', () => {
    for (const { target } of links(text)) {
      if (/^https:\/\//.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const to = path === '' ? name : join(dirname(name), path);
      expect(existsSync(join(PROJECT, to)), target).toBe(true);
      if (anchor !== undefined) expect(anchors(readPage(to)), target).toContain(anchor);
    }
  });

  test('links to no test: test/PROMISES.md says which one holds what', () => {
    const targets = links(text).map(({ target }) => target);
    expect(targets.filter((target) => target.endsWith('.test.ts'))).toEqual([]);
  });

  test('names only files of the project that exist', () => {
    // The table of meanings names files of any repository; test/proof/meaning.test.ts holds it.
    const own = text.replace(/\n## One meaning a file\n[\s\S]*?(?=\n## )/, '');
    const paths = codeSpans(own).filter((span) =>
      /^(?:runtime|test|scripts|schemas|docs|examples|templates)\/[\w./-]+\.\w+$/.test(span),
    );
    // `templates/` and `runtime/` are folders of .wukong/ as well.
    const gone = paths.filter(
      (path) =>
        !existsSync(join(PROJECT, path)) && !existsSync(join(PROJECT, 'dist', 'runtime', path)),
    );
    expect(gone).toEqual([]);
  });
});

/** What pages quote as a command of agents, of which some are meant to be wrong. */
function isQuotedCommand(span: string): boolean {
  return /[|;&<>]|^npm (?:publish|pack|--help)/.test(span);
}

describe('docs/commands.md', () => {
  test('names every slash command', () => {
    const rows = tableRows(readPage('docs/commands.md'), 'in Claude Code');
    const told = rows.map(([cell = '']) => /\/(wukong[a-z_]*)/.exec(cell)?.[1]);
    const there = readdirSync(join(PROJECT, '.claude', 'commands'));
    expect(told.map((name) => `${name}.md`).sort()).toEqual(there.sort());
    for (const name of Object.keys(SESSION_COMMANDS)) expect(there).toContain(`wukong_${name}.md`);
  });
});

describe('docs/files.md', () => {
  test('names every word for a tool, with the tools it means', () => {
    const told = tableRows(readPage('docs/files.md'), 'word', 'tools of the client').flatMap(
      ([words = '', tools = '']) =>
        words.split(', ').map((word) => {
          const names = tools.match(/\b[A-Z][a-z]+\b/g) ?? [];
          return [word.replaceAll('`', ''), names] as const;
        }),
    );
    expect(Object.fromEntries(told)).toEqual(TOOL_WORDS);
  });

  const rows = tableRows(readPage('docs/files.md'), 'file', 'kind');
  const names = rows.map(([cell = '']) => cell.replaceAll('`', ''));

  test('names every file the program knows by name', () => {
    const top = join('/repository', '.wukong');
    const ws: Workspace = {
      root: '/repository',
      worktree: '/repository',
      commonDir: join('/repository', '.git'),
      dir: top,
    };
    const known = Object.entries(files)
      .map(([name, path]) => {
        const pathOf: (ws: Workspace, ...names: string[]) => string = path;
        const ofGoal = ['checkpoint', 'contextPack', 'goalLink'].includes(name);
        const args =
          name === 'escalation'
            ? [name]
            : name === 'outbox'
              ? ['issue']
              : name === 'landing'
                ? ['run']
                : ofGoal
                  ? ['goal', 'node']
                  : ['session', 'node', 'run'];
        return pathOf(ws, ...args).replaceAll('\\', '/');
      })
      .filter((path) => path.startsWith(`${top}/`.replaceAll('\\', '/')))
      .map((path) => path.slice(top.length + 1));
    const told = names.map((name) => name.replace(/\/$/, '').replaceAll(/[<>]/g, ''));
    for (const path of known) expect(told).toContain(path);
    expect(readPage('docs/files.md')).toContain('`.git/wukong/trust.json`');
    expect(readPage('docs/files.md')).toContain('`.git/wukong/settings.before`');
    // And nothing that the program does not know, or that is not in a folder it knows.
    const folders = known.map((path) => `${path}/`);
    const unknown = told.filter(
      (path) => !known.includes(path) && !folders.some((folder) => path.startsWith(folder)),
    );
    expect(unknown).toEqual(['.gitignore', '.gitattributes']);
  });

  test('says what git keeps as git sees it after wukong init', async () => {
    using sandbox = await Sandbox.create();
    expect((await sandbox.wukong(['init', '--yes'])).code).toBe(0);
    for (const row of rows) {
      const name = (row[0] ?? '').replaceAll('`', '');
      const path = name.replaceAll('<session>', 'S-20261121-001').replaceAll(/<(\w+)>/g, 'N-010');
      const file = `.wukong/${path}${path.endsWith('/') ? 'some.file' : ''}`;
      const asked = await run('git', ['check-ignore', '--quiet', file], {
        cwd: sandbox.repo,
        env: { PATH: process.env.PATH ?? '', HOME: sandbox.root },
        timeoutMs: 10_000,
      });
      expect([name, asked.code === 0 ? 'no' : 'yes']).toEqual([name, row[4]]);
    }
  });
});
