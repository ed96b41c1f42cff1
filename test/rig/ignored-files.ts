// What a person has in their working tree although git ignores it, as it is looked at before and after a run of ours.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { systemPaths } from '../../scripts/client/environment.ts';

/** By path: its bytes, and when it was changed. Files of Wukong are not the person's. */
export function ignoredFiles(top: string): ReadonlyMap<string, string> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const listed = execFileSync('git', args, { cwd: top }).toString().split('\0').filter(Boolean);
  const found = new Map<string, string>();
  const queue = listed.map((path) => path.replace(/\/$/, '')).filter((path) => !isOwn(path));
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const file = join(top, path);
    const folder = path;
    const stat = lstatSync(file);
    if (stat.isDirectory()) queue.push(...readdirSync(file).map((name) => `${folder}/${name}`));
    found.set(path, `${stat.mtimeMs} ${bytesOf(file, stat)}`);
  }
  return found;
}

const isOwn = (path: string): boolean => /^\.(?:wukong|claude)(?:\/|$)/.test(path);

type Kind = Readonly<{ isDirectory(): boolean; isSymbolicLink(): boolean }>;

function bytesOf(file: string, stat: Kind): string {
  if (stat.isDirectory()) return 'a folder';
  if (stat.isSymbolicLink()) return `link to ${readlinkSync(file)}`;
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Some of what `buildAndInstall` makes. */
export const THEIRS = ['target/built.js', 'node_modules/one/index.js', '.venv/pyvenv.cfg'] as const;

const BUILDS = `import { execFileSync } from 'node:child_process';
import * as files from 'node:fs';
import { createRequire } from 'node:module';
execFileSync('make', ['-s'], { stdio: 'pipe' });
execFileSync('.venv/bin/python', ['-c', 'import one; assert one.ONE == 1'], { stdio: 'pipe' });
if (createRequire(\`\${process.cwd()}/x.js\`)('one') !== 1) throw new Error('another package');
files.mkdirSync('node_modules/.cache', { recursive: true });
files.writeFileSync('node_modules/.cache/log', String(process.pid));
if (!files.existsSync('target/built.js')) throw new Error('nothing was built');
`;

/**
 * As a person has it, who built and installed: `target/` by make, a package, a virtual environment. The lines that a
 * test begins with to build and use all of it, and to write a cache beside the packages.
 */
export function buildAndInstall(top: string, source: string): string {
  const files = {
    Makefile: `target/built.js: ${source}\n\tmkdir -p target\n\tcp ${source} target/built.js\n`,
    'node_modules/one/package.json': '{"name":"one","version":"1.0.0"}\n',
    'node_modules/one/index.js': 'module.exports = 1;\n',
    'node_modules/.cache/log': 'mine\n',
  };
  const text = readFileSync(join(top, '.gitignore'), 'utf8');
  writeFileSync(join(top, '.gitignore'), `${text}\ntarget/\nnode_modules/\n.venv/\n`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(top, dirname(path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
  const run = (...[file, ...args]: readonly [string, ...string[]]) =>
    execFileSync(file, args, { cwd: top, env: systemPaths(), stdio: 'pipe' });
  run('make', '-s');
  run('python3', '-m', 'venv', '--without-pip', '.venv');
  const [lib] = readdirSync(join(top, '.venv/lib'));
  const packages = join(top, '.venv/lib', String(lib), 'site-packages/one');
  mkdirSync(packages);
  writeFileSync(join(packages, '__init__.py'), 'ONE = 1\n');
  return BUILDS;
}
