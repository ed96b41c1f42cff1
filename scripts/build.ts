// Makes everything in dist/: the CLI, the bundle the hooks run, its parts, and what `init` copies.
// Files are replaced by rename and only when they changed, so a build never breaks a running hook.

import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, sep } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { replaceFile } from '../runtime/files/atomic-write.ts';
import { filesBelow } from '../runtime/files/folders.ts';
import { GRAMMAR_FILES } from '../runtime/proof/plant/grammar.ts';
import { NO_VERSION, programFiles, versionOf } from '../runtime/workspace/program-files.ts';
import { CONDITIONS, cutAt, entryOf, FILES } from './hook-files.ts';
import { checkHot, HOOK, HOT, PLUGIN_HOOK } from './hot-path.ts';
import {
  agentOfPlugin,
  commandOfPlugin,
  IN_PLUGIN_SHELL,
  pluginFiles,
  TRUST_COMMAND,
} from './plugin-files.ts';
import { BUILD_STAMP, hashSources } from './sources.mjs';
import { validators } from './validators.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const GRAMMARS = createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm');
/** Folders of dist/ that hold nothing but what this build makes. */
const OWNED = ['cli', 'runtime', 'schemas', 'agents', 'commands', 'skills', 'plugin'];

/** What people write and programs read. Those of the log and its caches, in the repository, are half a MB. */
const UNSHIPPED: readonly string[] = ['event', 'goal', 'state'].map(
  (name) => `${name}.schema.json`,
);

/** Where `npm run mutants` wants the source maps; nobody else needs any. */
const MAPS = process.env.WUKONG_SOURCE_MAPS;

/** `out`: what it begins with, below dist/. */
type Bundle = Readonly<{ out: string; options: BuildOptions }>;

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const version: string = manifest.version;

const shared: BuildOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20.19',
  charset: 'utf8',
  legalComments: 'none',
  define: { WUKONG_VERSION: JSON.stringify(version) },
  // Its CommonJS form hides its parts from the bundler.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  metafile: true,
  write: false,
  logLevel: 'silent',
  sourcemap: MAPS === undefined ? false : 'external',
};

/** What is started by whichever Node comes first: it has to be read by old ones, to say that they are too old. */
const ANY_NODE = 'node12';

/**
 * It lies in repositories whose eslint looks into every folder. The rule is there so that the directive
 * below it is never one without use, of which eslint warns. (For formatters: install's linters.ts.)
 */
const LAUNCHER_HEAD = `/* wukong program ${NO_VERSION}. Written by \`wukong init\`. */
/* eslint no-var: 2 */
/* eslint-disable */
`;

function hookFile(name: string, entry: BuildOptions, folder = 'runtime'): Bundle {
  const out = `${folder}/${name}`;
  const plugins = [cutAt(ROOT, name), validators];
  return {
    out,
    options: {
      format: 'cjs',
      plugins,
      ...entry,
      define: { ...shared.define, 'import.meta.dirname': '__dirname', ...entry.define },
      outfile: join('dist', out),
    },
  };
}

const CLI: BuildOptions = {
  // gray-matter brings an engine that evaluates; front-matter.ts refuses it.
  logOverride: { 'direct-eval': 'silent' },
};

/**
 * What `status` loads only now and then. Its own file has none of it, and takes it from the whole program,
 * where each has a file of that name.
 */
const LAZY: Readonly<Record<string, string>> = {
  'cli/asked-place': 'runtime/cli/escalations/place.ts',
  'cli/asked-told': 'runtime/words/escalation/told.ts',
  'cli/config': 'runtime/documents/config.ts',
  'cli/executor-for': 'runtime/engine/drive/executor-for.ts',
  'cli/in-git': 'runtime/workspace/in-git.ts',
  'cli/take-answers': 'runtime/engine/escalations/take-answers.ts',
  'cli/rollup': 'runtime/rollups/write-rollup.ts',
  'cli/start-saved': 'runtime/engine/report/start-saved.ts',
  'cli/take-up': 'runtime/engine/anchors/take-up.ts',
  'cli/watch': 'runtime/cli/goals/watch.ts',
};

const leaveLazy: Plugin = {
  name: 'leave-lazy',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const source = relative(ROOT, join(resolveDir, path)).split(sep).join('/');
      const name = Object.keys(LAZY).find((one) => LAZY[one] === source);
      if (name === undefined) return { errors: [{ text: `${source} has no file in dist/cli` }] };
      return { path: `./${basename(name)}.js`, external: true };
    });
  },
};

/** Of the commands, too, only those load the language of conditions that come to one. */
const leaveConditions = cutAt(ROOT, 'cli', CONDITIONS);

