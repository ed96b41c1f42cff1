// Makes everything in dist/: the CLI, the bundle the hooks run, its parts, and what `init` copies.
// Files are replaced by rename and only when they changed, so a build never breaks a running hook.

import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { replaceFile } from '../runtime/store/atomic.ts';
import { filesBelow } from '../runtime/store/files-below.ts';
import { eager, requireOnce } from './eager.ts';
import { COLD_PARTS, cutAt, cutParts, EAGER_FILES, entryOf, PARTS } from './parts.ts';
import { BUILD_STAMP, hashSources } from './sources.mjs';
import { validators } from './validators.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
/** A hook starts with every event, while the user waits: what it parses is what it costs. */
const HOOK_LIMIT_BYTES = 11 * 1024;
/** Each costs a hook 8 to 300 % of its start. Packages by name, built-ins by module. */
const NOT_IN_THE_HOOK = {
  packages: ['zod', 'ajv', 'yaml', 'js-yaml', 'gray-matter', 'proper-lockfile', 'chokidar'],
  builtIns: ['child_process', 'crypto', 'zlib'],
};
/** Folders of dist/ that hold nothing but what this build makes. */
const OWNED = ['cli', 'runtime', 'agents', 'commands', 'skills'];

/** `out`: what it begins with, below dist/. */
type Bundle = Readonly<{ out: string; options: BuildOptions }>;

const version: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;

const shared: BuildOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  charset: 'utf8',
  legalComments: 'none',
  define: { WUKONG_VERSION: JSON.stringify(version) },
  metafile: true,
  write: false,
  logLevel: 'silent',
};

const cut = cutParts(ROOT);

/** Whitespace and syntax only where size does not count: a user's bug report names our functions. */
function hookFile(name: string, minify: boolean): Bundle {
  const stdin = entryOf(ROOT, name, cut);
  const small = minify ? { minify } : { minifyWhitespace: true, minifySyntax: true };
  const options: BuildOptions = {
    format: 'cjs',
    ...small,
    plugins: [cutAt(ROOT, name, cut), validators, ...(EAGER_FILES.includes(name) ? [eager] : [])],
  };
  const out = `runtime/${name}`;
  return { out, options: { ...options, ...(stdin && { stdin }), outfile: join('dist', out) } };
}

const bundles: readonly Bundle[] = [
  hookFile('hook.cjs', true),
  ...Object.keys(PARTS).map((name) => hookFile(name, !COLD_PARTS.includes(name))),
  {
    out: 'cli.js',
    options: {
      entryPoints: { cli: 'runtime/cli/main.ts' },
      outdir: 'dist',
      format: 'esm',
      // A command loads what it needs: `status` must not wait for the YAML parser.
      splitting: true,
      chunkNames: 'cli/[name]-[hash]',
      plugins: [validators],
      // Packages that are CommonJS ask for built-ins by `require`, which ES modules lack.
      banner: {
        js: "import { createRequire as nodeRequire } from 'node:module';\nconst require = nodeRequire(import.meta.url);",
      },
      // gray-matter brings an engine that evaluates; front-matter.ts refuses it.
      logOverride: { 'direct-eval': 'silent' },
    },
  },
];

const README = `# runtime/

Wukong's own program, put here by \`wukong init\`. Claude Code starts \`hook.cjs\` on its events (see
\`.claude/settings.json\`); it needs Node and no packages. \`templates/\` are the built-in plans,
\`schema/\` the formats of Wukong's files, for editors.

Keep this folder in git: worktrees and clones need it. It does nothing by itself: in a clone where
nobody ran \`wukong init\`, the hooks answer nothing. Changes made here are lost; \`wukong init\` puts
everything back.
`;

/** The bundle is known by its hash, so git must not change its line ends; reviews may fold it. */
const GITATTRIBUTES = '* -text linguist-generated\n';

const written = new Set<string>();

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
  put('meta.json', JSON.stringify({ inputs, outputs }, null, 1));
  put('runtime/README.md', README);
  put('runtime/.gitattributes', GITATTRIBUTES);
  copy('templates', 'runtime/templates', '.yaml');
  copy('schemas', 'runtime/schema', '.json');
  copy('.claude/agents', 'agents', '.md');
  copy('.claude/commands', 'commands', '.md');
  for (const path of filesBelow(join(ROOT, '.claude', 'skills'))) {
    put(`skills/${path}`, readFileSync(join(ROOT, '.claude', 'skills', path)));
  }
  for (const folder of OWNED) removeLeftovers(folder);
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
    const made = name.startsWith('runtime/') ? requireOnce(contents) : contents;
    if (name === 'runtime/hook.cjs') checkHook(made, metafile);
    put(name, made);
    if (name === 'cli.js') chmodSync(path, 0o755);
  }
  return metafile;
}

/** The promises of the hot path, checked on what was really built. */
function checkHook(text: Uint8Array, metafile: Metafile): void {
  const problems: string[] = [];
  if (text.length > HOOK_LIMIT_BYTES) {
    problems.push(`it has ${text.length} bytes, the limit is ${HOOK_LIMIT_BYTES}`);
  }
  for (const input of Object.keys(metafile.inputs)) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(input)?.[1];
    if (name && NOT_IN_THE_HOOK.packages.includes(name)) problems.push(`${input} is in it`);
  }
  for (const [, name] of Buffer.from(text)
    .toString()
    .matchAll(/require\("(?:node:)?([^"]+)"\)/g)) {
    if (name && NOT_IN_THE_HOOK.builtIns.includes(name)) problems.push(`it requires ${name}`);
  }
  if (problems.length > 0) {
    throw new Error(`runtime/hook.cjs is too heavy for a hook: ${problems.join('; ')}`);
  }
}

function copy(from: string, to: string, extension: string): void {
  const folder = join(ROOT, from);
  if (!statSync(folder, { throwIfNoEntry: false })) return;
  for (const name of readdirSync(folder).sort()) {
    if (name.endsWith(extension)) put(`${to}/${name}`, readFileSync(join(folder, name)));
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
