// What init puts into a repository leaves its linters and formatters as they were. Real projects in small,
// the real tools, before and after.

import { statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Ended, run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { git, PROJECT } from '../rig/repository.ts';
import { Sandbox } from './temporary.ts';

const MODULES = join(PROJECT, 'node_modules');

const TOOLS = {
  eslint: ['eslint/bin/eslint.js', '.'],
  prettier: ['prettier/bin/prettier.cjs', '--check', '.'],
  biome: ['@biomejs/biome/bin/biome', 'check', '.'],
  tsc: ['typescript/bin/tsc', '--noEmit', '-p', '.'],
} as const;
type Tool = keyof typeof TOOLS;

type Files = Readonly<Record<string, string>>;

const TSCONFIG = {
  'tsconfig.json': `{
  "compilerOptions": { "allowJs": true, "checkJs": true, "strict": true, "types": [] }
}
`,
};

const ESLINT = (semi: string, quote: string) => ({
  'eslint.config.js': `import js from ${quote}@eslint/js${quote}${semi}

export default [
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: ${quote}error${quote} } },
]${semi}
`,
});

const PLAIN: Files = {
  'package.json': '{\n  "name": "small",\n  "type": "module"\n}\n',
  'src/add.js': '// @ts-check\nexport const sum = [1, 2].join("+");\n',
  'README.md': '# Small\n\n- one\n',
};

const STYLED: Files = {
  'package.json': '{\n\t"name": "small",\n\t"type": "module"\n}\n',
  'src/add.js': "// @ts-check\nexport const sum = [1, 2].join('+')\n",
  'README.md': '# Small\n\n- one\n',
};

const STYLE = '{ "useTabs": true, "singleQuote": true, "semi": false }\n';

/** Tabs are biome's own default. */
const PLAIN_FOR_BIOME: Files = { ...STYLED, 'src/add.js': PLAIN['src/add.js'] ?? '' };

const SINGLE = {
  'biome.json':
    '{\n\t"javascript": {\n\t\t"formatter": { "quoteStyle": "single", "semicolons": "asNeeded" }\n\t}\n}\n',
};

const SPACES = {
  'biome.json': '{ "formatter": { "indentStyle": "space", "lineWidth": 120 } }\n',
};

const CASES: ReadonlyArray<readonly [string, Tool, Files]> = [
  ['by default', 'eslint', { ...PLAIN, ...ESLINT(';', '"') }],
  ['without rules', 'eslint', { ...PLAIN, 'eslint.config.js': 'export default [{}];\n' }],
  ['by default', 'prettier', PLAIN],
  ['with tabs, single quotes and no semicolons', 'prettier', { ...STYLED, '.prettierrc': STYLE }],
  [
    'with four columns and long lines',
    'prettier',
    {
      ...PLAIN,
      'package.json':
        '{\n    "name": "small",\n    "type": "module",\n    "prettier": {\n        "tabWidth": 4,\n        "printWidth": 120\n    }\n}\n',
    },
  ],
  [
    'with an .editorconfig',
    'prettier',
    {
      ...STYLED,
      'src/add.js': PLAIN['src/add.js'] ?? '',
      '.editorconfig': '[*]\nindent_style = tab\n',
    },
  ],
  [
    'with settings of the user on one line',
    'prettier',
    {
      ...PLAIN,
      '.claude/settings.json': '{ "model": "opus", "permissions": { "deny": ["Read(.env)"] } }\n',
    },
  ],
  [
    'with hooks of the user',
    'prettier',
    {
      ...PLAIN,
      '.claude/settings.json':
        '{\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "ding" }] }]\n  },\n  "permissions": {\n    "allow": ["Bash(npm test)"]\n  }\n}\n',
    },
  ],
  [
    'by its dependency alone',
    'biome',
    {
      ...PLAIN_FOR_BIOME,
      'package.json':
        '{\n\t"devDependencies": {\n\t\t"@biomejs/biome": "2"\n\t},\n\t"type": "module"\n}\n',
    },
  ],
  ['by default', 'biome', { ...PLAIN_FOR_BIOME, 'biome.json': '{}\n' }],
  ['with single quotes and no semicolons', 'biome', { ...STYLED, ...SINGLE }],
  ['with spaces and long lines', 'biome', { ...PLAIN, ...SPACES }],
  [
    'with settings of the user',
    'biome',
    {
      ...STYLED,
      ...SINGLE,
      '.claude/settings.json':
        '{\n\t"model": "opus",\n\t"permissions": { "deny": ["Read(.env)"] }\n}\n',
    },
  ],
  ['with JavaScript checked', 'tsc', { ...PLAIN, ...TSCONFIG }],
];

test.each(CASES)('what init puts in leaves %s: %s', async (_, tool, files) => {
  using sandbox = await project(files);
  const before = await lint(sandbox, tool);
  expect(before.code, before.text).toBe(0);
  await install(sandbox);
  expect(await lint(sandbox, tool)).toEqual(before);
});

test('what a tool had to say before is all that it says after', async () => {
  using sandbox = await project({
    ...PLAIN,
    ...ESLINT(';', '"'),
    ...TSCONFIG,
    'src/bad.js': "var x = 'a' * 2\n",
    '.claude/agents/mine.md': '---\nname:   mine\ndescription: Mine\n---\nMine.\n',
  });
  const all = () =>
    Promise.all(['eslint', 'prettier', 'tsc'].map((tool) => lint(sandbox, tool as Tool)));
  const before = await all();
  for (const { code } of before) expect(code).not.toBe(0);
  await install(sandbox);
  expect(await all()).toEqual(before);
});

test('ruff finds nothing to read in what init puts in, and all of it is small', async () => {
  using sandbox = await project(PLAIN);
  await install(sandbox);
  const paths = (await git(sandbox.repo, 'ls-files', '--others', '--exclude-standard'))
    .trim()
    .split('\n')
    .filter((path) => /^\.(?:claude|wukong)\//.test(path));
  expect(paths).toContain('.wukong/runtime/hook.cjs');
  const byRuff = /(?:\.(?:pyi?|ipynb)|pyproject\.toml|ruff\.toml)$/;
  expect(paths.filter((path) => byRuff.test(path))).toEqual([]);
  for (const path of paths) expect(sandbox.read(path)).not.toMatch(/```py/);
  const bytes = paths.map((path) => statSync(join(sandbox.repo, path)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(100 * 1024);
});

async function project(files: Files): Promise<Sandbox> {
  const sandbox = await Sandbox.create();
  for (const [path, text] of Object.entries(files)) sandbox.write(path, text);
  sandbox.write('.gitignore', 'node_modules\n');
  symlinkSync(MODULES, join(sandbox.repo, 'node_modules'));
  return sandbox;
}

/** And what hooks write later, which no formatter ever sees the like of. */
async function install(sandbox: Sandbox): Promise<void> {
  const ended = await sandbox.wukong(['init', '--yes']);
  expect(ended.code, ended.stderr).toBe(0);
  sandbox.write('.wukong/state.json', '{"a":[1]}\n{}');
  sandbox.write('.wukong/artifacts/S-1/summary.md', '* a\n\n\n* b');
  symlinkSync('S-1', join(sandbox.repo, '.wukong/artifacts/G-0001'));
}

async function lint(sandbox: Sandbox, tool: Tool): Promise<{ code: Ended['code']; text: string }> {
  const [program, ...args] = TOOLS[tool];
  const ended = await run(process.execPath, [join(MODULES, program), ...args], {
    cwd: sandbox.repo,
    env: { ...systemPaths(), HOME: sandbox.root, NO_COLOR: '1' },
    timeoutMs: 120_000,
  });
  // How many files there are, and how long it took, may change.
  const text = `${ended.stdout}${ended.stderr}`.replaceAll(/Checked \d+ files? in \S+/g, 'Checked');
  return { code: ended.code, text };
}