const LAUNCHER: BuildOptions = {
  target: ANY_NODE,
  define: { WUKONG_PROGRAM: JSON.stringify(NO_VERSION) },
};

const bundles: readonly Bundle[] = [
  hookFile('hook.cjs', { ...LAUNCHER, entryPoints: ['runtime/hooks/main.ts'] }),
  hookFile('hook.cjs', { ...LAUNCHER, entryPoints: ['runtime/hooks/plugin.ts'] }, 'plugin'),
  {
    // Once in a clone, so it may be large; it is no part of the program that clones get.
    out: 'plugin/set-up.cjs',
    options: {
      entryPoints: ['runtime/hooks/events/plugin-consent.ts'],
      format: 'cjs',
      plugins: [validators],
      outfile: 'dist/plugin/set-up.cjs',
    },
  },
  hookFile('goal.cjs', { entryPoints: ['runtime/hooks/program.ts'] }),
  ...Object.keys(FILES).map((name) => hookFile(name, { stdin: entryOf(ROOT, name) })),
  ...Object.keys(CONDITIONS).map((name) => hookFile(name, { stdin: entryOf(ROOT, name) }, 'cli')),
  {
    out: 'cli.js',
    options: {
      ...CLI,
      format: 'cjs',
      target: ANY_NODE,
      supported: { 'dynamic-import': true },
      entryPoints: ['runtime/cli/bin.ts'],
      outfile: 'dist/cli.js',
    },
  },
  {
    out: 'cli/status.cjs',
    options: {
      ...CLI,
      format: 'cjs',
      entryPoints: ['runtime/cli/status-alone.ts'],
      outfile: 'dist/cli/status.cjs',
      plugins: [leaveLazy, leaveConditions],
    },
  },
  {
    out: 'cli/main.js',
    options: {
      ...CLI,
      entryPoints: {
        'cli/main': 'runtime/cli/main.ts',
        // What programs import (`exports` in package.json).
        'cli/api': 'runtime/cli/orders/read-workflow-state.ts',
        ...LAZY,
      },
      outdir: 'dist',
      format: 'esm',
      plugins: [validators, leaveConditions],
      // A command loads what it needs: `log` must not wait for the YAML parser.
      splitting: true,
      chunkNames: 'cli/[name]-[hash]',
      // Packages that are CommonJS ask for built-ins by `require`, which ES modules lack.
      banner: {
        js: "import { createRequire as nodeRequire } from 'node:module';\nconst require = nodeRequire(import.meta.url);",
      },
    },
  },
];

const README = `# runtime/

Put here by \`wukong init\` of Wukong ${version}. Claude Code starts \`hook.cjs\` on its events (see \`.claude/settings.json\`).
It needs Node and no packages, and does nothing by itself: the rest of the program is in
\`.git/wukong/runtime/\`, where no clone and no pull brings anything. In a clone where nobody ran
\`wukong init\`, it says nothing.

Keep this folder in git: worktrees and clones need it. Changes made here are lost; \`wukong init\` puts
everything back.
`;

const written = new Set<string>([HOOK, PLUGIN_HOOK].map((name) => join(DIST, name)));
const launcherBody = { [HOOK]: '', [PLUGIN_HOOK]: '' };

async function main(): Promise<void> {
  // Taken first: what changes while we build makes the stamp stale, not wrong.
  const stamp = hashSources(ROOT);
  const outputs: Metafile['outputs'] = {};
  const inputs: Metafile['inputs'] = {};
  const failed: string[] = [];
  for (const bundle of bundles) {
    try {
      const made = await make(bundle);
      Object.assign(inputs, made.inputs);
      Object.assign(outputs, made.outputs);
    } catch (error) {
      failed.push(error instanceof Error ? error.message : String(error));
    }
  }
  // The two files that start are CommonJS, which Node loads faster; the rest is split, which is ES modules.
  put('package.json', '{ "type": "commonjs" }\n');
  put('cli/package.json', '{ "type": "module" }\n');
  put('meta.json', JSON.stringify({ inputs, outputs }, null, 1));
  put('runtime/README.md', README);
  // `.js` would be what the package.json of the user's repository says.
  put('runtime/grammars/tree-sitter.cjs', readFileSync(GRAMMARS));
  for (const name of GRAMMAR_FILES) {
    put(`runtime/grammars/${name}`, readFileSync(join(dirname(GRAMMARS), name)));
  }
  copy('templates', 'runtime/templates', '.yaml');
  copy('schemas', 'schemas', '.json', UNSHIPPED);
  copy('schemas/executor/v1', 'schemas', '.proto');
  copy('.claude/agents', 'agents', '.md');
  copy('.claude/commands', 'commands', '.md');
  for (const path of filesBelow(join(ROOT, '.claude', 'skills'))) {
    put(`skills/${path}`, readFileSync(join(ROOT, '.claude', 'skills', path)));
  }
  for (const folder of OWNED.filter((name) => name !== 'plugin')) removeLeftovers(folder);
  if (failed.length === 0) {
    nameLauncher();
    makePlugin();
    removeLeftovers('plugin');
  }
  // Without the stamp the next `npm start` builds again.
  if (failed.length === 0) put(BUILD_STAMP, stamp);
  for (const message of failed) console.error(`build failed: ${message}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

async function make({ out, options }: Bundle): Promise<Metafile> {
  const { outputFiles = [], metafile } = await build({ ...shared, ...options });
  if (outputFiles.length === 0 || !metafile) throw new Error(`esbuild made nothing of ${out}`);
  for (const { path, contents } of outputFiles) {
    const name = relative(DIST, path).split(sep).join('/');
    if (name.endsWith('.map')) {
      if (MAPS !== undefined) writeFileSync(join(MAPS, basename(name)), contents);
      continue;
    }
    if (HOT.includes(name)) checkHot(name, contents, metafile);
    if (name === HOOK || name === PLUGIN_HOOK) {
      launcherBody[name] = Buffer.from(contents).toString('utf8');
    } else put(name, contents);
    if (name === 'cli.js') chmodSync(path, 0o755);
  }
  return metafile;
}

/** The launcher carries the version of what it was built with, its own bytes included. */
function nameLauncher(): void {
  const program = new Map(programFiles(join(DIST, 'runtime')));
  const launcher = Buffer.from(LAUNCHER_HEAD + launcherBody[HOOK]);
  const version = versionOf(program.set('hook.cjs', launcher));
  for (const name of [HOOK, PLUGIN_HOOK] as const) {
    put(name, (LAUNCHER_HEAD + launcherBody[name]).replaceAll(NO_VERSION, version));
  }
}

/** A folder of its own: the client copies it when it is installed, and nothing beside it. */
function makePlugin(): void {
  for (const [name, content] of Object.entries(pluginFiles(manifest)))
    put(`plugin/${name}`, content);
  put('plugin/README.md', readFileSync(join(ROOT, 'docs', 'plugin.md')));
  put('plugin/LICENSE', readFileSync(join(ROOT, 'LICENSE')));
  put('plugin/commands/trust.md', TRUST_COMMAND);
  // The commands of a shell, and what `init` puts into a tree, beside what the client reads of the plugin.
  for (const name of ['package.json', 'cli.js']) {
    put(`plugin/shell/${name}`, readFileSync(join(DIST, name)));
  }
  for (const folder of ['cli', 'agents', 'commands']) {
    for (const path of filesBelow(join(DIST, folder)).filter((name) => !name.endsWith('.tmp'))) {
      put(`plugin/shell/${folder}/${path}`, readFileSync(join(DIST, folder, path)));
    }
  }
  put('plugin/bin/wukong', IN_PLUGIN_SHELL);
  chmodSync(join(DIST, 'plugin/bin/wukong'), 0o755);
  for (const folder of ['runtime', 'schemas', 'agents', 'commands', 'skills']) {
    for (const path of filesBelow(join(DIST, folder)).filter((name) => !name.endsWith('.tmp'))) {
      const content = readFileSync(join(DIST, folder, path));
      if (folder === 'agents') put(`plugin/agents/${path}`, agentOfPlugin(content.toString()));
      else if (folder === 'commands') {
        const [name, text] = commandOfPlugin(path, content.toString());
        put(`plugin/commands/${name}`, text);
      } else put(`plugin/${folder}/${path}`, content);
    }
  }
}

function copy(from: string, to: string, extension: string, without: readonly string[] = []): void {
  const folder = join(ROOT, from);
  if (!statSync(folder, { throwIfNoEntry: false })) return;
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith(extension) || without.includes(name)) continue;
    const bytes = readFileSync(join(folder, name));
    // Programs read them, and people the ones in the repository.
    const isSchema = extension === '.json';
    put(`${to}/${name}`, isSchema ? JSON.stringify(JSON.parse(bytes.toString())) : bytes);
  }
}

function put(name: string, content: Uint8Array | string): void {
  const path = join(DIST, name);
  written.add(path);
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  if (statSync(path, { throwIfNoEntry: false }) && readFileSync(path).equals(bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, bytes, false);
  chmodSync(path, 0o644);
}

/** A template that was removed from the sources must not live on in what users get. */
function removeLeftovers(folder: string): void {
  const start = join(DIST, folder);
  for (const name of filesBelow(start)) {
    const path = join(start, name);
    // `.tmp`: another build is just writing it.
    if (!written.has(path) && !path.endsWith('.tmp')) rmSync(path, { force: true });
  }
}

await main();
